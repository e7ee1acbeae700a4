/** The test of the relays and the checklist of the first run. */

import { account, card, key, U } from '../card.ts'
import { boolean, describe, enumeration, int, list, long, optional, record, text } from '../shapes.ts'
import { ApiKey } from '../words.ts'

export const TransportKind = enumeration('TransportKind', 'Folder', 'Relays')

/** The steps of a session with a relay in their order; Done after the last. */
export const RelayStep = enumeration('RelayStep', 'Resolve', 'Connect', 'Hello', 'Tls', 'Login', 'Sender', 'Reset', 'Done')

/** Relay is `host:port`, never a password. Step is where it failed, Done where it did not; Code is 0 where the relay said nothing. */
export const RelayTest = record('RelayTest', {
  Relay: text('The relay, as host:port.', 'smtp.relay.example:587'),
  Works: boolean('Every step was done: the relay takes mail of this sender.', false),
  Step: describe(RelayStep, 'The step that failed; Done when none did. With smtps, Connect contains the TLS handshake.', 'Login'),
  Code: int('The reply code of the relay where it failed; 0 where it said nothing or nothing failed.', 535),
  Error: text('What the relay said, or what went wrong; empty when nothing did. Secrets are left out.', '535 5.7.8 authentication failed'),
  Addresses: list(text(), 'The network addresses that the name of the host leads to.', ['192.0.2.25']),
  Encrypted: boolean('The session was protected by TLS.'),
  LoggedIn: boolean('The relay took the user name and the password; False where LETTERSHOP_TRANSPORT gives none.', false),
  Pipelining: boolean('It offers PIPELINING (RFC 2920).', false),
  Chunking: boolean('It offers CHUNKING (RFC 3030) with PIPELINING.', false),
  EightBitMime: boolean('It offers 8BITMIME (RFC 6152).', false),
  SmtpUtf8: boolean('It offers SMTPUTF8 (RFC 6531).', false),
  MostBytes: long('The largest message it takes in octets, 0 where it does not say.', 0),
  LoginMethods: list(text(), 'The ways to log in that it offers (RFC 4954).', ['PLAIN']),
  Milliseconds: int('How long the test took.', 212),
})

export const RelayTests = record('RelayTests', {
  Transport: describe(TransportKind, 'Folder: mail is written into a folder, and there is no relay. Relays: mail goes to SMTP relays.', 'Relays'),
  Message: text('What was found, in a sentence.', '1 of 1 relay cannot be used.'),
  Relays: list(RelayTest, 'What came of each relay that was tested; empty with a folder.'),
})

export const SetupStepName = enumeration('SetupStepName', 'Transport', 'PublicUrl', 'Client', 'Subscribers', 'Domain', 'Campaign')

export const SetupState = enumeration('SetupState', 'Done', 'Todo', 'Unknown')

/** GoTo is a word that a user interface maps to a page. */
export const SetupPlace = enumeration('SetupPlace', 'Settings', 'Clients', 'Lists', 'Domains', 'Campaigns')

export const SetupStep = record('SetupStep', {
  Name: describe(SetupStepName, 'The step.'),
  State: describe(SetupState, 'Unknown: you may not see it, or only the 40 oldest of many clients were looked at.', 'Todo'),
  Message: text('What is so, and what to do next.', 'Mail is written into a folder and not delivered. Set LETTERSHOP_TRANSPORT to an SMTP relay.'),
  GoTo: describe(SetupPlace, 'The part of a user interface where the step is done.'),
})

/** SampleClientID is empty without sample data, or where the caller does not reach it. */
export const SetupStatus = record('SetupStatus', {
  Complete: boolean('Every step is done.', false),
  Steps: list(SetupStep, 'The steps in the order in which they are taken.'),
  SampleClientID: text('The client that Sample.Create made; empty without one, or where you do not reach it.', ''),
  Transport: describe(TransportKind, 'Folder: mail is written into a folder, and Outbox.List shows it. Relays: mail goes to SMTP relays.'),
})

export const setup = {
  'Relay.Test': card('TestRelays', account('Settings'), 'change', {
    summary: 'Opens a session with each SMTP relay, sends nothing, and says what each offers and what went wrong first.',
    parameters: {
      ApiKey,
      Relay: optional(text('One relay, as host:port or by its host; left out or empty for all.', 'smtp.relay.example:587')),
      FromEmail: optional(text('The sender to offer to the relays; left out or empty for none, as bounces have it.', 'news@bloom.example')),
    },
    result: U(RelayTests),
    refusals: ['InvalidEmail', 'UnknownRelay', 'RelayTestLimit'],
  }),

  'Setup.GetStatus': card('GetSetupStatus', key, 'read', {
    summary: 'What is done and what is left to do before the first campaign is sent, for the clients the caller reaches.',
    parameters: { ApiKey },
    result: U(SetupStatus),
    refusals: [],
  }),
}
