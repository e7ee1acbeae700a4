/** Calls of the REST interface that are not offered: each answers 404 with a sentence that names the alternative, and is listed in `docs/rest.md`. */
import type { Method, RestCall } from './row.ts'

/** @param about why, as the caller reads it */
function absent(about: string, ...calls: readonly `${Method} ${string}`[]): RestCall[] {
  return calls.map(call => {
    const [method, path] = call.split(' ') as [Method, string] // as its type says
    return {
      method,
      path,
      about,
      when: () => true,
      query: {},
      body: undefined,
      argument: 'request',
      operation: 'User.GetSystemDate',
      params: () => ({}),
      returns: undefined,
      answer: undefined,
      status: 200,
      codes: {},
      settled: [],
      resultData: undefined,
      throws: [],
    }
  })
}

/** Is refused with 400, as OAuth refuses: libraries read why there is no token of nothing else. */
export const tokenPath = '/oauth/token'

export const notThere: readonly RestCall[] = [
  ...absent(
    'Journeys are not offered.',
    'GET clients/{ClientID}/journeys',
    'GET journeys/{JourneyID}',
    'GET journeys/email/{EmailID}/recipients',
    'GET journeys/email/{EmailID}/opens',
    'GET journeys/email/{EmailID}/clicks',
    'GET journeys/email/{EmailID}/bounces',
    'GET journeys/email/{EmailID}/unsubscribes',
    'POST journeys/{JourneyID}/copy',
    'POST events/publish/{ClientID}',
    'POST events/custom/{ClientID}/track',
    'POST events/identify/{ClientID}/track',
    'POST events/shopify/{ClientID}/track',
  ),
  ...absent(
    'Transactional mail is not offered: Lettershop sends campaigns.',
    'GET transactional/smartEmail',
    'GET transactional/smartEmail/{SmartEmailID}',
    'POST transactional/smartEmail/{SmartEmailID}/send',
    'POST transactional/classicEmail/send',
    'GET transactional/classicEmail/groups',
    'GET transactional/statistics',
    'GET transactional/messages',
    'GET transactional/messages/{MessageID}',
    'POST transactional/messages/{MessageID}/resend',
  ),
  ...absent(
    'OAuth is not offered: send an API key, with HTTP Basic or as a bearer token.',
    'GET /oauth',
    `POST ${tokenPath}`,
  ),
  ...absent('Credits are not sold here: campaigns are sent without them.', 'POST clients/{ClientID}/credits'),
  ...absent('Sign-in links for other programs are not offered; people sign in to the console.', 'PUT externalsession'),
  ...absent('Keys are not given for a password over this interface: make one in the console.', 'GET apikey'),
  ...absent(
    'Sending domains are made and verified in the console, or with Domain.* over JSON.',
    'GET clients/{ClientID}/sendingdomains',
    'POST clients/{ClientID}/sendingdomains',
    'DELETE clients/{ClientID}/sendingdomains',
    'PUT clients/{ClientID}/sendingdomains/authenticate',
    'POST clients/{ClientID}/sendingdomains/copy',
  ),
]
