/**
 * `POST /api/uploads`: takes a file and yields the id by which operations use it. The body is the file as it is; it is streamed into the
 * database. See docs/content.md#uploads-and-images.
 */
import { Refusal } from '../contract/refusals.ts'
import { uploadPath } from '../describe/upload-path.ts'
import { NoRoom } from '../lib/budget.ts'
import { chunkBytes } from '../lib/chunks.ts'
import { type Answer, BodyLost, type BodyStream, type Request, type Route, type StreamHead } from '../lib/http.ts'
import type { Log } from '../lib/log.ts'
import { Unavailable } from '../lib/unavailable.ts'
import type { ReceiveUpload } from '../operations/uploads.ts'
import { cookiesOfUpload } from '../protocols/browser.ts'
import { answerRefusal, bearerOf } from '../protocols/json.ts'
import { mediaType } from '../protocols/media.ts'
import { unavailableText } from '../protocols/messages.ts'

export function uploadRoute(receive: ReceiveUpload, log: Log): Route {
  const route = (request: Request) => (request.path === uploadPath ? unread(request) : undefined)
  return Object.assign(route, {
    streaming: {
      takes: ({ path, method }: StreamHead) => path === uploadPath && method === 'POST',
      answer: (head: StreamHead, body: BodyStream) => take(head, body, receive, log),
    },
  })
}

/** For bodies that are not read: another method, or too many requests of the network are under way. */
async function unread({ method }: Request): Promise<Answer> {
  if (method !== 'POST') return answerRefusal(new Refusal('WrongVerb', 'Files are uploaded with POST.'))
  return answerRefusal(new Refusal('ServiceUnavailable', unavailableText))
}

async function take(head: StreamHead, body: BodyStream, receive: ReceiveUpload, log: Log): Promise<Answer> {
  try {
    const type = head.headers['content-type']
    if (type === undefined || mediaType(type).trim() !== 'application/octet-stream') {
      throw new Refusal('UnsupportedMediaType', 'The body must be the file as it is, as application/octet-stream.')
    }
    const { clientId, fileName } = readQuery(head)
    // one chunk is written while the next is gathered
    body.room.take(2 * Math.min(chunkBytes, body.length ?? chunkBytes))
    const { cookies, withheld } = cookiesOfUpload(head)
    const { publicId, bytes, sha256, expiresAt } = await receive(
      {
        apiKey: bearerOf(head.headers.authorization) ?? null,
        clientId,
        fileName,
        length: body.length,
        pieces: piecesOf(body),
      },
      { wire: 'json', remote: head.remote, publicUrl: head.publicUrl, requestId: head.id, cookies, withheld },
    )
    const value = {
      UploadID: publicId,
      Bytes: bytes,
      Sha256: sha256.toString('hex'),
      ExpiresAt: expiresAt.toISOString(),
    }
    return {
      status: 200,
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
      ...(cookies && { cookies: cookies.lines }),
      body: JSON.stringify(value),
    }
  } catch (error) {
    return answerRefusal(refusalOf(error, head, log))
  }
}

function refusalOf(error: unknown, { id }: StreamHead, log: Log): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof NoRoom) return new Refusal('ServiceUnavailable', unavailableText)
  if (error instanceof Unavailable) {
    return new Refusal('ServiceUnavailable', 'The database is not available. Repeat the upload later.', {
      cause: error,
    })
  }
  log.error({ err: error, requestId: id }, 'an upload failed')
  return new Refusal('UnexpectedError')
}

/** @throws Refusal UploadTooSlow; InvalidRequest, for the audit log alone, when the caller went away */
async function* piecesOf(body: BodyStream): AsyncGenerator<Buffer> {
  try {
    yield* body
  } catch (error) {
    if (!(error instanceof BodyLost)) throw error
    if (error.reason === 'gone') throw new Refusal('InvalidRequest', 'The connection ended before the file did.')
    throw new Refusal(
      'UploadTooSlow',
      'The file came too slowly: below 16 KB a second for a long time. Nothing was kept.',
    )
  }
}

/** @throws Refusal InvalidRequest */
function readQuery({ query }: StreamHead): { readonly clientId: string | null; readonly fileName: string | null } {
  const parameters = new URLSearchParams(query)
  for (const name of parameters.keys()) {
    const isKnown = name === 'ClientID' || name === 'FileName'
    if (!isKnown || parameters.getAll(name).length > 1) {
      const detail = `Uploads have the parameters ClientID and FileName, and no ${JSON.stringify(name.slice(0, 50))}.`
      throw new Refusal('InvalidRequest', isKnown ? `${name} is given more than once.` : detail)
    }
  }
  return { clientId: parameters.get('ClientID'), fileName: parameters.get('FileName') }
}
