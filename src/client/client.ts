/**
 * The typed client of Lettershop: every operation of the JSON wire by its name, for Node and browsers. Besides
 * paths.ts, which contains only types, it needs openapi-fetch. Usage: docs/client.md.
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
  /** URL of the service without `/api`: `https://mail.example.com`. */
  readonly url: string
  /** The API key for the Authorization header; leave it out if calls authenticate otherwise, or need no key. */
  readonly key?: string | undefined
  /** Function that sends requests; the platform's fetch by default. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
}

export interface CallOptions {
  /** Ends the wait. The service may have carried out the call nevertheless. */
  readonly signal?: AbortSignal | undefined
  /**
   * Identifies a call that creates, for example by a UUID. A repetition with the same key within 24 hours gets the first answer, and
   * creates
   * nothing. 1 to 255 printable ASCII characters except `"` and `\`. Operations that create nothing refuse it.
   */
  readonly idempotencyKey?: string | undefined
}

/** Parameters may be omitted if none is required. */
type Arguments<Name extends OperationName> =
  Record<never, never> extends ParametersOf<Name>
    ? [parameters?: ParametersOf<Name>, options?: CallOptions]
    : [parameters: ParametersOf<Name>, options?: CallOptions]

export interface Lettershop {
  /**
   * @returns the value of the operation; an operation without a value returns `{ Code: 0, Message: 'Success' }`
   * @throws LettershopError if the service refuses the call
   * @throws NoAnswerError if there is no answer, or the answer is not from Lettershop
   * @throws TypeError if the idempotencyKey is invalid
   * @throws the reason of the signal, if it ends the wait
   */
  call<Name extends OperationName>(operation: Name, ...rest: Arguments<Name>): Promise<ValueOf<Name>>
  /**
   * Sends a file for operations of a client with the parameter UploadID. Node streams a stream without holding it in memory;
   * browsers send streams over HTTP/2 only, and files directly.
   * @returns once the file is stored durably
   * @throws like `call`
   */
  upload(clientId: string, file: UploadBody, options?: UploadOptions): Promise<Upload>
}

export type UploadBody = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>

export interface UploadOptions extends CallOptions {
  readonly fileName?: string | undefined
}

/** An uploaded file that no operation has used yet. */
export interface Upload {
  /** For one use by an operation of the same client. */
  readonly UploadID: string
  /** Size in bytes. */
  readonly Bytes: number
  /** Hash of the received bytes, 64 hexadecimal digits. */
  readonly Sha256: string
  /** When the file is deleted if no operation uses it, in UTC (RFC 3339). */
  readonly ExpiresAt: string
}

/** The service refused a call. Codes are listed in docs/codes.md and never change; texts may change. */
export class LettershopError extends Error {
  readonly operation: string
  readonly code: number
  /** What to do, in addition to the message. */
  readonly detail: string | undefined
  /** Data for a program to continue with, such as both versions after a stale revision. */
  readonly data: Refusal['data']
  /** Status code of HTTP. */
  readonly status: number
  /** Seconds until a retry can succeed, if the service sent them. */
  readonly retryAfter: number | undefined
  /** Id by which the operator of the service finds the call in the log. */
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

/** No service answered, the connection broke, or the answer is not from Lettershop. It is unknown whether the call was carried out. */
export class NoAnswerError extends Error {
  /** Status of the answer, if there was one. */
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
  // openapi-fetch infers types from one path, but this call serves all; `Lettershop` has the types of each
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
      // a successful answer that is not JSON
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
      // the stream is sent before the answer arrives; the types of browsers lack this option
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
    if (response.ok && answer !== undefined) return answer as Upload // the service answers with this type
    if (isRefusal(answer)) throw new LettershopError('POST /api/uploads', answer, response)
    throw new NoAnswerError(`What answers at ${base} is not Lettershop.`, response.status)
  }
  return { call: call as Lettershop['call'], upload }
}

type Post = (
  path: string,
  init: { readonly body: object; readonly signal?: AbortSignal; readonly headers?: Readonly<Record<string, string>> },
) => Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>

/** @returns the URL without trailing slashes @throws TypeError */
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
  const { code, message } = (value ?? {}) as Partial<Refusal> // for other values both are undefined
  return typeof code === 'number' && typeof message === 'string'
}
