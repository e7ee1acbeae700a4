/** Query parameters of the report's address. */
import type { RecipientState } from './states.ts'
import { recipientStates } from './states.ts'

export const tabs = ['overview', 'recipients', 'links', 'returns', 'domains', 'share'] as const
export type Tab = (typeof tabs)[number]

export interface ReportSearch {
  /** Undefined for the overview. */
  readonly tab?: Tab | undefined
  /** Recipients in this state only. */
  readonly state?: RecipientState | undefined
  /** Recipients whose address begins so. */
  readonly q?: string | undefined
  /** The number of the recipient whose mail is looked at. */
  readonly recipient?: number | undefined
  /** The chart shows all days instead of the first two. */
  readonly span?: 'all' | undefined
  /** The mail is shown beside its links. */
  readonly map?: 'on' | undefined
}

export function reportSearch(given: Record<string, unknown>): ReportSearch {
  const recipient = Number(given.recipient)
  const q = given.q === undefined ? '' : String(given.q)
  return {
    tab: tabs.find(tab => tab === given.tab && tab !== 'overview'),
    state: recipientStates.find(state => state === given.state),
    q: q === '' ? undefined : q.slice(0, 254),
    recipient: Number.isInteger(recipient) && recipient > 0 ? recipient : undefined,
    span: given.span === 'all' ? 'all' : undefined,
    map: given.map === 'on' ? 'on' : undefined,
  }
}
