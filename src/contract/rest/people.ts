/** Calls about the administrators of the account and the people of a client (reference/rest.md §2.1, 6-12, and §2.2, 38-44). */
import { everyAccessLevel } from '../rights.ts'
import { integer, manyOrOne, object, text } from './fields.ts'
import { type RestCode, RestRefusal } from './refusals.ts'
import { call, type RestCall } from './row.ts'

const Administrator = object('Administrator', { EmailAddress: text, Name: text, Status: text })
const Person = object('Person', { EmailAddress: text, Name: text, Status: text, AccessLevel: integer })
const Address = object('PersonAddress', { EmailAddress: text })

interface MemberValue {
  readonly EmailAddress?: string | null | undefined
  readonly Name?: string | null | undefined
  readonly State: 'Active' | 'Invited'
  readonly AccessLevel: number
  readonly PrimaryContact: boolean
}
const statuses = { Active: 'Active', Invited: 'Waiting to Accept the Invitation' } as const

const administrator = ({ EmailAddress, Name, State }: MemberValue) => ({
  EmailAddress: EmailAddress ?? '',
  Name: Name ?? '',
  Status: statuses[State],
})
const person = (member: MemberValue) => ({ ...administrator(member), AccessLevel: member.AccessLevel })

/** One of a team, by the address of the query; all without one. @throws RestRefusal */
function named(team: readonly MemberValue[], email: string, refusal: RestCode): MemberValue {
  const wanted = email.trim().toLowerCase()
  const found = team.find(({ EmailAddress }) => EmailAddress?.toLowerCase() === wanted)
  if (!found) throw new RestRefusal(refusal)
  return found
}

const primary = (team: readonly MemberValue[]) => ({
  EmailAddress: team.find(({ PrimaryContact }) => PrimaryContact)?.EmailAddress ?? '',
})

const byEmail = { email: text }
const ofAdministrator = { EmailAddress: text, Name: text }
const ofPerson = { ...ofAdministrator, AccessLevel: integer, Password: text }

/** Of administrators the same is refused with other numbers than of the people of clients. */
const codes = {
  AlreadyMember: 'AdministratorExists',
  UnknownPerson: 'UnknownAdministrator',
  NotYetMember: 'InvalidPrimaryAdministrator',
} as const

/** An AccessLevel that leaves a grant as it is. */
const unchanged = 0

export const administratorCalls: readonly RestCall[] = [
  call('GET admins', {
    about: 'The administrators of the account, with those who are invited; with `email` that one alone.',
    query: byEmail,
    operation: 'Person.GetTeam',
    params: () => ({}),
    throws: ['UnknownAdministrator'],
    returns: manyOrOne(Administrator),
    answer: (team, { query: { email } }) =>
      email ? administrator(named(team, email, 'UnknownAdministrator')) : team.map(administrator),
  }),
  call('POST admins', {
    about: 'Invites an administrator, who may do everything.',
    body: ofAdministrator,
    argument: 'administrator',
    operation: 'Person.AddToTeam',
    params: ({ body }) => ({ ...body, AccessLevel: everyAccessLevel }),
    returns: Address,
    answer: addressGiven,
    status: 201,
    codes,
  }),
  call('PUT admins', {
    about: 'Changes the name of an administrator. Only an invitation goes to another address.',
    query: byEmail,
    body: ofAdministrator,
    argument: 'administrator',
    operation: 'Person.ChangeInTeam',
    params: ({ query, body }) => ({
      EmailAddress: query.email,
      NewEmailAddress: body.EmailAddress,
      Name: body.Name,
      AccessLevel: unchanged,
    }),
    returns: Address,
    answer: addressGiven,
    codes,
  }),
  call('DELETE admins', {
    about: 'Takes an administrator out of the account, and of all of its clients.',
    query: byEmail,
    operation: 'Person.RemoveFromTeam',
    params: ({ query }) => ({ EmailAddress: query.email }),
    codes,
  }),
  call('GET primarycontact', {
    about: 'The primary contact of the account: the first administrator, until another is chosen.',
    operation: 'Person.GetTeam',
    params: () => ({}),
    returns: Address,
    answer: primary,
  }),
  call('PUT primarycontact', {
    about: 'Makes an administrator the primary contact of the account.',
    query: byEmail,
    operation: 'Person.SetPrimaryContact',
    params: ({ query }) => ({ EmailAddress: query.email }),
    returns: Address,
    answer: addressAsked,
    codes,
  }),
]

export const peopleCalls: readonly RestCall[] = [
  call('GET clients/{ClientID}/people', {
    about: 'The people of a client, with those who are invited; with `email` that one alone.',
    query: byEmail,
    operation: 'Person.GetTeam',
    params: ({ path }) => path,
    throws: ['UnknownPerson'],
    returns: manyOrOne(Person),
    answer: (team, { query: { email } }) => (email ? person(named(team, email, 'UnknownPerson')) : team.map(person)),
  }),
  call('POST clients/{ClientID}/people', {
    about: 'Invites a person to a client, who chooses a password: one that is given here is left out.',
    body: ofPerson,
    argument: 'person',
    operation: 'Person.AddToTeam',
    params: ({ path, body: { EmailAddress, Name, AccessLevel = 0 } }) => ({ ...path, EmailAddress, Name, AccessLevel }),
    returns: Address,
    answer: addressGiven,
    status: 201,
  }),
  call('PUT clients/{ClientID}/people', {
    about: 'Changes what a person may do with a client, and the name. Only an invitation goes to another address.',
    query: byEmail,
    body: ofPerson,
    argument: 'person',
    operation: 'Person.ChangeInTeam',
    params: ({ path, query, body: { EmailAddress, Name, AccessLevel = unchanged } }) => ({
      ...path,
      EmailAddress: query.email,
      NewEmailAddress: EmailAddress,
      Name,
      AccessLevel,
    }),
    returns: Address,
    answer: addressGiven,
  }),
  call('DELETE clients/{ClientID}/people', {
    about: 'Takes a person out of a client.',
    query: byEmail,
    operation: 'Person.RemoveFromTeam',
    params: ({ path, query }) => ({ ...path, EmailAddress: query.email }),
  }),
  call('GET clients/{ClientID}/primarycontact', {
    about: 'The primary contact of a client: its first person, until another is chosen.',
    operation: 'Person.GetTeam',
    params: ({ path }) => path,
    returns: Address,
    answer: primary,
  }),
  call('PUT clients/{ClientID}/primarycontact', {
    about: 'Makes a person of a client its primary contact.',
    query: byEmail,
    operation: 'Person.SetPrimaryContact',
    params: ({ path, query }) => ({ ...path, EmailAddress: query.email }),
    returns: Address,
    answer: addressAsked,
  }),
]

/** The address that the call left a person with. */
function addressGiven(
  _value: unknown,
  {
    body,
    query,
  }: {
    readonly body: { readonly EmailAddress: string | undefined }
    readonly query: { readonly email?: string | undefined }
  },
) {
  return { EmailAddress: (body.EmailAddress || query.email || '').trim() }
}

function addressAsked(_value: unknown, { query }: { readonly query: { readonly email: string | undefined } }) {
  return { EmailAddress: (query.email ?? '').trim() }
}
