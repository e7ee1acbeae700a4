/** The law that applies to the people of a list, and what may be recorded of them. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call } from '../../api/call.ts'
import { reread } from '../../live/reread.ts'
import { Check } from '../../ui/check.tsx'
import { Form } from '../../ui/form.tsx'
import { Help } from '../../ui/help.tsx'
import { css } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'

type Rules = ValueOf<'List.GetConsentRules'>
type Profile = NonNullable<Rules['Profiles']>[number]
type Demand = NonNullable<Profile['Demands']>[number]

const laws: Readonly<Record<Rules['Law'], MessageDescriptor>> = {
  FR: msg`France`,
  IT: msg`Italy`,
  DE: msg`Germany and Austria`,
  CH: msg`Switzerland`,
  UK: msg`United Kingdom`,
  US: msg`United States`,
  CA: msg`Canada`,
  JP: msg`Japan`,
  BR: msg`Brazil`,
  other: msg`none of these`,
}

const demands: Readonly<Record<Demand, MessageDescriptor>> = {
  ConsentForTracking: msg`consent before opens and clicks are recorded`,
  PreferencesLink: msg`a link in each mail where consent can be withdrawn; it is added where it is missing`,
  PostalAddress: msg`the postal address of the sender in each mail`,
  LinkedAddress: msg`the postal address of the sender in each mail or on a page that it links to`,
  Imprint: msg`an imprint in each mail, or a link to it`,
  SenderIdentification: msg`the name of the company in each mail`,
  RecordOfConsent: msg`a record of consent; the history of each subscriber has it`,
  Basis: msg`a recorded basis of each membership`,
  ExpiringConsent: msg`the end of implied consent; from then on no mail is sent`,
}

export function ConsentRules({ listId, rules }: { readonly listId: string; readonly rules: Rules }) {
  const { t, i18n } = useLingui()
  const [chosen, setChosen] = useState(valuesOf(rules))
  const profiles = rules.Profiles ?? []
  const profile = profiles.find(({ Law }) => Law === chosen.Law)
  async function submit() {
    await call('List.SetConsentRules', { ListID: listId, ...chosen })
    await reread('consentRules')
    toast(t`The settings are saved.`)
  }
  return (
    <Form submit={submit} label={t`Save`}>
      <NativeSelect
        label={t`Law that applies to the subscribers`}
        description={<Help>{t`A choice sets the usual values below.`}</Help>}
        value={chosen.Law}
        onChange={({ currentTarget: { value } }) => {
          const usual = profiles.find(({ Law }) => Law === value)
          if (usual) setChosen(valuesOf(usual))
        }}
        data={profiles.map(({ Law }) => ({ value: Law, label: i18n._(laws[Law]) }))}
      />
      <Demands profile={profile} />
      <NativeSelect
        label={t`Track opens and clicks`}
        value={chosen.Tracking}
        onChange={event => setChosen({ ...chosen, Tracking: event.currentTarget.value as typeof chosen.Tracking })}
        data={[
          { value: 'Always', label: t`for everyone who did not object` },
          { value: 'Consent', label: t`only for people who agreed` },
          { value: 'Never', label: t`for no one` },
        ]}
      />
      <Check
        label={t`Ask for consent to personal content`}
        description={t`What was recorded may then choose what people get. They decide on their preferences page.`}
        checked={chosen.Personalising}
        onChange={Personalising => setChosen({ ...chosen, Personalising })}
      />
      <Check
        label={t`Keep the date of the last open`}
        description={t`Of people who are not tracked, to leave out inactive ones. The date is overwritten each time.`}
        checked={chosen.Hygiene}
        onChange={Hygiene => setChosen({ ...chosen, Hygiene })}
      />
      <Check
        label={t`Count opens without persons`}
        description={t`Of people who are not tracked: the campaign has a number of opens, not who opened.`}
        checked={chosen.AnonymousOpens}
        onChange={AnonymousOpens => setChosen({ ...chosen, AnonymousOpens })}
      />
    </Form>
  )
}

function Demands({ profile }: { readonly profile: Profile | undefined }) {
  const { i18n } = useLingui()
  const all = profile?.Demands ?? []
  if (all.length === 0) return null
  return (
    <div className={css.small}>
      <p className={css.quiet}>
        <Trans>This law asks for:</Trans>
      </p>
      <ul>
        {all.map(demand => (
          <li key={demand}>{i18n._(demands[demand])}</li>
        ))}
      </ul>
      <p className={css.quiet}>
        <Trans>The checks of a campaign name what is missing. This is no legal advice.</Trans>
      </p>
    </div>
  )
}

function valuesOf({
  Law,
  Tracking,
  Personalising,
  Hygiene,
  AnonymousOpens,
}: Pick<Rules, 'Law' | 'Tracking' | 'Personalising' | 'Hygiene' | 'AnonymousOpens'>) {
  return { Law, Tracking, Personalising, Hygiene, AnonymousOpens }
}
