/** Factor.*: the second factor of the signed-in person. */
import { Refusal } from '../contract/refusals.ts'
import type { Principal } from '../domain/access/principal.ts'
import { provePersonsPassword } from '../domain/accounts/own-password.ts'
import { readSessionDetail } from '../domain/sessions/detail.ts'
import {
  beginFactor,
  confirmFactor,
  disableFactor,
  readPersonProof,
  renewRecoveryCodes,
} from '../domain/sessions/factor.ts'
import type { Dependencies, HandlersOf, Origin } from './dependencies.ts'
import { signInAttempts } from './users.ts'

export const factors: HandlersOf<'Factor'> = {
  async 'Factor.Begin'({ Password }, { principal, origin }, dependencies) {
    const { sessionId } = principal
    if (sessionId === undefined) throw new Refusal('AccessDenied') // the contract's row admits only sessions
    await provenPerson(dependencies, principal, Password, origin)
    const { accountName } = await readSessionDetail(dependencies.db, sessionId)
    const { secret, uri } = await beginFactor(dependencies, principal, accountName)
    return { Secret: secret, Uri: uri }
  },

  async 'Factor.Confirm'({ Password, Code }, { principal, origin }, dependencies) {
    await provenPerson(dependencies, principal, Password, origin)
    const codes = await confirmFactor(dependencies, principal, Code)
    dependencies.log.info({ person: principal.id }, 'a second factor was set up')
    return codes
  },

  async 'Factor.Disable'({ Password, Code }, { principal, origin }, dependencies) {
    const person = await provenPerson(dependencies, principal, Password, origin)
    await disableFactor(dependencies, person, Code)
    dependencies.log.info({ person: principal.id }, 'a second factor was ended')
  },

  async 'Factor.NewCodes'({ Password, Code }, { principal, origin }, dependencies) {
    await provenPerson(dependencies, principal, Password, origin)
    return renewRecoveryCodes(dependencies, principal, Code)
  },
}

/** The calling person after proof of the password. @throws Refusal AccessDenied, InvalidLogin, TooManyRequests */
async function provenPerson({ db }: Dependencies, principal: Principal, password: string | null, { remote }: Origin) {
  const person = await readPersonProof(db, principal)
  await provePersonsPassword(db, signInAttempts, person, password, remote)
  return person
}
