/** People of an account: invitations, grants, passwords and preferences; and the account itself. */
import * as people from '../people-records.ts'
import { type Access, account, anyone, part, R, type Row, row, session, U } from '../row.ts'
import { int, list, type Members, type Shape, text } from '../shapes.ts'

const ofPerson = { ApiKey: text, PersonID: text }
const ofTeam = { ApiKey: text, ClientID: text }
const ofMember = { ...ofTeam, EmailAddress: text }
const paged = { ApiKey: text, Cursor: text, Limit: int }
const preferences = { Language: text, Timezone: text }

// biome-ignore format: a table reads by its columns
export const person = {
  'Person.Invite': row('InvitePerson', { ApiKey: text, EmailAddress: text, Name: text, Language: text, Grants: list(people.Grant) }, U(people.SentInvitation), part('People'), 'Invites a person by mail, with grants; yields the link of the mail, this once. An open invitation of the address is replaced.'),
  'Person.ListInvitations': row('GetInvitations', paged, U(people.InvitationPage), part('People'), 'Invitations that were neither accepted nor revoked, newest first, page by page.'),
  'Person.RevokeInvitation': row('RevokeInvitation', { ApiKey: text, InvitationID: text }, R, part('People'), 'Ends an invitation; its link is worth nothing from now on.'),
  'Person.AcceptInvitation': row('AcceptInvitation', { Token: text, EmailAddress: text, Name: text, Password: text, Code: text, ...preferences }, R, anyone, 'Accepts an invitation: makes a person with a password, or gives the grants to the person of this address who proves to be it.'),
  'Person.List': row('GetPeople', paged, U(people.PersonPage), part('People'), 'The people of the account, then the logins of its clients, each with grants, page by page.'),
  'Person.Get': row('GetPerson', ofPerson, U(people.Person), part('People'), 'A person with grants and preferences.'),
  'Person.SetGrants': row('SetPersonGrants', { ...ofPerson, Grants: list(people.Grant) }, R, part('People'), 'Replaces the grants of a person on the account, or on the clients where the caller may; without any the person is removed.'),
  'Person.Remove': row('RemovePerson', ofPerson, R, part('People'), 'Takes all grants from a person on the account, or on the clients where the caller may: sessions end, keys are revoked.'),
  'Person.GetTeam': row('GetTeam', ofTeam, U(list(people.TeamMember)), part('People'), 'The people with a role on the whole account, or on a client, then those who are invited to it.'),
  'Person.AddToTeam': row('AddToTeam', { ...ofMember, Name: text, AccessLevel: int }, R, part('People'), 'Adds a person to the team of the account, or of a client: at once where it works with the account already, else by an invitation that is mailed. An AccessLevel of 1023 is everything.'),
  'Person.ChangeInTeam': row('ChangeInTeam', { ...ofMember, NewEmailAddress: text, Name: text, AccessLevel: int }, R, part('People'), 'Changes what a person of a team may do, and the name. Only an invitation goes to another address: that of a person is its own.'),
  'Person.RemoveFromTeam': row('RemoveFromTeam', ofMember, R, part('People'), 'Takes a person out of the team of a client, or of the account with all of its clients; an invitation ends.'),
  'Person.SetPrimaryContact': row('SetPrimaryContact', ofMember, R, part('People'), 'Makes a person of a team its primary contact.'),
  'Person.RequestPasswordReset': row('RequestPasswordReset', { EmailAddress: text }, R, anyone, 'Mails a link to choose a new password, if a person has this address; the answer does not tell.'),
  'Person.ResetPassword': row('ResetPassword', { Token: text, Password: text }, R, anyone, 'Sets a new password with the token of the mail; all sessions of the person end, a second factor stays.'),
  'Person.ChangePassword': row('ChangePassword', { ApiKey: text, Password: text, NewPassword: text }, R, session, "Changes the calling person's or login's password; its other sessions end."),
  'Person.GetMe': row('GetMe', { ApiKey: text }, U(people.Person), session, 'The calling person with grants and preferences.'),
  'Person.SetPreferences': row('SetPreferences', { ApiKey: text, Name: text, EmailAddress: text, Password: text, ...preferences, Notifications: list(people.Notification) }, R, session, "Changes the calling person's name, address, language, time zone and notifications; what is left out stays."),
  'Account.Get': row('GetAccount', { ApiKey: text }, U(people.Account), account('Settings'), 'The name, site and time zone of the account, and since when its people need a second factor.'),
  'Account.Update': row('UpdateAccount', { ApiKey: text, Name: text, Timezone: text, FactorRequiredFrom: text }, R, account('Settings'), 'Changes the account; since when people need a second factor is changed by who may do everything, as an Owner may.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
