/** The second step of an import: what each column becomes, beside its first values, and how rows are read. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, queryClient, read } from '../../api/call.ts'
import { listOf } from '../../lib/format.ts'
import { reread } from '../../live/reread.ts'
import { Act, ActsRefused, useAct } from '../../ui/act.tsx'
import { css, Note, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { ColumnTable } from './column-table.tsx'
import {
  type Changes,
  type ColumnRow,
  change,
  changeMapping,
  hasTarget,
  type Mapping as Mapped,
  readAs,
  withoutNewFields,
} from './columns.ts'
import { FileReading } from './file-reading.tsx'
import { move } from './import-query.ts'
import own from './imports.module.css'
import { Parts } from './parts.tsx'
import { Policies } from './policies.tsx'
import { ProblemNote } from './problem-note.tsx'
import { warningIn } from './sentences.ts'
import type { Import } from './states.ts'
import { TagsOfAll } from './tags-of-all.tsx'
import { Words } from './words.tsx'

export interface ImportProps {
  readonly clientId: string
  readonly of: Import
}

export function Mapping({ clientId, of: shown }: ImportProps) {
  const named = { ClientID: clientId, ImportID: shown.ImportID ?? '' }
  const query = read('Import.GetMapping', named)
  const { data, error } = useQuery(query)
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const save = useMutation({
    // one after the other, as they were made
    scope: { id: `mapping ${named.ImportID}` },
    mutationFn: (changes: Changes) => call('Import.SetMapping', { ...named, ...changes }),
    // what was refused is shown as it still is; what was judged is no more
    onSettled: (_, refused) =>
      refused || shown.State !== 'Mapping' || shown.Problem
        ? reread('imports')
        : queryClient.invalidateQueries({ queryKey: query.queryKey }),
  })
  if (!data) {
    return (
      <Panel>
        {!error && <Skeletons lines={8} />}
        <Refused error={error} />
      </Panel>
    )
  }
  function set(changes: Changes) {
    setLeftOut([])
    queryClient.setQueryData(query.queryKey, before => before && changeMapping(before, changes))
    save.mutate(changes)
  }
  function setColumn(row: ColumnRow, choice: string) {
    const { columns, leftOut: freed } = change(data as Mapped, row, choice)
    set({ Columns: columns })
    setLeftOut(freed)
  }
  return (
    <div className={own.stack}>
      <Findings of={shown} mapping={data} />
      <Parts mapping={data} onChange={set} />
      <FileReading named={named} mapping={data} />
      <ColumnTable
        listId={shown.ListID ?? ''}
        mapping={data}
        onChange={setColumn}
        onRead={(row, reading, value) => set(readAs(row, reading, value))}
        onLeaveOut={() => set(withoutNewFields(data))}
      />
      <p role="status" className={`${css.quiet} ${css.small}`}>
        {leftOut.length > 0 && <Trans>{listOf(leftOut)} is skipped now: only one column can use a target.</Trans>}
      </p>
      {hasTarget(data, 'State') && <Words mapping={data} onChange={set} />}
      <TagsOfAll clientId={clientId} mapping={data} onChange={set} />
      <Policies mapping={data} isAsked={asksForDates(shown)} onChange={set} />
      <Refused error={save.error} />
      <CheckRows named={named} isSaving={save.isPending} />
    </div>
  )
}

/** The judge stops where the dates of a file can be read in two ways. */
function asksForDates({ State, ProblemCode }: Import): boolean {
  return State === 'Mapping' && ProblemCode === 'DatesAmbiguous'
}

function CheckRows({
  named,
  isSaving,
}: {
  readonly named: { readonly ClientID: string; readonly ImportID: string }
  readonly isSaving: boolean
}) {
  const navigate = useNavigate({ from: '/clients/$clientId/imports/$importId' })
  const judge = useAct(() =>
    move(async () => {
      await call('Import.Judge', named)
      await navigate({ search: {}, replace: true })
    }),
  )
  return (
    <>
      <ActsRefused of={[judge]} />
      <div className={css.actions}>
        <Act of={judge} variant="filled" disabled={isSaving}>
          <Trans>Check all rows</Trans>
        </Act>
        <span role="status" className={`${css.quiet} ${css.small}`}>
          {isSaving ? <Trans>Saving …</Trans> : <Trans>Saved. You review the result of each row first.</Trans>}
        </span>
      </div>
    </>
  )
}

/** What was found in the file, and what is wrong with it. */
function Findings({ of: shown, mapping }: { readonly of: Import; readonly mapping: Mapped }) {
  const { t, i18n } = useLingui()
  const { Format = '', Encoding = '', Encodings = [], WarningDetails = [] } = mapping
  const warnings = WarningDetails.map(warning => warningIn(i18n, warning))
  const read = [
    Format !== '' && t`This is an export of ${Format}.`,
    Encoding !== '' &&
      Encoding.toLowerCase() !== 'utf-8' &&
      // it is asked for below
      Encodings.length === 0 &&
      t`The encoding is ${Encoding}: check whether names look right.`,
  ].filter(text => text !== false)
  return (
    <>
      <ProblemNote of={shown} role="alert" />
      {(read.length > 0 || warnings.length > 0) && (
        <Note tone={warnings.length > 0 ? 'warn' : 'plain'}>
          {[...read, ...warnings].map(sentence => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Note>
      )}
    </>
  )
}
