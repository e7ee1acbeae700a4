/** Files of a client, streamed to the service before an operation uses them. */
import { createClient } from '../../../src/client/client.ts'

const { upload } = createClient({ url: location.origin })

/** @returns the UploadID that an operation of the same client takes. @throws as Lettershop.upload */
export async function uploadFile(clientId: string, file: File): Promise<string> {
  return (await upload(clientId, file, { fileName: file.name })).UploadID
}
