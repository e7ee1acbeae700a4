/** What an A/B test is set to; how many people it needs is said while it is set. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read } from '../../api/call.ts'
import { reread } from '../../live/reread.ts'
import { Choice } from '../../ui/check.tsx'
import { Form } from '../../ui/form.tsx'
import { Help } from '../../ui/help.tsx'
import { css as parts } from '../../ui/page.tsx'
import css from './ab-test.module.css'
import { type CampaignTest, type DecidedBy, SampleSize } from './variant-fields.tsx'

const letters = ['A', 'B', 'C', 'D', 'E'] as const

interface Other {
  readonly id: number
  readonly subject: string
  readonly fromName: string
  /** As `ContentOf` of `Campaign.SetVariants`. */
  readonly contentOf: string
}

interface Given {
  readonly others: readonly Other[]
  readonly share: string
  readonly holdout: string
  readonly decidedBy: DecidedBy
  readonly hours: string
  readonly otherwise: string
  readonly usual: string
  readonly hoped: string
}

let ids = 0
const another = (): Other => ({ id: ++ids, subject: '', fromName: '', contentOf: '' })

export function AbTestForm({
  clientId,
  campaignId,
  present,
  onSaved,
}: {
  readonly clientId: string
  readonly campaignId: string
  readonly present: CampaignTest
  readonly onSaved: () => void
}) {
  const { t } = useLingui()
  const [given, setGiven] = useState(() => givenBy(present))
  const set = (change: Partial<Given>) => setGiven(before => ({ ...before, ...change }))
  const { others, decidedBy } = given
  const settings = settingsOf(given)
  async function submit() {
    await call('Campaign.SetVariants', {
      CampaignID: campaignId,
      Others: others.map(({ subject, fromName, contentOf }) => ({
        Subject: subject,
        FromName: fromName,
        ContentOf: contentOf,
      })),
      ...settings,
      WaitMinutes: Math.round(Number(given.hours.replace(',', '.')) * 60),
      Otherwise: given.otherwise,
    })
    await reread('variants')
    onSaved()
  }
  return (
    <Form submit={submit} label={t`Save the test`}>
      <p className={parts.quiet}>
        <Trans>Variant A is the campaign as it is. In the others, change what you want to compare.</Trans>
      </p>
      {others.map((other, index) => (
        <OtherVariant
          key={other.id}
          letter={letters[index + 1] ?? ''}
          other={other}
          {...{ clientId, campaignId, present }}
          onChange={change => set({ others: others.map(one => (one.id === other.id ? { ...one, ...change } : one)) })}
          onRemove={others.length > 1 ? () => set({ others: others.filter(one => one.id !== other.id) }) : undefined}
        />
      ))}
      {others.length < letters.length - 1 && (
        <Button variant="default" className={css.add} onClick={() => set({ others: [...others, another()] })}>
          <Trans>Add a variant</Trans>
        </Button>
      )}
      <Choice
        label={t`What decides`}
        value={decidedBy}
        onChange={value => set({ decidedBy: value, ...usualRates(value) })}
        of={[
          { value: 'Clicks', label: t`Clicks`, description: t`People who clicked; bots are left out.` },
          { value: 'Opens', label: t`Opens`, description: t`People who opened. Many mail programs hide opens.` },
          { value: 'Hand', label: t`A person`, description: t`You look at the numbers and choose.` },
        ]}
      />
      <div className={css.pair}>
        <Percent label={t`Tested recipients in percent`} value={given.share} onChange={share => set({ share })} />
        <Percent
          label={t`Recipients without mail in percent`}
          value={given.holdout}
          onChange={holdout => set({ holdout })}
        />
        <Percent
          label={decidedBy === 'Opens' ? t`People open usually, in percent` : t`People click usually, in percent`}
          value={given.usual}
          onChange={usual => set({ usual })}
        />
        <Percent label={t`You hope for, in percent`} value={given.hoped} onChange={hoped => set({ hoped })} />
        <Percent
          label={t`Hours to wait`}
          description={t`After the last mail of the test was accepted.`}
          value={given.hours}
          onChange={hours => set({ hours })}
        />
        <NativeSelect
          label={t`Without a winner`}
          value={given.otherwise}
          onChange={event => set({ otherwise: event.currentTarget.value })}
          data={[
            { value: '', label: t`The others wait for my choice` },
            ...letters.slice(0, others.length + 1).map(letter => ({ value: letter, label: t`Send variant ${letter}` })),
          ]}
        />
      </div>
      <Size campaignId={campaignId} variants={others.length + 1} settings={settings} />
    </Form>
  )
}

type Settings = ReturnType<typeof settingsOf>

function settingsOf({ share, holdout, decidedBy, usual, hoped }: Given) {
  return {
    SharePercent: Number(share),
    HoldoutPercent: Number(holdout),
    DecidedBy: decidedBy,
    UsualPercent: usual,
    HopedPercent: hoped,
  }
}

/** Asked for anew with each change; what is not valid shows no number. */
function Size({
  campaignId,
  variants,
  settings,
}: {
  readonly campaignId: string
  readonly variants: number
  readonly settings: Settings
}) {
  const { data, error } = useQuery({
    ...read('Campaign.PlanTest', { CampaignID: campaignId, Variants: variants, ...settings }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  return <div role="status">{data && !error && <SampleSize plan={data} test={settings} />}</div>
}

function OtherVariant({
  letter,
  other: { subject, fromName, contentOf },
  clientId,
  campaignId,
  present,
  onChange,
  onRemove,
}: {
  readonly letter: string
  readonly other: Other
  readonly clientId: string
  readonly campaignId: string
  readonly present: CampaignTest
  readonly onChange: (change: Partial<Other>) => void
  readonly onRemove: (() => void) | undefined
}) {
  const { t } = useLingui()
  const { data } = useQuery(read('Campaign.List', { ClientID: clientId, State: 'Draft', Limit: 50 }))
  const drafts = (data?.Campaigns ?? []).filter(({ CampaignID }) => CampaignID !== campaignId)
  const kept = (present.Variants ?? []).filter(({ HasOwnContent }) => HasOwnContent)
  return (
    <fieldset className={css.other}>
      <legend>
        <Trans>Variant {letter}</Trans>
      </legend>
      <TextInput
        label={t`Subject`}
        placeholder={t`As in the campaign`}
        value={subject}
        maxLength={500}
        dir="auto"
        autoComplete="off"
        onChange={event => onChange({ subject: event.currentTarget.value })}
      />
      <TextInput
        label={t`Sender’s name`}
        placeholder={t`As in the campaign`}
        value={fromName}
        maxLength={250}
        dir="auto"
        autoComplete="off"
        onChange={event => onChange({ fromName: event.currentTarget.value })}
      />
      <NativeSelect
        label={t`Content`}
        description={
          <Help>{t`The content of another draft is copied now; later changes of that draft change nothing here.`}</Help>
        }
        value={contentOf}
        onChange={event => onChange({ contentOf: event.currentTarget.value })}
        data={[
          { value: '', label: t`As in the campaign` },
          ...kept.map(({ Variant = '', ContentOf = '' }) => ({
            value: Variant,
            label: t`As in variant ${Variant} now (${ContentOf})`,
          })),
          ...drafts.map(({ CampaignID = '', Name = '' }) => ({ value: CampaignID, label: t`Copy of ${Name}` })),
        ]}
      />
      {onRemove && (
        <Button variant="default" aria-label={t`Remove variant ${letter}`} onClick={onRemove}>
          <Trans>Remove</Trans>
        </Button>
      )}
    </fieldset>
  )
}

function Percent({
  label,
  description,
  value,
  onChange,
}: {
  readonly label: string
  readonly description?: string
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  return (
    <TextInput
      label={label}
      description={description}
      value={value}
      inputMode="decimal"
      autoComplete="off"
      maxLength={6}
      required
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}

function usualRates(decidedBy: DecidedBy): Pick<Given, 'usual' | 'hoped'> {
  return decidedBy === 'Opens' ? { usual: '15', hoped: '18' } : { usual: '2', hoped: '3' }
}

function givenBy({ State, Variants = [], ...test }: CampaignTest): Given {
  if (State === 'None')
    return {
      others: [another()],
      ...{ share: '20', holdout: '0', decidedBy: 'Clicks', hours: '4', otherwise: '' },
      ...usualRates('Clicks'),
    }
  const [first, ...others] = Variants
  return {
    others: others.map(({ Variant = '', Subject = '', FromName = '', HasOwnContent }) => ({
      id: ++ids,
      subject: Subject === first?.Subject ? '' : Subject,
      fromName: FromName === first?.FromName ? '' : FromName,
      contentOf: HasOwnContent ? Variant : '',
    })),
    share: String(test.SharePercent),
    holdout: String(test.HoldoutPercent),
    decidedBy: test.DecidedBy,
    hours: String(test.WaitMinutes / 60),
    otherwise: test.Otherwise ?? '',
    usual: test.UsualPercent ?? '',
    hoped: test.HopedPercent ?? '',
  }
}
