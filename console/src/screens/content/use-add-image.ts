/** Makes an image of the client of a file that was chosen, dropped or pasted. */
import { useMutation } from '@tanstack/react-query'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call, upload } from '../../api/call.ts'
import { newKey } from '../../lib/new-key.ts'
import { reread } from '../../live/reread.ts'

export type Asset = NonNullable<ValueOf<'Asset.List'>['Assets']>[number]

export const imageTypes = 'image/png,image/jpeg,image/gif,image/webp'

export function useAddImage(clientId: string, onAdded: (asset: Asset) => void) {
  return useMutation({
    mutationFn: async (file: File) => {
      // what is pasted is called image.png by every program
      const { UploadID } = await upload(clientId, file, file.name || 'image.png')
      return call('Asset.Upload', { ClientID: clientId, UploadID, Name: file.name }, { idempotencyKey: newKey() })
    },
    onSuccess: asset => {
      void reread('images')
      onAdded(asset)
    },
  })
}
