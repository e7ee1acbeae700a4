/** Contacts of a client across its lists: found, shown, given another address, and taken off a list. */
import { entryOnWire, membershipOnWire } from '../domain/access-requests/contact-records.ts'
import { suppressionOnWire } from '../domain/clients/suppression-list.ts'
import { changeAddress } from '../domain/subscribers/address-change.ts'
import { readContactPage, readContactProof } from '../domain/subscribers/contact.ts'
import { countContacts } from '../domain/subscribers/contact-finding.ts'
import { searchContacts } from '../domain/subscribers/contact-search.ts'
import { deleteSubscriber, restoreSubscriber } from '../domain/subscribers/deleting.ts'
import { setPause } from '../domain/subscribers/pausing.ts'
import { readLocalTimeOf } from '../store/local-time.ts'
import { readHitsFromDate } from '../store/retention/kept.ts'
import { evidenceOf, type Handlers } from './dependencies.ts'
import type { ContactOperation } from './subscribers.ts'
import { labelOnWire, tagOfContactOnWire } from './tags.ts'

export const contacts: Pick<Handlers, ContactOperation> = {
  async 'Subscriber.Search'({ By, Search, ListIDs, States, Tag, Cursor, Limit }, { client }, { db }) {
    const filter = { lists: ListIDs ?? [], states: States ?? [], tag: Tag }
    const request = { by: By, search: Search, ...filter, cursor: Cursor, limit: Limit }
    const { rows, nextCursor } = await searchContacts(db, client, request)
    return {
      Contacts: rows.map(({ email, name, memberships, tags }) => ({
        EmailAddress: email,
        Name: name,
        Memberships: memberships.map(({ listPublicId, title, state, stateDate, joinedDate }) => ({
          ListID: listPublicId,
          Title: title,
          State: state,
          StateDate: stateDate,
          JoinedDate: joinedDate,
        })),
        Tags: tags.map(labelOnWire),
      })),
      NextCursor: nextCursor,
    }
  },

  async 'Subscriber.CountFound'({ Search, ListIDs, States, Tag }, { client }, { db }) {
    const filter = { lists: ListIDs ?? [], states: States ?? [], tag: Tag }
    const { contacts, precision } = await countContacts(db, client, { search: Search, ...filter })
    return { Contacts: contacts, Precision: precision }
  },

  async 'Subscriber.GetContact'({ Email, Cursor, Limit }, { client, principal }, { db }) {
    const contact = await readContactPage(db, principal, client, { email: Email, cursor: Cursor, limit: Limit })
    const { email, name, memberships, tags, suppression, listSuppressions, timeline, nextCursor } = contact
    return {
      EmailAddress: email,
      Name: name,
      Memberships: memberships.map(membershipOnWire),
      Tags: tags.map(tagOfContactOnWire),
      Suppression: suppression ? suppressionOnWire(suppression) : null,
      ListSuppressions: listSuppressions.map(suppressionOnWire),
      Timeline: timeline.map(entryOnWire),
      NextCursor: nextCursor,
      HitsFromDate: (await readHitsFromDate(db, client)) ?? '',
    }
  },

  async 'Subscriber.GetProof'({ Email }, { client, principal }, { db, now }) {
    const proof = await readContactProof(db, principal, client, Email)
    return {
      EmailAddress: proof.email,
      Name: proof.name,
      PreparedDate: await readLocalTimeOf(db, now(), client.timeZone),
      Timezone: client.timeZone,
      HasMails: proof.withMails,
      IsComplete: proof.isComplete,
      HitsFromDate: (await readHitsFromDate(db, client)) ?? '',
      Memberships: proof.memberships.map(membershipOnWire),
      Suppression: proof.suppression ? suppressionOnWire(proof.suppression) : null,
      ListSuppressions: proof.listSuppressions.map(suppressionOnWire),
      Entries: proof.timeline.map(entryOnWire),
    }
  },

  'Subscriber.UpdateEmail': ({ ListID, Email, NewEmail }, { client, principal, origin }, { db }) =>
    changeAddress(db, client, { email: Email, newEmail: NewEmail, listId: ListID }, evidenceOf(principal, origin)),
  'Subscriber.SetPause': ({ Email, Until }, { client, principal, origin }, { db, now }) =>
    setPause(db, client, { email: Email, until: Until }, evidenceOf(principal, origin), now()),
  'Subscriber.Delete': ({ Email }, { list, principal, origin }, { db }) =>
    deleteSubscriber(db, list, Email, evidenceOf(principal, origin)),
  'Subscriber.Restore': ({ Email }, { list, principal, origin }, { db, now }) =>
    restoreSubscriber(db, list, Email, evidenceOf(principal, origin), now()),
}
