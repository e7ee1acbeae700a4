/** User.*: signing in, and lists of allowed values. */

import { timeZoneLabels, timeZoneLabelsToday } from '../contract/time-zones.ts'
import { reachedClients } from '../domain/access/principal.ts'
import { rotateOwnKey } from '../domain/accounts/api-keys.ts'
import { type AttemptLimit, attemptLimit, signIn } from '../domain/accounts/logins.ts'
import { rotateCallingKey } from '../domain/accounts/scoped-keys.ts'
import { countries, countriesToday } from '../domain/clients/countries.ts'
import { readClientsOf } from '../store/accounts/clients.ts'
import { readAccountTime } from '../store/accounts/logins.ts'
import type { HandlersOf } from './dependencies.ts'

/** @param attempts limit for failed sign-ins */
export function userHandlers(attempts: AttemptLimit): HandlersOf<'User'> {
  return {
    'User.GetApiKey': ({ SiteUrl, Username, Password }, { origin }, { db, keys, audit }) => {
      const given = { siteUrl: SiteUrl, username: Username, password: Password }
      return signIn(db, keys, attempts, given, origin.remote, ({ accountId, login }) => {
        const { wire, requestId, remote } = origin
        const who = login && ({ kind: 'login', id: login.loginId, name: login.username } as const)
        const clientId = login?.clientId ?? null
        audit.signInFailed({ accountId, clientId, who, operation: 'User.GetApiKey', wire, requestId, remote })
      })
    },

    async 'User.RotateApiKey'({ OverlapHours }, { principal }, { db, keys, log }) {
      if (principal.kind === 'key') return (await rotateCallingKey(db, principal, OverlapHours)).secret
      const key = await rotateOwnKey(db, keys, principal, OverlapHours)
      log.info({ login: principal.loginId, overlapHours: OverlapHours }, 'a login replaced its API key')
      return key
    },

    async 'User.GetClients'(_params, { principal }, { db }) {
      const clients = await readClientsOf(db, principal.accountId, reachedClients(principal))
      return clients.map(({ publicId, companyName }) => ({ ClientID: publicId, Name: companyName }))
    },

    'User.GetSystemDate': (_params, { principal }, { db, now }) => readAccountTime(db, principal.accountId, now()),

    'User.GetTimezones': async () => timeZoneLabels,

    'User.GetCountries': async () => countries,

    'User.ListTimezones': async () => timeZoneLabelsToday,

    'User.ListCountries': async () => countriesToday,
  }
}

/** One count of password attempts for all purposes. */
export const signInAttempts = attemptLimit()
export const users = userHandlers(signInAttempts)
