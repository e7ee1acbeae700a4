/** The editor of content, whatever its kind is. Another kind is a revision of its own: nothing is turned into it unasked. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import layout from '../../ui/layout.module.css'
import { css as parts, Skeletons } from '../../ui/page.tsx'
import css from './content.module.css'
import type { Content } from './content.ts'
import { KindChooser } from './kind-chooser.tsx'
import { kinds } from './kinds.ts'
import { PageEditor } from './page-editor.tsx'
import type { ContentEditorProps } from './props.ts'
import { RegionsEditor } from './regions-editor.tsx'
import { SourceEditor } from './source-editor.tsx'
import { ZipEditor } from './zip-editor.tsx'

const SectionsEditor = lazy(async () => ({
  default: (await import('./sections/sections-editor.tsx')).SectionsEditor,
}))

export function ContentEditor(props: ContentEditorProps) {
  const { clientId, content, onChange, isLocked = false } = props
  const { t, i18n } = useLingui()
  const [isChoosing, setChoosing] = useState(false)
  if (!content)
    return isLocked ? <p>{t`There is no content.`}</p> : <KindChooser clientId={clientId} onChoose={onChange} />
  const { label } = kinds[content.Kind]
  return (
    <div className={css.editor}>
      <div className={css.kind}>
        <span>
          <Trans>
            Format: <b>{i18n._(label)}</b>
          </Trans>
        </span>
        {!isLocked && (
          <Button variant="subtle" size="compact-sm" onClick={() => setChoosing(true)}>
            <Trans>Change the format</Trans>
          </Button>
        )}
      </div>
      <KindEditor {...props} content={content} />
      {isChoosing && (
        <Dialog title={t`Change the format`} onClose={() => setChoosing(false)} isWide>
          <p className={`${parts.quiet} ${layout.bottom16}`}>
            <Trans>The current content stays in the revisions and can be restored from there.</Trans>
          </p>
          <KindChooser
            clientId={clientId}
            present={content}
            onChoose={chosen => {
              setChoosing(false)
              onChange(chosen)
            }}
          />
        </Dialog>
      )}
    </div>
  )
}

function KindEditor(props: ContentEditorProps & { readonly content: Content }) {
  switch (props.content.Kind) {
    case 'Html':
    case 'Mjml':
      return <SourceEditor key={props.content.Kind} {...props} />
    case 'Url':
      return <PageEditor {...props} />
    case 'Zip':
      return <ZipEditor {...props} />
    case 'Sections':
      return (
        <Suspense fallback={<Skeletons lines={6} />}>
          <SectionsEditor {...props} />
        </Suspense>
      )
    case 'Regions':
      return <RegionsEditor key={props.content.TemplateID} {...props} />
  }
}
