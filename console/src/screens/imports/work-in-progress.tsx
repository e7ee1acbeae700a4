/** An import that the service works on. It goes on when the page is closed. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { number } from '../../lib/format.ts'
import { css, Panel } from '../../ui/page.tsx'
import own from './imports.module.css'
import type { ImportProps } from './mapping.tsx'
import type { State } from './states.ts'

const titles: Readonly<Partial<Record<State, MessageDescriptor>>> = {
  Fetching: msg`The rows are being read from the other program`,
  Reading: msg`The file is being read`,
  Judging: msg`All rows are being checked`,
  Committing: msg`People are being imported`,
  Undoing: msg`The import is being undone`,
}

export function WorkInProgress({ of: shown }: ImportProps) {
  const { i18n } = useLingui()
  const title = i18n._(titles[shown.State] ?? msg`In progress`)
  const { done, all } = progressOf(shown)
  const isCounted = all > 0
  return (
    <Panel title={title}>
      <progress className={own.progress} aria-label={title} {...(isCounted ? { max: all, value: done } : {})} />
      <p role="status">
        {isCounted && (
          <Trans>
            {number(done)} of {number(all)} rows
          </Trans>
        )}
      </p>
      <p className={`${css.quiet} ${css.small}`}>
        <Trans>It continues when you close the page.</Trans>
      </p>
    </Panel>
  )
}

/** In rows; of reading and checking the length is not known, and `all` is 0. */
function progressOf({ State, RowsDone, RowsInFile, RowsFetched, RowsToFetch }: ImportProps['of']) {
  if (State === 'Fetching') return { done: RowsFetched, all: RowsToFetch }
  const all = State === 'Committing' || State === 'Undoing' ? RowsInFile : 0
  return { done: Math.min(RowsDone, all), all }
}
