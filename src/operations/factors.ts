/** Factor.*: the second factor of who is signed in. */
import { Refusal } from '../contract/refusals.ts'
import { provePassword } from '../domain/accounts/logins.ts'
import { detailOf } from '../domain/sessions/detail.ts'
import { beginFactor, confirmFactor, disableFactor, personOf, renewRecoveryCodes } from '../domain/sessions/factor.ts'
import type { HandlersOf } from './dependencies.ts'
import { signInAttempts } from './users.ts'

export const factors: HandlersOf<'Factor'> = {
  async 'Factor.Begin'(_, { principal }, dependencies) {
    const { sessionId } = principal
    if (sessionId === undefined) throw new Refusal('AccessDenied') // the row lets only sessions through
    const { accountName } = await detailOf(dependencies.db, sessionId)
    const { secret, uri } = await beginFactor(dependencies, principal, accountName)
    return { Secret: secret, Uri: uri }
  },

  async 'Factor.Confirm'({ Code }, { principal }, dependencies) {
    const codes = await confirmFactor(dependencies, principal, Code)
    dependencies.log.info({ person: principal.id }, 'a second factor was set up')
    return codes
  },

  async 'Factor.Disable'({ Password, Code }, { principal, origin }, dependencies) {
    const person = await personOf(dependencies.db, principal)
    const subject = `person ${person.personId}`
    await provePassword(signInAttempts, subject, Password, person.passwordHash ?? undefined, origin.remote)
    await disableFactor(dependencies, person, Code)
    dependencies.log.info({ person: principal.id }, 'a second factor was ended')
  },

  'Factor.NewCodes': ({ Code }, { principal }, dependencies) => renewRecoveryCodes(dependencies, principal, Code),
}
