/** Tests of the SMTP relays: what each offers and what goes wrong first, found out without sending anything. */
import { Refusal } from '../../contract/refusals.ts'
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { takeRelayTest } from '../../store/limits/relay-tests.ts'
import { parseAddress } from '../text-rules/address.ts'

/** The steps of a session in their order; `done` after the last. */
export type RelayStep = 'resolve' | 'connect' | 'hello' | 'tls' | 'login' | 'sender' | 'reset' | 'done'

/** The result of testing one relay; its offers as far as the session went. */
export interface RelayReport {
  /** `host:port`. */
  readonly relay: string
  /** Where it failed; `done` when it did not. */
  readonly step: RelayStep
  /** Of the relay's refusal, null where it said nothing. */
  readonly code: number | null
  /** Why it failed, without secrets; '' when it did not. */
  readonly error: string
  /** Network addresses of its host. */
  readonly addresses: readonly string[]
  readonly encrypted: boolean
  readonly loggedIn: boolean
  readonly offers: RelayOffers | undefined
  readonly milliseconds: number
}

export interface RelayOffers {
  readonly pipelining: boolean
  readonly chunking: boolean
  readonly eightBitMime: boolean
  readonly smtpUtf8: boolean
  /** Most octets of a message; 0 where it does not say. */
  readonly mostBytes: number
  readonly loginMethods: readonly string[]
}

/** Opens sessions with relays. Delivery brings it: operations do not reach into delivery. */
export interface RelayTester {
  /** `host:port` of each relay; none with the folder transport. */
  readonly relays: readonly string[]
  /**
   * Tests relays side by side, each within a bounded time. Never rejects.
   * @param names of `relays`
   * @param from the envelope sender; '' for none
   */
  test(names: readonly string[], from: string): Promise<readonly RelayReport[]>
}

/** Tests of an account within a minute: relays count connections and failed logins. */
export const mostRelayTests = 6

/**
 * @param relay `host:port` or the host of one of the relays; empty for all
 * @param fromEmail the sender to offer; empty for the null sender
 * @returns one report for each relay; none with the folder transport
 * @throws Refusal InvalidEmail, UnknownRelay, RelayTestLimit
 */
export async function testRelays(
  db: Database,
  tester: RelayTester,
  accountId: number,
  { relay, fromEmail }: { readonly relay: string | null; readonly fromEmail: string | null },
): Promise<readonly RelayReport[]> {
  const from = readSender(fromEmail)
  const wanted = (relay ?? '').trim().toLowerCase()
  const names = [...new Set(tester.relays)].filter(
    name => wanted === '' || name === wanted || name.slice(0, name.lastIndexOf(':')) === wanted,
  )
  if (names.length === 0) {
    if (wanted === '') return []
    throw new Refusal('UnknownRelay', 'LETTERSHOP_TRANSPORT names no such relay.')
  }
  if (!(await transaction(db, sql => takeRelayTest(sql, accountId, mostRelayTests)))) {
    throw new Refusal('RelayTestLimit', `An account tests relays at most ${mostRelayTests} times within a minute.`)
  }
  return tester.test(names, from)
}

function readSender(text: string | null): string {
  if (text === null || text.trim() === '') return ''
  const parsed = parseAddress(text)
  if (!parsed) throw new Refusal('InvalidEmail', 'FromEmail is not an email address.')
  return parsed.email
}
