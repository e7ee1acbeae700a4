/** Signing in to the console, sessions, and the second factor. */

import { anyone, card, R, session, U } from '../card.ts'
import { boolean, describe, enumeration, exemplify, int, list, optional, record, text } from '../shapes.ts'
import { ApiKey, fields, id } from '../words.ts'
import { PersonGrant } from './people.ts'

const SessionID = text('The session: 32 hexadecimal digits.', id('f'))

/** Login: the login of a client. */
export const SessionKind = enumeration('SessionKind', 'Person', 'Login')

export const SessionAccount = record('SessionAccount', {
  AccountID: text('The account: 32 hexadecimal digits.', id('9')),
  Name: exemplify(fields.AccountName, 'Petal Agency'),
  Selected: boolean('The session works in this account.'),
})

/** Begun: waits for its first code, and is not asked for. */
export const FactorState = enumeration('FactorState', 'None', 'Begun', 'Active')

/** Who is signed in, where, and what they may do. Dates are in Timezone. */
export const SessionDetail = record('SessionDetail', {
  SessionID,
  Kind: describe(SessionKind, 'Whether a person or the login of a client is signed in.'),
  PersonID: text('The person: 32 hexadecimal digits; empty for the login of a client.', id('1')),
  Name: text('The name of the person, or the user name of the login.', 'Carla Bloom'),
  EmailAddress: text('The address of the person; empty without one.', 'carla@bloom.example'),
  Username: text('The user name of the login, or of the login that the person has; empty without one.', ''),
  Language: text('The language of the person as a BCP 47 tag such as de; empty for the login of a client.', 'de'),
  Timezone: text('The IANA time zone of the person, or of the client of the login.', 'Europe/Berlin'),
  AccountID: text('The account that the session works in: 32 hexadecimal digits.', id('9')),
  AccountName: text('The name of that account.', 'Petal Agency'),
  Accounts: list(SessionAccount, 'The accounts that Session.SelectAccount can choose.'),
  Grants: list(PersonGrant, 'What the caller may do in that account.'),
  SecondFactor: describe(FactorState, 'Begun: it waits for Factor.Confirm and is not asked for yet.', 'Active'),
  SecondFactorMissing: boolean(
    'The account requires a second factor and the person has none: until one is set up, only sessions and factors can be called.',
    false,
  ),
  SecondFactorRequiredDate: text('From when on the account requires a second factor, in Timezone; empty for never.', '2026-12-01 00:00:00'),
  RecoveryCodesLeft: int('How many recovery codes are unused.', 10),
  SignedInDate: text('When the session began, in Timezone.', '2026-11-22 09:00:00'),
  ExpiresDate: text('When it ends at the latest, in Timezone; it ends 12 hours after its last use in any case.', '2026-12-22 09:00:00'),
})

export const SessionEntry = record('SessionEntry', {
  SessionID,
  Current: boolean('It is that of the call.'),
  AccountName: text('The account that it works in.', 'Petal Agency'),
  Device: text('The name given at the sign-in, or the browser in words.', 'Firefox, Windows'),
  NetworkAddress: text('The IP address that signed in.', '192.0.2.7'),
  SignedInDate: text('When it began, in the time zone of the person.', '2026-11-22 09:00:00'),
  LastUsedDate: text('When it was used last, to the minute, in the time zone of the person.', '2026-11-22 11:31:00'),
  ExpiresDate: text('When it ends at the latest, in the time zone of the person.', '2026-12-22 09:00:00'),
})

/** Shown this once. */
export const BegunFactor = record('BegunFactor', {
  Secret: text('The secret for typing it into an authenticator app: 32 characters of base 32.', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'),
  Uri: text(
    'The same as an otpauth URI, for a QR code.',
    'otpauth://totp/Petal%20Agency:carla%40bloom.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Petal%20Agency&algorithm=SHA1&digits=6&period=30',
  ),
})

const mine = { ApiKey }

const password = text(
  'The present password of the person, asked for again; wrong ones count together with those of signing in.',
  'correct horse battery staple',
)

const Code = text('The six digits that the authenticator app shows, or a recovery code; spaces do not matter.', '123456')

export const sessions = {
  // a read, open to anyone: its handler writes the entries
  'Session.SignIn': card('SignIn', anyone, 'read', {
    summary: 'Begins a session in the browser that calls: sets its cookie, and yields who is signed in.',
    parameters: {
      EmailAddress: optional(text('The email address of the person; this, or Username, is needed.', 'carla@bloom.example')),
      SiteUrl: optional(
        text('For a login: the web address of its account; http or https does not matter. May be left out where the installation has one account.', ''),
      ),
      Username: optional(text('For a login: its user name; case does not matter.', '')),
      Password: text('The password of the person or the login.', 'correct horse battery staple'),
      Code: optional(
        text('Where the person has a second factor: the six digits that the authenticator app shows, or a recovery code; spaces do not matter.', '123456'),
      ),
      Device: optional(text('A name for this browser in Session.List, one line of at most 60 characters; left out, it is described by its User-Agent.', '')),
    },
    result: U(SessionDetail),
    refusals: ['InvalidLogin', 'CookieNotAccepted', 'CodeRequired', 'InvalidCode', 'TooManyCodes'],
  }),
  'Session.SignOut': card('SignOut', session, 'change', {
    summary: 'Ends the session of the call and deletes its cookie.',
    parameters: mine,
    result: R,
    refusals: [],
  }),
  'Session.Get': card('GetSession', session, 'read', {
    summary: 'Who is signed in, in which account, with which rights on which clients.',
    parameters: mine,
    result: U(SessionDetail),
    refusals: [],
  }),
  'Session.List': card('GetSessions', session, 'read', {
    summary: 'The sessions of the caller that work, at most 50, the one used last first.',
    parameters: mine,
    result: U(list(SessionEntry)),
    refusals: [],
  }),
  'Session.End': card('EndSession', session, 'change', {
    summary: 'Ends a session of the caller.',
    parameters: { ...mine, SessionID: text('A session of the caller as Session.List names it: 32 hexadecimal digits.', id('f')) },
    result: R,
    refusals: ['UnknownSession'],
  }),
  'Session.EndAll': card('EndSessions', session, 'change', {
    summary: 'Ends all sessions of the caller, with or without that of the call.',
    parameters: { ...mine, KeepThis: boolean('True lets the session of the call go on.') },
    result: R,
    refusals: [],
  }),
  'Session.SelectAccount': card('SelectAccount', session, 'read', {
    summary: 'Has the session work in another account of its person.',
    parameters: { ...mine, AccountID: text('An account of the person as Session.Get lists it: 32 hexadecimal digits.', id('9')) },
    result: U(SessionDetail),
    refusals: ['UnknownAccount'],
  }),

  'Factor.Begin': card('BeginFactor', session, 'change', {
    summary: 'Makes the secret of a second factor for the authenticator app of the caller; it is asked for once Factor.Confirm has seen a code.',
    parameters: { ...mine, Password: password },
    result: U(BegunFactor),
    refusals: ['InvalidLogin', 'FactorActive'],
  }),
  'Factor.Confirm': card('ConfirmFactor', session, 'change', {
    summary: 'Makes the second factor active with a code of the app, and yields ten recovery codes, this once.',
    parameters: { ...mine, Password: password, Code: text('The six digits that the authenticator app shows now; spaces do not matter.', '123456') },
    result: U(exemplify(list(text()), ['k7wq-3m2x-ab5d', 'p4zs-6tyn-c2hf'])),
    refusals: ['InvalidLogin', 'FactorActive', 'FactorNotActive', 'InvalidCode', 'TooManyCodes'],
  }),
  'Factor.Disable': card('DisableFactor', session, 'change', {
    summary: 'Ends the second factor of the caller and its recovery codes.',
    parameters: { ...mine, Password: password, Code },
    result: R,
    refusals: ['InvalidLogin', 'FactorNotActive', 'CodeRequired', 'InvalidCode', 'TooManyCodes'],
  }),
  'Factor.NewCodes': card('RenewRecoveryCodes', session, 'change', {
    summary: 'Replaces all recovery codes by ten new ones, and yields them, this once.',
    parameters: { ...mine, Password: password, Code },
    result: U(exemplify(list(text()), ['k7wq-3m2x-ab5d', 'p4zs-6tyn-c2hf'])),
    refusals: ['InvalidLogin', 'FactorNotActive', 'CodeRequired', 'InvalidCode', 'TooManyCodes'],
  }),
}
