/** How content is to be written. Content there is goes along where the other kind can hold it. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read } from '../../api/call.ts'
import { may, useSession } from '../../session/session.ts'
import { Icon } from '../../ui/icons.tsx'
import { css as parts, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { TemplateThumbnail } from '../templates/template-thumbnail.tsx'
import css from './content.module.css'
import type { Content, Kind } from './content.ts'
import { FileChooser } from './file-chooser.tsx'
import gallery from './gallery.module.css'
import { kinds } from './kinds.ts'
import { LetterChooser } from './letter-chooser.tsx'
import { newHtml, newMjml } from './new-sources.ts'
import { PageEditor } from './page-editor.tsx'
import type { KindChooserProps } from './props.ts'
import { GalleryCard } from './starter-gallery.tsx'

const order: readonly Kind[] = ['Sections', 'Regions', 'Html', 'Mjml', 'Zip', 'Url']

export function KindChooser({ clientId, present, onChoose }: KindChooserProps) {
  const { i18n } = useLingui()
  // all other kinds are content of one's own
  const mayWrite = may(useSession(), 'ImportHtml', clientId)
  // most begin with a letter
  const [kind, setKind] = useState<Kind | undefined>(present ? undefined : mayWrite ? 'Sections' : 'Regions')
  const write = useMutation({
    mutationFn: (wanted: 'Html' | 'Mjml') => startContent(clientId, wanted, present),
    onSuccess: onChoose,
  })
  function choose(wanted: Kind) {
    if (wanted === 'Html' || wanted === 'Mjml') write.mutate(wanted)
    else setKind(wanted)
  }
  return (
    <div className={css.chooser}>
      <Refused error={write.error} />
      {/* most begin with a letter, which is shown below: the other ways take little room */}
      <ul className={present ? css.choices : css.ways}>
        {order
          .filter(one => mayWrite || one === 'Regions')
          .filter(one => one !== present?.Kind || one === 'Regions' || one === 'Sections')
          .map(one => (
            <li key={one}>
              <button
                type="button"
                className={present ? css.choice : css.way}
                title={present ? undefined : i18n._(kinds[one].about)}
                aria-pressed={one === kind}
                disabled={write.isPending}
                onClick={() => choose(one)}
              >
                <Icon name={kinds[one].icon} size={present ? 20 : 16} />
                <span>
                  <b>{i18n._(kinds[one].label)}</b>
                  {present && <small>{i18n._(kinds[one].about)}</small>}
                </span>
              </button>
            </li>
          ))}
      </ul>
      {kind === 'Sections' && <LetterChooser clientId={clientId} present={present} onChoose={onChoose} />}
      {kind === 'Regions' && <TemplateChooser clientId={clientId} onChoose={onChoose} />}
      {kind === 'Zip' && <FileChooser clientId={clientId} onChoose={onChoose} />}
      {kind === 'Url' && <PageEditor clientId={clientId} content={{ Kind: 'Url' }} onChange={onChoose} />}
    </div>
  )
}

/** HTML goes on with what there is; MJML can only begin. */
async function startContent(clientId: string, wanted: 'Html' | 'Mjml', present: Content | undefined): Promise<Content> {
  const { Kind, Html = '', Mjml = '', Sections = '', Text = '', TemplateID = '', Values = [] } = present ?? {}
  if (wanted === 'Mjml') return { Kind: 'Mjml', Mjml: newMjml, Text }
  if (Kind === 'Zip') return { Kind: 'Html', Html, Text }
  if (Kind === 'Mjml') {
    const { Html: compiled } = await call('Content.CompileMjml', { ClientID: clientId, Mjml })
    if (compiled) return { Kind: 'Html', Html: compiled, Text }
  }
  if (Kind === 'Sections') {
    const { Html: compiled = '' } = await call('Content.CompileSections', { ClientID: clientId, Sections })
    return { Kind: 'Html', Html: compiled, Text }
  }
  if (Kind === 'Regions') {
    const { Html: filled = '' } = await call('Template.FillRegions', { TemplateID, Regions: Values })
    return { Kind: 'Html', Html: filled, Text }
  }
  return { Kind: 'Html', Html: newHtml, Text }
}

function TemplateChooser({ clientId, onChoose }: Pick<KindChooserProps, 'clientId' | 'onChoose'>) {
  const { t } = useLingui()
  const { data, error, isPending } = useQuery(read('Client.GetTemplates', { ClientID: clientId }))
  if (isPending) return <Skeletons lines={3} />
  if (error) return <Refused error={error} />
  if (data.length === 0)
    return (
      <p className={parts.quiet} role="status">
        <Trans>This client has no templates yet. Create them under Templates.</Trans>
      </p>
    )
  return (
    <ul className={gallery.cards} aria-label={t`Templates`}>
      {data.map(({ TemplateID = '', Name = '', ScreenshotURL = '' }) => (
        <li key={TemplateID}>
          <GalleryCard name={Name} onChoose={() => onChoose({ Kind: 'Regions', TemplateID, Values: [], Text: '' })}>
            <TemplateThumbnail templateId={TemplateID} screenshot={ScreenshotURL} />
          </GalleryCard>
        </li>
      ))}
    </ul>
  )
}
