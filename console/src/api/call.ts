/** Calls of the service: the typed client with the session of the browser, and their results as queries. */
import { QueryClient, queryOptions } from '@tanstack/react-query'
import {
  type CallOptions,
  createClient,
  LettershopError,
  NoAnswerError,
  type OperationName,
  type ParametersOf,
  type Upload,
  type ValueOf,
} from '../../../src/client/client.ts'
import { waitForSignIn } from '../session/ended.ts'
import { takeAhead } from './ahead.ts'
import * as codes from './codes.ts'

const service = createClient({ url: location.origin, fetch: fetchWithConflicts })

/**
 * What was changed meanwhile, or cannot be composed yet, is an answer that screens show. Browsers write every status above 399 into their
 * console as an error, so the service is asked for 200 in place of 409, and the client of the operations gets 409.
 */
async function fetchWithConflicts(request: Request): Promise<Response> {
  request.headers.set('Prefer', 'conflicts=200')
  const response = (await takeAhead(request)) ?? (await fetch(request))
  const isConflict = response.headers.get('Preference-Applied') === 'conflicts=200'
  return isConflict ? new Response(response.body, { status: 409, headers: response.headers }) : response
}

/** Here parameters are always given; the client lets them be left out where none is required. */
const callService = service.call as <Name extends OperationName>(
  operation: Name,
  parameters: ParametersOf<Name>,
  options: CallOptions,
) => Promise<ValueOf<Name>>

/** Calls an operation without regard to who is signed in. @throws as Lettershop.call */
export function callOnce<Name extends OperationName>(
  operation: Name,
  parameters: ParametersOf<Name>,
  options: CallOptions = {},
): Promise<ValueOf<Name>> {
  return callService(operation, parameters, options)
}

/**
 * Calls an operation for who is signed in. Where the session has ended it waits until the person has signed in again, over the page as
 * it is, and goes on: what was typed is not lost.
 * @throws as Lettershop.call
 */
export async function call<Name extends OperationName>(
  operation: Name,
  parameters: ParametersOf<Name>,
  options: CallOptions = {},
): Promise<ValueOf<Name>> {
  try {
    return await callOnce(operation, parameters, options)
  } catch (error) {
    if (isDenied(error)) rereadSession()
    if (!hasSessionEnded(error)) throw error
    await waitForSignIn()
    return callOnce(operation, parameters, options)
  }
}

/** What was offered and is denied was offered by the role of before: the screens ask anew what the person may do. */
export function isDenied(error: unknown): boolean {
  return error instanceof LettershopError && error.code === codes.AccessDenied
}

/** Milliseconds between two readings of the session. */
const sessionPauseMs = 5000
let sessionReadAt = -sessionPauseMs

/** Milliseconds between two looks whether a dialog is still open. */
const dialogPauseMs = 1000
let isWaiting = false

function rereadSession(): void {
  // what the person may no longer do goes: a dialog would go with what was typed into it, before its sentence is read
  if (document.querySelector('dialog[open]')) {
    if (isWaiting) return
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      rereadSession()
    }, dialogPauseMs)
    return
  }
  if (performance.now() - sessionReadAt < sessionPauseMs) return
  sessionReadAt = performance.now()
  void queryClient.invalidateQueries({ queryKey: ['Session.Get'] })
  void queryClient.invalidateQueries({ queryKey: ['User.GetClients'] })
}

/** Calls an operation while the page is left. Its answer is not waited for, and it may be lost. */
export function callLast(operation: OperationName, parameters: object): void {
  fetch(`/api/json/${operation}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(parameters),
    keepalive: true,
  }).catch(() => {})
}

/** Sends a file for operations of a client that take an UploadID. @throws as Lettershop.upload */
export async function upload(clientId: string, file: Blob, fileName: string): Promise<Upload> {
  try {
    return await service.upload(clientId, file, { fileName })
  } catch (error) {
    if (!hasSessionEnded(error)) throw error
    await waitForSignIn()
    return service.upload(clientId, file, { fileName })
  }
}

/** Of a call that needs a session: it has ended, or the browser has no cookie of one any more. */
export function hasSessionEnded(error: unknown): boolean {
  return (
    error instanceof LettershopError &&
    error.status === 401 &&
    (error.code === codes.SessionEnded || error.code === codes.InvalidApiKey)
  )
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // a refusal is an answer; a broken connection is worth another try
      retry: (failures, error) => error instanceof NoAnswerError && failures < 2,
    },
  },
})

/** The value of an operation that reads, kept under its name and parameters. */
export function read<Name extends OperationName>(operation: Name, parameters: ParametersOf<Name>) {
  return queryOptions<ValueOf<Name>>({
    queryKey: [operation, parameters],
    queryFn: ({ signal }) => call(operation, parameters, { signal }),
  })
}
