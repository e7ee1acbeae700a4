/** Calls of the REST wire as its clients make them, over raw HTTP. */
import { request as httpRequest } from 'node:http'

export interface RestAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** undefined for an empty body. */
  readonly body: unknown
  readonly text: string
}

/** @param path after the version, with its query: `lists/….json?page=2` @param body sent as JSON; a string as it is */
export type RestClient = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<RestAnswer>

/** @param key sent as the user name of HTTP Basic; undefined for none */
export function restClient(url: string, key: string | undefined, version = 'v3.3'): RestClient {
  const authorization =
    key === undefined ? {} : { Authorization: `Basic ${Buffer.from(`${key}:x`).toString('base64')}` }
  return (method, path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const sent = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
      const length = sent === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(sent)) }
      const outgoing = httpRequest(
        `${url}/api/${version}/${path}`,
        { method, headers: { 'Content-Type': 'application/json', ...authorization, ...length, ...headers } },
        incoming => {
          const pieces: Buffer[] = []
          incoming.on('data', (piece: Buffer) => pieces.push(piece))
          incoming.on('error', reject)
          incoming.on('end', () => {
            const text = Buffer.concat(pieces).toString('utf8')
            const { statusCode: status = 0, headers } = incoming
            const isPlain = headers['content-encoding'] === undefined
            resolve({ status, headers, text, body: text === '' || !isPlain ? undefined : JSON.parse(text) })
          })
        },
      )
      outgoing.on('error', reject)
      outgoing.end(sent)
    })
}

/** The code and status of a refusal. */
export function refusalOf({ status, body }: RestAnswer): readonly [status: number, code: number] {
  return [status, (body as { Code: number }).Code]
}
