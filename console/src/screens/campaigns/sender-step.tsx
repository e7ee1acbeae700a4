import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call, isDenied, read } from '../../api/call.ts'
import type { DraftView } from '../../drafts/draft-store.ts'
import type { Changes, Part } from '../../drafts/parts.ts'
import { reread } from '../../live/reread.ts'
import { Help } from '../../ui/help.tsx'
import { Refused } from '../../ui/refused.tsx'
import { useShownPerson } from '../content/tags/person.ts'
import { TagInput } from '../content/tags/tag-input.tsx'
import { AbTest } from './ab-test.tsx'
import css from './campaign.module.css'
import { useFieldKeys } from './field-keys.ts'
import { InboxLines, SubjectLength } from './inbox-lines.tsx'
import { Measuring } from './measuring.tsx'

type TextPart = 'Name' | 'Subject' | 'Preheader' | 'FromName' | 'FromEmail' | 'ReplyTo'

export interface SenderStepProps {
  readonly clientId: string
  readonly view: DraftView
  readonly onChange: (changes: Changes) => void
}

export function SenderStep({ clientId, view, onChange }: SenderStepProps) {
  const { t } = useLingui()
  const { draft, refused, error, state } = view
  const fields = useFieldKeys(draft)
  const { values } = useShownPerson(clientId)
  const isRefused = (part: Part) => state === 'refused' && refused.includes(part)
  const field = (part: TextPart) => ({
    value: draft[part] ?? '',
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [part]: event.currentTarget.value }),
    error: isRefused(part),
    autoComplete: 'off',
    maxLength: part === 'Subject' || part === 'Preheader' ? 500 : 250,
    dir: 'auto' as const,
  })
  return (
    <div className={css.fields}>
      {state === 'refused' && !isDenied(error) && <Refused error={error} />}
      <TagInput
        {...{ ...field('Subject'), clientId, fields }}
        label={t`Subject`}
        description={<SubjectLength subject={draft.Subject ?? ''} values={values} />}
        onChange={Subject => onChange({ Subject })}
      />
      <TagInput
        {...{ ...field('Preheader'), clientId, fields }}
        label={t`Preheader`}
        description={<Help>{t`The text that mail programs show beside the subject.`}</Help>}
        onChange={Preheader => onChange({ Preheader })}
      />
      <InboxLines
        sender={draft.FromName || draft.FromEmail || ''}
        subject={draft.Subject ?? ''}
        preheader={draft.Preheader ?? ''}
        values={values}
      />
      <SavedSenders clientId={clientId} view={view} onChange={onChange} />
      <div className={css.pair}>
        <TextInput label={t`Sender’s name`} {...field('FromName')} />
        <TextInput label={t`Sender’s address`} type="email" {...field('FromEmail')} />
      </div>
      <TextInput label={t`Reply-to address`} type="email" {...field('ReplyTo')} />
      <TextInput
        label={t`Name of the campaign`}
        description={<Help>{t`Helps you find it. Recipients do not see it.`}</Help>}
        {...field('Name')}
      />
      <Measuring draft={draft} onChange={onChange} />
      {draft.CampaignID && <AbTest clientId={clientId} campaignId={draft.CampaignID} />}
    </div>
  )
}

/** Senders that are kept for this client, and keeping the one that was typed. */
function SavedSenders({ clientId, view: { draft }, onChange }: SenderStepProps) {
  const { t } = useLingui()
  const asked = { ClientID: clientId, Cursor: '', Limit: 100 }
  const { data } = useQuery(read('Sender.List', asked))
  const senders = data?.Senders ?? []
  const { FromName = '', FromEmail = '', ReplyTo = '' } = draft
  const isPresent = (one: (typeof senders)[number]) => one.FromEmail === FromEmail && one.FromName === FromName
  const present = senders.find(isPresent)
  const keep = useMutation({
    mutationFn: () => call('Sender.Save', { ClientID: clientId, FromName, FromEmail, ReplyTo }),
    onSuccess: () => reread('senders'),
  })
  const canKeep = data && !present && FromName !== '' && /.@./.test(FromEmail)
  if (senders.length === 0 && !canKeep) return null
  return (
    <div className={css.senders}>
      {senders.length > 0 && (
        <NativeSelect
          label={t`Saved senders`}
          value={present?.SenderID ?? ''}
          onChange={event => {
            const chosen = senders.find(({ SenderID }) => SenderID === event.currentTarget.value)
            if (chosen)
              onChange({
                FromName: chosen.FromName ?? '',
                FromEmail: chosen.FromEmail ?? '',
                ReplyTo: chosen.ReplyTo ?? '',
              })
          }}
          data={[
            { value: '', label: t`Another sender`, disabled: true },
            ...senders.map(one => ({ value: one.SenderID ?? '', label: `${one.FromName} <${one.FromEmail}>` })),
          ]}
        />
      )}
      {canKeep && (
        <Button variant="default" loading={keep.isPending} onClick={() => keep.mutate()}>
          <Trans>Save this sender</Trans>
        </Button>
      )}
      <Refused error={keep.error} />
    </div>
  )
}
