/** Subscriber.* and Subscribers.*: adding, ending and reading memberships. */
import type { ListRef, Principal } from '../domain/access/access.ts'
import type { PendingEntry } from '../domain/audit/audit-log.ts'
import type { Evidence } from '../domain/audit/evidence.ts'
import { readTrackingConsent, setTrackingConsent } from '../domain/subscribers/consent.ts'
import { changeOnWire, consentOnWire } from '../domain/subscribers/records.ts'
import { readSingleSubscriber, readSubscribersSince } from '../domain/subscribers/rosters.ts'
import { listSubscribers } from '../domain/subscribers/subscriber-list.ts'
import { type Entry, readAddress } from '../domain/subscribers/subscriptions.ts'
import { readMembershipHistory } from '../store/subscribers/history.ts'
import { type Dependencies, evidenceOf, type HandlersOf, type Origin } from './dependencies.ts'
import { leniencyOf } from './leniency.ts'

const consents = { Granted: true, Denied: false, Unknown: null } as const

interface Call {
  readonly principal: Principal
  readonly list: ListRef
  readonly origin: Origin
  readonly audit?: PendingEntry | undefined
}

interface Named {
  readonly Email: string | null
  readonly Name: string | null
}

/** Implemented in contacts.ts. */
export type ContactOperation =
  `Subscriber.${'Search' | 'CountFound' | 'GetContact' | 'GetProof' | 'UpdateEmail' | 'SetPause' | 'Delete' | 'Restore'}`

/** Implemented in consents.ts. */
export type ConsentOperation = `Subscriber.${'SetConsent' | 'GetConsents' | 'SetBasis'}`

/** Implemented in tags.ts. */
export type TagOperation = 'Subscriber.SetTags'

/** Implemented in members.ts. */
export type MemberOperation =
  | `Subscriber.${'Save' | 'Change' | 'GetMember' | 'GetMails' | 'FindLists'}`
  | `Subscribers.${'Save' | 'Page'}`

export const subscribers: Omit<
  HandlersOf<'Subscriber'> & HandlersOf<'Subscribers'>,
  ContactOperation | ConsentOperation | MemberOperation | TagOperation
> = {
  'Subscriber.Add': (params, call, dependencies) => add(params, {}, false, call, dependencies),
  'Subscriber.AddAndResubscribe': (params, call, dependencies) => add(params, {}, true, call, dependencies),
  'Subscriber.AddWithCustomFields': (params, call, dependencies) =>
    add(params, { customFields: params.CustomFields }, false, call, dependencies),
  'Subscriber.AddAndResubscribeWithCustomFields': (params, call, dependencies) =>
    add(params, { customFields: params.CustomFields }, true, call, dependencies),
  'Subscriber.AddWithMobileNumber': (params, call, dependencies) =>
    add(params, { mobileNumber: params.MobileNumber }, false, call, dependencies),
  'Subscriber.AddAndResubscribeWithMobileNumber': (params, call, dependencies) =>
    add(params, { mobileNumber: params.MobileNumber }, true, call, dependencies),
  'Subscriber.Unsubscribe': (params, call, dependencies) =>
    dependencies.subscriptions.unsubscribe(call.list, params.Email, evidence(call), call.audit),

  async 'Subscriber.GetHistory'({ Email }, { list }, { db }) {
    const { address } = readAddress(Email)
    const rows = await readMembershipHistory(db, { ...list, address }, list.timeZone)
    return rows.map(changeOnWire)
  },

  async 'Subscriber.List'(params, { list }, { db }) {
    const { rows, nextCursor } = await listSubscribers(db, list, {
      state: params.State,
      states: params.States ?? [],
      search: params.Search,
      joinedSince: params.JoinedSince,
      joinedUntil: params.JoinedUntil,
      order: params.Order,
      fields: params.Fields ?? [],
      cursor: params.Cursor,
      limit: params.Limit,
    })
    return {
      Subscribers: rows.map(({ email, name, state, stateDate, joinedDate, pausedUntil, customFields }) => ({
        EmailAddress: email,
        Name: name,
        State: state,
        StateDate: stateDate,
        JoinedDate: joinedDate,
        PausedUntil: pausedUntil ?? '',
        CustomFields: customFields,
      })),
      NextCursor: nextCursor,
    }
  },

  async 'Subscriber.SetTrackingConsent'({ Email, Consent }, call, { db }) {
    await setTrackingConsent(db, call.list, Email, consents[Consent], evidence(call))
  },
  async 'Subscriber.GetTrackingConsent'({ Email }, { list }, { db }) {
    const consent = await readTrackingConsent(db, list, Email)
    return consentOnWire(consent)
  },

  'Subscribers.GetActive': (params, { list }, { db }) => readSubscribersSince(db, list, 'Active', params.Date),
  'Subscribers.GetUnsubscribed': (params, { list }, { db }) =>
    readSubscribersSince(db, list, 'Unsubscribed', params.Date),
  'Subscribers.GetBounced': (params, { list }, { db }) => readSubscribersSince(db, list, 'Bounced', params.Date),
  'Subscribers.GetSingleSubscriber': (params, { list }, { db }) => readSingleSubscriber(db, list, params.EmailAddress),
  'Subscribers.GetIsSubscribed': async (params, { list }, { subscriptions }) =>
    (await subscriptions.isSubscribed(list, params.Email)) ? 'True' : 'False',
}

async function add(
  { Email, Name }: Named,
  more: Partial<Entry>,
  resubscribe: boolean,
  call: Call,
  dependencies: Dependencies,
) {
  await dependencies.subscriptions.add(
    call.list,
    { email: Email, name: Name, leniency: leniencyOf(call.origin), ...more },
    { resubscribe, publicUrl: dependencies.mail.mailLinks.base() },
    evidence(call),
    call.audit,
  )
}

function evidence({ principal, origin }: Call): Evidence {
  return evidenceOf(principal, origin)
}
