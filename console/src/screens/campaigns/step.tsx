import type { ReactNode } from 'react'
import { useId } from 'react'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Chip, type Tone } from '../../ui/page.tsx'
import css from './campaign.module.css'

export interface StepState {
  readonly tone: Tone
  readonly word: string
  readonly icon?: IconName
}

export interface StepProps {
  readonly title: string
  /** The present setting, in one line. */
  readonly line: ReactNode
  readonly state: StepState | undefined
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly children: ReactNode
}

/** A part of a campaign: its state in one line, opened in place. */
export function Step({ title, line, state, isOpen, onToggle, children }: StepProps) {
  const id = useId()
  return (
    <section className={css.step} aria-labelledby={`${id}-title`} data-open={isOpen || undefined}>
      <button
        type="button"
        className={css.stepHead}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
      >
        <span className={css.stepTitle}>
          <h2 id={`${id}-title`}>{title}</h2>
          {state && (
            <Chip tone={state.tone} {...(state.icon ? { icon: state.icon } : {})}>
              {state.word}
            </Chip>
          )}
        </span>
        <span className={css.line} dir="auto">
          {line}
        </span>
        <span className={css.chevron}>
          <Icon name="chevron" />
        </span>
      </button>
      {isOpen && (
        <div id={id} className={css.stepBody}>
          {children}
        </div>
      )}
    </section>
  )
}
