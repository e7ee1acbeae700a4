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
  Reading: msg`The file is being read`,
  Judging: msg`All rows are being checked`,
  Committing: msg`People are being imported`,
  Undoing: msg`The import is being undone`,
}

export function Working({ of: { State, RowsDone, RowsInFile } }: ImportProps) {
  const { i18n } = useLingui()
  const title = i18n._(titles[State] ?? msg`At work`)
  // what is written is counted in rows; of reading and checking the length is not known
  const isCounted = (State === 'Committing' || State === 'Undoing') && RowsInFile > 0
  const done = Math.min(RowsDone, RowsInFile)
  return (
    <Panel title={title}>
      <progress className={own.progress} aria-label={title} {...(isCounted ? { max: RowsInFile, value: done } : {})} />
      <p role="status">
        {isCounted && (
          <Trans>
            {number(done)} of {number(RowsInFile)} rows
          </Trans>
        )}
      </p>
      <p className={`${css.quiet} ${css.small}`}>
        <Trans>This goes on when you close the page.</Trans>
      </p>
    </Panel>
  )
}
