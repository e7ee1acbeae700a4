/** Calls about subscribers of a list, and pages of them (reference/rest.md §2.6). */
import { textFault } from '../bind.ts'
import { flag, type Given, type GivenAll, integer, many, object, optional, text, word } from './fields.ts'
import { orderedQuery, page, pageOf, readDate, readPage } from './paging.ts'
import { type AnsweredCode, codeNumbered, RestRefusal, restCode, usualCode } from './refusals.ts'
import { call, type RestCall } from './row.ts'
import type { Version } from './versions.ts'

const FieldValue = object('CustomFieldValue', { Key: text, Value: text })
const consent = word('Yes', 'No', 'Unchanged')

export const Subscriber = object('Subscriber', {
  EmailAddress: text,
  Name: text,
  Date: text,
  ListJoinedDate: text,
  State: text,
  CustomFields: many(FieldValue),
  ReadsEmailWith: text,
  ConsentToTrack: optional(consent),
  MobileNumber: optional(text),
  ConsentToSendSms: optional(consent),
})
const ImportResult = object('ImportResult', {
  FailureDetails: many(object('ImportFailure', { EmailAddress: text, Code: integer, Message: text })),
  TotalUniqueEmailsSubmitted: integer,
  TotalExistingSubscribers: integer,
  TotalNewSubscribers: integer,
  DuplicateEmailsInSubmission: many(text),
})

const GivenField = object('GivenCustomField', { Key: text, Value: text, Clear: flag })
const given = {
  EmailAddress: text,
  Name: text,
  MobileNumber: text,
  CustomFields: many(GivenField),
  ConsentToTrack: consent,
  ConsentToSendSms: consent,
}
const actions = {
  Resubscribe: flag,
  RestartSubscriptionBasedAutoresponders: flag,
}
const preferences = { includetrackingpreference: flag, includesmspreference: flag }

/** Columns that every call for a page of members has. */
export const memberPageCall = {
  query: { ...orderedQuery, ...preferences, date: text },
  returns: pageOf('SubscriberPage', Subscriber),
  answer: ({ Members, Total }: MemberPageValue, { query }: { readonly query: GivenPageQuery }) =>
    page(
      (Members ?? []).map(member =>
        shown(member, { tracking: query.includetrackingpreference, sms: query.includesmspreference }),
      ),
      Total,
      readMemberPage(query),
    ),
}

type GivenPageQuery = GivenAll<typeof memberPageQuery>
const memberPageQuery = { ...orderedQuery, ...preferences, date: text }

const orders = { email: 'EmailAddress', name: 'Name', date: 'StateDate' } as const

function readMemberPage(query: GivenPageQuery) {
  return readPage(query, { fields: ['email', 'name', 'date'] })
}

/** The parameters of Subscribers.Page, the list and the state apart. @throws RestRefusal */
export function memberPage(query: GivenPageQuery) {
  const { Page, PageSize, OrderField, Descending } = readMemberPage(query)
  return { Page, PageSize, Order: orders[OrderField], Descending, ChangedAfter: readDate(query.date) }
}

interface MemberPageValue {
  readonly Members?: readonly MemberValue[] | null | undefined
  readonly Total: number
}
type Consent = 'Granted' | 'Denied' | 'Unknown'
interface MemberValue {
  readonly EmailAddress?: string | null | undefined
  readonly Name?: string | null | undefined
  readonly State: string
  readonly StateDate?: string | null | undefined
  readonly JoinedDate?: string | null | undefined
  readonly MobileNumber?: string | null | undefined
  readonly TrackingConsent: Consent
  readonly MobileConsent: Consent
  readonly CustomFields?:
    | readonly { readonly Key?: string | null | undefined; readonly Value?: string | null | undefined }[]
    | null
    | undefined
}

/** @param wanted which preferences are asked for */
function shown(
  member: MemberValue,
  wanted: { readonly tracking: boolean | undefined; readonly sms: boolean | undefined },
) {
  const mobile = member.MobileNumber ?? ''
  return {
    EmailAddress: member.EmailAddress ?? '',
    Name: member.Name ?? '',
    Date: member.StateDate ?? '',
    ListJoinedDate: member.JoinedDate ?? '',
    State: member.State,
    CustomFields: (member.CustomFields ?? []).map(({ Key, Value }) => ({ Key: Key ?? '', Value: Value ?? '' })),
    ReadsEmailWith: '',
    ConsentToTrack: wanted.tracking ? consentWords[member.TrackingConsent] : undefined,
    MobileNumber: mobile === '' ? undefined : mobile,
    ConsentToSendSms: wanted.sms && mobile !== '' ? consentWords[member.MobileConsent] : undefined,
  }
}
/** What is not known was never said: neither yes nor no. */
const consentWords = { Granted: 'Yes', Denied: 'No', Unknown: 'Unchanged' } as const
const consentChanges = { Yes: 'Granted', No: 'Denied', Unchanged: 'Unchanged' } as const

/** @throws RestRefusal InvalidConsent where it must be said and is not */
function consentsOf(entry: GivenAll<typeof given>, { consentRequired }: Version) {
  if (consentRequired && entry.ConsentToTrack === undefined) throw new RestRefusal('InvalidConsent')
  return {
    TrackingConsent: consentChanges[entry.ConsentToTrack ?? 'Unchanged'],
    MobileConsent: consentChanges[entry.ConsentToSendSms ?? 'Unchanged'],
  }
}

/** What is given of a subscriber, but its address. @throws RestRefusal */
function detailsOf(entry: GivenAll<typeof given>, version: Version) {
  return {
    Name: entry.Name,
    MobileNumber: entry.MobileNumber,
    CustomFields: entry.CustomFields?.map(fieldOf),
    ...consentsOf(entry, version),
  }
}

function fieldOf({ Key, Value, Clear }: Given<typeof GivenField>) {
  return { Key: Key ?? null, Value: Value ?? null, Clear: Clear ?? false }
}

/** An address is asked to confirm a few times a day. */
const addedTooOften = { TooManyConfirmations: 'AddedTooOften' } as const

const HistoryEntry = object('HistoryEntry', {
  ID: text,
  Type: word('Campaign'),
  Name: text,
  Actions: many(object('HistoryAction', { Event: word('Open', 'Click'), Date: text, IPAddress: text, Detail: text })),
})

export const subscriberCalls: readonly RestCall[] = [
  call('POST subscribers/{ListID}', {
    about:
      'Adds a subscriber, or changes what is given of a member. `Resubscribe` revives one that is not active, but never one that is suppressed.',
    body: { ...given, ...actions },
    argument: 'subscriber',
    operation: 'Subscriber.Save',
    params: ({ path, body, version }) => ({
      ...path,
      EmailAddress: body.EmailAddress,
      ...detailsOf(body, version),
      Resubscribe: body.Resubscribe ?? false,
    }),
    codes: addedTooOften,
    returns: text,
    answer: address => address,
    status: 201,
  }),
  call('GET subscribers/{ListID}', {
    about: 'One subscriber in any state.',
    query: { email: text, includetrackingpreference: flag },
    operation: 'Subscriber.GetMember',
    params: ({ path, query }) => ({ ...path, EmailAddress: query.email }),
    returns: Subscriber,
    answer: (member, { query }) => shown(member, { tracking: query.includetrackingpreference, sms: true }),
  }),
  call('GET subscribers/{ListID}/history', {
    about: 'The campaigns that a subscriber was sent, the latest first, with the opens and clicks of each.',
    query: { email: text },
    operation: 'Subscriber.GetMails',
    params: ({ path, query }) => ({ ...path, EmailAddress: query.email }),
    returns: many(HistoryEntry),
    answer: mails =>
      mails.map(({ CampaignID, Name, Actions }) => ({
        ID: CampaignID ?? '',
        Type: 'Campaign' as const,
        Name: Name ?? '',
        Actions: (Actions ?? []).map(({ Kind, Date: date, Network, URL: url }) => ({
          Event: Kind,
          Date: date ?? '',
          IPAddress: Network ?? '',
          Detail: url ?? '',
        })),
      })),
  }),
  call('PUT subscribers/{ListID}', {
    about: 'Changes what is given of a subscriber in any state; `EmailAddress` is the address it is to have.',
    query: { email: text },
    body: { ...given, ...actions },
    argument: 'subscriber',
    operation: 'Subscriber.Change',
    params: ({ path, query, body, version }) => ({
      ...path,
      EmailAddress: query.email,
      NewEmailAddress: body.EmailAddress,
      ...detailsOf(body, version),
      Resubscribe: body.Resubscribe ?? false,
    }),
    codes: addedTooOften,
  }),
  call('DELETE subscribers/{ListID}', {
    about:
      'Takes an active or unconfirmed subscriber off the list: the state becomes Deleted. One that is unsubscribed or bounced stays so, and the answer is success.',
    query: { email: text },
    operation: 'Subscriber.Delete',
    params: ({ path, query }) => ({ ...path, Email: query.email }),
    // no mail goes to them, and an opt-out is not to be forgotten
    settled: ['IsUnsubscribed', 'IsBounced'],
    codes: { IsDeleted: 'NotInList' },
  }),
  call('POST subscribers/{ListID}/import', {
    about:
      'Does the same as adding for up to 1,000 subscribers. Where some of them cannot be saved, the answer is 400 with code 210 and `ResultData` says which; the others are saved.',
    body: {
      Subscribers: many(object('GivenSubscriber', given)),
      ...actions,
      QueueSubscriptionBasedAutoResponders: flag,
    },
    argument: 'subscribers',
    operation: 'Subscribers.Save',
    throws: ['BatchTooLarge', 'SubscribersRequired', 'ImportHadFailures'],
    params: ({ path, body, version }) => {
      const subscribers = body.Subscribers ?? []
      if (subscribers.length === 0) throw new RestRefusal('SubscribersRequired')
      if (subscribers.length > mostImported) throw new RestRefusal('BatchTooLarge')
      const rows = sorted(subscribers, version)
      if (rows.sound.length === 0) importResult({ Unique: 0, Present: 0, Added: 0 }, rows)
      return {
        ...path,
        Subscribers: rows.sound.map(entry => ({
          EmailAddress: entry.EmailAddress ?? null,
          ...orNull(detailsOf(entry, version)),
        })),
        Resubscribe: body.Resubscribe ?? false,
      }
    },
    returns: ImportResult,
    answer: (saved, { body, version }) => importResult(saved, sorted(body.Subscribers ?? [], version)),
    status: 201,
  }),
  call('POST subscribers/{ListID}/unsubscribe', {
    about: 'Unsubscribes an active subscriber, from all lists of the client where the list is set so.',
    body: { EmailAddress: text },
    argument: 'subscriber',
    operation: 'Subscriber.Unsubscribe',
    params: ({ path, body }) => ({ ...path, Email: body.EmailAddress }),
  }),
]

const mostImported = 1_000

type Entry = GivenAll<typeof given>

interface SavedValue {
  readonly Unique: number
  readonly Present: number
  readonly Added: number
  readonly Duplicates?: readonly string[] | null | undefined
  readonly Failures?:
    | readonly {
        readonly EmailAddress?: string | null | undefined
        readonly Code: number
        readonly Detail?: string | null | undefined
      }[]
    | null
    | undefined
}

/** @throws RestRefusal ImportHadFailures where a row was not saved */
function importResult(saved: SavedValue, { sound, flawed }: ReturnType<typeof sorted>) {
  const failures = [
    ...flawed.map(({ entry, code, message }) => ({ EmailAddress: addressOf(entry), Code: code, Message: message })),
    ...(saved.Failures ?? []).map(({ EmailAddress, Code, Detail }) => ({
      EmailAddress: EmailAddress ?? '',
      ...codeNumbered(Code, Detail),
    })),
  ]
  const others = new Set(flawed.map(({ entry }) => addressOf(entry).toLowerCase()))
  for (const entry of sound) others.delete(addressOf(entry).toLowerCase())
  const result = {
    FailureDetails: failures,
    TotalUniqueEmailsSubmitted: saved.Unique + others.size,
    TotalExistingSubscribers: saved.Present,
    TotalNewSubscribers: saved.Added,
    DuplicateEmailsInSubmission: saved.Duplicates ?? [],
  }
  if (failures.length > 0) throw new RestRefusal('ImportHadFailures', { resultData: result })
  return result
}

/** What is wrong with a row fails that row alone: those that no operation would take are kept from it. */
function sorted(entries: readonly Entry[], version: Version) {
  const sound: Entry[] = []
  const flawed: (AnsweredCode & { readonly entry: Entry })[] = []
  for (const entry of entries) {
    const flaw = flawOf(entry, version)
    if (flaw) flawed.push({ entry, ...flaw })
    else sound.push(entry)
  }
  return { sound, flawed }
}

function flawOf(entry: Entry, { consentRequired }: Version): AnsweredCode | undefined {
  if (consentRequired && entry.ConsentToTrack === undefined) return restCode('InvalidConsent')
  const { EmailAddress, Name, MobileNumber, CustomFields = [] } = entry
  for (const text of [EmailAddress, Name, MobileNumber, ...CustomFields.flatMap(({ Key, Value }) => [Key, Value])]) {
    const fault = textFault(text ?? '')
    if (fault) return usualCode(fault)
  }
  return undefined
}

function addressOf({ EmailAddress = '' }: Entry): string {
  return EmailAddress.slice(0, 254).toWellFormed()
}

/** Records of an operation have no member that is undefined. */
function orNull({ Name, MobileNumber, CustomFields, ...consents }: ReturnType<typeof detailsOf>) {
  return { Name: Name ?? null, MobileNumber: MobileNumber ?? null, CustomFields: CustomFields ?? null, ...consents }
}
