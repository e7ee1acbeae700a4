/** An uploaded ZIP file as the source of a draft: it is read once, and its content is kept with the revision. */
import { Refusal } from '../../../contract/refusals.ts'
import type { Database } from '../../../store/connection/database.ts'
import type { ClientRef } from '../../access/access.ts'
import { namedByContent } from '../../content/assets.ts'
import { type ClaimedUpload, readUpload, withUpload } from '../../uploads/uploads.ts'
import { readContentFromZip } from './draft-content.ts'
import { type GivenContent, givenText, isGiven, type Kind, noText, type SourceContext } from './source-kinds.ts'

export const zipKind: Kind = {
  // a caller may give back what an answer holds
  members: ['UploadID', 'FileName', 'Html', 'Text'],
  needsPresent: true,
  async read(given, parts, clientId, { present, upload }) {
    if (!upload) return unchanged(given, present)
    const bytes = await readCompleteFile(parts.db, upload)
    const { html, text, files } = namedByContent(await readContentFromZip(parts, clientId, bytes))
    const ownFiles = files.map(({ path }) => path)
    const detail = { fileName: upload.fileName }
    return { text: { ...noText, kind: 'zip', html, text, detail }, files, ownFiles, upload }
  },
  written: ({ text: { html, text, detail } }) => ({
    Kind: 'Zip',
    FileName: detail.fileName ?? '',
    Html: html,
    Text: text ?? '',
  }),
}

const mostBytes = 20_000_000

/** @throws Refusal InvalidZip */
export async function readCompleteFile(db: Database, upload: ClaimedUpload): Promise<Buffer> {
  if (upload.bytes > mostBytes) throw new Refusal('InvalidZip', `The file is larger than ${mostBytes} bytes.`)
  const chunks: Buffer[] = []
  for await (const chunk of readUpload(db, upload)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/**
 * Runs a save with the file that content names, if it names one: no other call uses the file meanwhile.
 * @throws Refusal UnknownUpload, UploadInUse, and what `save` throws
 */
export async function withGivenFile<Value>(
  db: Database,
  client: ClientRef,
  content: GivenContent | null,
  save: (upload: ClaimedUpload | undefined) => Promise<Value>,
): Promise<Value> {
  return withUploadedFile(db, client, content?.Kind === 'Zip' ? (content.UploadID ?? null) : null, save)
}

/** The same by the id of the upload; null or empty for none. @throws as withGivenFile does */
export async function withUploadedFile<Value>(
  db: Database,
  client: ClientRef,
  given: string | null,
  save: (upload: ClaimedUpload | undefined) => Promise<Value>,
): Promise<Value> {
  const uploadId = (given ?? '').trim().toLowerCase()
  return uploadId === '' ? save(undefined) : withUpload(db, client, uploadId, save)
}

/** Without an upload the file stays the one it is. @throws Refusal MissingParameter, InvalidParameter */
function unchanged(given: GivenContent, present: SourceContext['present']) {
  if (present?.text.kind !== 'zip') {
    throw new Refusal(
      'MissingParameter',
      'Content of the kind Zip needs UploadID: upload the file with POST /api/uploads.',
    )
  }
  const { text, ownFiles } = present
  const isOther =
    (isGiven(given.Html) && given.Html !== text.html) || (isGiven(given.Text) && givenText(given) !== text.text)
  if (isOther) {
    throw new Refusal(
      'InvalidParameter',
      'What a ZIP file gave cannot be changed: save it as content of the kind Html.',
    )
  }
  return { text, files: [], ownFiles }
}
