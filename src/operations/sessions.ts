/** Session.*: signing in to the console, and signing out. */

import type { FactorState } from '../contract/groups/sessions.ts'
import { Refusal } from '../contract/refusals.ts'
import type { Principal } from '../domain/access/principal.ts'
import { readSessionDetail, type SessionDetail } from '../domain/sessions/detail.ts'
import {
  endAllSessions,
  endSession,
  listSessions,
  reissueSession,
  selectAccount,
  sessionDays,
  signOut,
} from '../domain/sessions/sessions.ts'
import { signInToConsole } from '../domain/sessions/sign-in.ts'
import type { Cookies } from '../lib/cookies.ts'
import type { SessionOwner } from '../store/accounts/sessions.ts'
import { deviceDays } from '../store/accounts/sign-in.ts'
import type { Sql } from '../store/connection/database.ts'
import { type Caller, recordOpenCall } from './audited.ts'
import type { HandlersOf, Origin } from './dependencies.ts'
import { describeGrant } from './grants.ts'
import { signInAttempts } from './users.ts'

export const sessions: HandlersOf<'Session'> = {
  async 'Session.SignIn'(params, { origin }, dependencies) {
    const cookies = cookiesOf(origin)
    const { EmailAddress, SiteUrl, Username, Password, Code, Device } = params
    const signedIn = await signInToConsole(
      dependencies,
      signInAttempts,
      {
        emailAddress: EmailAddress,
        siteUrl: SiteUrl,
        username: Username,
        password: Password,
        code: Code,
        device: Device,
      },
      {
        remote: origin.remote,
        agent: origin.agent,
        deviceToken: cookies.get('device'),
        sessionToken: cookies.get('session'),
      },
      failure => {
        const { wire, requestId, remote } = origin
        dependencies.audit.signInFailed({ ...failure, operation: 'Session.SignIn', wire, requestId, remote })
      },
    )
    cookies.set('session', signedIn.sessionToken, sessionDays * secondsOfDay)
    cookies.set('device', signedIn.deviceToken, deviceDays * secondsOfDay)
    const detail = await readSessionDetail(dependencies.db, signedIn.sessionId)
    const caller = callerOf(signedIn.owner, detail.name)
    await recordOpenCall(dependencies.audit, 'Session.SignIn', signedIn.accountId, caller, origin)
    return onWire(detail)
  },

  async 'Session.SignOut'(_, { origin }, { db }) {
    await signOut(db, origin.cookies?.get('session'))
    origin.cookies?.clear('session')
  },

  async 'Session.Get'(_, { principal }, { db }) {
    return onWire(await readSessionDetail(db, sessionOf(principal).sessionId))
  },

  async 'Session.List'(_, { principal }, { db }) {
    const rows = await listSessions(db, principal)
    return rows.map(({ publicId, sessionId, account, agent, remote, createdAt, lastUsedAt, expiresAt }) => ({
      SessionID: publicId,
      Current: sessionId === principal.sessionId,
      AccountName: account,
      Device: agent,
      NetworkAddress: remote,
      SignedInDate: createdAt,
      LastUsedDate: lastUsedAt,
      ExpiresDate: expiresAt,
    }))
  },

  'Session.End': ({ SessionID }, { principal }, { db }) => endSession(db, principal, SessionID),

  async 'Session.EndAll'({ KeepThis }, { principal, origin }, { db, log }) {
    const ended = await endAllSessions(db, principal, KeepThis)
    if (!KeepThis) origin.cookies?.clear('session')
    log.info({ [principal.kind]: principal.id, ended }, 'sessions were ended by their owner')
  },

  async 'Session.SelectAccount'({ AccountID }, { principal }, { db }) {
    await selectAccount(db, principal, AccountID)
    return onWire(await readSessionDetail(db, sessionOf(principal).sessionId))
  },
}

const secondsOfDay = 86_400

function callerOf(owner: SessionOwner, name: string): Caller {
  return 'personId' in owner ? { kind: 'person', id: owner.personId, name } : { kind: 'login', id: owner.loginId, name }
}

/** @throws Refusal CookieNotAccepted if the call is not from one of our own pages */
function cookiesOf({ cookies, withheld }: Origin): Cookies {
  if (cookies) return cookies
  throw new Refusal(
    'CookieNotAccepted',
    `Sessions are for pages of this service; programs use keys. It is refused because ${withheld?.reason ?? 'this wire has no cookies.'}`,
  )
}

/** The contract's row admits only sessions. */
function sessionOf({ sessionId }: Principal): { readonly sessionId: number } {
  if (sessionId === undefined) throw new Refusal('AccessDenied')
  return { sessionId }
}

/**
 * Keeps the session of a call open after its person or login has set a new password, which ends all other sessions.
 * Called in the transaction that raised the epoch; does nothing for a call with a key.
 */
export async function continueSession(sql: Sql, principal: Principal, { cookies }: Origin): Promise<void> {
  const token = await reissueSession(sql, principal)
  if (token !== undefined) cookies?.set('session', token, sessionDays * secondsOfDay)
}

function onWire(detail: SessionDetail) {
  return {
    SessionID: detail.sessionPublicId,
    Kind: detail.personId === null ? ('Login' as const) : ('Person' as const),
    PersonID: detail.personPublicId,
    Name: detail.name,
    EmailAddress: detail.email,
    Username: detail.username,
    Language: detail.language,
    Timezone: detail.timeZone,
    AccountID: detail.accountPublicId,
    AccountName: detail.accountName,
    Accounts: detail.accounts.map(({ accountId, publicId, name }) => ({
      AccountID: publicId,
      Name: name,
      Selected: accountId === detail.accountId,
    })),
    Grants: detail.grants.map(grant => describeGrant(grant, grant)),
    SecondFactor: factorState(detail),
    SecondFactorMissing: detail.needsFactor,
    SecondFactorRequiredDate: detail.factorRequiredFrom,
    RecoveryCodesLeft: detail.recoveryCodesLeft,
    SignedInDate: detail.createdAt,
    ExpiresDate: detail.expiresAt,
  }
}

function factorState({ hasFactor, hasSecret }: SessionDetail): (typeof FactorState)['values'][number] {
  if (hasFactor) return 'Active'
  return hasSecret ? 'Begun' : 'None'
}
