/** What is wrong with a source, by its place. */
import { useLingui } from '@lingui/react/macro'
import { Icon } from '../../ui/icons.tsx'
import css from './content.module.css'
import type { ContentProblem } from './content.ts'

/** The rest is found when these are mended. */
const mostShown = 50

export function ProblemList({
  problems,
  onJump,
}: {
  readonly problems: readonly ContentProblem[]
  readonly onJump: (problem: ContentProblem) => void
}) {
  const { t } = useLingui()
  if (problems.length === 0) return null
  return (
    <ul className={css.problems} aria-label={t`Problems`} aria-live="polite">
      {problems.slice(0, mostShown).map((problem, n) => {
        const { Severity, Message, Line, Column = 1 } = problem
        return (
          <li key={`${n}`} data-severity={Severity}>
            <Icon name="warning" size={16} />
            <span>
              <b>{Severity === 'Error' ? t`Error` : t`Warning`}</b> {Message}
            </span>
            {Line !== undefined && Line > 0 && (
              <button type="button" onClick={() => onJump(problem)}>
                {t`Line ${Line}, column ${Column}`}
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
