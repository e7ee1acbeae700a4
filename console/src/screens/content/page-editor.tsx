/** Content that is fetched from a web page, at the save. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Help } from '../../ui/help.tsx'
import css from './content.module.css'
import type { ContentEditorProps } from './props.ts'

export function PageEditor({
  content,
  onChange,
  isLocked = false,
}: Pick<ContentEditorProps, 'clientId' | 'content' | 'onChange' | 'isLocked'>) {
  const { t } = useLingui()
  const { HtmlUrl = '', TextUrl = '' } = content ?? {}
  const [html, setHtml] = useState(HtmlUrl)
  const [text, setText] = useState(TextUrl)
  const isFetched = HtmlUrl !== '' && html === HtmlUrl && text === TextUrl
  function submit(event: FormEvent) {
    event.preventDefault()
    // it may stand in the form of the screen
    event.stopPropagation()
    onChange({ Kind: 'Url', HtmlUrl: html.trim(), TextUrl: text.trim() })
  }
  return (
    <form className={css.fields} onSubmit={submit}>
      <TextInput
        type="url"
        label={t`Address of the page`}
        description={
          <Help>{t`The page is loaded now with its images and style sheets, and copied: later changes there do not change the campaign.`}</Help>
        }
        placeholder="https://"
        value={html}
        onChange={event => setHtml(event.currentTarget.value)}
        readOnly={isLocked}
        required
      />
      <TextInput
        type="url"
        label={t`Address of the text`}
        description={t`Empty: the text is generated from the page.`}
        placeholder="https://"
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        readOnly={isLocked}
      />
      {!isLocked && (
        <div>
          <Button type="submit" variant={isFetched ? 'default' : 'filled'}>
            {isFetched ? <Trans>Load again</Trans> : <Trans>Load the page</Trans>}
          </Button>
        </div>
      )}
    </form>
  )
}
