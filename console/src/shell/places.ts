/** The places of the console: the address of each, who may go there, and the operations it shows. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { may, mayOnAccount, type Session } from '../session/session.ts'
import type { IconName } from '../ui/icons.tsx'

/** What a client's places are about. Those of `files` and `settings` are shown when their group is opened. */
export type ClientGroup = 'campaigns' | 'audience' | 'files' | 'content' | 'results' | 'settings'

/** The names of the groups, in their order. */
export const groupLabels: Readonly<Record<ClientGroup, MessageDescriptor>> = {
  campaigns: msg`Campaigns`,
  audience: msg`Audience`,
  files: msg`Imports and changes`,
  content: msg`Content`,
  results: msg`Results`,
  settings: msg`Settings`,
}

export interface Place {
  /** Of a place of a client: the group of the navigation that has it. */
  readonly group?: ClientGroup
  /** Below `/clients/$clientId` for a place of a client. */
  readonly path: string
  readonly label: MessageDescriptor
  readonly icon: IconName
  /** Of docs/rights.md, one of which is enough; undefined where everyone who is signed in may go there. */
  readonly rights?: readonly string[]
  /** A right that is needed besides. */
  readonly besides?: string
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

/** Rights of those who prepare mails or look after the people they go to: readers of results have no use for the place. */
export const working = ['ReadAudience', 'Draft', 'Settings']

/** Of the client at hand, group by group. */
export const clientPlaces: readonly Place[] = [
  { group: 'campaigns', path: '', label: msg`Overview`, icon: 'pulse', operations: ['Client.GetOverview'], key: 'o' },
  {
    group: 'campaigns',
    path: '/campaigns',
    label: msg`Campaigns`,
    icon: 'campaign',
    operations: ['Campaign.List', 'Campaign.CreateDraft', 'Campaign.Send'],
    key: 'm',
  },
  {
    group: 'campaigns',
    path: '/series',
    label: msg`Series`,
    icon: 'numbers',
    rights: working,
    operations: ['Series.List', 'Series.Create', 'Series.GetReport'],
  },
  {
    group: 'campaigns',
    path: '/feeds',
    label: msg`Feeds`,
    icon: 'inbox',
    rights: working,
    operations: ['Feed.List', 'Feed.Create', 'Feed.Preview'],
  },
  {
    group: 'campaigns',
    path: '/outbox',
    label: msg`Outbox`,
    icon: 'inbox',
    rights: working,
    besides: 'ReadReports',
    needsOutbox: true,
    operations: ['Outbox.List', 'Outbox.GetMail'],
    key: 'x',
  },
  {
    group: 'audience',
    path: '/contacts',
    label: msg`Contacts`,
    icon: 'people',
    rights: ['ReadAudience'],
    operations: ['Subscriber.Search', 'Subscriber.List', 'Subscriber.GetContact', 'Subscriber.GetHistory'],
    key: 'f',
  },
  {
    group: 'audience',
    path: '/lists',
    label: msg`Lists`,
    icon: 'list',
    rights: working,
    operations: ['Client.GetLists', 'List.Create', 'List.GetGrowth'],
    key: 'l',
  },
  {
    group: 'audience',
    path: '/segments',
    label: msg`Segments`,
    icon: 'segment',
    rights: ['ReadAudience'],
    operations: ['Segment.ListAll', 'Segment.SetTree', 'Segment.Explain'],
  },
  {
    group: 'audience',
    path: '/tags',
    label: msg`Tags`,
    icon: 'tag',
    rights: working,
    operations: ['Tag.List', 'Tag.Create'],
  },
  {
    group: 'audience',
    path: '/forms',
    label: msg`Sign-up forms`,
    icon: 'form',
    rights: working,
    operations: ['Form.List', 'Form.Create', 'Form.GetEmbed', 'Form.GetStatistics'],
    key: 'u',
  },
  {
    group: 'audience',
    path: '/suppression',
    label: msg`Suppression`,
    icon: 'stop',
    rights: ['ReadAudience'],
    operations: ['Suppression.List', 'Suppression.Add', 'Suppression.Remove'],
  },
  {
    group: 'files',
    path: '/imports',
    label: msg`Imports`,
    icon: 'import',
    rights: ['Import'],
    operations: ['Import.List', 'Import.Create'],
    key: 'i',
  },
  {
    group: 'files',
    path: '/exports',
    label: msg`Exports`,
    icon: 'export',
    rights: ['ReadAudience'],
    operations: ['Export.List', 'Export.GetLink'],
    key: 'e',
  },
  {
    group: 'files',
    path: '/changes',
    label: msg`Changes`,
    icon: 'swap',
    rights: ['ReadAudience'],
    operations: ['BulkChange.List', 'BulkChange.Undo', 'BulkChange.Cancel'],
  },
  {
    group: 'content',
    path: '/templates',
    label: msg`Templates`,
    icon: 'template',
    rights: ['Draft'],
    operations: ['Client.GetTemplates', 'Template.Create', 'Template.Preview'],
    key: 't',
  },
  {
    group: 'content',
    path: '/branding',
    label: msg`Branding`,
    icon: 'palette',
    rights: ['Draft', 'Settings'],
    operations: ['Client.GetBranding', 'Client.SetBranding'],
  },
  {
    group: 'results',
    path: '/results',
    label: msg`Results`,
    icon: 'chart',
    rights: ['ReadReports'],
    operations: ['Client.GetResults', 'Campaign.Compare', 'ReportMail.Set'],
    key: 'r',
  },
  {
    group: 'results',
    path: '/reports',
    label: msg`Reports`,
    icon: 'campaign',
    rights: ['ReadReports'],
    operations: ['Campaign.List', 'Campaign.GetReport', 'Report.Share'],
  },
  {
    group: 'settings',
    path: '/settings',
    label: msg`Client settings`,
    icon: 'settings',
    rights: ['Settings'],
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
  {
    group: 'settings',
    path: '/domains',
    label: msg`Sending domains`,
    icon: 'shield',
    rights: ['Settings'],
    operations: ['Domain.List', 'Domain.Create', 'Domain.Verify'],
  },
  {
    group: 'settings',
    path: '/holds',
    label: msg`Holds and limits`,
    icon: 'hand',
    rights: ['Draft'],
    operations: ['Client.GetHold', 'Client.GetDailyLimit'],
  },
  {
    group: 'settings',
    path: '/webhooks',
    label: msg`Webhooks`,
    icon: 'hook',
    rights: ['Events'],
    operations: ['Webhook.List', 'Webhook.Create', 'Webhook.Replay'],
  },
  {
    group: 'settings',
    path: '/events',
    label: msg`Events`,
    icon: 'log',
    rights: ['Events'],
    operations: ['Event.Find'],
  },
]

/** Of the account. */
export const accountPlaces: readonly Place[] = [
  {
    path: '/people',
    label: msg`People`,
    icon: 'people',
    rights: ['People'],
    operations: ['Person.List', 'Person.Invite', 'Person.SetGrants'],
  },
  {
    path: '/keys',
    label: msg`API keys`,
    icon: 'key',
    rights: ['Keys'],
    operations: ['Key.List', 'Key.Create', 'Key.Rotate'],
    key: 'k',
  },
  {
    path: '/suppression',
    label: msg`Account suppression`,
    icon: 'stop',
    rights: ['ReadAudience'],
    onAccount: true,
    operations: ['Suppression.ListOfAccount', 'Suppression.AddToAccount', 'Suppression.RemoveFromAccount'],
  },
  {
    path: '/system',
    label: msg`System`,
    icon: 'pulse',
    rights: ['Settings'],
    onAccount: true,
    operations: ['System.GetState'],
  },
  {
    path: '/relays',
    label: msg`Relays`,
    icon: 'relay',
    rights: ['Settings'],
    onAccount: true,
    operations: ['Relay.Test'],
  },
  {
    path: '/inbound-mail',
    label: msg`Inbound mail`,
    icon: 'inbox',
    rights: ['Settings'],
    onAccount: true,
    operations: ['Mailbox.List', 'Mailbox.GetMessage'],
  },
  { path: '/audit', label: msg`Audit log`, icon: 'log', rights: ['Audit'], operations: ['Audit.List'] },
  {
    path: '/deleted',
    label: msg`Recently deleted`,
    icon: 'trash',
    rights: ['Draft', 'ChangeAudience', 'Settings', 'Clients'],
    operations: ['Deleted.List', 'Deleted.Restore'],
  },
  {
    path: '/account',
    label: msg`Account`,
    icon: 'settings',
    rights: ['Settings'],
    onAccount: true,
    operations: ['Account.Get', 'Account.Update'],
  },
  { path: '/developers', label: msg`API`, icon: 'code', rights: ['Keys'], operations: ['User.RotateApiKey'] },
]

/** What roles lack is hidden; the service refuses it all the same. @param clientId of a place of a client */
export function isOpenTo(place: Place, session: Session, clientId?: string): boolean {
  const { rights, besides, onAccount = false } = place
  if (besides !== undefined && !may(session, besides, clientId)) return false
  if (rights === undefined) return true
  return rights.some(right => (onAccount ? mayOnAccount(session, right) : may(session, right, clientId)))
}
