import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { read } from '../../api/call.ts'
import type { DraftStore, DraftView } from '../../drafts/draft-store.ts'
import type { Draft } from '../../drafts/parts.ts'
import { dateTime } from '../../lib/format.ts'
import { shownSubject } from '../../lib/subjects.ts'
import layout from '../../ui/layout.module.css'
import { Note, Skeletons } from '../../ui/page.tsx'
import { LinkTags } from '../tags/link-tags.tsx'
import { AudienceStep, audienceLine } from './audience-step.tsx'
import css from './campaign.module.css'
import { useCheck, useCheckState } from './check.ts'
import { CheckStep } from './check-step.tsx'
import { useFieldKeys } from './field-keys.ts'
import { Tick } from './measuring.tsx'
import { type ContentPlace, type StepName, stepNames } from './places.ts'
import { SendBar } from './send-bar.tsx'
import { SenderStep } from './sender-step.tsx'
import { Step, type StepState } from './step.tsx'
import { WhenStep } from './when-step.tsx'

// the editors are large and not needed to look at a campaign
const ContentEditor = lazy(async () => ({
  default: (await import('../content/content-editor.tsx')).ContentEditor,
}))

export interface StepsProps {
  readonly clientId: string
  readonly campaignId: string
  readonly store: DraftStore
  readonly view: DraftView
  readonly isScheduled: boolean
  /** As for the editor of content. */
  readonly canvas: HTMLElement | null
}

export function Steps({ clientId, campaignId, store, view, isScheduled, canvas }: StepsProps) {
  const navigate = useNavigate({ from: '/clients/$clientId/campaigns/$campaignId' })
  const { open, at } = useSearch({ from: '/inside/clients/$clientId/campaigns/$campaignId' })
  const { draft } = view
  const seriesId = draft.SeriesID ?? ''
  /** What a finding leads to. */
  const [place, setPlace] = useState<ContentPlace>()
  const toggle = (step: StepName | undefined) => {
    setPlace(undefined)
    void navigate({ search: before => ({ ...before, open: step }), resetScroll: false })
  }
  const goTo = (step: StepName, to?: ContentPlace) => {
    setPlace(to)
    // the section that was open last is not the one that is meant
    const search = (before: object) => ({ ...before, open: step, section: to?.section })
    void navigate({ search, resetScroll: false })
  }
  const setAt = (date: string | undefined) =>
    void navigate({ search: before => ({ ...before, at: date }), resetScroll: false, replace: true })

  const isSaved = view.state === 'saved'
  const count = useAudienceCount(campaignId, draft, isSaved)
  const recipients = hasAudience(draft) && !count.isPlaceholderData ? count.data?.Recipients : undefined
  const check = useCheck(campaignId, draft.Revision, isSaved && (open === 'checks' || open === undefined))
  const lists = useQuery(read('Client.GetLists', { ClientID: clientId }))

  const states = useStepStates(draft, recipients, useCheckState(check))
  const lines: Readonly<Record<StepName, React.ReactNode>> = {
    sender: senderLine(draft) || <Trans>The sender and the subject</Trans>,
    content: <ContentLine kind={draft.Content?.Kind} />,
    audience: audienceLine(draft, recipients, lists.data ?? []) ?? <Trans>The recipients</Trans>,
    checks: <Trans>Problems to fix before sending, and test mails</Trans>,
    when: at === undefined ? <Trans>When you send it</Trans> : dateTime(at.replace('T', ' ')),
  }
  const titles = useStepTitles()
  const bodies: Readonly<Record<StepName, () => React.ReactNode>> = {
    sender: () => <SenderStep clientId={clientId} view={view} onChange={store.change} />,
    content: () => (
      <ContentStep
        {...{ clientId, campaignId, draft, isSaved, place, canvas }}
        onChange={store.change}
        isLocked={isScheduled}
      />
    ),
    audience: () => (
      <AudienceStep
        clientId={clientId}
        draft={draft}
        onChange={store.change}
        count={hasAudience(draft) ? count : undefined}
        isSaved={isSaved && !count.isPlaceholderData}
      />
    ),
    checks: () => (
      <CheckStep
        clientId={clientId}
        campaignId={campaignId}
        store={store}
        check={check}
        revision={draft.Revision}
        goTo={goTo}
      />
    ),
    when: () => <WhenStep {...{ clientId, campaignId, draft, at }} onChange={setAt} />,
  }
  return (
    <div className={css.steps}>
      {stepNames
        .filter(name => !isScheduled || (name !== 'when' && name !== 'checks'))
        // a series has its list, and a time for each person
        .filter(name => seriesId === '' || (name !== 'when' && name !== 'audience'))
        .map(name => (
          <Step
            key={name}
            title={titles[name]}
            line={lines[name]}
            state={isScheduled ? undefined : states[name]}
            isOpen={open === name}
            onToggle={() => toggle(open === name ? undefined : name)}
          >
            <fieldset className={css.bare} disabled={isScheduled}>
              {bodies[name]()}
            </fieldset>
          </Step>
        ))}
      {seriesId !== '' && <BackToSeries clientId={clientId} seriesId={seriesId} />}
      {!isScheduled && seriesId === '' && (
        <SendBar
          clientId={clientId}
          campaignId={campaignId}
          store={store}
          recipients={recipients}
          confirmAbove={count.data?.ConfirmAbove}
          at={at}
          goTo={goTo}
        />
      )}
    </div>
  )
}

/** A step of a series is not sent by itself. */
function BackToSeries({ clientId, seriesId }: { readonly clientId: string; readonly seriesId: string }) {
  return (
    <Note tone="plain">
      <p>
        <Trans>This mail is a step of a series. It is in force with the next start of the series.</Trans>{' '}
        <Link to="/clients/$clientId/series/$seriesId" params={{ clientId, seriesId }}>
          <Trans>Back to the series</Trans>
        </Link>
      </p>
    </Note>
  )
}

function useStepTitles(): Readonly<Record<StepName, string>> {
  const { t } = useLingui()
  return {
    sender: t`From and subject`,
    content: t`Content`,
    audience: t`Audience`,
    checks: t`Checks`,
    when: t`When`,
  }
}

/** Counted anew for each audience that is saved; the number of the last one stays until then. */
function useAudienceCount(campaignId: string, draft: Draft, isSaved: boolean) {
  return useQuery({
    ...read('Campaign.CountAudience', { CampaignID: campaignId }),
    queryKey: ['Campaign.CountAudience', { CampaignID: campaignId }, JSON.stringify(draft.Audience ?? {})],
    enabled: isSaved && hasAudience(draft),
    placeholderData: keepPreviousData,
  })
}

function ContentStep({
  clientId,
  campaignId,
  isSaved,
  draft,
  onChange,
  isLocked,
  place,
  canvas,
}: {
  readonly clientId: string
  readonly campaignId: string
  readonly isSaved: boolean
  readonly draft: Draft
  readonly onChange: (changes: Partial<Draft>) => void
  readonly isLocked: boolean
  readonly place: ContentPlace | undefined
  readonly canvas: HTMLElement | null
}) {
  const fields = useFieldKeys(draft)
  const sectionCounts = useSectionCounts(campaignId, draft, isSaved)
  return (
    <Suspense fallback={<Skeletons lines={5} />}>
      <ContentEditor
        clientId={clientId}
        content={draft.Content}
        onChange={Content => onChange({ Content })}
        isLocked={isLocked}
        fields={fields}
        sectionCounts={sectionCounts}
        place={place}
        canvas={canvas}
      />
      {draft.Content && !isLocked && (
        <Tick
          label={
            <>
              <Trans>Inline the style sheets</Trans>
              <small>
                <Trans>For mail programs that ignore style sheets. In all others the mail looks the same.</Trans>
              </small>
            </>
          }
          isOn={draft.InlineCss}
          onChange={InlineCss => onChange({ InlineCss })}
        />
      )}
      {draft.Content && isSaved && (
        <div className={layout.top16}>
          <LinkTags clientId={clientId} campaignId={campaignId} revision={draft.Revision} />
        </div>
      )}
    </Suspense>
  )
}

/** How many people get each section that has a condition, counted anew for each revision. */
function useSectionCounts(campaignId: string, { Content, Revision }: Draft, isSaved: boolean) {
  const { data } = useQuery({
    ...read('Campaign.CountBranches', { CampaignID: campaignId }),
    queryKey: ['Campaign.CountBranches', { CampaignID: campaignId }, Revision],
    enabled: isSaved && Content?.Kind === 'Sections' && /"shownTo"/.test(Content.Sections ?? ''),
    placeholderData: keepPreviousData,
  })
  return useMemo(
    () =>
      new Map(
        (data?.Branches ?? [])
          .filter(({ Section = 0, Shows }) => Section > 0 && Shows === 'If')
          .map(({ Section = 0, Recipients = null }) => [Section, Recipients] as const),
      ),
    [data],
  )
}

/** How far each step is. @param recipients undefined while they are not counted */
function useStepStates(
  draft: Draft,
  recipients: number | undefined,
  checks: StepState | undefined,
): Readonly<Record<StepName, StepState | undefined>> {
  const { t } = useLingui()
  const missing: StepState = { tone: 'warn', word: t`To do`, icon: 'clock' }
  const done: StepState = { tone: 'good', word: t`Done` }
  return {
    sender: draft.Subject && draft.FromName && draft.FromEmail && draft.ReplyTo ? done : missing,
    content: draft.Content ? done : missing,
    audience: hasAudience(draft) ? (recipients === 0 ? { tone: 'bad', word: t`Empty` } : done) : missing,
    checks,
    when: undefined,
  }
}

function senderLine({ FromName, FromEmail, Subject }: Draft): string {
  return [FromName || FromEmail, shownSubject(Subject)].filter(Boolean).join(' · ')
}

function hasAudience({ Audience }: DraftView['draft']): boolean {
  return (Audience?.ListIDs ?? []).length + (Audience?.Segments ?? []).length > 0
}

function ContentLine({ kind }: { readonly kind: string | undefined }) {
  if (kind === undefined) return <Trans>The text and images of the mail</Trans>
  if (kind === 'Regions') return <Trans>From a template</Trans>
  if (kind === 'Url') return <Trans>Loaded from a page</Trans>
  if (kind === 'Zip') return <Trans>From a ZIP file</Trans>
  if (kind === 'Sections') return <Trans>Built from sections</Trans>
  return kind === 'Mjml' ? 'MJML' : 'HTML'
}
