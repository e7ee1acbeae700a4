/** Person.* and Account.*: who works with an account, what each may do, and the account itself. */
import type { Notification } from '../contract/groups/people.ts'
import { Refusal } from '../contract/refusals.ts'
import { type GrantedRole, grantOfLevel, levelOfGrant } from '../contract/rights.ts'
import { roleOfRow } from '../domain/access/principal.ts'
import { changeAccount } from '../domain/accounts/account-settings.ts'
import type { AttemptLimit } from '../domain/accounts/logins.ts'
import { acceptInvitation, showInvitation } from '../domain/people/accepting.ts'
import { type GivenGrant, setGrants } from '../domain/people/grants.ts'
import { invite, type LinkBases, listInvitations, revoke } from '../domain/people/invitations.ts'
import { changePassword, requestPasswordReset, resetPassword } from '../domain/people/passwords.ts'
import { findMe, findPerson, type Listed, listPeople, setPreferences } from '../domain/people/people.ts'
import { addToTeam, changeInTeam, findTeam, removeFromTeam, setPrimaryContact } from '../domain/people/teams.ts'
import { provePersonsCode } from '../domain/sessions/factor.ts'
import type { MailLinks } from '../domain/tokens/mail-links.ts'
import { readAccountRow } from '../store/accounts/accounts.ts'
import type { InvitationRow } from '../store/accounts/invitations.ts'
import type { ClientLoginRow, PersonRow } from '../store/accounts/people.ts'
import { readAccountsOfPerson } from '../store/accounts/sign-in.ts'
import type { TeamRow } from '../store/accounts/teams.ts'
import { recordOpenCall } from './audited.ts'
import type { Handlers, HandlersOf, Origin } from './dependencies.ts'
import { describeGrant } from './grants.ts'
import { continueSession } from './sessions.ts'
import { signInAttempts } from './users.ts'

interface GivenRole {
  readonly Role: GrantedRole
  /** 0 unless it is given. */
  readonly AccessLevel: number
}
type GivenGrants = readonly (({ readonly ClientID: string | null } & GivenRole) | null)[] | null

/** @param attempts what limits wrong passwords */
export function personHandlers(attempts: AttemptLimit): HandlersOf<'Person'> {
  return { ...invitations, ...grants, ...team, ...ownHandlers(attempts) }
}

/** Invitations of an account. */
const invitations: Pick<Handlers, 'Person.Invite' | 'Person.ListInvitations' | 'Person.RevokeInvitation'> = {
  async 'Person.Invite'(
    { EmailAddress, Name, Language, Grants },
    { principal, origin },
    { db, keys, mail: { mailLinks }, log },
  ) {
    const order = { email: EmailAddress, name: Name, language: Language, grants: given(Grants) }
    const sent = await invite({ db, keys }, principal, order, linkBases(mailLinks, origin))
    log.info({ account: principal.accountId, invitation: sent.publicId }, 'a person was invited')
    return { InvitationID: sent.publicId, ExpiresDate: sent.expiresAt, Link: sent.link }
  },

  async 'Person.ListInvitations'({ Cursor, Limit }, { principal }, { db }) {
    const { rows, nextCursor } = await listInvitations(db, principal, { cursor: Cursor, limit: Limit })
    return { Invitations: rows.map(invitation), NextCursor: nextCursor }
  },

  'Person.RevokeInvitation': ({ InvitationID }, { principal }, { db }) => revoke(db, principal, InvitationID),
}

/** People of an account and their grants. */
const grants: Pick<Handlers, 'Person.List' | 'Person.Get' | 'Person.SetGrants' | 'Person.Remove'> = {
  async 'Person.List'({ Cursor, Limit }, { principal }, { db }) {
    const { rows, nextCursor } = await listPeople(db, principal, { cursor: Cursor, limit: Limit })
    return { People: rows.map(listed), NextCursor: nextCursor }
  },

  async 'Person.Get'({ PersonID }, { principal }, { db }) {
    return person(await findPerson(db, principal, PersonID))
  },

  async 'Person.SetGrants'({ PersonID, Grants }, { principal }, { db, log }) {
    if (!Grants) throw new Refusal('GrantsRequired', 'Grants is missing; an empty list removes the person.')
    await setGrants(db, principal, PersonID, given(Grants))
    log.info({ account: principal.accountId, person: PersonID }, 'the grants of a person were set')
  },

  async 'Person.Remove'({ PersonID }, { principal }, { db, log }) {
    await setGrants(db, principal, PersonID, [])
    log.info({ account: principal.accountId, person: PersonID }, 'a person was removed')
  },
}

/** People of a client, as callers of the REST API know them. */
const team: Pick<
  Handlers,
  'Person.GetTeam' | 'Person.AddToTeam' | 'Person.ChangeInTeam' | 'Person.RemoveFromTeam' | 'Person.SetPrimaryContact'
> = {
  async 'Person.GetTeam'({ ClientID }, { principal }, { db }) {
    return (await findTeam(db, principal, ClientID)).map(teamMember)
  },

  async 'Person.AddToTeam'(
    { Name, AccessLevel, ...given },
    { principal, origin },
    { db, keys, mail: { mailLinks }, log },
  ) {
    const bases = linkBases(mailLinks, origin)
    const isInvited = await addToTeam({ db, keys }, principal, named(given), { name: Name, level: AccessLevel }, bases)
    log.info({ account: principal.accountId }, isInvited ? 'a person was invited' : 'the grants of a person were set')
  },

  'Person.ChangeInTeam'(
    { NewEmailAddress, Name, AccessLevel, ...given },
    { principal, origin },
    { db, keys, mail: { mailLinks } },
  ) {
    const change = { newEmail: NewEmailAddress, name: Name, level: AccessLevel }
    return changeInTeam({ db, keys }, principal, named(given), change, linkBases(mailLinks, origin))
  },

  'Person.RemoveFromTeam': (given, { principal }, { db }) => removeFromTeam(db, principal, named(given)),

  'Person.SetPrimaryContact': (given, { principal }, { db }) => setPrimaryContact(db, principal, named(given)),
}

/** What people do for themselves. */
function ownHandlers(
  attempts: AttemptLimit,
): Pick<
  Handlers,
  | 'Person.GetInvitation'
  | 'Person.AcceptInvitation'
  | 'Person.RequestPasswordReset'
  | 'Person.ResetPassword'
  | 'Person.ChangePassword'
  | 'Person.GetMe'
  | 'Person.SetPreferences'
> {
  return {
    async 'Person.GetInvitation'({ Token }, _caller, { db }) {
      const { email, name, accountName, language, isKnown } = await showInvitation(db, Token)
      return { EmailAddress: email, Name: name, AccountName: accountName, Language: language, Known: isKnown }
    },

    async 'Person.AcceptInvitation'(params, { origin }, dependencies) {
      const { accountId, personId, name } = await acceptInvitation(
        {
          db: dependencies.db,
          limit: attempts,
          proveFactor: (personId, code) => provePersonsCode(dependencies, personId, code),
        },
        {
          token: params.Token,
          email: params.EmailAddress,
          name: params.Name,
          password: params.Password,
          code: params.Code,
          language: params.Language,
          timeZone: params.Timezone,
        },
        origin.remote,
      )
      const person = { kind: 'person', id: personId, name } as const
      await recordOpenCall(dependencies.audit, 'Person.AcceptInvitation', accountId, person, origin)
    },

    'Person.RequestPasswordReset': ({ EmailAddress }, { origin }, { db, mail: { mailLinks } }) =>
      requestPasswordReset(db, EmailAddress, origin.remote, mailLinks.base()),

    async 'Person.ResetPassword'({ Token, Password }, { origin }, { db, audit }) {
      const { personId, name } = await resetPassword(db, Token, Password)
      for (const { accountId } of await readAccountsOfPerson(db, personId)) {
        await recordOpenCall(audit, 'Person.ResetPassword', accountId, { kind: 'person', id: personId, name }, origin)
      }
    },

    'Person.ChangePassword': ({ Password, NewPassword }, { principal, origin }, { db }) =>
      changePassword(db, principal, attempts, { present: Password, next: NewPassword }, origin.remote, sql =>
        continueSession(sql, principal, origin),
      ),

    async 'Person.GetMe'(_params, { principal }, { db }) {
      return person(await findMe(db, principal))
    },

    'Person.SetPreferences': (params, { principal, origin }, { db }) =>
      setPreferences(
        db,
        principal,
        attempts,
        {
          name: params.Name,
          email: params.EmailAddress,
          password: params.Password,
          language: params.Language,
          timeZone: params.Timezone,
          notifications: params.Notifications,
        },
        origin.remote,
      ),
  }
}

export const people = personHandlers(signInAttempts)

export const account: Pick<Handlers, 'Account.Get' | 'Account.Update'> = {
  async 'Account.Get'(_params, { principal }, { db }) {
    const row = await readAccountRow(db, principal.accountId)
    return {
      Name: row.name,
      SiteUrl: row.siteUrl,
      Timezone: row.timeZone,
      FactorRequiredFrom: row.factorRequiredFrom ?? '',
      CreatedDate: row.createdAt,
    }
  },

  'Account.Update': ({ Name, Timezone, FactorRequiredFrom }, { principal }, { db }) =>
    changeAccount(db, principal, { name: Name, timeZone: Timezone, factorRequiredFrom: FactorRequiredFrom }),
}

function linkBases(mailLinks: MailLinks, { publicUrl }: Origin): LinkBases {
  const mail = mailLinks.base()
  return { mail, answer: mail ?? publicUrl }
}

function named({ ClientID, EmailAddress }: { readonly ClientID: string | null; readonly EmailAddress: string | null }) {
  return { client: ClientID, email: EmailAddress }
}

function teamMember({ personPublicId, email, name, isPrimary, ...stored }: TeamRow) {
  const grant = roleOfRow(stored)
  return {
    PersonID: personPublicId ?? '',
    EmailAddress: email ?? '',
    Name: name,
    State: personPublicId === null ? ('Invited' as const) : ('Active' as const),
    Role: grant.role,
    AccessLevel: levelOfGrant(grant),
    PrimaryContact: isPrimary,
  }
}

function given(grants: GivenGrants): readonly GivenGrant[] {
  return (grants ?? []).flatMap(grant => (grant ? [{ clientPublicId: grant.ClientID, ...roleAndLevel(grant) }] : []))
}

function roleAndLevel({ Role, AccessLevel }: GivenRole) {
  return { role: Role, accessLevel: AccessLevel === 0 ? null : AccessLevel }
}

function listed(row: Listed) {
  return row.kind === 'person' ? person(row.person) : login(row.login)
}

function person({ publicId, email, name, username, language, timeZone, ...row }: PersonRow) {
  return {
    PersonID: publicId,
    Kind: 'Person' as const,
    EmailAddress: email ?? '',
    Name: name,
    Username: username ?? '',
    Language: language,
    Timezone: timeZone,
    Notifications: row.notifications as readonly (typeof Notification.values)[number][], // Person.SetPreferences writes no others
    SecondFactor: row.hasFactor,
    CreatedDate: row.createdAt,
    Grants: row.grants.map(grant => describeGrant(grant, grant)),
  }
}

function login({ username, level, clientPublicId, clientName, timeZone, createdAt }: ClientLoginRow) {
  return {
    PersonID: '',
    Kind: 'Login' as const,
    EmailAddress: '',
    Name: username,
    Username: username,
    Language: '',
    Timezone: timeZone,
    Notifications: [],
    SecondFactor: false,
    CreatedDate: createdAt,
    Grants: [describeGrant(grantOfLevel(level), { clientPublicId, clientName })],
  }
}

function invitation({
  publicId,
  isExpired,
  email,
  name,
  language,
  invitedBy,
  createdAt,
  expiresAt,
  grants,
}: InvitationRow) {
  return {
    InvitationID: publicId,
    State: isExpired ? ('Expired' as const) : ('Open' as const),
    EmailAddress: email,
    Name: name,
    Language: language,
    InvitedBy: invitedBy,
    CreatedDate: createdAt,
    ExpiresDate: expiresAt,
    Grants: grants.map(grant => describeGrant(grant, grant)),
  }
}
