/** Who is signed in, and what they may do. */
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { ValueOf } from '../../../src/client/client.ts'
import { callOnce, hasSessionEnded, queryClient } from '../api/call.ts'
import { activate, isLanguage, readStoredLanguage } from '../lib/languages.ts'
import { goOn } from './ended.ts'

export type Session = ValueOf<'Session.Get'>

/** Null without a session. */
export const sessionQuery = queryOptions<Session | null>({
  queryKey: ['Session.Get', {}],
  queryFn: async ({ signal }) => {
    try {
      const session = await callOnce('Session.Get', {}, { signal })
      await speakLanguageOf(session)
      return session
    } catch (error) {
      if (hasSessionEnded(error)) return null
      throw error
    }
  },
  staleTime: 5 * 60_000,
})

/** Of a screen behind the sign-in. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery)
  if (data === null) throw new Error('A screen behind the sign-in is shown without a session.')
  return data
}

/** Rights have the names of docs/rights.md. @param clientId undefined: on at least one client, or on the account */
export function may(session: Session, right: string, clientId?: string): boolean {
  return (session.Grants ?? []).some(
    ({ ClientID = '', Rights = [] }) =>
      Rights.includes(right) && (clientId === undefined || ClientID === '' || ClientID === clientId),
  )
}

/** Has the right on the whole account. */
export function mayOnAccount(session: Session, right: string): boolean {
  return (session.Grants ?? []).some(({ ClientID = '', Rights = [] }) => ClientID === '' && Rights.includes(right))
}

/** Whether any of the grants is on the whole account: of people of the agency, not of a client's. */
export function isOnAccount(session: Session): boolean {
  return (session.Grants ?? []).some(({ ClientID = '' }) => ClientID === '')
}

/** What is open in other tabs follows. */
const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('lettershop-session')
tabs?.addEventListener('message', () => location.reload())

/** After a sign-in: nothing stays of who was signed in before. */
export async function begin(session: Session): Promise<void> {
  const before = queryClient.getQueryData(sessionQuery.queryKey)
  if (before && !isSamePlace(before, session)) queryClient.clear()
  queryClient.setQueryData(sessionQuery.queryKey, session)
  await speakLanguageOf(session)
  goOn()
}

/** After a sign-in over a page: the same person goes on, in the account of the page; for another one the page begins anew. */
export async function goOnWith(session: Session): Promise<void> {
  const before = queryClient.getQueryData(sessionQuery.queryKey)
  const now = before ? await inAccountOf(before, session) : session
  if (before && !isSamePlace(before, now)) return location.assign('/')
  await begin(now)
}

/** A new session begins in any account of its person. */
async function inAccountOf({ PersonID, AccountID = '' }: Session, session: Session): Promise<Session> {
  const isOther = PersonID === session.PersonID && AccountID !== session.AccountID
  const isTheirs = session.Accounts?.some(account => account.AccountID === AccountID)
  return isOther && isTheirs ? callOnce('Session.SelectAccount', { AccountID }) : session
}

export async function signOut(): Promise<void> {
  try {
    await callOnce('Session.SignOut', {})
  } catch (error) {
    // then there is nothing to end
    if (!hasSessionEnded(error)) throw error
  }
  tabs?.postMessage('signed out')
  location.assign('/sign-in')
}

export async function selectAccount(accountId: string): Promise<void> {
  await callOnce('Session.SelectAccount', { AccountID: accountId })
  tabs?.postMessage('another account')
  location.assign('/')
}

function isSamePlace(one: Session, other: Session): boolean {
  return one.PersonID === other.PersonID && one.Username === other.Username && one.AccountID === other.AccountID
}

async function speakLanguageOf({ Language }: Session): Promise<void> {
  // the choice of a test is above that of a person
  if (isLanguage(Language) && readStoredLanguage() !== 'pseudo') await activate(Language)
}
