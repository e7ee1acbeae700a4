/** Files that are large enough to be watched on their way: what `upload` sends, with how far it is, and a way to stop it. */
import { LettershopError, NoAnswerError, type Upload } from '../../../src/client/client.ts'
import { waitForSignIn } from '../session/ended.ts'
import { hasSessionEnded } from './call.ts'

export interface WatchedUpload {
  readonly signal: AbortSignal
  /** Called with the share that has left the browser, from 0 to 1. */
  readonly onProgress: (share: number) => void
}

/**
 * Sends a file for operations of a client that take an UploadID.
 * @throws as Lettershop.upload; the reason of the signal where it ends the upload
 */
export async function uploadWithProgress(clientId: string, file: File, watched: WatchedUpload): Promise<Upload> {
  try {
    return await send(clientId, file, watched)
  } catch (error) {
    if (!hasSessionEnded(error)) throw error
    await waitForSignIn()
    return send(clientId, file, watched)
  }
}

/** By XMLHttpRequest: `fetch` does not say how much of a body has left. */
function send(clientId: string, file: File, { signal, onProgress }: WatchedUpload): Promise<Upload> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const request = new XMLHttpRequest()
    const query = new URLSearchParams({ ClientID: clientId, FileName: file.name })
    const stop = () => request.abort()
    request.open('POST', `/api/uploads?${query}`)
    request.setRequestHeader('Content-Type', 'application/octet-stream')
    request.responseType = 'text'
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => {
      try {
        resolve(answerOf(request))
      } catch (error) {
        reject(error)
      }
    })
    request.addEventListener('error', () =>
      reject(new NoAnswerError(`No service answers at ${location.origin}.`, undefined)),
    )
    request.addEventListener('abort', () => reject(signal.reason))
    request.addEventListener('loadend', () => signal.removeEventListener('abort', stop))
    signal.addEventListener('abort', stop)
    request.send(file)
  })
}

/** @throws LettershopError, NoAnswerError */
function answerOf({ status, responseText }: XMLHttpRequest): Upload {
  let answer: unknown
  try {
    answer = JSON.parse(responseText)
  } catch {
    throw new NoAnswerError(`What answers at ${location.origin} is not Lettershop.`, status)
  }
  if (status === 200) return answer as Upload // what the service answers
  const refusal = answer as ConstructorParameters<typeof LettershopError>[1] // checked by its code
  if (typeof refusal?.code !== 'number')
    throw new NoAnswerError(`What answers at ${location.origin} is not Lettershop.`, status)
  throw new LettershopError('POST /api/uploads', refusal, new Response(null, { status }))
}
