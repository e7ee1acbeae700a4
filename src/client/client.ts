/**
 * The typed client of Lettershop: every operation of the JSON wire by its name. It runs in Node and in browsers; besides
 * paths.ts, which is types alone, it needs openapi-fetch. How it is used: docs/client.md.
 */
import createFetchClient from 'openapi-fetch'
import type { paths, Refusal } from './paths.ts'

export type * from './paths.ts'

/** The name of an operation, such as `Subscriber.Add`. */
export type OperationName = keyof paths extends `/${infer Name}` ? Name : never
type OperationOf<Name extends OperationName> = paths[`/${Name}`]['post']
export type ParametersOf<Name extends OperationName> = OperationOf<Name>['requestBody']['content']['application/json']
export type ValueOf<Name extends OperationName> = OperationOf<Name>['responses'][200]['content']['application/json']

export interface LettershopOptions {
  /** Where the service is, without `/api`: `https://mail.example.com`. */
  readonly url: string
  /** The API key, for the Authorization header; left out where a call brings another proof, or needs none. */
  readonly key?: string | undefined
  /** What requests are made with; that of the platform when left out. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
}

export interface CallOptions {
  /** Ends the wait. What the call asked for may be done all the same. */
  readonly signal?: AbortSignal | undefined
  /**
   * Names a call that creates, a UUID say: repeated with the same key within 24 hours it is answered as it was, and nothing is created
   * again. 1 to 255 printable ASCII characters without `"` and `\`. Operations that create nothing refuse it.
   */
  readonly idempotencyKey?: string | undefined
}

/** Parameters may be left out where none is required. */
type Arguments<Name extends OperationName> =
  Record<never, never> extends ParametersOf<Name>
    ? [parameters?: ParametersOf<Name>, options?: CallOptions]
    : [parameters: ParametersOf<Name>, options?: CallOptions]

export interface Lettershop {
  /**
   * @returns the value of the operation; operations that have nothing else to say yield `{ Code: 0, Message: 'Success' }`
   * @throws LettershopError when the service refuses the call
   * @throws NoAnswerError when nothing answers, or something that is not Lettershop
   * @throws TypeError if idempotencyKey is not a valid token
   * @throws the reason of the signal, when it ends the wait
   */
  call<Name extends OperationName>(operation: Name, ...rest: Arguments<Name>): Promise<ValueOf<Name>>
  /**
   * Sends a file for operations of a client that take an UploadID. A stream is sent as it comes; what Node's fetch is given as a stream
   * is not held in memory, while browsers send streams over HTTP/2 only and files as they are.
   * @returns once the file is durable
   * @throws as `call` does
   */
  upload(clientId: string, file: UploadBody, options?: UploadOptions): Promise<Upload>
}

export type UploadBody = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>

export interface UploadOptions extends CallOptions {
  readonly fileName?: string | undefined
}

/** A file that waits to be used. */
export interface Upload {
  /** As operations of the same client take it, once. */
  readonly UploadID: string
  /** Octets. */
  readonly Bytes: number
  /** Of what arrived, 64 hexadecimal digits. */
  readonly Sha256: string
  /** When it is removed if no operation used it, in UTC (RFC 3339). */
  readonly ExpiresAt: string
}

/** The service refused a call. The codes are those of docs/codes.md and never change; texts may. */
export class LettershopError extends Error {
  readonly operation: string
  readonly code: number
  /** What to do, where there is more to say than the message. */
  readonly detail: string | undefined
  /** What a program can go on with, where there is something: of a stale revision, both versions. */
  readonly data: Refusal['data']
  /** Of HTTP. */
  readonly status: number
  /** Seconds after which the call is worth repeating, where the service says so. */
  readonly retryAfter: number | undefined
  /** By which the operator of the service finds the call in the log. */
  readonly requestId: string | undefined

  constructor(operation: string, refusal: Refusal, response: Response) {
    super(refusal.message)
    this.name = 'LettershopError'
    this.operation = operation
    this.code = refusal.code
    this.detail = refusal.detail
    this.data = refusal.data
    this.status = response.status
    const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
    this.retryAfter = Number.isFinite(seconds) ? seconds : undefined
    this.requestId = response.headers.get('X-Request-Id') ?? undefined
  }
}

/** No service answered, the connection broke, or what answered is not Lettershop. Whether the call was carried out is not known. */
export class NoAnswerError extends Error {
  /** The status of what answered, where something did. */
  readonly status: number | undefined

  constructor(message: string, status: number | undefined, options?: ErrorOptions) {
    super(message, options)
    this.name = 'NoAnswerError'
    this.status = status
  }
}

/** @throws TypeError if the URL or the key is invalid */
export function createClient({ url, key, fetch }: LettershopOptions): Lettershop {
  const base = serviceUrl(url)
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    throw new TypeError('An API key is visible ASCII characters without blanks.')
  const wire = createFetchClient<paths>({
    baseUrl: `${base}/api/json`,
    ...(key === undefined ? {} : { headers: { Authorization: `Bearer ${key}` } }),
    ...(fetch === undefined ? {} : { fetch }),
  })
  // openapi-fetch infers from one path, and a call is made for all of them; `Lettershop` has the types of each
  const post = wire.POST as unknown as Post

  async function call(
    operation: string,
    parameters: object = {},
    { signal, idempotencyKey }: CallOptions = {},
  ): Promise<unknown> {
    if (idempotencyKey !== undefined && !/^[\x20\x21\x23-\x5b\x5d-\x7e]{1,255}$/.test(idempotencyKey))
      throw new TypeError('An idempotencyKey is 1 to 255 printable ASCII characters without " and \\.')
    let answer: Awaited<ReturnType<Post>>
    try {
      answer = await post(`/${operation}`, {
        body: parameters,
        ...(signal ? { signal } : {}),
        ...(idempotencyKey === undefined ? {} : { headers: { 'Idempotency-Key': `"${idempotencyKey}"` } }),
      })
    } catch (cause) {
      if (signal?.aborted) throw signal.reason
      // an answer that succeeds and is not JSON
      if (cause instanceof SyntaxError)
        throw new NoAnswerError(`What answers at ${base} is not Lettershop.`, 200, { cause })
      throw new NoAnswerError(`No service answers at ${base}.`, undefined, { cause })
    }
    const { data, error, response } = answer
    if (response.ok && data !== undefined) return data
    if (isRefusal(error)) throw new LettershopError(operation, error, response)
    throw new NoAnswerError(`What answers at ${base} is not Lettershop.`, response.status)
  }

  async function upload(clientId: string, file: UploadBody, { fileName, signal }: UploadOptions = {}): Promise<Upload> {
    const query = new URLSearchParams({ ClientID: clientId, ...(fileName === undefined ? {} : { FileName: fileName }) })
    const request = new Request(`${base}/api/uploads?${query}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/octet-stream',
        ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      },
      body: file,
      ...(signal ? { signal } : {}),
      // a stream goes out while the answer is not there yet; not in the types of browsers
      ...({ duplex: 'half' } as object),
    })
    let response: Response
    try {
      response = await (fetch ?? globalThis.fetch)(request)
    } catch (cause) {
      if (signal?.aborted) throw signal.reason
      throw new NoAnswerError(`No service answers at ${base}.`, undefined, { cause })
    }
    const answer: unknown = await response.json().catch(() => undefined)
    if (response.ok && answer !== undefined) return answer as Upload // what the service answers
    if (isRefusal(answer)) throw new LettershopError('POST /api/uploads', answer, response)
    throw new NoAnswerError(`What answers at ${base} is not Lettershop.`, response.status)
  }
  return { call: call as Lettershop['call'], upload }
}

type Post = (
  path: string,
  init: { readonly body: object; readonly signal?: AbortSignal; readonly headers?: Readonly<Record<string, string>> },
) => Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>

/** @returns the URL without slashes at its end @throws TypeError */
function serviceUrl(text: string): string {
  const parsed = URL.canParse(text) ? new URL(text) : undefined
  if (
    !parsed ||
    !/^https?:$/.test(parsed.protocol) ||
    parsed.username !== '' ||
    parsed.search !== '' ||
    parsed.hash !== ''
  )
    throw new TypeError('The URL of a service is http or https, without user name, query and fragment.')
  const { origin, pathname } = parsed
  let end = pathname.length
  while (pathname[end - 1] === '/') end--
  return origin + pathname.slice(0, end)
}

function isRefusal(value: unknown): value is Refusal {
  const { code, message } = (value ?? {}) as Partial<Refusal> // of any other value both are undefined
  return typeof code === 'number' && typeof message === 'string'
}
