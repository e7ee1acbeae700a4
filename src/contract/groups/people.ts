/** People of an account: invitations, grants, passwords and preferences; and the account itself. */

import { account, anyone, card, part, R, session, U } from '../card.ts'
import { longestPage } from '../limits.ts'
import { type Role as RoleName, roleNames } from '../rights.ts'
import { boolean, describe, enumeration, exemplify, int, list, optional, record, text } from '../shapes.ts'
import { ApiKey, Cursor, fields, id, Timezone } from '../words.ts'

const InvitationID = text('The invitation.', id('2'))
const ExpiresDate = text('Until when it can be accepted, in the time zone of the account.', '2026-03-27 09:30:00')

export const Role = enumeration('Role', ...(roleNames as readonly [RoleName, ...RoleName[]]))

/** Custom: the rights of an AccessLevel that are those of no role. */
export const GrantedRole = enumeration('GrantedRole', ...Role.values, 'Custom')

/** A grant as it is given. ClientID is empty for the whole account. AccessLevel is needed with the role Custom alone. */
export const Grant = record('Grant', {
  ClientID: text('The client; left out or empty for the whole account.', id('a')),
  Role: describe(GrantedRole, 'What may be done there, by the table of roles (people-and-keys.md); Custom for what AccessLevel says.', 'Custom'),
  AccessLevel: optional(int('With the role Custom what may be done there, a sum as of Client.UpdateAccessAndBilling; left out with another role.', 3)),
})

/** Link is shown this once. */
export const PersonInvitation = record('PersonInvitation', {
  EmailAddress: text('The address that it went to.', 'ada@agency.example'),
  Name: text('How it greets; empty where it names no one.', 'Ada Moss'),
  AccountName: text('The account that invites.', 'Bloom Agency'),
  Language: text('The language of its mail.', 'de'),
  Known: boolean('A person of this address has a password here, and accepts with it.'),
})

export const SentInvitation = record('SentInvitation', {
  InvitationID,
  ExpiresDate,
  Link: text(
    'The link of the mail, for where mail does not arrive; shown this once.',
    'https://mail.example.com/accept-invitation#q8mB3T0n5xR2cVw7Jd1sKfLhYg4PzA6eUo9iNtXbCvM',
  ),
})

export const InvitationState = enumeration('InvitationState', 'Open', 'Expired')

/** A grant as it is shown. ClientID and ClientName are empty for the whole account. */
export const PersonGrant = record('PersonGrant', {
  ClientID: text('The client; empty for the whole account.', id('a')),
  ClientName: text('The name of the client; empty for the whole account.', 'Bloom & Sons'),
  Role: describe(GrantedRole, 'The role; Custom where the AccessLevel is that of no role.', 'Analyst'),
  AccessLevel: int('The number that the grant was given by, else the bits all of whose rights the role has; 1023 is everything.'),
  Rights: list(text(), 'The rights that come with it.', ['View', 'ReadReports']),
})

export const Invitation = record('Invitation', {
  InvitationID,
  State: describe(InvitationState, 'Open, or Expired when its seven days are over.'),
  EmailAddress: text('Where it went.', 'ada@agency.example'),
  Name: text('How its mail greets; empty where no name was given.', 'Ada Moss'),
  Language: text('The language of its mail.', 'de'),
  InvitedBy: text('The name of who invited.', 'Carla Bloom'),
  CreatedDate: text('When it was sent, in the time zone of the account.', '2026-03-20 09:30:00'),
  ExpiresDate,
  Grants: list(PersonGrant, 'What the person will be able to do.'),
})

export const InvitationPage = record('InvitationPage', { Invitations: list(Invitation, 'The invitations of this page.'), NextCursor: fields.NextCursor })

export const PersonKind = enumeration('PersonKind', 'Person', 'Login')

/** Events that a person can be notified of by mail. */
export const Notification = enumeration('Notification', 'ApprovalAsked', 'CampaignFinished', 'Held', 'ImportDone')

/** A login of a client has no PersonID, address or preferences; a person has a Username only as a user of the account. */
export const Person = record('Person', {
  PersonID: text('The person; empty for the login of a client, which Client.UpdateAccessAndBilling manages.', id('1')),
  Kind: describe(PersonKind, 'A person with an address, or the login of a client.'),
  EmailAddress: text('What the person signs in with; empty for a login, and for a user of the account who gave none.', 'ada@agency.example'),
  Name: text('The name of the person; of a login the user name.', 'Ada Moss'),
  Username: text('The user name of the login; empty for a person who has none.', ''),
  Language: text('The language of mails to the person; empty for a login.', 'de'),
  Timezone: text('The time zone of the person, an IANA name; of a login that of the client.', 'Europe/Berlin'),
  Notifications: list(Notification, 'The events that the person is notified of by mail.', ['ApprovalAsked', 'Held']),
  SecondFactor: boolean('Whether the person signs in with a second factor.'),
  CreatedDate: text('When the person came to the installation, or the login was made, in the time zone of the account.', '2026-03-20 09:30:00'),
  Grants: list(PersonGrant, 'What the person may do, on the account or on the clients that the caller looks after.'),
})

export const PersonPage = record('PersonPage', { People: list(Person, 'The people and logins of this page.'), NextCursor: fields.NextCursor })

export const TeamState = enumeration('TeamState', 'Active', 'Invited')

/** A person of the team of an account or a client; PersonID is empty until the invitation is accepted. */
export const TeamMember = record('TeamMember', {
  PersonID: text('The person; empty until the invitation is accepted.', id('1')),
  EmailAddress: text('What the person signs in with; empty for a user of the account who gave none.', 'ada@agency.example'),
  Name: text('The name of the person; empty where an invitation gave none.', 'Ada Moss'),
  State: describe(TeamState, 'Active, or Invited until the invitation is accepted.'),
  Role: describe(GrantedRole, 'The role in this team; Custom where the AccessLevel is that of no role.'),
  AccessLevel: int('The number that the role was given by, else the bits all of whose rights it has; 1023 is everything.', 1023),
  PrimaryContact: boolean('Whether this is the primary contact: the one that was chosen, else the first who has an address.'),
})

export const Account = record('Account', {
  Name: fields.AccountName,
  SiteUrl: text('The web address by which User.GetApiKey finds the account.', 'https://agency.example.com/'),
  Timezone: text('The time zone of the account, an IANA name.', 'Europe/Berlin'),
  FactorRequiredFrom: text('From when on its people need a second factor, in the time zone of the account; empty for never.', ''),
  CreatedDate: fields.MadeDate,
})

const paged = { ApiKey, Cursor, Limit: int(`Entries of this page, at most ${longestPage}; 0 for as many as a page holds.`, 100) }

const Token = text('The token of the link in the mail: the part behind the #.', 'q8mB3T0n5xR2cVw7Jd1sKfLhYg4PzA6eUo9iNtXbCvM')

const ofPerson = { ApiKey, PersonID: text('The person: 32 hexadecimal digits, as Person.List names it.', id('1')) }

const clientID = optional(text('The client whose team is meant; left out or empty for the team of the account.', id('a')))

const ofMember = {
  ApiKey,
  ClientID: clientID,
  EmailAddress: text('The address of a person of the team, or of one who is invited; case does not matter.', 'ada@agency.example'),
}

const Name = optional(text('The name of the person, one line of at most 100 characters.', 'Ada Moss'))

export const people = {
  'Person.Invite': card('InvitePerson', part('People'), 'create', {
    summary: 'Invites a person by mail, with grants; yields the link of the mail, this once. An open invitation of the address is replaced.',
    parameters: {
      ApiKey,
      EmailAddress: text('Where the invitation goes; only who states this address can accept it.', 'ada@agency.example'),
      Name: optional(text('How the mail greets, one line of at most 100 characters; the person may choose another name.', 'Ada Moss')),
      Language: optional(text('The language of the mail: en, de, fr or es; English when left out.', 'de')),
      Grants: list(Grant, 'What the person may do, where: at least one grant, and none with a right that you lack yourself.'),
    },
    result: U(SentInvitation),
    refusals: [
      'InvalidEmail',
      'InvalidLanguage',
      'GrantsRequired',
      'InvalidClientId',
      'InvalidAccessLevel',
      'AlreadyMember',
      'TooManyPeople',
      'TooManyInvitations',
    ],
  }),
  'Person.ListInvitations': card('GetInvitations', part('People'), 'read', {
    summary: 'Invitations that were neither accepted nor revoked, newest first, page by page.',
    parameters: paged,
    result: U(InvitationPage),
    refusals: [],
  }),
  'Person.RevokeInvitation': card('RevokeInvitation', part('People'), 'change', {
    summary: 'Ends an invitation; its link is worth nothing from now on.',
    parameters: { ApiKey, InvitationID: text('The invitation: 32 hexadecimal digits, as Person.ListInvitations names it.', id('2')) },
    result: R,
    refusals: ['UnknownInvitation'],
  }),
  'Person.GetInvitation': card('GetInvitation', anyone, 'read', {
    summary: 'What a mailed invitation is of, for who has its link.',
    parameters: { Token },
    result: U(PersonInvitation),
    refusals: ['InvalidInvitation', 'InvitationEnded'],
  }),
  // a read, open to anyone: its handler writes the entries
  'Person.AcceptInvitation': card('AcceptInvitation', anyone, 'read', {
    summary: 'Accepts an invitation: makes a person with a password, or gives the grants to the person of this address who proves to be it.',
    parameters: {
      Token,
      EmailAddress: text('The address that the invitation went to; case does not matter.', 'ada@agency.example'),
      Name: optional(text('The name of a new person, one line of at most 100 characters; that of the invitation when left out.', 'Ada Moss')),
      Password: text(
        'Of a new person the password it chooses, 6 to 200 characters; of a person who exists already the present one.',
        'correct horse battery staple',
      ),
      Code: optional(text('The code of the second factor, or a recovery code; needed of a person who exists already and has one.', '')),
      Language: optional(text('The language of a new person: en, de, fr or es; that of the invitation when left out.', 'de')),
      Timezone: optional(
        text('The time zone of a new person, as User.GetTimezones lists it, or an IANA name; that of the account when left out.', 'Europe/Berlin'),
      ),
    },
    result: R,
    refusals: [
      'InvalidInvitation',
      'InvitationEnded',
      'InvalidLogin',
      'CodeRequired',
      'InvalidCode',
      'TooManyCodes',
      'NameRequired',
      'InvalidPassword',
      'UnsafePassword',
      'InvalidLanguage',
      'InvalidTimezone',
      'TooManyPeople',
    ],
  }),
  'Person.List': card('GetPeople', part('People'), 'read', {
    summary: 'The people of the account, then the logins of its clients, each with grants, page by page.',
    parameters: paged,
    result: U(PersonPage),
    refusals: [],
  }),
  'Person.Get': card('GetPerson', part('People'), 'read', {
    summary: 'A person with grants and preferences.',
    parameters: ofPerson,
    result: U(Person),
    refusals: ['UnknownPerson'],
  }),
  'Person.SetGrants': card('SetPersonGrants', part('People'), 'change', {
    summary: 'Replaces the grants of a person on the account, or on the clients where the caller may; without any the person is removed.',
    parameters: {
      ...ofPerson,
      Grants: list(Grant, 'All grants the person has from now on, on the account or the clients that you look after; an empty list removes the person.'),
    },
    result: R,
    refusals: ['UnknownPerson', 'GrantsRequired', 'InvalidClientId', 'InvalidAccessLevel', 'LastOwner', 'AddressRequired'],
  }),
  'Person.Remove': card('RemovePerson', part('People'), 'change', {
    summary: 'Takes all grants from a person on the account, or on the clients where the caller may: sessions end, keys are revoked.',
    parameters: ofPerson,
    result: R,
    refusals: ['UnknownPerson', 'LastOwner'],
  }),
  'Person.GetTeam': card('GetTeam', part('People'), 'read', {
    summary: 'The people with a role on the whole account, or on a client, then those who are invited to it.',
    parameters: { ApiKey, ClientID: clientID },
    result: U(list(TeamMember)),
    refusals: ['InvalidClientId'],
  }),
  'Person.AddToTeam': card('AddToTeam', part('People'), 'create', {
    summary:
      'Adds a person to the team of the account, or of a client: at once where it works with the account already, else by an invitation that is mailed. An AccessLevel of 1023 is everything.',
    parameters: {
      ...ofMember,
      Name,
      AccessLevel: int('What the person may do, a sum as of Client.UpdateAccessAndBilling; 1023 is everything. Bits above 32 are kept and give no right.', 23),
      EmailAddress: text('Where the invitation goes, or the address of a person who works with the account.', 'ada@agency.example'),
    },
    result: R,
    refusals: ['InvalidEmail', 'InvalidClientId', 'InvalidAccessLevel', 'AlreadyMember', 'TooManyPeople', 'TooManyInvitations'],
  }),
  'Person.ChangeInTeam': card('ChangeInTeam', part('People'), 'change', {
    summary: 'Changes what a person of a team may do, and the name. Only an invitation goes to another address: that of a person is its own.',
    parameters: {
      ...ofMember,
      NewEmailAddress: optional(text('Another address for an invitation; left out or empty it stays. That of a person cannot be changed.', '')),
      Name: optional(text('The name of the person, one line of at most 100 characters; left out or empty it stays.', 'Ada Moss')),
      AccessLevel: int('What the person may do from now on, as of Person.AddToTeam; left out or 0 it stays.', 23),
    },
    result: R,
    refusals: ['InvalidEmail', 'InvalidClientId', 'InvalidAccessLevel', 'UnknownPerson', 'LastOwner', 'AlreadyMember', 'TooManyInvitations'],
  }),
  'Person.RemoveFromTeam': card('RemoveFromTeam', part('People'), 'change', {
    summary: 'Takes a person out of the team of a client, or of the account with all of its clients; an invitation ends.',
    parameters: ofMember,
    result: R,
    refusals: ['InvalidEmail', 'InvalidClientId', 'UnknownPerson', 'LastOwner'],
  }),
  'Person.SetPrimaryContact': card('SetPrimaryContact', part('People'), 'change', {
    summary: 'Makes a person of a team its primary contact.',
    parameters: ofMember,
    result: R,
    refusals: ['InvalidEmail', 'InvalidClientId', 'UnknownPerson', 'NotYetMember'],
  }),
  // a read, open to anyone: its handler writes the entries
  'Person.RequestPasswordReset': card('RequestPasswordReset', anyone, 'read', {
    summary: 'Mails a link to choose a new password, if a person has this address; the answer does not say whether one has.',
    parameters: { EmailAddress: text('The address of the person; the answer does not say whether one has it.', 'ada@agency.example') },
    result: R,
    refusals: ['InvalidEmail'],
  }),
  // a read, open to anyone: its handler writes the entries
  'Person.ResetPassword': card('ResetPassword', anyone, 'read', {
    summary: 'Sets a new password with the token of the mail; all sessions of the person end, a second factor stays.',
    parameters: { Token, Password: text('The new password, 6 to 200 characters; not one of those that are guessed first.', 'correct horse battery staple') },
    result: R,
    refusals: ['InvalidReset', 'InvalidPassword', 'UnsafePassword'],
  }),
  'Person.ChangePassword': card('ChangePassword', session, 'change', {
    summary: "Changes the calling person's or login's password; its other sessions end.",
    parameters: {
      ApiKey,
      Password: text('The present password.', 'correct horse battery staple'),
      NewPassword: text('The new password, 6 to 200 characters; not one of those that are guessed first.', 'purple kettle on a bicycle'),
    },
    result: R,
    refusals: ['PersonRequired', 'InvalidLogin', 'InvalidPassword', 'UnsafePassword'],
  }),
  'Person.GetMe': card('GetMe', session, 'read', {
    summary: 'The calling person with grants and preferences.',
    parameters: { ApiKey },
    result: U(Person),
    refusals: ['PersonRequired'],
  }),
  'Person.SetPreferences': card('SetPreferences', session, 'change', {
    summary: "Changes the calling person's name, address, language, time zone and notifications; what is left out stays.",
    parameters: {
      ApiKey,
      Name,
      EmailAddress: optional(text('Another address to sign in with and to get mails at; needs Password. Left out it stays.', 'ada@agency.example')),
      Password: optional(text('The present password; needed for another EmailAddress.', 'correct horse battery staple')),
      Language: optional(text('The language of mails to the person: en, de, fr or es, also with a region such as de-AT.', 'de')),
      Timezone: optional(text('A time zone as User.GetTimezones lists it, or an IANA name such as Europe/Berlin; left out it stays.', 'Europe/Berlin')),
      Notifications: optional(list(Notification, 'The events to be notified of by mail; left out it stays, an empty list means none.')),
    },
    result: R,
    refusals: ['PersonRequired', 'InvalidEmail', 'EmailTaken', 'InvalidLogin', 'InvalidLanguage', 'InvalidTimezone'],
  }),
  'Account.Get': card('GetAccount', account('Settings'), 'read', {
    summary: 'The name, site and time zone of the account, and since when its people need a second factor.',
    parameters: { ApiKey },
    result: U(Account),
    refusals: [],
  }),
  'Account.Update': card('UpdateAccount', account('Settings'), 'change', {
    summary: 'Changes the account; since when people need a second factor is changed by who may do everything, as an Owner may.',
    parameters: {
      ApiKey,
      Name: text('The name of the account, one line of at most 200 characters; mails that invite people say it.', 'Spring Agency'),
      Timezone: exemplify(Timezone, 'Europe/Berlin'),
      FactorRequiredFrom: optional(
        text(
          'From when on people of the account need a second factor: YYYY-MM-DD HH:MM:SS in the time zone of the account; empty or left out for never. Another moment needs the right People.',
          '',
        ),
      ),
    },
    result: R,
    refusals: ['NameRequired', 'InvalidTimezone', 'InvalidDate'],
  }),
}
