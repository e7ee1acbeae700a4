/** The file of an import: it is sent as soon as it is chosen, with its progress, and can be sent again where the connection broke. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { uploadWithProgress } from '../../api/upload-progress.ts'
import { percentOf } from '../../lib/format.ts'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Icon } from '../../ui/icons.tsx'
import { css, Note } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import own from './imports.module.css'

/** Octets that an import takes (docs/importing.md#limits). */
const mostBytes = 200 * 1024 * 1024
const accept = '.csv,.tsv,.txt,.xlsx,.xls,.html,.zip,.json,.jsonl,.ndjson'

export interface FileStepProps {
  readonly clientId: string
  /** The name of what is uploaded; undefined where nothing is. */
  readonly uploaded: string | undefined
  readonly onUploaded: (uploadId: string, name: string) => void
  readonly onForget: () => void
}

export function FileStep({ clientId, uploaded, onUploaded, onForget }: FileStepProps) {
  const [share, setShare] = useState(0)
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(new Stopped()), [])
  const send = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > mostBytes || file.size === 0) throw new NotThisFile(file.size === 0)
      setShare(0)
      stop.current = new AbortController()
      const { UploadID } = await uploadWithProgress(clientId, file, {
        signal: stop.current.signal,
        onProgress: setShare,
      })
      onUploaded(UploadID, file.name)
    },
  })
  if (send.isPending)
    return <Sending name={send.variables.name} share={share} onStop={() => stop.current?.abort(new Stopped())} />
  if (uploaded !== undefined) {
    return (
      <div className={own.file}>
        <p className={own.fileName}>
          <Icon name="check" /> <bdi>{uploaded}</bdi>
        </p>
        <Button variant="default" size="compact-sm" onClick={onForget}>
          <Trans>Choose another file</Trans>
        </Button>
      </div>
    )
  }
  return (
    <div className={own.parts}>
      <FileDrop accept={accept} onChoose={file => send.mutate(file)}>
        <strong>
          <Trans>Drop a file here, or choose one</Trans>
        </strong>
        <br />
        <Trans>CSV, Excel (.xlsx), JSON lines, or a ZIP export of Mailchimp; up to 200 MB</Trans>
      </FileDrop>
      <UploadProblem error={send.error} onAgain={send.variables && (() => send.mutate(send.variables))} />
    </div>
  )
}

class Stopped extends Error {}
/** A file that would be refused in any case. */
class NotThisFile extends Error {
  readonly isEmpty: boolean

  constructor(isEmpty: boolean) {
    super()
    this.isEmpty = isEmpty
  }
}

function UploadProblem({ error, onAgain }: { readonly error: unknown; readonly onAgain: (() => void) | undefined }) {
  if (error === null || error === undefined || error instanceof Stopped) return null
  if (error instanceof NotThisFile) {
    return (
      <Note tone="bad" role="alert">
        <p>
          {error.isEmpty ? (
            <Trans>This file is empty.</Trans>
          ) : (
            <Trans>This file is larger than 200 MB. Split it, or compress it as a ZIP file.</Trans>
          )}
        </p>
      </Note>
    )
  }
  return (
    <>
      <Refused error={error} />
      {onAgain && (
        <div>
          <Button variant="default" onClick={onAgain}>
            <Trans>Upload the file again</Trans>
          </Button>
        </div>
      )}
    </>
  )
}

function Sending({
  name,
  share,
  onStop,
}: {
  readonly name: string
  readonly share: number
  readonly onStop: () => void
}) {
  const { t } = useLingui()
  const percent = Math.round(share * 100)
  return (
    <div className={own.parts}>
      <p className={own.fileName}>
        <Icon name="up" /> <bdi>{name}</bdi>
      </p>
      <progress className={own.progress} max={100} value={percent} aria-label={t`Uploading ${name}`} />
      <div className={css.actions}>
        <span className={css.quiet} role="status">
          <Trans>{percentOf(percent / 100)} uploaded</Trans>
        </span>
        <Button variant="default" size="compact-sm" onClick={onStop}>
          <Trans>Stop</Trans>
        </Button>
      </div>
    </div>
  )
}
