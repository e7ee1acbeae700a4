/**
 * The lines of the log that have an `event`: their names, their fields and what they say, once. `docs/logs.md` is made from this
 * table. No field holds an address, a name of a person, or what a mail says.
 */
import type { Log } from './log.ts'

/** Each field means the same in every event. The value is an example of its type. */
const fields = {
  client: { type: 'text', says: '`ClientID`' },
  campaign: { type: 'text', says: '`CampaignID`' },
  by: { type: 'text', says: 'who did it: `login`, `person` or `key`, as in the audit log, or `service`' },
  byId: {
    type: 'number',
    says: 'number of that login, person or key (`actor_id` of the table `audit_log`); 0 of the service',
  },
  cause: {
    type: 'text',
    says: 'what led to it: what a person asked for (`pause`, `cancel`, `delete` …), or `stop` (it cannot go on, its history says why), `miss` (its schedule was missed), `withdraw`, `delete client`, `begin`, `finish`',
  },
  due: { type: 'text', says: 'when it begins (ISO 8601)' },
  recipients: { type: 'number', says: 'recipients of the frozen audience, the excluded ones among them' },
  accepted: { type: 'number', says: 'recipients whose mail a relay accepted' },
  refused: { type: 'number', says: 'recipients whose mail was refused for good' },
  expired: { type: 'number', says: 'of the refused, those whose attempts were used up' },
  unknown: { type: 'number', says: 'recipients whose relay did not say whether it took the mail' },
  excluded: {
    type: 'number',
    says: 'recipients that nothing was sent to: suppressed, or open when the campaign was cancelled',
  },
  complaints: { type: 'number', says: 'complaints that were counted' },
  complaintsOfCampaign: { type: 'number', says: 'all complaints about the campaign so far' },
  mails: { type: 'number', says: 'accepted mails that the complaints stand against' },
  percent: { type: 'number', says: 'complaints by 100 mails' },
  consequence: { type: 'text', says: '`none`, `warning`, `campaign held` or `client held`' },
  recorded: { type: 'number', says: 'recipients whose outcome the journal of that sender knew' },
  repeated: { type: 'number', says: 'recipients of a campaign that would rather repeat, sent to again' },
  relay: { type: 'text', says: 'host and port' },
  reason: { type: 'text', says: "the relay's words; addresses lose their local part" },
  seconds: { type: 'number', says: 'until it is tried again, or the length of the outage' },
} as const

type FieldName = keyof typeof fields
type TypeOf<Name extends FieldName> = (typeof fields)[Name]['type'] extends 'number' ? number : string

interface EventRow {
  /** The line's `msg`, and what the page says of it. */
  readonly says: string
  /** From warn on where the operator should look; else info. */
  readonly level: 'info' | 'warn'
  readonly fields: readonly FieldName[]
}

const who = ['client', 'campaign', 'by', 'byId'] as const

const table = {
  'campaign.scheduled': { level: 'info', says: 'a campaign is to be sent', fields: [...who, 'due'] },
  'campaign.unscheduled': {
    level: 'info',
    says: 'a scheduled campaign is a draft again',
    fields: [...who, 'cause'],
  },
  'campaign.planned': {
    level: 'info',
    says: 'the audience of a campaign is frozen',
    fields: ['client', 'campaign', 'recipients', 'excluded'],
  },
  'campaign.started': {
    level: 'info',
    says: 'sending of a campaign starts',
    fields: ['client', 'campaign', 'recipients'],
  },
  'campaign.paused': { level: 'info', says: 'a campaign is paused', fields: [...who, 'cause'] },
  'campaign.held': {
    level: 'info',
    says: 'a campaign is held for its complaints',
    fields: ['client', 'campaign', 'complaints', 'mails', 'percent'],
  },
  'campaign.resumed': { level: 'info', says: 'a campaign goes on', fields: [...who] },
  'campaign.released': { level: 'info', says: 'a held campaign is released and goes on', fields: [...who] },
  'campaign.reopened': {
    level: 'info',
    says: 'a finished campaign has recipients to send to again',
    fields: [...who, 'cause'],
  },
  'campaign.cancelled': { level: 'info', says: 'a campaign is cancelled', fields: [...who, 'cause'] },
  'campaign.finished': {
    level: 'info',
    says: 'no recipient of a campaign is open any more',
    fields: ['client', 'campaign', 'cause', 'recipients', 'accepted', 'refused', 'expired', 'unknown', 'excluded'],
  },
  'campaign.complaints': {
    level: 'info',
    says: 'complaints about a campaign were counted',
    fields: ['client', 'campaign', 'complaints', 'complaintsOfCampaign', 'mails', 'percent', 'consequence'],
  },
  'client.held': {
    level: 'info',
    says: 'sending for a client is held for its complaints',
    fields: ['client', 'complaints', 'mails', 'percent'],
  },
  'client.released': { level: 'info', says: 'a held client is released', fields: ['client', 'by', 'byId'] },
  'relay.held': {
    level: 'warn',
    says: 'an outage of a relay begins: it is left alone for a while',
    fields: ['relay', 'reason', 'seconds'],
  },
  'relay.back': {
    level: 'info',
    says: 'an outage of a relay is over: it takes mail again',
    fields: ['relay', 'seconds'],
  },
  'range.settled': {
    level: 'info',
    says: 'recipients that a sender had under way when it ended have a state again',
    fields: ['campaign', 'recorded', 'unknown', 'repeated'],
  },
  'database.away': {
    level: 'warn',
    says: 'the database does not answer',
    fields: ['reason'],
  },
  'database.back': {
    level: 'info',
    says: 'the database answers again',
    fields: ['seconds'],
  },
} as const satisfies Readonly<Record<string, EventRow>>

export type LogEventName = keyof typeof table

/** An event with its fields, all of them. */
export type LogEvent = {
  [Name in LogEventName]: { readonly event: Name } & {
    readonly [Field in (typeof table)[Name]['fields'][number]]: TypeOf<Field>
  }
}[LogEventName]

/** The table, for its page. */
export const logEvents: Readonly<Record<LogEventName, EventRow>> = table
export const logFields: Readonly<Record<FieldName, { readonly type: 'text' | 'number'; readonly says: string }>> =
  fields

/** Writes the line of an event. Events of a transaction go through `Transaction.logAfterCommit`, which writes them after the commit. */
export function logEvent(log: Log, event: LogEvent): void {
  const { level, says } = table[event.event]
  log[level](event, says)
}
