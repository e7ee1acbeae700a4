import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ParametersOf, ValueOf } from '../../../../src/client/client.ts'
import { call } from '../../api/call.ts'
import type { StepState } from './step.tsx'

export type Check = ValueOf<'Campaign.Check'>
export type Finding = NonNullable<Check['Findings']>[number]

export type FindingCode = NonNullable<Finding['Code']>
type WarningCode = NonNullable<ParametersOf<'Campaign.AcknowledgeWarnings'>['Codes']>[number]

/** Of findings, each once. */
export function warningCodesOf(found: readonly Finding[]): WarningCode[] {
  // the service gives these codes to warnings, and asks for them
  return [...new Set(found.map(({ Code }) => Code))].filter(code => code !== undefined) as WarningCode[]
}

/** A check follows the links of the mail, so it is made for a revision that is saved, when it is looked at. */
export function useCheck(campaignId: string, revision: number, isWanted: boolean): UseQueryResult<Check> {
  return useQuery({
    queryKey: ['Campaign.Check', { CampaignID: campaignId }, revision],
    queryFn: ({ signal }) => call('Campaign.Check', { CampaignID: campaignId }, { signal }),
    enabled: isWanted,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
}

export type FindingPlace = NonNullable<ValueOf<'Campaign.LocateFindings'>['Places']>[number]

/** Where findings stand and what can be mended, in their order; undefined until it is known. */
export function usePlaces(
  campaignId: string,
  revision: number,
  check: Check | undefined,
): readonly FindingPlace[] | undefined {
  const Findings = (check?.Findings ?? []).map(({ Code = '', Detail = '' }) => ({ Code, Detail: Detail ?? '' }))
  const { data } = useQuery({
    queryKey: ['Campaign.LocateFindings', { CampaignID: campaignId }, revision, JSON.stringify(Findings)],
    queryFn: ({ signal }) => call('Campaign.LocateFindings', { CampaignID: campaignId, Findings }, { signal }),
    enabled: Findings.length > 0,
    staleTime: 60_000,
  })
  // places of another revision would lead astray
  return data?.Revision === revision ? data.Places : undefined
}

export function errorsOf({ Findings = [] }: Check): readonly Finding[] {
  return Findings.filter(({ Severity }) => Severity === 'Error')
}

/** Warnings that were confirmed. */
export function confirmedOf({ Findings = [] }: Check): readonly Finding[] {
  return Findings.filter(({ Severity, AcknowledgedBy }) => Severity === 'Warning' && AcknowledgedBy)
}

export function notesOf({ Findings = [] }: Check): readonly Finding[] {
  return Findings.filter(({ Severity }) => Severity === 'Note')
}

/** Warnings that no one has confirmed. */
export function openWarningsOf({ Findings = [] }: Check): readonly Finding[] {
  return Findings.filter(({ Severity, AcknowledgedBy }) => Severity === 'Warning' && !AcknowledgedBy)
}

export function useCheckState({ data, isFetching, isPlaceholderData }: UseQueryResult<Check>): StepState | undefined {
  const { t } = useLingui()
  if (isFetching) return { tone: 'plain', word: t`Checking …`, icon: 'clock' }
  if (!data || isPlaceholderData) return { tone: 'plain', word: t`Not checked`, icon: 'info' }
  const errors = errorsOf(data).length
  if (errors > 0) return { tone: 'bad', word: t`${plural(errors, { one: '# to fix', other: '# to fix' })}` }
  const warnings = openWarningsOf(data).length
  if (warnings > 0)
    return { tone: 'warn', word: t`${plural(warnings, { one: '# to confirm', other: '# to confirm' })}` }
  return { tone: 'good', word: t`No problems` }
}
