/** The record types of test groups, relay tests, the first-run checklist, and deleted objects. */
import { boolean, enumeration, int, list, long, record, text } from './shapes.ts'

export const TestGroup = record('TestGroup', { TestGroupID: text, Name: text, Addresses: list(text) })

export const TestGroupPage = record('TestGroupPage', { TestGroups: list(TestGroup), NextCursor: text })

export const TransportKind = enumeration('TransportKind', 'Folder', 'Relays')

/** The steps of a session with a relay in their order; Done after the last. */
export const RelayStep = enumeration(
  'RelayStep',
  'Resolve',
  'Connect',
  'Hello',
  'Tls',
  'Login',
  'Sender',
  'Reset',
  'Done',
)

/** Relay is `host:port`, never a password. Step is where it failed, Done where it did not; Code is 0 where the relay said nothing. */
export const RelayTest = record('RelayTest', {
  Relay: text,
  Works: boolean,
  Step: RelayStep,
  Code: int,
  Error: text,
  Addresses: list(text),
  Encrypted: boolean,
  LoggedIn: boolean,
  Pipelining: boolean,
  Chunking: boolean,
  EightBitMime: boolean,
  SmtpUtf8: boolean,
  MostBytes: long,
  LoginMethods: list(text),
  Milliseconds: int,
})

export const RelayTests = record('RelayTests', { Transport: TransportKind, Message: text, Relays: list(RelayTest) })

export const SetupStepName = enumeration(
  'SetupStepName',
  'Transport',
  'PublicUrl',
  'Client',
  'Subscribers',
  'Domain',
  'Campaign',
)

export const SetupState = enumeration('SetupState', 'Done', 'Todo', 'Unknown')

/** GoTo is a word that a user interface maps to a page. */
export const SetupPlace = enumeration('SetupPlace', 'Settings', 'Clients', 'Lists', 'Domains', 'Campaigns')

export const SetupStep = record('SetupStep', {
  Name: SetupStepName,
  State: SetupState,
  Message: text,
  GoTo: SetupPlace,
})

/** SampleClientID is empty where there is no sample data, or the caller does not reach it. */
export const SetupStatus = record('SetupStatus', {
  Complete: boolean,
  Steps: list(SetupStep),
  SampleClientID: text,
  Transport: TransportKind,
})

export const DeletedKind = enumeration('DeletedKind', 'Client', 'List', 'Template', 'Campaign', 'Asset')

/** Dates are in the time zone of the client. */
export const DeletedObject = record('DeletedObject', {
  Kind: DeletedKind,
  ID: text,
  Name: text,
  ClientID: text,
  CompanyName: text,
  ClientIsDeleted: boolean,
  DeletedDate: text,
  DeletedBy: text,
  RestorableUntil: text,
})

export const DeletedPage = record('DeletedPage', { Deleted: list(DeletedObject), NextCursor: text })
