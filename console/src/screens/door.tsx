/** The frame of the screens before the sign-in. */
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { chooseLanguage, type Language, languages } from '../lib/languages.ts'
import { Icon } from '../ui/icons.tsx'
import mark from '../ui/mark.svg'
import { useTitle } from '../ui/page.tsx'
import css from './door.module.css'

export function Door({
  title,
  lead,
  children,
}: {
  readonly title: string
  readonly lead?: ReactNode
  readonly children: ReactNode
}) {
  const { t, i18n } = useLingui()
  useTitle(title)
  return (
    <div className={css.door}>
      <main className={css.card} id="main">
        <div className={css.brand}>
          <img src={mark} width="28" height="28" alt="" />
          Lettershop
        </div>
        <h1 tabIndex={-1}>{title}</h1>
        {lead && <p className={css.lead}>{lead}</p>}
        {children}
      </main>
      <footer className={css.foot}>
        <Icon name="globe" size={16} />
        <select
          aria-label={t`Language`}
          value={i18n.locale}
          onChange={event => void chooseLanguage(event.currentTarget.value as Language)} // the options below
        >
          {Object.entries(languages).map(([tag, name]) => (
            <option key={tag} value={tag} lang={tag}>
              {name}
            </option>
          ))}
        </select>
      </footer>
    </div>
  )
}
