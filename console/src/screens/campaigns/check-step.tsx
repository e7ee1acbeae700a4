import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type UseQueryResult, useMutation } from '@tanstack/react-query'
import { call, queryClient, read } from '../../api/call.ts'
import type { DraftStore } from '../../drafts/draft-store.ts'
import { reread } from '../../live/reread.ts'
import { may, useSession } from '../../session/session.ts'
import { css as parts, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Archived } from './archived.tsx'
import css from './campaign.module.css'
import {
  type Check,
  confirmedOf,
  errorsOf,
  type Finding,
  type FindingPlace,
  notesOf,
  openWarningsOf,
  usePlaces,
  warningCodesOf,
} from './check.ts'
import { type FindingActs, FindingLine, type GroupKind } from './finding-line.tsx'
import type { ContentPlace, StepName } from './places.ts'
import { TestMail } from './test-mail.tsx'

export interface CheckStepProps {
  readonly clientId: string
  readonly campaignId: string
  readonly store: DraftStore
  readonly check: UseQueryResult<Check>
  readonly revision: number
  readonly goTo: (step: StepName, place?: ContentPlace) => void
}

export function CheckStep({ clientId, campaignId, store, check, revision, goTo }: CheckStepProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = check
  const confirm = useMutation({
    mutationFn: (found: readonly Finding[]) =>
      call('Campaign.AcknowledgeWarnings', { CampaignID: campaignId, Codes: warningCodesOf(found) }),
    onSuccess: () => reread('check'),
  })
  const current = isPlaceholderData ? undefined : data
  const places = usePlaces(campaignId, revision, current)
  const repair = useRepair(campaignId, revision, store)
  const session = useSession()
  const mayRepair = may(session, 'ImportHtml', clientId) || store.view.get().draft.Content?.Kind === 'Regions'
  const acts = {
    clientId,
    goTo,
    onRepair: mayRepair ? repair.mutate : undefined,
    isBusy: repair.isPending,
    placeOf: (found: Finding) => places?.[current?.Findings?.indexOf(found) ?? -1],
  }
  const warnings = current ? openWarningsOf(current) : []
  return (
    <>
      <Refused error={error ?? confirm.error ?? repair.error} />
      {!current && !error && <Skeletons lines={4} />}
      {current && (
        <div className={css.groups} aria-busy={isFetching}>
          <Group kind="error" found={errorsOf(current)} acts={acts} />
          <Group
            kind="warning"
            found={warnings}
            acts={acts}
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
          <Group kind="confirmed" found={confirmedOf(current)} acts={acts} />
          <Group kind="fine" found={notesOf(current)} acts={acts} />
        </div>
      )}
      <p className={css.checked}>
        <button type="button" className={css.link} disabled={isFetching} onClick={() => void refetch()}>
          <Trans>Check again</Trans>
        </button>
        <span className={`${parts.quiet} ${parts.small}`}>
          <Trans>Checks revision {revision} as it would be sent, and tests its links.</Trans>
        </span>
      </p>
      <TestMail clientId={clientId} campaignId={campaignId} store={store} />
      <Archived clientId={clientId} campaignId={campaignId} />
    </>
  )
}

/** Mends a finding, and goes on from the revision that this makes. */
function useRepair(campaignId: string, revision: number, store: DraftStore) {
  const campaign = { CampaignID: campaignId }
  return useMutation({
    mutationFn: async ({ Code = 'ForeignTags', Detail }: Finding) => {
      await store.flush()
      await call('Campaign.RepairFinding', { ...campaign, Revision: revision, Code, Detail: Detail ?? '' })
      store.goOn(await queryClient.fetchQuery({ ...read('Campaign.GetDraft', campaign), staleTime: 0 }))
    },
  })
}

type Acts = FindingActs & { readonly placeOf: (found: Finding) => FindingPlace | undefined }

function Group({
  kind,
  found,
  acts: { placeOf, ...acts },
  onConfirm,
  all,
}: {
  readonly kind: GroupKind
  readonly found: readonly Finding[]
  readonly acts: Acts
  readonly onConfirm?: (found: Finding) => void
  readonly all?: React.ReactNode
}) {
  const { t } = useLingui()
  const titles: Readonly<Record<GroupKind, string>> = {
    error: t`Fix`,
    warning: t`Decide`,
    confirmed: t`Confirmed`,
    fine: t`Fine`,
  }
  const name = useSession().Name || useSession().Username
  const about: Readonly<Partial<Record<GroupKind, string>>> = {
    error: t`Nothing is sent until this is fixed.`,
    warning: name ? t`Fix it, or confirm with your name: ${name}.` : t`Fix it, or confirm it.`,
  }
  if (found.length === 0 && kind !== 'fine') return null
  return (
    <section className={css.group} data-kind={kind} aria-label={titles[kind]}>
      <div className={css.groupHead}>
        <h3>{titles[kind]}</h3>
        {all}
      </div>
      {about[kind] && <p className={`${parts.quiet} ${parts.small} ${css.groupAbout}`}>{about[kind]}</p>}
      {found.length === 0 && (
        <p className={`${parts.quiet} ${parts.small}`}>
          <Trans>No further problems.</Trans>
        </p>
      )}
      <ul>
        {found.map((one, n) => (
          // findings of one code differ in their detail only, and may even be equal
          <FindingLine key={n} kind={kind} found={one} place={placeOf(one)} {...acts} onConfirm={onConfirm} />
        ))}
      </ul>
    </section>
  )
}
