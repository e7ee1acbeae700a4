/** Says that the service is not heard from: what is shown may be old. */
import { Trans } from '@lingui/react/macro'
import { useIsCutOff } from '../live/connection.ts'
import { Note } from '../ui/page.tsx'
import css from './shell.module.css'

export function Connection() {
  const isCutOff = useIsCutOff()
  return (
    <div role="status" className={isCutOff ? css.cutOff : undefined}>
      {isCutOff && (
        <Note tone="warn">
          <Trans>The service does not answer. The page may be out of date; we are trying to reconnect.</Trans>
        </Note>
      )}
    </div>
  )
}
