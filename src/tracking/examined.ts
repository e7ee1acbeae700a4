/** The bot filter's result for a recipient, from which numbers and events are derived. */

import type { Counted } from '../domain/bot-filter/count.ts'
import type { Verdict } from '../domain/bot-filter/verdicts.ts'
import type { HitRecipient, RawHit } from '../store/tracking/classified.ts'

/** One recipient, looked at. */
export interface Examined {
  readonly recipient: HitRecipient
  readonly hits: readonly RawHit[]
  readonly verdicts: readonly Verdict[]
  readonly before: Counted
  readonly after: Counted
}
