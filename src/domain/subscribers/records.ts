/** What the history and the consent of a subscriber are on the wires. */
import type { Basis } from '../../store/subscribers/consenting-members.ts'
import type { HistoryRow } from '../../store/subscribers/history.ts'

export function changeOnWire(row: HistoryRow) {
  return {
    Date: row.date,
    FromState: row.fromState ?? '',
    ToState: row.toState ?? '',
    Cause: row.cause,
    By: row.by ?? '',
    Username: row.username ?? '',
    Wire: row.wire ?? '',
    RemoteAddress: row.remote ?? '',
    Agent: row.agent ?? '',
    CampaignID: row.campaignPublicId ?? '',
    Detail: row.detail ?? '',
  }
}

export function consentOnWire(consent: boolean | null): 'Unknown' | 'Granted' | 'Denied' {
  return consent === null ? 'Unknown' : consent ? 'Granted' : 'Denied'
}

export function basisOnWire(basis: Basis | null) {
  return basis === null ? ('Unknown' as const) : basisNames[basis]
}

const basisNames = {
  express: 'Express',
  implied: 'Implied',
  contract: 'Contract',
  'legitimate interest': 'LegitimateInterest',
} as const satisfies Record<Basis, string>
