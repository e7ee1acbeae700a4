/** A bound call → authenticated, authorised, run. The refusals of any step go to the protocol as they are. */
import type { Params } from '../contract/bind.ts'
import type { Operation, OperationName } from '../contract/operations.ts'
import { Refusal } from '../contract/refusals.ts'
import type { RateLimit } from '../domain/rate-limit.ts'
import { networkOf } from '../lib/network-address.ts'
import type { Handler, Handlers, House, Origin } from './house.ts'

/** @returns the operation's value as its result shape says, or undefined for a plain success */
export type Perform = (operation: Operation, params: Params, origin: Origin) => Promise<unknown>

export function performer(house: House, handlers: Handlers, rateLimit: RateLimit): Perform {
  return async (operation, params, origin) => {
    const call = { origin, ...(await authorise(house, operation, params, origin, rateLimit)) }
    // the row that bound the parameters and found the subject is the handler's own, which the walker cannot know
    const handler = handlers[operation.name as OperationName] as Handler<OperationName>
    return handler(params as never, call as never, house)
  }
}

async function authorise(house: House, { access }: Operation, params: Params, origin: Origin, rateLimit: RateLimit) {
  if (access.to === 'anyone') {
    rateLimit(`network ${networkOf(origin.remote)}`)
    return { principal: null }
  }
  const principal = await house.access.authenticate(params.ApiKey as string | null)
  rateLimit(`login ${principal.loginId}`)
  switch (access.to) {
    case 'key':
      return { principal }
    case 'account':
      if (principal.clientId !== null) throw new Refusal('AccessDenied')
      return { principal }
    case 'ClientID':
      return { principal, client: await house.access.client(principal, params.ClientID as string | null, access.level) }
    case 'ListID':
      return { principal, list: await house.access.list(principal, params.ListID as string | null, access.level) }
    case 'TemplateID':
      return {
        principal,
        template: await house.access.template(principal, params.TemplateID as string | null, access.level),
      }
    case 'CampaignID':
      return {
        principal,
        campaign: await house.access.campaign(principal, params.CampaignID as string | null, access.level),
      }
  }
}
