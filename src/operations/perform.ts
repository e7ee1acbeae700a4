/** A bound call → authenticated, authorised, run. The refusals of any step go to the protocol as they are. */
import type { Params } from '../contract/bind.ts'
import type { Operation, OperationName } from '../contract/operations.ts'
import { Refusal } from '../contract/refusals.ts'
import { isGiven } from '../domain/authentication.ts'
import { mayOnAccount, refuseWithoutFactor } from '../domain/principal.ts'
import type { RateLimit } from '../domain/rate-limit.ts'
import { networkOf } from '../lib/network-address.ts'
import type { Dependencies, Handler, Handlers, Origin } from './dependencies.ts'

/** @returns the operation's value as its result shape says, or undefined for a plain success */
export type Perform = (operation: Operation, params: Params, origin: Origin) => Promise<unknown>

export function performer(dependencies: Dependencies, handlers: Handlers, rateLimit: RateLimit): Perform {
  return async (operation, params, origin) => {
    const call = { origin, ...(await authorise(dependencies, operation, params, origin, rateLimit)) }
    // the row that bound the parameters and found the subject is the handler's own, which the walker cannot know
    const handler = handlers[operation.name as OperationName] as Handler<OperationName>
    return handler(params as never, call as never, dependencies)
  }
}

async function authorise(
  dependencies: Dependencies,
  { access }: Operation,
  params: Params,
  origin: Origin,
  rateLimit: RateLimit,
) {
  if (access.to === 'anyone') {
    rateLimit(`network ${networkOf(origin.remote)}`)
    return { principal: null }
  }
  const authenticated = authenticate(dependencies, access, params.ApiKey as string | null, origin, rateLimit)
  switch (access.to) {
    case 'key':
      return { principal: await authenticated }
    case 'account': {
      const principal = await authenticated
      if (!mayOnAccount(principal, access.right)) throw new Refusal('AccessDenied')
      return { principal }
    }
    case 'ClientID': {
      const client = await dependencies.access.client(authenticated, params.ClientID as string | null, access.right)
      return { principal: await authenticated, client }
    }
    case 'ListID': {
      const list = await dependencies.access.list(authenticated, params.ListID as string | null, access.right)
      return { principal: await authenticated, list }
    }
    case 'TemplateID': {
      const template = await dependencies.access.template(
        authenticated,
        params.TemplateID as string | null,
        access.right,
      )
      return { principal: await authenticated, template }
    }
    case 'CampaignID': {
      const campaign = await dependencies.access.campaign(
        authenticated,
        params.CampaignID as string | null,
        access.right,
      )
      return { principal: await authenticated, campaign }
    }
  }
}

async function authenticate(
  dependencies: Dependencies,
  access: Operation['access'],
  apiKey: string | null,
  { cookies, withheld, remote }: Origin,
  rateLimit: RateLimit,
) {
  if (withheld?.hasSession && !isGiven(apiKey)) {
    throw new Refusal('InvalidApiKey', `The session cookie does not count: ${withheld.reason}`)
  }
  const principal = await dependencies.access.authenticate({ apiKey, session: cookies?.get('session'), remote })
  rateLimit(`${principal.kind} ${principal.id}`)
  const isOfSession = access.to === 'key' && access.session === true
  if (isOfSession && principal.sessionId === undefined) {
    throw new Refusal('AccessDenied', 'This is for people who are signed in, not for keys.')
  }
  if (!isOfSession) refuseWithoutFactor(principal)
  return principal
}
