/** Performs a bound call: authenticates, authorises, runs, and writes its audit entry. Refusals of all steps are passed to the protocol. */
import type { Params } from '../contract/bind.ts'
import { needsSession, takesIdempotencyKey } from '../contract/card.ts'
import type { Operation, OperationName } from '../contract/operations.ts'
import { Refusal } from '../contract/refusals.ts'
import { isGiven } from '../domain/access/authentication.ts'
import { mayOnAccount, maySomewhere, type Principal, refuseWithoutFactor } from '../domain/access/principal.ts'
import type { RateLimit } from '../domain/limits/rate-limit.ts'
import { networkOf } from '../lib/network-address.ts'
import { type Found, pendingEntry, withEntry } from './audited.ts'
import type { Dependencies, Handler, Handlers, Origin } from './dependencies.ts'
import { onceEach } from './once.ts'

/** @returns the operation's value in the shape of its result, or undefined for plain success */
export type Perform = (operation: Operation, params: Params, origin: Origin) => Promise<unknown>

export function performer(dependencies: Dependencies, handlers: Handlers, rateLimit: RateLimit): Perform {
  const once = onceEach(dependencies)

  return async (operation, params, origin) => {
    const { name, access, effect } = operation
    const { idempotencyKey: key } = origin
    if (key !== undefined && !takesIdempotencyKey(operation))
      throw new Refusal('InvalidRequest', `${name} takes no Idempotency-Key.`)
    // parameters and subject were bound for this row, whose handler it is; the type checker cannot know that
    const handler = handlers[name as OperationName] as Handler<OperationName>
    const run = (call: object, db = dependencies.db) =>
      handler(params as never, { origin, ...call } as never, { ...dependencies, db })
    if (access.to === 'anyone') {
      rateLimit(`network ${networkOf(origin.remote)}`)
      return run({ principal: null })
    }
    const credentials = { apiKey: params.ApiKey as string | null, isPassive: effect === 'lease' }
    const authenticated = authenticate(dependencies, access, credentials, origin, rateLimit)
    const authorised = authorise(dependencies, access, params, authenticated)
    if (effect === 'read' || effect === 'lease') {
      const [principal, found] = await Promise.all([authenticated, authorised])
      return run({ principal, ...found })
    }

    const { principal, found, refusal } = await settleBoth(authenticated, authorised)
    const audit = pendingEntry(operation, params, principal, found, origin)
    return withEntry(dependencies.audit, audit, () => {
      if (refusal !== undefined) throw refusal
      if (key === undefined) return run({ principal, ...found, audit })
      return once({ operation, params, principal, key, pending: audit }, (db, keep) =>
        run({ principal, ...found, keep }, db),
      )
    })
  }
}

/** The caller, and the result of authorisation. @throws errors of authentication: a call without a caller has no entry */
async function settleBoth(authenticated: Promise<Principal>, authorised: Promise<Found>) {
  const [principal, found] = await Promise.allSettled([authenticated, authorised])
  if (principal.status === 'rejected') throw principal.reason
  if (found.status === 'fulfilled') return { principal: principal.value, found: found.value }
  return { principal: principal.value, found: {}, refusal: found.reason as unknown }
}

async function authorise(
  { access }: Dependencies,
  { to, right }: Exclude<Operation['access'], { readonly to: 'anyone' }>,
  params: Params,
  authenticated: Promise<Principal>,
): Promise<Found> {
  const id = (parameter: string) => params[parameter] as string | null
  switch (to) {
    case 'key':
      await authenticated
      return {}
    case 'account':
      if (!mayOnAccount(await authenticated, right)) throw new Refusal('AccessDenied')
      return {}
    case 'part':
      if (!maySomewhere(await authenticated, right)) throw new Refusal('AccessDenied')
      return {}
    case 'ClientID':
      return { client: await access.client(authenticated, id(to), right) }
    case 'ListID':
      return { list: await access.list(authenticated, id(to), right) }
    case 'SegmentID':
      return { segment: await access.segment(authenticated, id(to), right) }
    case 'TemplateID':
      return { template: await access.template(authenticated, id(to), right) }
    case 'CampaignID':
      return { campaign: await access.campaign(authenticated, id(to), right) }
  }
}

async function authenticate(
  dependencies: Dependencies,
  access: Operation['access'],
  { apiKey, isPassive }: { readonly apiKey: string | null; readonly isPassive: boolean },
  { cookies, withheld, remote }: Origin,
  rateLimit: RateLimit,
) {
  if (withheld?.hasSession && !isGiven(apiKey)) {
    throw new Refusal('InvalidApiKey', `The session cookie does not count: ${withheld.reason}`)
  }
  const principal = await dependencies.access.authenticate({
    apiKey,
    session: cookies?.get('session'),
    remote,
    isPassive,
  })
  rateLimit(`${principal.kind} ${principal.id}`)
  if (needsSession(access) && principal.sessionId === undefined) {
    throw new Refusal('AccessDenied', 'This is for people who are signed in, not for keys.')
  }
  // operations about the caller are allowed also while a second factor must be set up
  const isOfSession = access.to === 'key' && needsSession(access)
  if (!isOfSession) refuseWithoutFactor(principal)
  return principal
}
