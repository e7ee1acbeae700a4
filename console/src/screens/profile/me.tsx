import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call, read } from '../../api/call.ts'
import { timeZoneChoices } from '../../lib/format.ts'
import { isLanguage, languages } from '../../lib/languages.ts'
import { reread } from '../../live/reread.ts'
import { useSession } from '../../session/session.ts'
import { Form } from '../../ui/form.tsx'
import { Help } from '../../ui/help.tsx'
import { Note, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import css from './profile.module.css'

type Me = ValueOf<'Person.GetMe'>
type Notification = NonNullable<Me['Notifications']>[number]

const me = read('Person.GetMe', {})

const notifications: Readonly<Record<Notification, MessageDescriptor>> = {
  ApprovalAsked: msg`A campaign is waiting for my approval`,
  CampaignFinished: msg`A campaign was sent`,
  Held: msg`Sending for a client is put on hold`,
  ImportDone: msg`An import has finished`,
}

export function Me() {
  const { t } = useLingui()
  const session = useSession()
  const isPerson = session.Kind === 'Person'
  const { data, error, isPending } = useQuery({ ...me, enabled: isPerson })
  if (!isPerson) {
    return (
      <Panel title={session.Username ?? ''}>
        <p>
          <Trans>
            This is a client login. To have a name and a language, have yourself invited with your email address.
          </Trans>
        </p>
      </Panel>
    )
  }
  return (
    <Panel title={t`About me`}>
      {isPending && <Skeletons lines={6} />}
      <Refused error={error} />
      {data && <Details me={data} />}
    </Panel>
  )
}

function Details({
  me: { Name = '', EmailAddress = '', Language = '', Timezone = '', Notifications = [] },
}: {
  readonly me: Me
}) {
  const { t, i18n } = useLingui()
  const [given, setGiven] = useState({ Name, EmailAddress, Language, Timezone })
  const [chosen, setChosen] = useState<readonly Notification[]>(Notifications)
  const [password, setPassword] = useState('')
  const [isSaved, setSaved] = useState(false)
  const isMoved = given.EmailAddress.trim() !== EmailAddress
  const field = (name: keyof typeof given) => ({
    value: given[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      setSaved(false)
      setGiven({ ...given, [name]: event.currentTarget.value })
    },
  })
  async function submit() {
    const { EmailAddress: address, ...rest } = given
    const move = isMoved ? { EmailAddress: address.trim(), Password: password } : {}
    await call('Person.SetPreferences', { ...rest, ...move, Notifications: [...chosen] })
    setPassword('')
    setSaved(true)
    await reread('preferences')
  }
  return (
    <Form submit={submit} label={t`Save`}>
      {isSaved && (
        <Note tone="good" role="status">
          <p>{t`Saved.`}</p>
        </Note>
      )}
      <TextInput label={t`Name`} autoComplete="name" required {...field('Name')} />
      <TextInput type="email" label={t`Email address`} autoComplete="email" {...field('EmailAddress')} />
      {isMoved && (
        <PasswordInput
          label={t`Current password`}
          description={<Help>{t`Required to change the address, so that a stolen session cannot lock you out.`}</Help>}
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
          autoComplete="current-password"
          required
          visibilityToggleButtonProps={{ 'aria-label': t`Show password` }}
        />
      )}
      <NativeSelect
        label={t`Language`}
        data={[
          ...(isLanguage(given.Language) ? [] : [{ value: given.Language, label: given.Language }]),
          ...Object.entries(languages).map(([value, label]) => ({ value, label })),
        ]}
        {...field('Language')}
      />
      <NativeSelect label={t`Time zone`} data={timeZoneChoices(given.Timezone)} {...field('Timezone')} />
      <fieldset className={css.checks}>
        <legend>
          <Trans>Mail me when</Trans>
        </legend>
        {Object.entries(notifications).map(([name, label]) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={chosen.includes(name as Notification)} // a key of the table
              onChange={event => {
                setSaved(false)
                setChosen(withOrWithout(chosen, name as Notification, event.currentTarget.checked))
              }}
            />
            <span>{i18n._(label)}</span>
          </label>
        ))}
      </fieldset>
    </Form>
  )
}

export function withOrWithout<Item>(items: readonly Item[], item: Item, isIn: boolean): readonly Item[] {
  const others = items.filter(one => one !== item)
  return isIn ? [...others, item] : others
}
