/** What is done wrong on purpose, and the world in which it shows. */
import type { DatabaseDefect, Defect } from './database.ts'
import type { Tool } from './folders.ts'
import type { JournalDefect } from './journals.ts'
import type { ClientDefect } from './relay.ts'

/** Something done wrong on purpose, which the simulation must notice. */
export interface Defects {
  readonly statement?: Defect
  readonly journal?: JournalDefect
  readonly client?: ClientDefect
  readonly database?: DatabaseDefect
  /** A hand-over counts as begun when the transport gets the message. */
  readonly recordsEarly?: boolean
  /** Heartbeat files are taken for those that were put back in place. */
  readonly trustsFiles?: boolean
  /** What the clock of a machine says is taken for the time that has passed. */
  readonly trustsClock?: boolean
  /** Sends although no heartbeat can be written. */
  readonly ignoresHeartbeats?: boolean
  /** A seed that takes more steps counts as one that does not end. */
  readonly mostSteps?: number
  /** What the world is in each seed, so that a defect shows that few worlds would bring to light. */
  readonly world?: Partial<World>
}

/** What is drawn for each seed. */
export interface World {
  readonly machines: number
  readonly senders: number
  /** A sender dies at one of its first so many points; 0: of no such death. */
  readonly deadly: number
  /** How likely something disturbs the senders after each step. */
  readonly restless: number
  readonly leaseMs: number
  /** Of `Temper`. */
  readonly trouble: number
  readonly slowest: number
  /** Messages that a relay takes at once, where the real SMTP client is not used. */
  readonly places: number
  /** Over the real SMTP client. */
  readonly usesSmtp: boolean
  readonly atLeastOnce: boolean
  /** Campaigns test variants: who is tested depends on their ids, which no two runs share. */
  readonly tests: boolean
  /** Campaigns are spread over minutes: who is in which part depends on their ids, too. */
  readonly spreads: boolean
  /** One of the campaigns is the step of a series. */
  readonly rolls: boolean
  /** How likely a connection is cut inside a transaction. */
  readonly cuts: number
  readonly fillsDisks: boolean
  readonly isRestored: boolean
  /** With what a restore puts the data folders back; undefined where it leaves them. */
  readonly tool: Tool | undefined
  readonly failsOver: boolean
  readonly leapsClock: boolean
}
