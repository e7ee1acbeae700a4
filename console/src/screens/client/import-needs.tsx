/** Imports that need a hand: those that wait for a person, and those that failed lately. */
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { read } from '../../api/call.ts'
import { may, useSession } from '../../session/session.ts'
import { PathLink } from '../../ui/path-link.tsx'
import type { Import } from '../imports/states.ts'
import type { Need } from './need.ts'

/** The newest: older ones are under Imports. */
const mostImports = 20
/** As the overview of the account counts them. */
const failedDays = 7

export function useImportNeeds(clientId: string): readonly Need[] {
  const session = useSession()
  const { data } = useQuery({
    ...read('Import.List', { ClientID: clientId, ListID: '', Limit: mostImports }),
    enabled: may(session, 'Import', clientId),
  })
  const imports = data?.Imports ?? []
  return imports.flatMap((found, n) => {
    const { ImportID = '', ListID } = found
    // what was tried again since is over
    const isTriedAgain = imports.slice(0, n).some(later => later.ListID === ListID)
    const text = textOf(found, isTriedAgain, `/clients/${clientId}/imports/${ImportID}`)
    return text === undefined ? [] : [{ key: ImportID, tone: found.State === 'Failed' ? 'bad' : 'warn', text }]
  })
}

function textOf({ State, FileName, EndedDate, Problem }: Import, isTriedAgain: boolean, to: string): ReactNode {
  const link = (
    <PathLink to={to}>
      <bdi>{FileName}</bdi>
    </PathLink>
  )
  if (State === 'Failed' && !isTriedAgain && isRecent(EndedDate)) return <Trans>The import of {link} failed.</Trans>
  if (State === 'Judged') return <Trans>The import of {link} is waiting for review.</Trans>
  if (State === 'Mapping' && Problem) return <Trans>The import of {link} needs an answer.</Trans>
  return undefined
}

/** @param date of the client's calendar; a day more or less does not matter */
function isRecent(date = ''): boolean {
  const since = new Date(Date.now() - failedDays * 86_400_000).toISOString()
  return date.slice(0, 10) >= since.slice(0, 10)
}
