/** The record types of people, their grants and invitations, and of accounts. */
import { type Role as RoleName, roleNames } from './rights.ts'
import { boolean, enumeration, int, list, record, text } from './shapes.ts'

export const Role = enumeration('Role', ...(roleNames as readonly [RoleName, ...RoleName[]]))

/** Custom: the rights of an AccessLevel that are those of no role. */
export const GrantedRole = enumeration('GrantedRole', ...Role.values, 'Custom')

/** A grant as it is given. ClientID is empty for the whole account. AccessLevel is needed with the role Custom alone. */
export const Grant = record('Grant', { ClientID: text, Role: GrantedRole, AccessLevel: int })

/** A grant as it is shown. ClientID and ClientName are empty for the whole account. */
export const PersonGrant = record('PersonGrant', {
  ClientID: text,
  ClientName: text,
  Role: GrantedRole,
  AccessLevel: int,
  Rights: list(text),
})

export const PersonKind = enumeration('PersonKind', 'Person', 'Login')

/** What a person can be told of by mail. */
export const Notification = enumeration('Notification', 'ApprovalAsked', 'CampaignFinished', 'Held', 'ImportDone')

/** A login of a client has no PersonID, address or preferences; a person has a Username only as a user of the account. */
export const Person = record('Person', {
  PersonID: text,
  Kind: PersonKind,
  EmailAddress: text,
  Name: text,
  Username: text,
  Language: text,
  Timezone: text,
  Notifications: list(Notification),
  SecondFactor: boolean,
  CreatedDate: text,
  Grants: list(PersonGrant),
})

export const PersonPage = record('PersonPage', { People: list(Person), NextCursor: text })

export const InvitationState = enumeration('InvitationState', 'Open', 'Expired')

export const Invitation = record('Invitation', {
  InvitationID: text,
  State: InvitationState,
  EmailAddress: text,
  Name: text,
  Language: text,
  InvitedBy: text,
  CreatedDate: text,
  ExpiresDate: text,
  Grants: list(PersonGrant),
})

export const InvitationPage = record('InvitationPage', { Invitations: list(Invitation), NextCursor: text })

/** Link is shown this once. */
export const SentInvitation = record('SentInvitation', { InvitationID: text, ExpiresDate: text, Link: text })

export const TeamState = enumeration('TeamState', 'Active', 'Invited')

/** A person of the team of an account or a client; PersonID is empty until the invitation is accepted. */
export const TeamMember = record('TeamMember', {
  PersonID: text,
  EmailAddress: text,
  Name: text,
  State: TeamState,
  Role: GrantedRole,
  AccessLevel: int,
  PrimaryContact: boolean,
})

export const Account = record('Account', {
  Name: text,
  SiteUrl: text,
  Timezone: text,
  FactorRequiredFrom: text,
  CreatedDate: text,
})
