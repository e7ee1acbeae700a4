/** Sessions of the console, and second factors of people. Only sessions are about themselves; a key can do none of this. */
import { type Access, anyone, R, type Row, row, session, U } from '../row.ts'
import * as own from '../session-records.ts'
import { boolean, list, type Members, type Shape, text } from '../shapes.ts'

const mine = { ApiKey: text }

// biome-ignore format: a table reads by its columns
export const sessions = {
  'Session.SignIn': row('SignIn', { EmailAddress: text, SiteUrl: text, Username: text, Password: text, Code: text, Device: text }, U(own.SessionDetail), anyone, 'Begins a session in the browser that calls: sets its cookie, and yields who is signed in.'),
  'Session.SignOut': row('SignOut', mine, R, session, 'Ends the session of the call and deletes its cookie.'),
  'Session.Get': row('GetSession', mine, U(own.SessionDetail), session, 'Who is signed in, in which account, with which rights on which clients.'),
  'Session.List': row('GetSessions', mine, U(list(own.SessionEntry)), session, 'The sessions of the caller that work, at most 50, the one used last first.'),
  'Session.End': row('EndSession', { ...mine, SessionID: text }, R, session, 'Ends a session of the caller.'),
  'Session.EndAll': row('EndSessions', { ...mine, KeepThis: boolean }, R, session, 'Ends all sessions of the caller, with or without that of the call.'),
  'Session.SelectAccount': row('SelectAccount', { ...mine, AccountID: text }, U(own.SessionDetail), session, 'Has the session work in another account of its person.'),

  'Factor.Begin': row('BeginFactor', { ...mine, Password: text }, U(own.BegunFactor), session, 'Makes the secret of a second factor for the authenticator app of the caller; it is asked for once Factor.Confirm has seen a code.'),
  'Factor.Confirm': row('ConfirmFactor', { ...mine, Password: text, Code: text }, U(list(text)), session, 'Makes the second factor active with a code of the app, and yields ten recovery codes, this once.'),
  'Factor.Disable': row('DisableFactor', { ...mine, Password: text, Code: text }, R, session, 'Ends the second factor of the caller and its recovery codes.'),
  'Factor.NewCodes': row('RenewRecoveryCodes', { ...mine, Password: text, Code: text }, U(list(text)), session, 'Replaces all recovery codes by ten new ones, and yields them, this once.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
