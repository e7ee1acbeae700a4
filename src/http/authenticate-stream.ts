/** Authenticates a reader of the live stream: by a key in the Authorization header, or by the session of one of our pages. */
import { Refusal } from '../contract/refusals.ts'
import type { Authenticate } from '../domain/access/authentication.ts'
import { type Principal, refuseWithoutFactor } from '../domain/access/principal.ts'
import type { Request } from '../lib/http.ts'
import { cookiesOfStream } from '../protocols/browser.ts'
import { bearerOf } from '../protocols/json.ts'

/**
 * Who reads. It is asked again every 15 seconds for the same request while the stream lasts, for fifty readers in one turn of the
 * event loop, so it counts neither as a call nor as the use of a session. A session's cookie counts only together with the header
 * `X-Lettershop-Stream: 1`, which a page of another origin cannot send without our consent: a bare GET with a cookie is never
 * served.
 * @throws Refusal where the credentials are none, or none any more: InvalidApiKey, SessionEnded, SecondFactorRequired
 */
export type AuthenticateReader = (request: Request) => Promise<Principal>

export function streamAuthentication(authenticate: Authenticate): AuthenticateReader {
  return async request => {
    const { headers, remote } = request
    const apiKey = bearerOf(headers.authorization) ?? null
    const { cookies, withheld } = cookiesOfStream(request)
    if (apiKey === null && withheld?.hasSession) {
      throw new Refusal('InvalidApiKey', `The session cookie does not count: ${withheld.reason}`)
    }
    const principal = await authenticate({ apiKey, session: cookies?.get('session'), remote, isPassive: true })
    refuseWithoutFactor(principal)
    return principal
  }
}
