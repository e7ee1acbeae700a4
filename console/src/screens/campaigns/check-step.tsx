import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type UseQueryResult, useMutation } from '@tanstack/react-query'
import { call, queryClient } from '../../api/call.ts'
import type { DraftStore } from '../../drafts/draft-store.ts'
import { dateTime } from '../../lib/format.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { css as parts, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import css from './campaign.module.css'
import { type Check, errorsOf, type Finding, openWarningsOf, warningCodesOf } from './check.ts'
import { findings } from './findings.ts'
import type { StepName } from './places.ts'
import { TestMail } from './test-mail.tsx'

export interface CheckStepProps {
  readonly clientId: string
  readonly campaignId: string
  readonly store: DraftStore
  readonly check: UseQueryResult<Check>
  readonly revision: number
  readonly goTo: (step: StepName) => void
}

export function CheckStep({ clientId, campaignId, store, check, revision, goTo }: CheckStepProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = check
  const confirm = useMutation({
    mutationFn: (found: readonly Finding[]) =>
      call('Campaign.AcknowledgeWarnings', { CampaignID: campaignId, Codes: warningCodesOf(found) }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['Campaign.Check', { CampaignID: campaignId }] }),
  })
  const current = isPlaceholderData ? undefined : data
  const warnings = current ? openWarningsOf(current) : []
  return (
    <>
      <Refused error={error ?? confirm.error} />
      {!current && !error && <Skeletons lines={4} />}
      {current && (
        <div className={css.groups} aria-busy={isFetching}>
          <Group kind="error" found={errorsOf(current)} goTo={goTo} />
          <Group
            kind="warning"
            found={warnings}
            goTo={goTo}
            onConfirm={one => confirm.mutate([one])}
            all={
              warnings.length > 1 && (
                <Button
                  variant="default"
                  size="compact-sm"
                  loading={confirm.isPending}
                  onClick={() => confirm.mutate(warnings)}
                >
                  <Trans>Confirm all</Trans>
                </Button>
              )
            }
          />
          <Group kind="fine" found={fineOf(current)} goTo={goTo} />
        </div>
      )}
      <p className={css.checked}>
        <button type="button" className={css.link} disabled={isFetching} onClick={() => void refetch()}>
          <Trans>Check again</Trans>
        </button>
        <span className={`${parts.quiet} ${parts.small}`}>
          <Trans>Looks at revision {revision} as it would be sent, and follows its links.</Trans>
        </span>
      </p>
      <TestMail clientId={clientId} campaignId={campaignId} store={store} />
    </>
  )
}

/** Notes, and warnings that were confirmed. */
function fineOf({ Findings = [] }: Check): readonly Finding[] {
  return Findings.filter(
    ({ Severity, AcknowledgedBy }) => Severity === 'Note' || (Severity === 'Warning' && AcknowledgedBy),
  )
}

type Kind = 'error' | 'warning' | 'fine'
const icons: Readonly<Record<Kind, IconName>> = { error: 'close', warning: 'warning', fine: 'check' }

function Group({
  kind,
  found,
  goTo,
  onConfirm,
  all,
}: {
  readonly kind: Kind
  readonly found: readonly Finding[]
  readonly goTo: (step: StepName) => void
  readonly onConfirm?: (found: Finding) => void
  readonly all?: React.ReactNode
}) {
  const { t } = useLingui()
  const titles: Readonly<Record<Kind, string>> = { error: t`Must be mended`, warning: t`Please confirm`, fine: t`Fine` }
  if (found.length === 0 && kind !== 'fine') return null
  return (
    <section className={css.group} data-kind={kind} aria-label={titles[kind]}>
      <div className={css.groupHead}>
        <h3>{titles[kind]}</h3>
        {all}
      </div>
      {found.length === 0 && (
        <p className={`${parts.quiet} ${parts.small}`}>
          <Trans>Nothing else to say about it.</Trans>
        </p>
      )}
      <ul>
        {found.map((one, n) => (
          // findings of one code differ in their detail only, and may even be equal
          <Line key={n} kind={kind} found={one} goTo={goTo} onConfirm={onConfirm} />
        ))}
      </ul>
    </section>
  )
}

function Line({
  kind,
  found,
  goTo,
  onConfirm,
}: {
  readonly kind: Kind
  readonly found: Finding
  readonly goTo: (step: StepName) => void
  readonly onConfirm: ((found: Finding) => void) | undefined
}) {
  const { t, i18n } = useLingui()
  const { Code, Message, Detail, AcknowledgedBy, AcknowledgedDate } = found
  // a newer service may find more
  const known = Code && (findings[Code] as (typeof findings)[typeof Code] | undefined)
  const what = known ? i18n._(known.what) : Message
  const at = known ? known.at : undefined
  return (
    <li className={css.finding}>
      <Icon name={icons[kind]} size={16} />
      <div>
        {what}
        {Detail && (
          <div className={`${parts.quiet} ${parts.small}`} dir="auto">
            {Detail}
          </div>
        )}
        {AcknowledgedBy && (
          <div className={`${parts.quiet} ${parts.small}`}>
            <Trans>
              confirmed by {AcknowledgedBy}, {dateTime(AcknowledgedDate)}
            </Trans>
          </div>
        )}
      </div>
      <span className={css.findingActs}>
        {at && kind !== 'fine' && (
          <button type="button" className={css.link} onClick={() => goTo(at)} aria-label={t`Go to it: ${what}`}>
            <Trans>Go to it</Trans>
          </button>
        )}
        {onConfirm && (
          <button type="button" className={css.link} onClick={() => onConfirm(found)} aria-label={t`Confirm: ${what}`}>
            <Trans>Confirm</Trans>
          </button>
        )}
      </span>
    </li>
  )
}
