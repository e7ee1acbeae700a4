import type { Verdict } from '../../store/imports/staging.ts'

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
