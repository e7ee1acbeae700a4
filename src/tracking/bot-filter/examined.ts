/** What the bot filter finds when it looks at a recipient: the numbers and the events are made of it. */
import type { HitRecipient, RawHit } from '../../store/tracking/classified.ts'
import type { Counted } from './count.ts'
import type { Verdict } from './verdicts.ts'

/** One recipient, looked at. */
export interface Examined {
  readonly recipient: HitRecipient
  readonly hits: readonly RawHit[]
  readonly verdicts: readonly Verdict[]
  readonly before: Counted
  readonly after: Counted
}
