/** Who is on a list, and every way that changes. */
import { Refusal } from '../../contract/refusals.ts'
import { type CoalesceOptions, coalesce, Overloaded } from '../../lib/coalesce.ts'
import type { Database } from '../../store/connection/database.ts'
import type { Consents } from '../../store/subscribers/answers.ts'
import type { MembershipKey } from '../../store/subscribers/memberships.ts'
import { readActiveAmong } from '../../store/subscribers/subscribers.ts'
import type { ClientRef, ListRef } from '../access/access.ts'
import type { PendingEntry } from '../audit/audit-log.ts'
import type { Evidence } from '../audit/evidence.ts'
import type { GivenValue, Leniency } from '../lists/custom-values.ts'
import { type Address, parseAddress } from '../text-rules/address.ts'
import { type Joining, joinAll } from './joining.ts'
import { confirm } from './leaving.ts'
import { type FindMember, memberFinder } from './member-finder.ts'
import { parseMobileNumber } from './mobile.ts'
import { readName } from './name.ts'
import { type Leaving, leaveAll } from './opting-out.ts'
import { type Undoing, undoAll } from './undoing.ts'
import type { UpsertRequest } from './upserts.ts'

export interface Entry {
  readonly email: string | null
  readonly name: string | null
  /** E.164; undefined where the operation has none. */
  readonly mobileNumber?: string | null
  /** Custom field values; undefined where the operation has none. */
  readonly customFields?: readonly (GivenValue | null)[] | null
  readonly consents?: Consents
  /** An empty number is taken away; else it is as none. */
  readonly emptyClears?: boolean
  /** Unless given, a custom field the list does not have is ignored, and a date that cannot be kept refused. */
  readonly leniency?: Leniency
}

export interface JoinOptions {
  readonly resubscribe: boolean
  /** Base of the link to confirm; undefined leaves it to the process that mails it. */
  readonly publicUrl: string | undefined
  /** Custom fields that are not given: erased where a member is revived, unless they are to be kept. */
  readonly otherFields?: UpsertRequest['otherFields']
}

export interface Subscriptions {
  /**
   * Adds, updates or (with `resubscribe`) revives; durable when it resolves. On a ConfirmOptIn list a new or revived
   * member is Unconfirmed and gets its confirmation mail.
   * @throws Refusal InvalidEmail, InvalidMobileNumber, InvalidCustomFieldValue, InvalidKey, InSuppressionList, IsDeleted …
   */
  add(list: ListRef, entry: Entry, options: JoinOptions, evidence: Evidence, audit?: PendingEntry): Promise<Joining>
  /** @throws Refusal InvalidEmail, NotInList, TooManyRequests */
  unsubscribe(list: ListRef, email: string | null, evidence: Evidence, audit?: PendingEntry): Promise<void>
  isSubscribed(list: ListRef, email: string | null): Promise<boolean>
  /** A member in any state, with the custom fields of its list. */
  readonly find: FindMember
  /**
   * Ends one membership by its row, for every cause (page, one-click, mail, complaint); durable when it resolves, idempotent.
   * Returns whether anything changed.
   * @throws Overloaded when too many wait; nothing of it was done then
   */
  unsubscribeMember(
    client: ClientRef,
    listId: number,
    subscriberId: number,
    evidence: Evidence,
    options?: {
      /** This list and no other, whatever its scope says. */ readonly thisListOnly?: boolean
    },
  ): Promise<boolean>
  /** Takes an opt-out back while it can be; idempotent. Returns whether it came back now. @throws Overloaded */
  undo(undoing: Undoing): Promise<boolean>
  /** The opt-in was confirmed: Unconfirmed → Active; idempotent. Returns whether the membership exists and is now Active. */
  confirm(client: ClientRef, listId: number, subscriberId: number, evidence: Evidence): Promise<boolean>
}

export interface SubscriptionsOptions {
  /** How adding is gathered into transactions. */
  readonly adding?: CoalesceOptions
  /** How opt-outs are. */
  readonly leaving?: CoalesceOptions
  readonly now?: () => Date
}

/** Opt-outs that wait at once in this process, some seconds' worth: about 20 MB at the most. */
const mostLeaving = 20_000

/** Longest name of a subscriber, in UTF-16 units. */

export function subscriptions(
  db: Database,
  { adding, leaving, now = () => new Date() }: SubscriptionsOptions = {},
): Subscriptions {
  const join = coalesce<UpsertRequest, Joining>(requests => joinAll(db, requests), adding)
  const leave = coalesce<Leaving, boolean>(requests => leaveAll(db, requests), { waiting: mostLeaving, ...leaving })
  const undo = coalesce<Undoing, boolean>(requests => undoAll(db, requests, now()), {
    waiting: mostLeaving,
    ...leaving,
  })
  const active = coalesce<MembershipKey, boolean>(async keys => {
    const found = new Set((await readActiveAmong(db, keys)).map(key => `${key.listId} ${key.address}`))
    return keys.map(key => found.has(`${key.listId} ${key.address}`))
  })

  return {
    add: async (list, entry, options, evidence, audit) => join(upsertRequest(list, entry, options, evidence, audit)),
    async unsubscribe(list, email, evidence, audit) {
      const { address } = readAddress(email)
      await leave({ client: list, listId: list.listId, who: { address }, how: 'unsubscribe', evidence, audit }).catch(
        error => {
          throw error instanceof Overloaded ? new Refusal('TooManyRequests', error.message, { cause: error }) : error
        },
      )
    },
    async isSubscribed({ clientId, listId }, email) {
      const parsed = parseAddress(email)
      return parsed !== undefined && active({ clientId, listId, address: parsed.address })
    },
    find: memberFinder(db),
    unsubscribeMember: (client, listId, subscriberId, evidence, options) =>
      leave({ client, listId, who: { subscriberId }, how: 'optOut', evidence, ...options }),
    undo,
    confirm: (client, listId, subscriberId, evidence) => confirm(db, client, listId, subscriberId, evidence),
  }
}

const usualLeniency: Leniency = { unknownKeys: 'ignored', unusableDates: 'refused' }

/** @throws Refusal InvalidEmail, InvalidMobileNumber, ValueTooLong, InvalidCharacters */
export function upsertRequest(
  list: ListRef,
  { email, name, mobileNumber, customFields, leniency = usualLeniency, consents, emptyClears = false }: Entry,
  { resubscribe, publicUrl, otherFields = resubscribe ? 'erased' : 'kept' }: JoinOptions,
  evidence: Evidence,
  audit?: PendingEntry,
): UpsertRequest {
  return {
    list,
    address: readAddress(email),
    name: readName(name),
    mobileNumber: emptyClears && mobileNumber?.trim() === '' ? null : readMobileNumber(mobileNumber),
    customFields: customFields === null ? [] : customFields,
    leniency,
    otherFields,
    consents,
    resubscribe,
    publicUrl,
    evidence,
    audit,
  }
}

/** @throws Refusal InvalidEmail */
export function readAddress(email: string | null): Address {
  const address = parseAddress(email)
  if (!address) throw new Refusal('InvalidEmail')
  return address
}

/** @returns undefined for none, which leaves the number of a member as it is */
function readMobileNumber(text: string | null | undefined): string | undefined {
  if (text === null || text === undefined || text.trim() === '') return undefined
  const number = parseMobileNumber(text)
  if (number === undefined) {
    throw new Refusal('InvalidMobileNumber', 'MobileNumber must be in E.164 form, for example +4915112345678.')
  }
  return number
}
