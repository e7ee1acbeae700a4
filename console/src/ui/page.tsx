/** What screens are made of: a title that is focused on navigation, panels, notes, and placeholders while data loads. */
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { type CSSProperties, createContext, type ReactNode, useContext, useEffect } from 'react'
import { Icon, type IconName } from './icons.tsx'
import css from './parts.module.css'

/** The name of the client whose screens are shown; undefined on those of the account. */
export const TitleOwner = createContext<string | undefined>(undefined)

/** Names the browser's tab: what is shown, and whose it is. */
export function useTitle(title: string): void {
  const owner = useContext(TitleOwner)
  useEffect(() => {
    const names = [title, owner === title ? undefined : owner, 'Lettershop']
    document.title = names.filter(name => name !== undefined && name !== '').join(' · ')
  }, [title, owner])
}

export interface PageProps {
  readonly title: string
  readonly lead?: ReactNode
  /** Beside the title. */
  readonly actions?: ReactNode
  /** For screens of two columns. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

export function Page({ title, lead, actions, isWide = false, children }: PageProps) {
  useTitle(title)
  return (
    <div className={`${css.page} ${isWide ? css.wide : ''}`}>
      <div className={css.head}>
        <div>
          <h1 tabIndex={-1} dir="auto">
            {title}
          </h1>
          {lead && <p className={css.lead}>{lead}</p>}
        </div>
        {actions && <div className={css.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  )
}

export function Panel({
  title,
  text,
  actions,
  children,
}: {
  readonly title?: string
  readonly text?: ReactNode
  readonly actions?: ReactNode
  readonly children?: ReactNode
}) {
  return (
    <section className={css.panel} aria-label={title}>
      {(title !== undefined || text !== undefined) && (
        <div className={css.panelHead}>
          <div>
            {title !== undefined && <h2>{title}</h2>}
            {text && <p className={css.panelText}>{text}</p>}
          </div>
          {actions && <div className={css.actions}>{actions}</div>}
        </div>
      )}
      {children}
    </section>
  )
}

export type Tone = 'bad' | 'warn' | 'good' | 'plain'

const iconOf: Readonly<Record<Tone, IconName>> = { bad: 'warning', warn: 'warning', good: 'check', plain: 'info' }

/** @param role `alert` for what has just gone wrong, `status` for what was just done */
export function Note({
  tone,
  role,
  children,
}: {
  readonly tone: Tone
  readonly role?: 'alert' | 'status'
  readonly children: ReactNode
}) {
  return (
    <div className={`${css.note} ${css[tone]}`} role={role}>
      <Icon name={iconOf[tone]} />
      <div>{children}</div>
    </div>
  )
}

/** A state in a word, with icon and colour. */
export function Chip({
  tone,
  icon,
  children,
}: {
  readonly tone: Tone
  readonly icon?: IconName
  readonly children: ReactNode
}) {
  return (
    <span className={`${css.chip} ${css[tone]}`}>
      <Icon name={icon ?? iconOf[tone]} size={14} />
      {children}
    </span>
  )
}

/** How a state is shown. */
export interface StateWord {
  readonly label: MessageDescriptor
  readonly tone: Tone
  readonly icon: IconName
}

/** The chip of a state. */
export function StateWordChip({ of: { label, tone, icon } }: { readonly of: StateWord }) {
  const { i18n } = useLingui()
  return (
    <Chip tone={tone} icon={icon}>
      {i18n._(label)}
    </Chip>
  )
}

/** A placeholder while data loads; it appears after 150 ms. */
export function Skeletons({ lines = 4 }: { readonly lines?: number }) {
  const { t } = useLingui()
  return (
    <div className={css.skeletons} role="status" aria-label={t`Loading`}>
      {Array.from({ length: lines }, (_, n) => (
        <span key={n} className={css.skeleton} style={skeletonStyle(n)} />
      ))}
    </div>
  )
}

function skeletonStyle(n: number): CSSProperties {
  return { height: n === 0 ? '1.5rem' : '1rem', width: `${[40, 92, 78, 85][n % 4]}%` }
}

/** Says what belongs here, and how it comes about. */
export function Empty({
  icon,
  title,
  children,
  action,
}: {
  readonly icon: IconName
  readonly title: string
  readonly children: ReactNode
  readonly action?: ReactNode
}) {
  return (
    <div className={css.empty}>
      <Icon name={icon} size={32} />
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </div>
  )
}

export { css }
