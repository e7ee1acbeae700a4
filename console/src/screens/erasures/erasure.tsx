/** The receipt of one erasure: when, by whom, and how much was removed; not of whom. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { read } from '../../api/call.ts'
import { dateTime, number } from '../../lib/format.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { css, Note, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { ErasureState } from './state.tsx'
import { type Erasure, lookMs, removedWords } from './words.ts'

const route = getRouteApi('/inside/clients/$clientId/erasures/$erasureId')

export function ErasureScreen() {
  const { t } = useLingui()
  const { clientId, erasureId } = route.useParams()
  const { data, error, isPending } = useQuery({
    ...read('Erasure.Get', { ClientID: clientId, ErasureID: erasureId }),
    refetchInterval: ({ state }) => (state.data?.State === 'Waiting' ? lookMs : false),
  })
  const all = (
    <Link to="/clients/$clientId/erasures" params={{ clientId }}>
      <Trans>All erased contacts</Trans>
    </Link>
  )
  return (
    <Page title={t`Receipt of an erasure`} lead={all}>
      {isPending && (
        <Panel>
          <Skeletons lines={6} />
        </Panel>
      )}
      <Refused error={error} />
      {data && <Receipt of={data} />}
    </Page>
  )
}

function Receipt({ of: erasure }: { readonly of: Erasure }) {
  const { t, i18n } = useLingui()
  return (
    <>
      {erasure.State === 'Waiting' && erasure.WaitsFor && (
        <Note tone="warn" role="status">
          <p>{erasure.WaitsFor}</p>
        </Note>
      )}
      <Panel>
        <Facts>
          <Fact name={t`State`}>
            <ErasureState of={erasure} />
          </Fact>
          <Fact name={t`Requested`}>{dateTime(erasure.RequestedDate)}</Fact>
          <Fact name={t`Started by`}>{erasure.RequestedBy || (erasure.IsReplayed && t`Repeated after a restore`)}</Fact>
          <Fact name={t`Finished`}>{dateTime(erasure.EndedDate)}</Fact>
          <Fact name={t`Receipt number`}>{erasure.ErasureID}</Fact>
        </Facts>
      </Panel>
      <Panel title={t`Removed data`}>
        <Facts>
          {(Object.keys(removedWords) as (keyof typeof removedWords)[]).map(name => (
            <Fact key={name} name={i18n._(removedWords[name])}>
              {number(erasure[name])}
            </Fact>
          ))}
        </Facts>
        <p className={`${css.quiet} ${css.small}`}>
          <Trans>
            A keyed hash of the address stays on the suppression list. Backups contain the contact until they expire;
            when one is restored, the contact is erased again.
          </Trans>
        </p>
      </Panel>
    </>
  )
}
