/** Dialogs that record what a contact said elsewhere, with its proof, and on which basis it is mailed. */
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { reread } from '../../live/reread.ts'
import { Check } from '../../ui/check.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { Help } from '../../ui/help.tsx'
import {
  type Basis,
  basisLabels,
  type Consents,
  type OfMember,
  type PurposeConsent,
  purposeLabels,
} from './consent-words.ts'

type Purpose = PurposeConsent['Purpose']
type Consent = PurposeConsent['Consent']

interface RecordProps extends OfMember {
  readonly consents: Consents
  readonly onDone: () => void
}

export function RecordAnswer({ listId, address, consents, onDone }: RecordProps) {
  const { t, i18n } = useLingui()
  const purposes = consents.Purposes ?? []
  const [purpose, setPurpose] = useState<Purpose>('Measuring')
  const [consent, setConsent] = useState<Consent>('Denied')
  const [wording, setWording] = useState('')
  const [source, setSource] = useState('')
  const [givenDate, setGivenDate] = useState('')
  const [allLists, setAllLists] = useState(false)
  const mayAgree = purpose === 'Measuring' || purposes.some(one => one.Purpose === purpose && one.IsAsked)
  async function submit() {
    await call('Subscriber.SetConsent', {
      ListID: listId,
      Email: address,
      Purpose: purpose,
      Consent: consent,
      Wording: wording,
      Source: source,
      GivenDate: givenDate,
      AllLists: allLists,
    })
    await reread('consents')
    onDone()
  }
  return (
    <Dialog title={t`Record an answer`} onClose={onDone}>
      <Form submit={submit} label={t`Record`} isWide>
        <NativeSelect
          label={t`Purpose`}
          value={purpose}
          onChange={event => setPurpose(event.currentTarget.value as Purpose)} // the options below
          data={purposes.map(({ Purpose: value }) => ({ value, label: i18n._(purposeLabels[value]) }))}
        />
        <NativeSelect
          label={t`Answer`}
          description={
            mayAgree ? undefined : t`The list does not ask for this purpose, so only a refusal can be recorded.`
          }
          value={consent}
          onChange={event => setConsent(event.currentTarget.value as Consent)} // the options below
          data={[
            { value: 'Granted', label: t`Agreed`, disabled: !mayAgree },
            { value: 'Denied', label: t`Declined` },
            { value: 'Unknown', label: t`Not asked` },
          ]}
        />
        <Textarea
          label={t`The words they were shown`}
          value={wording}
          onChange={event => setWording(event.currentTarget.value)}
          maxLength={2000}
          autosize
          minRows={2}
        />
        <TextInput
          label={t`Where they answered`}
          description={t`A page, a form, a phone call`}
          value={source}
          onChange={event => setSource(event.currentTarget.value)}
          maxLength={500}
        />
        <TextInput
          type="date"
          label={t`When they answered`}
          description={
            <>
              <Trans>Empty: now</Trans>
              <Help>{t`An answer that was given earlier than the one on record enters the history only.`}</Help>
            </>
          }
          value={givenDate}
          onChange={event => setGivenDate(event.currentTarget.value)}
        />
        <Check label={t`For all lists of the client`} checked={allLists} onChange={setAllLists} />
      </Form>
    </Dialog>
  )
}

export function RecordBasis({ listId, address, consents, onDone }: RecordProps) {
  const { t, i18n } = useLingui()
  const present = consents.Basis
  const [basis, setBasis] = useState<Basis>(present?.Basis ?? 'Unknown')
  const [endsOn, setEndsOn] = useState(present?.EndsOn ?? '')
  const [note, setNote] = useState(present?.Note ?? '')
  async function submit() {
    await call('Subscriber.SetBasis', {
      ListID: listId,
      Email: address,
      Basis: basis,
      EndsOn: basis === 'Implied' ? endsOn : '',
      Note: note,
    })
    await reread('consents')
    onDone()
  }
  return (
    <Dialog title={t`Change the basis`} onClose={onDone}>
      <Form submit={submit} label={t`Save`} isWide>
        <NativeSelect
          label={t`Mailed because of`}
          value={basis}
          onChange={event => setBasis(event.currentTarget.value as Basis)} // the options below
          data={Object.entries(basisLabels).map(([value, label]) => ({ value, label: i18n._(label) }))}
        />
        {basis === 'Implied' && (
          <TextInput
            type="date"
            label={t`Last day`}
            description={t`No campaign is sent to this person after it.`}
            value={endsOn}
            onChange={event => setEndsOn(event.currentTarget.value)}
          />
        )}
        <TextInput
          label={t`Note`}
          description={t`Such as the number of an order`}
          value={note}
          onChange={event => setNote(event.currentTarget.value)}
          maxLength={1000}
        />
      </Form>
    </Dialog>
  )
}
