/** The third step of an import: the result of the rows in one bar, and the button that names its effect. */
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { number } from '../../lib/format.ts'
import { mayOnAccount, useSession } from '../../session/session.ts'
import { Act, ActsRefused, useAct } from '../../ui/act.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { css, Note, Panel } from '../../ui/page.tsx'
import { ColumnSummary } from './column-summary.tsx'
import { move } from './import-query.ts'
import own from './imports.module.css'
import { LostValues } from './lost-values.tsx'
import type { ImportProps } from './mapping.tsx'
import type { Counts, Import } from './states.ts'
import { VerdictBar } from './verdict-bar.tsx'
import { VerdictRows } from './verdict-rows.tsx'

const route = getRouteApi('/inside/clients/$clientId/imports/$importId')

export function Review({ clientId, of: shown }: ImportProps) {
  const { t } = useLingui()
  const { verdict } = route.useSearch()
  const { Judged, ImportID = '' } = shown
  if (!Judged) return null
  return (
    <>
      <Panel
        title={t`Result of the rows`}
        text={<Plural value={Judged.Rows} one="# row of the file" other="# rows of the file" />}
        actions={
          <Button
            variant="default"
            renderRoot={props => (
              <Link
                {...props}
                to="/clients/$clientId/imports/$importId"
                params={{ clientId, importId: ImportID }}
                search={{ mapping: true }}
              />
            )}
          >
            <Trans>Change the columns</Trans>
          </Button>
        }
      >
        <VerdictBar counts={Judged} />
        <ColumnSummary clientId={clientId} of={shown} />
        <LostValues of={shown} />
        <CommitForm clientId={clientId} of={shown} counts={Judged} />
      </Panel>
      <VerdictRows key={verdict ?? 'all'} clientId={clientId} importId={ImportID} verdict={verdict} />
    </>
  )
}

function CommitForm({
  clientId,
  of: shown,
  counts,
}: {
  readonly clientId: string
  readonly of: Import
  readonly counts: Counts
}) {
  const { t } = useLingui()
  const session = useSession()
  const label = useLabel(counts)
  const { ImportID = '', ValuesLost } = shown
  const [isAsking, setAsking] = useState(false)
  const write = () =>
    move(() => call('Import.Commit', { ClientID: clientId, ImportID, ValuesLost: String(ValuesLost) }))
  const commit = useAct(write)
  if (label === undefined) {
    return (
      <Note tone="plain">
        <p>
          <Trans>Nothing would change: no row adds or updates a person.</Trans>
        </p>
      </Note>
    )
  }
  if (shown.NeedsApproval && !mayOnAccount(session, 'Import')) return <AskForApproval />
  return (
    <>
      <ActsRefused of={[commit]} />
      <div className={`${css.actions} ${layout.top16}`}>
        {ValuesLost > 0 ? (
          <Button variant="default" size="md" className={own.commit} onClick={() => setAsking(true)}>
            {label}
          </Button>
        ) : (
          <Act of={commit} variant="filled" size="md" className={own.commit}>
            {label}
          </Act>
        )}
        <span className={`${css.quiet} ${css.small}`}>
          <Trans>No mail is sent. You can undo the import for 30 days.</Trans>
        </span>
      </div>
      {isAsking && (
        <Dialog title={t`Import without these values?`} onClose={() => setAsking(false)}>
          <Form submit={write} label={label} isDangerous isWide>
            <p>
              <Plural
                value={ValuesLost}
                one="# value of the file is lost. Change the columns if you need it."
                other="# values of the file are lost. Change the columns if you need them."
              />
            </p>
          </Form>
        </Dialog>
      )}
      {counts.New > 0 && (
        <p className={`${css.quiet} ${css.small} ${layout.top8}`}>
          <Trans>
            New people get the state of the file: those who unsubscribed or bounced there keep that state and get no
            mail.
          </Trans>
        </p>
      )}
    </>
  )
}

/** What the import does, in the words of the button; undefined where that is nothing. */
function useLabel({ New, Updated, StateMadeStricter }: Counts): string | undefined {
  const { t } = useLingui()
  if (New > 0 && Updated > 0) return t`Add ${number(New)} and update ${number(Updated)} people`
  if (New > 0) return plural(New, { one: 'Add # person', other: 'Add # people' })
  if (Updated > 0) return plural(Updated, { one: 'Update # person', other: 'Update # people' })
  if (StateMadeStricter > 0)
    return plural(StateMadeStricter, { one: 'Remove # person from the list', other: 'Remove # people from the list' })
  return undefined
}

/** The first large import of a client: the service refuses it to who has rights on this client only. */
function AskForApproval() {
  return (
    <Note tone="warn">
      <p>
        <strong>
          <Trans>The first large import of a client must be approved by a person with rights on the account.</Trans>
        </strong>
      </p>
      <p>
        <Trans>Send them the address of this page: there they can review and import.</Trans>
      </p>
      <CopyText text={location.href} />
    </Note>
  )
}
