/** A file of this computer: a page is read here, a ZIP file is uploaded. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { upload } from '../../api/call.ts'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Refused } from '../../ui/refused.tsx'
import css from './content.module.css'
import type { Content } from './content.ts'

/** Bytes of a page that the service takes. */
const longestPage = 2_000_000

export function FileChooser({
  clientId,
  onChoose,
}: {
  readonly clientId: string
  readonly onChoose: (content: Content, fileName: string) => void
}) {
  const { t } = useLingui()
  const read = useMutation({
    mutationFn: async (file: File) => onChoose(await contentOf(clientId, file), file.name),
  })
  const isWrong = read.error instanceof NotThisFile
  return (
    <div className={css.file}>
      <FileDrop accept=".html,.htm,.mjml,.zip" isDisabled={read.isPending} onChoose={file => read.mutate(file)}>
        {read.isPending ? t`Uploading …` : t`Choose a file: .html, .mjml or .zip`}
      </FileDrop>
      {isWrong ? (
        <p className={css.wrong} role="alert">
          <Trans>
            This is neither a page nor a ZIP file. Choose a file that ends with .html, .mjml or .zip, of at most 20 MB.
          </Trans>
        </p>
      ) : (
        <Refused error={read.error} />
      )}
    </div>
  )
}

class NotThisFile extends Error {}

/** @throws NotThisFile; as `upload` does */
async function contentOf(clientId: string, file: File): Promise<Content> {
  const name = file.name.toLowerCase()
  if (name.endsWith('.zip')) {
    const { UploadID } = await upload(clientId, file, file.name)
    return { Kind: 'Zip', UploadID, FileName: file.name }
  }
  if (!/\.(?:html?|mjml)$/.test(name) || file.size > longestPage) throw new NotThisFile()
  const text = await file.text()
  return name.endsWith('.mjml') ? { Kind: 'Mjml', Mjml: text, Text: '' } : { Kind: 'Html', Html: text, Text: '' }
}
