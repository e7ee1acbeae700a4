/** The places of the console: the address of each, who may go there, and the operations it shows. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { may, mayOnAccount, type Session } from '../session/session.ts'
import type { IconName } from '../ui/icons.tsx'

export interface Place {
  /** Below `/clients/$clientId` for a place of a client. */
  readonly path: string
  readonly label: MessageDescriptor
  readonly icon: IconName
  /** Of docs/rights.md; undefined where everyone who is signed in may go there. */
  readonly right?: string
  /** Whether the right is needed on the whole account. */
  readonly onAccount?: boolean
  /** Whether it is there only where mails are written into a folder instead of being sent. */
  readonly needsOutbox?: boolean
  /** Words that find it in the command palette, besides its label. */
  readonly operations: readonly string[]
  /** Keys after `g` that lead there. */
  readonly key?: string
}

export const homePlace: Place = {
  path: '/',
  label: msg`Home`,
  icon: 'home',
  operations: ['Account.GetOverview'],
  key: 'h',
}
export const clientsPlace: Place = {
  path: '/clients',
  label: msg`Clients`,
  icon: 'people',
  operations: ['User.GetClients', 'Client.Create'],
  key: 'c',
}

/** Of the client at hand. */
export const clientPlaces: readonly Place[] = [
  { path: '', label: msg`Overview`, icon: 'pulse', operations: ['Client.GetOverview'], key: 'o' },
  {
    path: '/campaigns',
    label: msg`Campaigns`,
    icon: 'campaign',
    operations: ['Campaign.List', 'Campaign.CreateDraft', 'Campaign.Send'],
    key: 'm',
  },
  {
    path: '/results',
    label: msg`Results`,
    icon: 'pulse',
    right: 'ReadReports',
    operations: ['Client.GetResults', 'Campaign.Compare', 'ReportMail.List'],
    key: 'r',
  },
  {
    path: '/series',
    label: msg`Series`,
    icon: 'numbers',
    operations: ['Series.List', 'Series.Create', 'Series.GetReport'],
  },
  {
    path: '/lists',
    label: msg`Lists`,
    icon: 'list',
    operations: ['Client.GetLists', 'List.Create', 'List.GetGrowth'],
    key: 'l',
  },
  {
    path: '/segments',
    label: msg`Segments`,
    icon: 'segment',
    operations: ['Segment.ListAll', 'Segment.SetTree', 'Segment.Explain'],
  },
  {
    path: '/subscribers',
    label: msg`Subscribers`,
    icon: 'person',
    right: 'ReadAudience',
    operations: ['Subscriber.List', 'Subscriber.GetHistory'],
    key: 's',
  },
  {
    path: '/contacts',
    label: msg`Contacts`,
    icon: 'search',
    right: 'ReadAudience',
    operations: ['Subscriber.Search', 'Subscriber.GetContact'],
    key: 'f',
  },
  {
    path: '/tags',
    label: msg`Tags`,
    icon: 'tag',
    operations: ['Tag.List', 'Tag.Create'],
  },
  {
    path: '/feeds',
    label: msg`Feeds`,
    icon: 'inbox',
    right: 'View',
    operations: ['Feed.List', 'Feed.Create', 'Feed.Preview'],
  },
  {
    path: '/forms',
    label: msg`Sign-up forms`,
    icon: 'form',
    right: 'View',
    operations: ['Form.List', 'Form.Create', 'Form.GetEmbed', 'Form.GetStatistics'],
    key: 'u',
  },
  {
    path: '/imports',
    label: msg`Imports`,
    icon: 'import',
    right: 'Import',
    operations: ['Import.List', 'Import.Create'],
    key: 'i',
  },
  {
    path: '/exports',
    label: msg`Exports`,
    icon: 'export',
    right: 'ReadAudience',
    operations: ['Export.List', 'Export.GetLink'],
    key: 'e',
  },
  {
    path: '/changes',
    label: msg`Changes`,
    icon: 'swap',
    right: 'ReadAudience',
    operations: ['BulkChange.List', 'BulkChange.Undo', 'BulkChange.Cancel'],
  },
  {
    path: '/templates',
    label: msg`Templates`,
    icon: 'template',
    right: 'Draft',
    operations: ['Client.GetTemplates', 'Template.Create', 'Template.Preview'],
    key: 't',
  },
  {
    path: '/outbox',
    label: msg`Outbox`,
    icon: 'inbox',
    right: 'ReadReports',
    needsOutbox: true,
    operations: ['Outbox.List', 'Outbox.GetMail'],
    key: 'x',
  },
  {
    path: '/suppression',
    label: msg`Suppression`,
    icon: 'stop',
    right: 'ReadAudience',
    operations: ['Suppression.List', 'Suppression.Add', 'Suppression.Remove'],
  },
  { path: '/events', label: msg`Events`, icon: 'log', right: 'Events', operations: ['Event.List'] },
  {
    path: '/webhooks',
    label: msg`Webhooks`,
    icon: 'hook',
    right: 'Events',
    operations: ['Webhook.List', 'Webhook.Create', 'Webhook.Replay'],
  },
  {
    path: '/domains',
    label: msg`Sending domains`,
    icon: 'shield',
    right: 'Settings',
    operations: ['Domain.List', 'Domain.Create', 'Domain.Verify'],
  },
  {
    path: '/holds',
    label: msg`Holds and limits`,
    icon: 'hand',
    right: 'Draft',
    operations: ['Client.GetHold', 'Client.GetDailyLimit'],
  },
  {
    path: '/branding',
    label: msg`Branding`,
    icon: 'palette',
    right: 'View',
    operations: ['Client.GetBranding', 'Client.SetBranding'],
  },
  {
    path: '/settings',
    label: msg`Settings`,
    icon: 'settings',
    right: 'Settings',
    operations: [
      'Client.GetOptions',
      'Client.SetApproval',
      'Client.SetStopSeconds',
      'Client.GetFrequencyCap',
      'Client.SetFrequencyCap',
      'Client.SetSendConfirmation',
      'Client.GetRetention',
      'Client.SetRetention',
      'Client.PreviewRetention',
      'Client.GetProcessingRegister',
      'Client.Delete',
    ],
  },
]

/** Of the account. */
export const accountPlaces: readonly Place[] = [
  {
    path: '/people',
    label: msg`People`,
    icon: 'people',
    right: 'People',
    operations: ['Person.List', 'Person.Invite', 'Person.SetGrants'],
  },
  {
    path: '/keys',
    label: msg`API keys`,
    icon: 'key',
    right: 'Keys',
    operations: ['Key.List', 'Key.Create', 'Key.Rotate'],
    key: 'k',
  },
  {
    path: '/suppression',
    label: msg`Account suppression`,
    icon: 'stop',
    right: 'ReadAudience',
    onAccount: true,
    operations: ['Suppression.ListOfAccount', 'Suppression.AddToAccount', 'Suppression.RemoveFromAccount'],
  },
  {
    path: '/system',
    label: msg`System`,
    icon: 'pulse',
    right: 'Settings',
    onAccount: true,
    operations: ['System.GetState'],
  },
  {
    path: '/relays',
    label: msg`Relays`,
    icon: 'relay',
    right: 'Settings',
    onAccount: true,
    operations: ['Relay.Test'],
  },
  {
    path: '/inbound-mail',
    label: msg`Inbound mail`,
    icon: 'inbox',
    right: 'Settings',
    onAccount: true,
    operations: ['Mailbox.List', 'Mailbox.GetMessage'],
  },
  { path: '/audit', label: msg`Audit log`, icon: 'log', right: 'Audit', operations: ['Audit.List'] },
  { path: '/deleted', label: msg`Recently deleted`, icon: 'trash', operations: ['Deleted.List', 'Deleted.Restore'] },
  {
    path: '/account',
    label: msg`Account`,
    icon: 'settings',
    right: 'Settings',
    onAccount: true,
    operations: ['Account.Get', 'Account.Update'],
  },
  { path: '/developers', label: msg`API`, icon: 'code', operations: ['User.RotateApiKey'] },
]

/** What roles lack is hidden; the service refuses it all the same. @param clientId of a place of a client */
export function isOpenTo({ right, onAccount = false }: Place, session: Session, clientId?: string): boolean {
  if (right === undefined) return true
  return onAccount ? mayOnAccount(session, right) : may(session, right, clientId)
}
