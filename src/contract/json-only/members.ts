/** Members of a list: written with what is left out kept, in batches, and read in pages by number. */
import * as members from '../member-records.ts'
import { ContactMembership, MembershipState } from '../overview-records.ts'
import { type Access, ofClient, ofList, on, R, type Row, row, U } from '../row.ts'
import { boolean, int, list, type Members, type Shape, text } from '../shapes.ts'

const { EmailAddress, ...details } = members.memberEntry

// biome-ignore format: a table reads by its columns
export const memberOperations = {
  'Subscriber.Save': row('SaveSubscriber', { ...ofList, EmailAddress, ...details, Resubscribe: boolean }, U(text), on('ListID', 'ChangeAudience'), 'Adds a subscriber, or changes what is given of a member and keeps the rest; yields the address. One that is not active is revived with Resubscribe alone, one that is suppressed never.'),
  'Subscriber.Change': row('ChangeSubscriber', { ...ofList, EmailAddress, NewEmailAddress: text, ...details, Resubscribe: boolean }, R, on('ListID', 'ChangeAudience'), 'Changes what is given of a member in whatever state it is, its address too, and keeps the rest.'),
  'Subscriber.GetMember': row('GetMember', { ...ofList, EmailAddress }, U(members.Member), on('ListID', 'ReadAudience'), 'One member of a list in any state.'),
  'Subscriber.GetMails': row('GetMemberMails', { ...ofList, EmailAddress }, U(list(members.MemberMail)), on('ListID', 'ReadReports'), 'The campaigns that a member of a list was sent, the latest first, with its opens and clicks.'),
  'Subscriber.FindLists': row('FindListsOfAddress', { ...ofClient, EmailAddress }, U(list(ContactMembership)), on('ClientID', 'ReadAudience'), 'The lists of a client that have an address, in any state, by title.'),
  'Subscribers.Save': row('SaveSubscribers', { ...ofList, Subscribers: list(members.MemberEntry), Resubscribe: boolean }, U(members.SavedMembers), on('ListID', 'ChangeAudience'), 'Does what Subscriber.Save does for up to 1,000 subscribers, and says which could not be saved and why.'),
  'Subscribers.Page': row('GetSubscribersByPage', { ...ofList, State: MembershipState, ChangedAfter: text, Page: int, PageSize: int, Order: members.MemberOrder, Descending: boolean }, U(members.MemberPage), on('ListID', 'ReadAudience'), 'The members of a list in one state, page by page by number, with how many there are. Subscriber.List reads by cursor, which loses none where members come and go meanwhile.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
