import type { ChangeSince, Verdict } from '../../store/imports/staging.ts'

/** Verdicts as the wire names them. */
export const verdictNames = {
  added: 'New',
  updated: 'Updated',
  unchanged: 'Unchanged',
  stricter: 'StateMadeStricter',
  opt_out_kept: 'OptOutKept',
  suppressed: 'Suppressed',
  bounced_kept: 'BouncedKept',
  duplicate: 'Duplicate',
  skipped: 'Skipped',
  refused: 'Refused',
} as const satisfies Record<Verdict, string>

/** What something else changed since, as the wire names it. */
export const changeNames = {
  state: 'State',
  values: 'Values',
  mailed: 'Mailed',
  address: 'Address',
} as const satisfies Record<ChangeSince, string>
