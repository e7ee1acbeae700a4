/** Invites a person by mail; the link is shown once, for where mail does not arrive. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { dateTime } from '../../lib/format.ts'
import { languages } from '../../lib/languages.ts'
import { newKey } from '../../lib/new-key.ts'
import { reread } from '../../live/reread.ts'
import { mayOnAccount, useSession } from '../../session/session.ts'
import { useClientAtHand, useClients } from '../../shell/client-at-hand.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { Form } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { Note, Panel } from '../../ui/page.tsx'
import { GrantsField } from './grants.tsx'
import type { Grant } from './roles.ts'

export interface Sent {
  readonly address: string
  readonly link: string
  readonly until: string
}

export function Invite({ onSent }: { readonly onSent: (sent: Sent) => void }) {
  const { t } = useLingui()
  const session = useSession()
  const clients = useClients()
  const atHand = useClientAtHand()?.ClientID
  // people are mostly invited to the client one works on; without one to the account
  const first = atHand ?? (mayOnAccount(session, 'People') ? '' : (clients[0]?.ClientID ?? ''))
  const [given, setGiven] = useState({ EmailAddress: '', Name: '', Language: session.Language ?? 'en' })
  const [grants, setGrants] = useState<readonly Grant[]>([{ ClientID: first, Role: 'Author' }])
  const [idempotencyKey, setKey] = useState(newKey)
  const field = (name: keyof typeof given) => ({
    value: given[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      setKey(newKey())
      setGiven({ ...given, [name]: event.currentTarget.value })
    },
  })
  async function submit() {
    const address = given.EmailAddress.trim()
    const parameters = { ...given, EmailAddress: address, Grants: [...grants] }
    const { Link = '', ExpiresDate = '' } = await call('Person.Invite', parameters, { idempotencyKey })
    await reread('people')
    onSent({ address, link: Link, until: ExpiresDate })
  }
  return (
    <Form submit={submit} label={t`Send the invitation`} isWide>
      <TextInput type="email" label={t`Email address`} autoComplete="off" required {...field('EmailAddress')} />
      <TextInput label={t`Name`} autoComplete="off" {...field('Name')} />
      <NativeSelect
        label={t`Language of the mail`}
        data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
        {...field('Language')}
      />
      <GrantsField
        value={grants}
        onChange={next => {
          setKey(newKey())
          setGrants(next)
        }}
      />
    </Form>
  )
}

export function InvitedPanel({
  of: { address, link, until },
  onDone,
}: {
  readonly of: Sent
  readonly onDone: () => void
}) {
  const { t } = useLingui()
  const place = useRef<HTMLDivElement>(null)
  // for each invitation
  useEffect(() => place.current?.focus(), [link])
  return (
    <div className={layout.landing} ref={place} tabIndex={-1}>
      <Panel title={t`${address} is invited`}>
        <Note tone="good" role="status">
          <p>
            <Trans>
              The mail is on its way; its link works once, until {dateTime(until)}. If it does not arrive, pass the link
              on yourself. It is shown only once.
            </Trans>
          </p>
        </Note>
        <div className={layout.block16}>
          <CopyText text={link} />
        </div>
        <Button variant="default" onClick={onDone}>
          <Trans>Done</Trans>
        </Button>
      </Panel>
    </div>
  )
}
