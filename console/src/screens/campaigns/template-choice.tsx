/** What a new campaign begins with: nothing, or a template of the client, shown as a picture. */
import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { Icon } from '../../ui/icons.tsx'
import gallery from '../content/gallery.module.css'
import { GalleryCard } from '../content/starter-gallery.tsx'
import { FoundNote, isFound, mostUnsearched } from '../templates/finding.tsx'
import { TemplateThumbnail } from '../templates/template-thumbnail.tsx'
import css from './template-choice.module.css'

/** Each is a preview of its own. */
const mostShown = 60

export interface TemplateChoiceProps {
  readonly templates: ValueOf<'Client.GetTemplates'>
  /** A TemplateID; empty for none. */
  readonly chosen: string
  readonly onChoose: (templateId: string) => void
}

export function TemplateChoice({ templates, chosen, onChoose }: TemplateChoiceProps) {
  const { t } = useLingui()
  const id = useId()
  const [find, setFind] = useState('')
  const found = templates.filter(({ TemplateID, Name = '' }) =>
    // the one that is chosen stays in sight
    TemplateID === chosen ? true : isFound(Name, find),
  )
  return (
    <fieldset className={css.choice} aria-labelledby={id}>
      <div className={css.head}>
        <span id={id} className={css.legend}>
          <Trans>Start with</Trans>
        </span>
        {templates.length > mostUnsearched && (
          <TextInput
            type="search"
            size="xs"
            aria-label={t`Find a template`}
            placeholder={t`Find a template`}
            leftSection={<Icon name="search" size={14} />}
            value={find}
            onChange={event => setFind(event.currentTarget.value)}
            // Enter would create the campaign
            onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
          />
        )}
      </div>
      <div className={css.scroll}>
        <ul className={gallery.cards}>
          {find.trim() === '' && (
            <li>
              <GalleryCard name={t`An empty campaign`} isChosen={chosen === ''} onChoose={() => onChoose('')}>
                <span className={gallery.thumb}>
                  <span className={gallery.none}>
                    <Icon name="plus" size={28} />
                  </span>
                </span>
              </GalleryCard>
            </li>
          )}
          {found.slice(0, mostShown).map(({ TemplateID = '', Name = '', ScreenshotURL = '' }) => (
            <li key={TemplateID}>
              <GalleryCard name={Name} isChosen={TemplateID === chosen} onChoose={() => onChoose(TemplateID)}>
                <TemplateThumbnail templateId={TemplateID} screenshot={ScreenshotURL} />
              </GalleryCard>
            </li>
          ))}
        </ul>
        <FoundNote found={found.length} most={mostShown} />
      </div>
    </fieldset>
  )
}
