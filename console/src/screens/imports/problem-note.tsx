/** Why an import stopped, and what the service or another program said of it. */
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { css, Note } from '../../ui/page.tsx'
import { problemIn } from './sentences.ts'
import type { Import } from './states.ts'

export interface ProblemNoteProps {
  readonly of: Import
  /** Said at once where it appears while the screen is open. */
  readonly role?: 'alert'
  /** Above the problem. */
  readonly title?: string
  /** Below it. */
  readonly children?: ReactNode
}

/** Nothing where nothing is wrong and there is no title. */
export function ProblemNote({ of: place, role, title, children }: ProblemNoteProps) {
  const { i18n } = useLingui()
  const problem = problemIn(i18n, place)
  if (!problem && title === undefined) return null
  return (
    <Note tone="bad" {...(role && { role })}>
      {title !== undefined && (
        <p>
          <strong>{title}</strong>
        </p>
      )}
      {problem && <p>{title === undefined ? <strong>{problem.what}</strong> : problem.what}</p>}
      {problem?.answer !== undefined && (
        <p className={css.small} lang="en">
          <bdi>{problem.answer}</bdi>
        </p>
      )}
      {children}
    </Note>
  )
}
