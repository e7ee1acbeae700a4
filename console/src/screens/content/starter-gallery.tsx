/** Letters that come with the service, as pictures in the branding of the client and in the language that is chosen. */
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call, read } from '../../api/call.ts'
import { languages } from '../../lib/languages.ts'
import { css as parts, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import css from './gallery.module.css'
import { Thumbnail } from './thumbnail.tsx'

export interface StarterGalleryProps {
  readonly clientId: string
  /** The one that is pressed, or that is being made. */
  readonly chosen: string
  readonly isBusy?: boolean
  readonly language: string
  readonly onLanguage: (language: string) => void
  readonly onChoose: (starter: string) => void
  /** Behind the letters: other things to begin with. */
  readonly children?: ReactNode
}

/** The language of letters: that of the console, until another is chosen. */
export function useLetterLanguage(): readonly [string, (language: string) => void] {
  const { i18n } = useLingui()
  const [chosen, choose] = useState('')
  return [chosen || (i18n.locale in languages ? i18n.locale : 'en'), choose]
}

export function StarterGallery({
  clientId,
  chosen,
  isBusy = false,
  language,
  onLanguage,
  onChoose,
  children,
}: StarterGalleryProps) {
  const { t } = useLingui()
  const { data, error, isPending } = useQuery(read('Content.ListStarters', { ClientID: clientId, Language: language }))
  return (
    <div>
      <div className={css.head}>
        <p className={`${parts.quiet} ${parts.small}`}>
          <Trans>With the logo, colours and typefaces of the client.</Trans>
        </p>
        <NativeSelect
          size="xs"
          label={t`Language of the letter`}
          value={language}
          onChange={event => onLanguage(event.currentTarget.value)}
          data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
        />
      </div>
      {isPending && <Skeletons lines={5} />}
      <Refused error={error} />
      <ul className={css.cards} aria-label={t`Letters to start with`}>
        {data?.map(({ Starter = '', Name = '', About = '' }) => (
          <li key={Starter}>
            <GalleryCard
              name={Name}
              about={About}
              isChosen={Starter === chosen}
              isBusy={isBusy && Starter === chosen}
              onChoose={() => onChoose(Starter)}
            >
              <StarterThumbnail clientId={clientId} starter={Starter} language={language} />
            </GalleryCard>
          </li>
        ))}
        {children}
      </ul>
    </div>
  )
}

export function StarterThumbnail({
  clientId,
  starter,
  language,
}: {
  readonly clientId: string
  readonly starter: string
  readonly language: string
}) {
  const parameters = { ClientID: clientId, Starter: starter, Language: language }
  return (
    <Thumbnail
      queryKey={['Content.PreviewStarter', parameters]}
      load={signal => call('Content.PreviewStarter', parameters, { signal })}
    />
  )
}

/** A picture with a name below it, which is one button. */
export function GalleryCard({
  name,
  about = '',
  isChosen = false,
  isBusy = false,
  onChoose,
  children,
}: {
  readonly name: string
  readonly about?: string
  readonly isChosen?: boolean
  readonly isBusy?: boolean
  readonly onChoose: () => void
  readonly children: ReactNode
}) {
  return (
    <button
      type="button"
      className={css.card}
      aria-pressed={isChosen}
      aria-busy={isBusy}
      disabled={isBusy}
      onClick={onChoose}
    >
      {children}
      <span className={css.words}>
        <b>
          <bdi>{name}</bdi>
        </b>
        {about !== '' && <small>{about}</small>}
      </span>
    </button>
  )
}
