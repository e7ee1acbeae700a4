/** A new template: a starter, what is pasted, a file, or a page of a site. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, read } from '../../api/call.ts'
import { newKey } from '../../lib/new-key.ts'
import { reread } from '../../live/reread.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { Help } from '../../ui/help.tsx'
import { Note } from '../../ui/page.tsx'
import type { Content } from '../content/content.ts'
import { FileChooser } from '../content/file-chooser.tsx'
import { GalleryCard, StarterGallery, StarterThumbnail, useLetterLanguage } from '../content/starter-gallery.tsx'
import css from './templates.module.css'

const ways = {
  starter: msg`Starter`,
  paste: msg`Paste`,
  file: msg`File`,
  page: msg`Web page`,
} as const satisfies Record<string, MessageDescriptor>
type Way = keyof typeof ways

/** As the service names them; words of others are the service's own. */
const starters: Readonly<Record<string, { readonly name: MessageDescriptor; readonly about: MessageDescriptor }>> = {
  newsletter: {
    name: msg`Newsletter with stories`,
    about: msg`One main story, and any number of others with or without an image. In English.`,
  },
  announcement: {
    name: msg`Invitation with a programme`,
    about: msg`When, where, a button, and any number of entries of a programme. In English.`,
  },
  letter: { name: msg`Letter with a logo`, about: msg`Text with a name below it. In English.` },
}

export interface NewTemplateProps {
  readonly clientId: string
  readonly way: string
  readonly onWay: (way: Way) => void
  readonly onClose: () => void
}

export function NewTemplate({ clientId, way, onWay, onClose }: NewTemplateProps) {
  const { t, i18n } = useLingui()
  const chosen = (Object.keys(ways) as Way[]).find(one => one === way) ?? 'starter' // its own keys
  return (
    <Dialog title={t`New template`} onClose={onClose} isWide>
      <div className={css.ways}>
        {(Object.keys(ways) as Way[]) // its own keys
          .map(one => (
            <button key={one} type="button" aria-pressed={one === chosen} onClick={() => onWay(one)}>
              {i18n._(ways[one])}
            </button>
          ))}
      </div>
      <Details key={chosen} clientId={clientId} way={chosen} />
    </Dialog>
  )
}

function Details({ clientId, way }: { readonly clientId: string; readonly way: Way }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [starter, setStarter] = useState('two-columns')
  const [language, setLanguage] = useLetterLanguage()
  const [source, setSource] = useState('')
  const [url, setUrl] = useState('')
  const [file, setFile] = useState<{ readonly content: Content; readonly name: string }>()
  /** One key for one template: another call is given another. */
  const [made, setMade] = useState({ of: '', key: newKey() })

  async function submit() {
    const Name = name.trim()
    const given = { ClientID: clientId, Name }
    const form = JSON.stringify([given, way, starter, language, source, url, file])
    const idempotencyKey = made.of === form ? made.key : newKey()
    setMade({ of: form, key: idempotencyKey })
    const options = { idempotencyKey }
    const templateId =
      way === 'starter'
        ? await call('Template.CreateFromStarter', { ...given, Starter: starter, Language: language }, options)
        : way === 'page'
          ? await call('Template.Create', { ClientID: clientId, TemplateName: Name, HTMLPageURL: url.trim() }, options)
          : await call('Template.CreateFromContent', { ...given, ...pageOf(way, source, file?.content) }, options)
    await reread('templates')
    await navigate({ to: '/clients/$clientId/templates/$templateId', params: { clientId, templateId } })
  }

  return (
    <Form submit={submit} label={t`Create the template`} isWide>
      {way === 'starter' && (
        <Starters {...{ clientId, language }} chosen={starter} onLanguage={setLanguage} onChoose={setStarter} />
      )}
      {way === 'paste' && (
        <Textarea
          label={t`HTML or MJML`}
          description={
            <Help>{t`With at least one editable region, such as <singleline label="Headline">…</singleline>, and an <unsubscribe> link.`}</Help>
          }
          rows={10}
          spellCheck={false}
          value={source}
          onChange={event => setSource(event.currentTarget.value)}
          classNames={{ input: css.source ?? '' }}
          required
        />
      )}
      {way === 'file' && (
        <>
          <FileChooser clientId={clientId} onChoose={(content, fileName) => setFile({ content, name: fileName })} />
          {file && (
            <Note tone="good" role="status">
              <p>
                <bdi>{file.name}</bdi>
              </p>
            </Note>
          )}
        </>
      )}
      {way === 'page' && (
        <TextInput
          type="url"
          label={t`Address of the page`}
          description={<Help>{t`The page is loaded with its images and style sheets, and copied.`}</Help>}
          placeholder="https://"
          value={url}
          onChange={event => setUrl(event.currentTarget.value)}
          required
        />
      )}
      <TextInput
        label={t`Name`}
        description={way === 'starter' ? t`Empty: the name of the starter.` : t`At most 30 characters.`}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        maxLength={30}
        required={way !== 'starter'}
        autoComplete="off"
      />
    </Form>
  )
}

/** As Template.CreateFromContent takes it. MJML is known by its first element. */
function pageOf(way: Way, source: string, content: Content | undefined) {
  if (way === 'paste') return /<mjml[\s>]/i.test(source.slice(0, 2000)) ? { Mjml: source } : { Html: source }
  const { Html, Mjml, UploadID } = content ?? {}
  return UploadID ? { UploadID } : Mjml ? { Mjml } : { Html: Html ?? '' }
}

function Starters({
  clientId,
  chosen,
  language,
  onLanguage,
  onChoose,
}: {
  readonly clientId: string
  readonly chosen: string
  readonly language: string
  readonly onLanguage: (language: string) => void
  readonly onChoose: (starter: string) => void
}) {
  const { i18n } = useLingui()
  const { data = [] } = useQuery(read('Template.ListStarters', {}))
  return (
    <StarterGallery {...{ clientId, chosen, language, onLanguage, onChoose }}>
      {data.map(({ Starter = '', Name = '', About = '' }) => (
        <li key={Starter}>
          <GalleryCard
            name={starters[Starter] ? i18n._(starters[Starter].name) : Name}
            about={starters[Starter] ? i18n._(starters[Starter].about) : About}
            isChosen={Starter === chosen}
            onChoose={() => onChoose(Starter)}
          >
            <StarterThumbnail clientId={clientId} starter={Starter} language="en" />
          </GalleryCard>
        </li>
      ))}
    </StarterGallery>
  )
}
