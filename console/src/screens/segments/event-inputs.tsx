/** The settings of a condition about what people did: how often, in which campaigns or days, and which link. */
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { read } from '../../api/call.ts'
import { Help } from '../../ui/help.tsx'
import { css as parts } from '../../ui/page.tsx'
import { type CampaignChoice, useFoundCampaigns } from '../campaigns/found-campaigns.ts'
import { isNever } from './event-sentences.ts'
import { mostEventDays } from './offered.ts'
import css from './segments.module.css'
import type { Leaf } from './types.ts'
import type { Choices } from './use-choices.ts'

interface Props {
  readonly leaf: Leaf
  readonly choices: Choices
  readonly onChange: (leaf: Leaf) => void
}

type HowOften = 'once' | 'never' | 'AtLeast' | 'AtMost' | 'Exactly'

export function EventInputs({ leaf, choices, onChange }: Props) {
  const { t } = useLingui()
  const { Subject } = leaf
  const isMeasured = Subject === 'Opened' || Subject === 'Clicked'
  return (
    <>
      <HowOftenInput leaf={leaf} onChange={onChange} />
      <ScopeInput leaf={leaf} choices={choices} onChange={onChange} />
      {Subject === 'Clicked' && leaf.Days === undefined && <LinkInput leaf={leaf} onChange={onChange} />}
      {isMeasured && isNever(leaf) && (
        <p className={`${css.wide} ${parts.quiet} ${parts.small}`}>
          <Trans>
            People who got no such mail, or whose opens and clicks are not measured, are unknown. They are not in the
            segment, and the count shows how many they are.
          </Trans>
        </p>
      )}
      {leaf.Days !== undefined && !isNever(leaf) && (leaf.Times ?? 1) > 1 && (
        <p
          className={`${css.wide} ${parts.quiet} ${parts.small}`}
        >{t`Days on which it happened are counted, not mails.`}</p>
      )}
    </>
  )
}

function HowOftenInput({ leaf, onChange }: Omit<Props, 'choices'>) {
  const { t } = useLingui()
  const { Operator, Times = 1 } = leaf
  const present: HowOften = isNever(leaf)
    ? 'never'
    : Operator === 'AtLeast' && Times === 1
      ? 'once'
      : (Operator as HowOften) // of an event
  /** A count that was chosen stays a count while 1 or 0 is typed in it. */
  const [isCounted, setCounted] = useState(present !== 'once' && present !== 'never')
  const shown =
    isCounted && present === 'once' ? 'AtLeast' : isCounted && present === 'never' ? (Operator as HowOften) : present // as above
  return (
    <>
      <NativeSelect
        label={t`How often`}
        value={shown}
        onChange={event => {
          const chosen = event.currentTarget.value as HowOften // its own options
          setCounted(chosen !== 'once' && chosen !== 'never')
          if (chosen === 'once') onChange({ ...leaf, Operator: 'AtLeast', Times: 1 })
          else if (chosen === 'never') onChange({ ...leaf, Operator: 'Exactly', Times: 0 })
          else onChange({ ...leaf, Operator: chosen, Times: Math.max(Times, 2) })
        }}
        data={[
          { value: 'once', label: t`at least once` },
          { value: 'never', label: t`never` },
          { value: 'AtLeast', label: t`at least so often` },
          { value: 'AtMost', label: t`at most so often` },
          { value: 'Exactly', label: t`exactly so often` },
        ]}
      />
      {isCounted && (
        <NumberInput
          label={leaf.Days === undefined ? t`Times` : t`Days`}
          value={Times}
          least={0}
          most={mostEventDays}
          onChange={value => onChange({ ...leaf, Times: value })}
        />
      )}
    </>
  )
}

type Scope = 'days' | 'campaign' | 'tag'

function ScopeInput({ leaf, choices, onChange }: Props) {
  const { t } = useLingui()
  const { Days, CampaignTag } = leaf
  // one that lost its campaign has none of them
  const scope: Scope = CampaignTag !== undefined ? 'tag' : Days !== undefined ? 'days' : 'campaign'
  function choose(next: Scope) {
    const { Days: _, CampaignID: __, CampaignTag: ___, Link: ____, ...rest } = leaf
    if (next === 'days') onChange({ ...rest, Days: 90 })
    else if (next === 'campaign') onChange({ ...rest, CampaignID: choices.campaigns[0]?.value ?? '' })
    else onChange({ ...rest, CampaignTag: choices.campaignTags[0] ?? '' })
  }
  return (
    <>
      <NativeSelect
        label={t`Where`}
        value={scope}
        onChange={event => choose(event.currentTarget.value as Scope)} // its own options
        data={[
          { value: 'days', label: t`in all mails of the last days` },
          { value: 'campaign', label: t`in one campaign` },
          { value: 'tag', label: t`in campaigns with a tag` },
        ]}
      />
      {scope === 'days' && (
        <NumberInput
          label={t`Last days`}
          description={t`1 is today alone. At most ${mostEventDays}.`}
          value={Days}
          least={1}
          most={mostEventDays}
          onChange={value => onChange({ ...leaf, Days: value })}
        />
      )}
      {scope === 'campaign' && <CampaignInput leaf={leaf} choices={choices} onChange={onChange} />}
      {scope === 'tag' && (
        <NativeSelect
          label={t`Tag of the campaigns`}
          value={CampaignTag ?? ''}
          onChange={event => onChange({ ...leaf, CampaignTag: event.currentTarget.value })}
          data={withPresent(choices.campaignTags, CampaignTag)}
          description={choices.campaignTags.length === 0 ? t`No campaign of this client has a tag yet.` : undefined}
        />
      )}
    </>
  )
}

function withPresent(values: readonly string[], present = ''): readonly string[] {
  return present === '' || values.includes(present) ? [...values] : [present, ...values]
}

/** From here on one finds by typing. */
const manyCampaigns = 12

function CampaignInput({ leaf, choices, onChange }: Props) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const matching: readonly CampaignChoice[] = useFoundCampaigns(choices.owner.clientId, text) ?? choices.campaigns
  const present = choices.campaigns.find(({ value }) => value === leaf.CampaignID)
  const shown = present && !matching.some(({ value }) => value === present.value) ? [present, ...matching] : matching
  const lost =
    leaf.CampaignID && !present ? [{ value: leaf.CampaignID, label: t`A campaign that does not exist any more` }] : []
  return (
    <>
      {(choices.campaigns.length > manyCampaigns || text !== '') && (
        <TextInput
          type="search"
          label={t`Find a campaign`}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          autoComplete="off"
        />
      )}
      <NativeSelect
        label={t`Campaign`}
        description={<Help>{t`Its variants and resends are included.`}</Help>}
        value={leaf.CampaignID ?? ''}
        onChange={event => onChange({ ...leaf, CampaignID: event.currentTarget.value })}
        data={[
          ...(leaf.CampaignID
            ? []
            : [{ value: '', label: shown.length === 0 ? t`No campaigns yet` : t`Choose a campaign` }]),
          ...lost,
          ...shown.map(({ value, label }) => ({ value, label })),
        ]}
      />
    </>
  )
}

/** The links of the campaign are suggested. */
function LinkInput({ leaf, onChange }: Omit<Props, 'choices'>) {
  const { t } = useLingui()
  const id = useId()
  const { CampaignID = '', Link = '' } = leaf
  const { data: links = [] } = useQuery({
    ...read('Campaign.GetLinks', { CampaignID }),
    enabled: CampaignID !== '',
  })
  const urls = [...new Set(links.map(({ Link: url = '' }) => url))].filter(url => url !== '')
  return (
    <>
      <TextInput
        type="text"
        inputMode="url"
        label={t`Link`}
        description={t`Empty: any link.`}
        placeholder="https://"
        value={Link}
        list={urls.length > 0 ? id : undefined}
        onChange={event => {
          const { Link: _, ...rest } = leaf
          const { value } = event.currentTarget
          onChange(value === '' ? rest : { ...leaf, Link: value })
        }}
        autoComplete="off"
        spellCheck={false}
      />
      {urls.length > 0 && (
        <datalist id={id}>
          {urls.map(url => (
            <option key={url} value={url} />
          ))}
        </datalist>
      )}
    </>
  )
}

/** A whole number; what is typed stays until it is one. */
export function NumberInput({
  label,
  description,
  value,
  least,
  most,
  onChange,
}: {
  readonly label: string
  readonly description?: string
  readonly value: number | undefined
  readonly least: number
  readonly most: number
  readonly onChange: (value: number) => void
}) {
  const { t } = useLingui()
  const [text, setText] = useState(String(value ?? ''))
  const isValid = (typed: string) => /^\d{1,5}$/.test(typed) && Number(typed) >= least && Number(typed) <= most
  return (
    <TextInput
      type="number"
      inputMode="numeric"
      min={least}
      max={most}
      label={label}
      description={description}
      // another value may have come from outside
      value={isValid(text) && Number(text) !== value ? String(value ?? '') : text}
      error={isValid(text) ? undefined : t`A number from ${least} to ${most}`}
      onChange={event => {
        const typed = event.currentTarget.value
        setText(typed)
        if (isValid(typed)) onChange(Number(typed))
      }}
      required
    />
  )
}
