/** Operations by the word before the dot, for documents that are read from top to bottom. */
import { allOperations, type Operation } from '../contract/operations.ts'

const about: Readonly<Record<string, string>> = {
  Account: 'The whole account: its settings, and what needs a hand.',
  User: 'Keys, and what an account can look up.',
  Person: 'People of an account: invitations, grants, passwords, preferences (people-and-keys.md).',
  Client: 'Clients own lists, templates and campaigns.',
  List: 'Subscriber lists, their settings, custom fields and statistics.',
  Subscriber: 'Adding, reviving and unsubscribing one subscriber.',
  Subscribers: 'Reading the subscribers of a list.',
  BulkChange: 'Changing many subscribers at once, chosen by a rule (bulk-changes.md).',
  Suppression: 'Addresses that no mail of an account, a client or a list goes to.',
  Erasure: 'Contacts that were erased, and the receipts of it (personal-data.md).',
  Export: 'Files made of subscribers, recipients and suppressions (exporting.md).',
  Import: 'Files that become subscribers of a list, after a review (importing.md).',
  Segment: 'People of a list or a client, chosen by trees of conditions or by rules (segments.md).',
  Feed: 'Feeds whose new items become campaigns (feeds.md).',
  Form: 'Sign-up forms (forms.md).',
  SegmentTemplate: 'Templates of segments, for all clients of an account (segments.md).',
  Template: 'Templates, fetched from pages or begun from ours, and their editable regions (content.md).',
  Content: 'Content that is compiled before it is used (content.md).',
  Block: 'Sections that a client saved, to be copied into letters (content.md).',
  Asset: 'Images of a client, and uploads (content.md).',
  Domain: 'Domains a client sends from: signing keys and the DNS records they need.',
  Mailbox: 'Mail that came back: bounces, complaints, opt-outs by mail.',
  Campaign: 'Drafting, sending and reporting.',
  Report: 'Links to the report of a campaign, for people without a login.',
  Event: 'What happened to a client, in order (webhooks.md).',
  Key: 'API keys with scopes (people-and-keys.md).',
  Audit: 'Who did what (people-and-keys.md).',
  Session: 'Signing in to the console (people-and-keys.md).',
  Factor: 'The second factor of who is signed in (people-and-keys.md).',
  Webhook: 'URLs that events are sent to, signed (webhooks.md).',
  TestGroup: 'Saved groups of addresses that test mails go to.',
  Relay: 'The SMTP relays that mail is handed to.',
  Sender: 'Saved senders of drafts.',
  Setup: 'What is left to do before the first campaign, and which version runs.',
  System: 'The state of the installation (system-state.md).',
  Sample: 'Sample data to look round in (first-run.md).',
  Outbox: 'Mails that were written into a folder instead of being sent (first-run.md).',
  Hold: 'What holds sending.',
  Deleted: 'What was deleted within 30 days, and how it comes back.',
}

export interface Group {
  readonly name: string
  readonly about: string
  readonly operations: readonly Operation[]
}

export function groupOf({ name }: Operation): string {
  return name.slice(0, name.indexOf('.'))
}

/** In the order above; a group it does not know comes after, by name. */
export const groups: readonly Group[] = [...new Set([...Object.keys(about), ...allOperations.map(groupOf)])].map(
  name => ({
    name,
    about: about[name] ?? '',
    operations: allOperations.filter(operation => groupOf(operation) === name),
  }),
)
