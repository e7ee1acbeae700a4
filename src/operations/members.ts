/** Members of a list: saving single ones and batches, changes, and numbered pages. */
import type { Member, MemberEntry } from '../contract/groups/members.ts'
import { Refusal } from '../contract/refusals.ts'
import type { InputsOf, OutputOf } from '../contract/shapes.ts'
import { readCustomFields } from '../domain/lists/custom-fields.ts'
import { type FieldDefinition, writeCustomValues } from '../domain/lists/custom-values.ts'
import { changeMember } from '../domain/subscribers/changing.ts'
import { readMembersByPage } from '../domain/subscribers/member-pages.ts'
import { consentOnWire } from '../domain/subscribers/records.ts'
import { saveMembers } from '../domain/subscribers/saving.ts'
import { type Entry, readAddress } from '../domain/subscribers/subscriptions.ts'
import type { Consents } from '../store/subscribers/answers.ts'
import { readMemberMails } from '../store/subscribers/member-mails.ts'
import { type MemberRow, readListsOfAddress } from '../store/subscribers/member-pages.ts'
import { type Dependencies, evidenceOf, type HandlersOf, type Origin } from './dependencies.ts'
import { leniencyOf } from './leniency.ts'
import type { MemberOperation } from './subscribers.ts'

export const members: Pick<HandlersOf<'Subscriber'> & HandlersOf<'Subscribers'>, MemberOperation> = {
  async 'Subscriber.Save'(params, { list, principal, origin, audit }, dependencies) {
    const entry = entryOf(params, origin)
    await dependencies.subscriptions.add(
      list,
      entry,
      optionsOf(params, dependencies),
      evidenceOf(principal, origin),
      audit,
    )
    return readAddress(entry.email).email
  },

  'Subscriber.Change': (params, { list, principal, origin, audit }, dependencies) =>
    changeMember(
      dependencies.db,
      list,
      { email: params.EmailAddress, entry: { ...entryOf(params, origin), email: params.NewEmailAddress } },
      optionsOf(params, dependencies),
      evidenceOf(principal, origin),
      audit,
    ),

  async 'Subscriber.GetMember'({ EmailAddress }, { list }, { subscriptions }) {
    const found = await subscriptions.find(list, readAddress(EmailAddress).address)
    if (!found) throw new Refusal('NotInList')
    return memberOnWire(found.member, found.definitions)
  },

  async 'Subscriber.GetMails'({ EmailAddress }, { list }, { db, subscriptions }) {
    const { address } = readAddress(EmailAddress)
    const [found, mails] = await Promise.all([
      subscriptions.find(list, address),
      readMemberMails(db, { ...list, address }, list.timeZone),
    ])
    if (!found) throw new Refusal('NotInList')
    return mails.map(({ campaignPublicId, name, actions }) => ({
      CampaignID: campaignPublicId,
      Name: name,
      Actions: actions.map(({ kind, date, remote, url }) => ({
        Kind: kind === 'open' ? ('Open' as const) : ('Click' as const),
        Date: date,
        Network: remote,
        URL: url,
      })),
    }))
  },

  async 'Subscriber.FindLists'({ EmailAddress }, { client }, { db }) {
    const lists = await readListsOfAddress(db, client, readAddress(EmailAddress).address)
    return lists.map(({ listPublicId, title, state, stateDate, joinedDate }) => ({
      ListID: listPublicId,
      Title: title,
      State: state,
      StateDate: stateDate,
      JoinedDate: joinedDate,
    }))
  },

  async 'Subscribers.Save'(params, { list, principal, origin }, dependencies) {
    const entries = (params.Subscribers ?? []).flatMap(entry => (entry === null ? [] : [entryOf(entry, origin)]))
    const save = (entry: Entry) =>
      dependencies.subscriptions.add(list, entry, optionsOf(params, dependencies), evidenceOf(principal, origin))
    const saved = await saveMembers(entries, save)
    return {
      Unique: saved.unique,
      Added: saved.added,
      Present: saved.present,
      Duplicates: saved.duplicates,
      Failures: saved.failures.map(({ email, refusal }) => ({
        EmailAddress: email,
        Code: refusal.code,
        Message: refusal.title,
        Detail: refusal.detail ?? '',
      })),
    }
  },

  async 'Subscribers.Page'(params, { list }, { db }) {
    const [definitions, { rows, total }] = await Promise.all([
      readCustomFields(db, list),
      readMembersByPage(db, list, {
        state: params.State,
        changedAfter: params.ChangedAfter,
        page: params.Page,
        pageSize: params.PageSize,
        order: params.Order,
        descending: params.Descending,
      }),
    ])
    return { Members: rows.map(row => memberOnWire(row, definitions)), Total: total }
  },
}

/** The record of a member. */
export function memberOnWire(row: MemberRow, definitions: readonly FieldDefinition[]): OutputOf<typeof Member> {
  return {
    EmailAddress: row.email,
    Name: row.name,
    State: row.state,
    StateDate: row.stateDate,
    JoinedDate: row.joinedDate,
    MobileNumber: row.mobileNumber ?? '',
    TrackingConsent: consentOnWire(row.trackingConsent),
    MobileConsent: consentOnWire(row.mobileConsent),
    CustomFields: writeCustomValues(definitions, row.fields),
    Tags: row.tags,
  }
}

type GivenMember = InputsOf<(typeof MemberEntry)['fields']>

function entryOf(given: GivenMember, origin: Origin): Entry {
  return {
    email: given.EmailAddress,
    name: given.Name,
    mobileNumber: given.MobileNumber,
    emptyClears: true,
    // without values the list's fields need not be read
    customFields: given.CustomFields?.length ? given.CustomFields : undefined,
    leniency: leniencyOf(origin),
    consents: consentsOf(given),
  }
}

function consentsOf({ TrackingConsent, MobileConsent }: GivenMember): Consents {
  return { tracking: consents[TrackingConsent], mobile: consents[MobileConsent] }
}
const consents = { Granted: true, Denied: false, Unchanged: undefined } as const

function optionsOf({ Resubscribe }: { readonly Resubscribe: boolean }, { mail: { mailLinks } }: Dependencies) {
  return { resubscribe: Resubscribe, publicUrl: mailLinks.base(), otherFields: 'kept' } as const
}
