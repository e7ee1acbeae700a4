/** A finished import: its result, and Undo for 30 days. */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { reread } from '../../live/reread.ts'
import { may, useSession } from '../../session/session.ts'
import { AskFirst } from '../../ui/ask-first.tsx'
import layout from '../../ui/layout.module.css'
import { css, Note, Panel } from '../../ui/page.tsx'
import { ImportPeople } from './import-people.tsx'
import own from './imports.module.css'
import type { ImportProps } from './mapping.tsx'
import { ProblemNote } from './problem-note.tsx'
import { SkippedRows } from './skipped-rows.tsx'
import type { Import } from './states.ts'
import { VerdictBar } from './verdict-bar.tsx'
import { VerdictRows } from './verdict-rows.tsx'

const route = getRouteApi('/inside/clients/$clientId/imports/$importId')

export function Result({ clientId, of: shown }: ImportProps) {
  const { t } = useLingui()
  const { verdict, undoing } = route.useSearch()
  const { Written, Judged, State, ImportID = '' } = shown
  // its rows are gone with its file
  const hasRows = shown.CanBeUndone
  return (
    <>
      <Panel title={t`Result`} actions={shown.CanBeUndone && <Undo clientId={clientId} of={shown} />}>
        <div className={own.ended}>
          <ResultSummary clientId={clientId} of={shown} />
        </div>
        {Written && <VerdictBar counts={Written} hasRows={hasRows && Judged !== undefined} />}
      </Panel>
      {State === 'Done' && hasRows && Judged && (
        <VerdictRows key={verdict ?? 'all'} clientId={clientId} importId={ImportID} verdict={verdict} />
      )}
      {State === 'Undone' && undoing && <SkippedRows clientId={clientId} importId={ImportID} />}
    </>
  )
}

function ResultSummary({ clientId, of: shown }: ImportProps) {
  const { t } = useLingui()
  const { State, Written, Problem, RowsUndone, RowsLeftAlone, ImportID = '' } = shown
  switch (State) {
    case 'Done':
      return (
        <>
          {Problem && (
            <Note tone="warn">
              <p>
                <Trans>The import was stopped while it was running. The imported rows stay and can be undone.</Trans>
              </p>
            </Note>
          )}
          {Written && <Sentence of={Written} />}
          {Written && Written.New > 0 && <SegmentOfPeople clientId={clientId} of={shown} />}
        </>
      )
    case 'Undone':
      return (
        <Note tone="plain">
          <p>
            <Plural
              value={RowsUndone}
              one="The import was undone for # row."
              other="The import was undone for # rows."
            />
          </p>
          {RowsLeftAlone > 0 && (
            <p>
              <Link
                to="/clients/$clientId/imports/$importId"
                params={{ clientId, importId: ImportID }}
                search={{ undoing: 'LeftAlone' }}
                resetScroll={false}
              >
                <Plural
                  value={RowsLeftAlone}
                  one="# member was skipped, because it was changed again in the meantime."
                  other="# members were skipped, because they were changed again in the meantime."
                />
              </Link>
            </p>
          )}
        </Note>
      )
    case 'Failed':
      return (
        <ProblemNote of={shown} title={t`The file was refused. Nothing was imported.`}>
          <p className={layout.top8}>
            <ImportPeople clientId={clientId} list={shown.ListID} isDefault />
          </p>
        </ProblemNote>
      )
    default:
      return (
        <Note tone="plain">
          <p>
            <Trans>The import was cancelled. Nothing was imported.</Trans>
          </p>
        </Note>
      )
  }
}

/** Begins a segment of whom the import added. Who was on the list already is not found by the import, but by the tags that it gave. */
function SegmentOfPeople({ clientId, of: { ListID, ImportID, FileName } }: ImportProps) {
  const session = useSession()
  if (!may(session, 'ChangeAudience', clientId)) return null
  return (
    <p className={layout.top8}>
      <Link
        to="/clients/$clientId/segments/new"
        params={{ clientId }}
        search={{ list: ListID, import: ImportID, title: FileName || undefined }}
      >
        <Trans>Make a segment of the people added</Trans>
      </Link>
    </p>
  )
}

function Sentence({ of: { New, Updated } }: { readonly of: NonNullable<Import['Written']> }) {
  return (
    <p>
      <strong>
        <Plural value={New} one="# person was added" other="# people were added" />
        {Updated > 0 && (
          <>
            , <Plural value={Updated} one="# was updated" other="# were updated" />
          </>
        )}
        .
      </strong>{' '}
      <span className={css.quiet}>
        <Trans>No mail was sent.</Trans>
      </span>
    </p>
  )
}

/** It asks first, because people leave the list by it, and nothing takes it back but another import. */
function Undo({ clientId, of: { ImportID = '' } }: ImportProps) {
  const { t } = useLingui()
  return (
    <AskFirst
      variant="default"
      title={t`Undo the import?`}
      label={t`Undo the import`}
      isWide
      text={
        <p>
          <Trans>
            Added people are removed from the list, and changed values are restored. Members changed again since then
            are skipped.
          </Trans>
        </p>
      }
      run={async () => {
        await call('Import.Undo', { ClientID: clientId, ImportID })
        await reread('imports')
      }}
    >
      <Trans>Undo the import</Trans>
    </AskFirst>
  )
}
