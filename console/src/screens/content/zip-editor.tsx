/** Content of a ZIP file: another file replaces it; its page is written on as HTML. */
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Icon } from '../../ui/icons.tsx'
import css from './content.module.css'
import { FileChooser } from './file-chooser.tsx'
import type { ContentEditorProps } from './props.ts'

export function ZipEditor({ clientId, content, onChange, isLocked = false }: ContentEditorProps) {
  const { FileName = '', Html = '', Text = '' } = content ?? {}
  return (
    <div className={css.fields}>
      <p className={css.fileName}>
        <Icon name="log" />
        {FileName === '' ? <Trans>A ZIP file</Trans> : <bdi>{FileName}</bdi>}
      </p>
      {!isLocked && (
        <>
          <FileChooser clientId={clientId} onChoose={onChange} />
          {Html !== '' && (
            <div>
              <Button variant="default" onClick={() => onChange({ Kind: 'Html', Html, Text })}>
                <Trans>Continue in HTML</Trans>
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  )
}
