/** One import: its present step, as the service reports it, and its result until its list is deleted. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import { dateTime, fileSize } from '../../lib/format.ts'
import { may, useSession } from '../../session/session.ts'
import { Act, ActsRefused, useAct } from '../../ui/act.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Page, Panel, Skeletons, StateWordChip } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { FirstLook } from './first-look.tsx'
import { importQuery, move } from './import-query.ts'
import own from './imports.module.css'
import type { ImportProps } from './mapping.tsx'
import { Result } from './result.tsx'
import { Review } from './review.tsx'
import { type Import, isAtWork, isOpen, type State, stateWords } from './states.ts'
import { type Step, Steps } from './steps.tsx'
import { WorkInProgress } from './work-in-progress.tsx'

const route = getRouteApi('/inside/clients/$clientId/imports/$importId')

export function ImportScreen() {
  const { t, i18n } = useLingui()
  const { clientId, importId } = route.useParams()
  const { data, error, isPending } = useQuery(importQuery(clientId, importId))
  useFocusKept(data?.State)
  if (!data) {
    return (
      <Page title={t`Import`} lead={<AllImports clientId={clientId} />}>
        {isPending && <Skeletons lines={8} />}
        <Refused error={error} />
      </Page>
    )
  }
  return (
    <Page
      title={data.FileName || t`A file`}
      lead={<AllImports clientId={clientId} />}
      actions={isOpen(data.State) && <Cancel clientId={clientId} of={data} />}
    >
      <Refused error={error} />
      <p role="status" className={own.hidden}>
        {i18n._(stateWords[data.State].label)}
      </p>
      <div className={own.stack}>
        <CurrentStep clientId={clientId} of={data} />
        <About clientId={clientId} of={data} />
      </div>
    </Page>
  )
}

/** Where the button that moved the import is gone with its step, the keyboard goes on from the title. */
function useFocusKept(state: State | undefined): void {
  const before = useRef(state)
  useEffect(() => {
    const isMoved = before.current !== undefined && before.current !== state
    before.current = state
    if (isMoved && document.activeElement === document.body) document.querySelector<HTMLElement>('h1')?.focus()
  }, [state])
}

const stepOf: Readonly<Record<State, Step | undefined>> = {
  Fetching: 2,
  Reading: 2,
  Mapping: 2,
  Judging: 3,
  Judged: 3,
  Committing: 4,
  Done: undefined,
  Undoing: undefined,
  Undone: undefined,
  Cancelled: undefined,
  Failed: undefined,
}

/** @param of decides what is shown; one that is judged goes back to its columns by the address */
function CurrentStep(props: ImportProps) {
  const { State } = props.of
  const { mapping } = route.useSearch()
  const isMapping = State === 'Mapping' || (State === 'Judged' && mapping === true)
  const step = isMapping ? 2 : stepOf[State]
  return (
    <>
      {step !== undefined && <Steps at={step} />}
      {isMapping && <FirstLook {...props} />}
      {State === 'Judged' && !isMapping && <Review {...props} />}
      {isAtWork(State) && <WorkInProgress {...props} />}
      {(State === 'Done' || State === 'Undone' || State === 'Cancelled' || State === 'Failed') && <Result {...props} />}
    </>
  )
}

function AllImports({ clientId }: { readonly clientId: string }) {
  return (
    <Link to="/clients/$clientId/imports" params={{ clientId }}>
      <Trans>All imports</Trans>
    </Link>
  )
}

function Cancel({ clientId, of: { ImportID = '', State, RowsDone } }: ImportProps) {
  const cancel = useAct(() => move(() => call('Import.Cancel', { ClientID: clientId, ImportID })))
  return (
    <>
      <ActsRefused of={[cancel]} />
      <Act of={cancel}>
        {State === 'Committing' && RowsDone > 0 ? <Trans>Stop the import</Trans> : <Trans>Cancel the import</Trans>}
      </Act>
    </>
  )
}

/** The facts of the import, in every step. */
function About({ clientId, of: shown }: { readonly clientId: string; readonly of: Import }) {
  const { t } = useLingui()
  const session = useSession()
  return (
    <Panel
      title={t`About this import`}
      actions={
        may(session, 'ReadAudience', clientId) && (
          <Button
            variant="default"
            size="compact-sm"
            renderRoot={props => (
              <Link
                {...props}
                to="/clients/$clientId/contacts"
                params={{ clientId }}
                search={{ list: shown.ListID || undefined }}
              />
            )}
          >
            <Trans>Show the subscribers</Trans>
          </Button>
        )
      }
    >
      <Facts>
        <Fact name={t`State`}>
          <StateWordChip of={stateWords[shown.State]} />
        </Fact>
        <Fact name={t`List`}>{shown.ListTitle}</Fact>
        <Fact name={t`File`}>
          {shown.FileName} · {fileSize(shown.Bytes)}
        </Fact>
        <Fact name={t`Where they agreed`}>{shown.ConsentSource}</Fact>
        <Fact name={t`When they agreed`}>{dateTime(shown.ConsentDate)}</Fact>
        <Fact name={t`What they agreed to`}>{shown.ConsentWording}</Fact>
        <Fact name={t`Started`}>{dateTime(shown.CreatedDate)}</Fact>
        <Fact name={t`Finished`}>{shown.EndedDate && dateTime(shown.EndedDate)}</Fact>
      </Facts>
    </Panel>
  )
}
