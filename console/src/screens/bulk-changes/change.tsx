/** One bulk change: how far it is, the way back, and whom it is about. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { dateTime, listOf, number } from '../../lib/format.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Page, Panel, Skeletons, StateWordChip } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { stateOf } from '../audience-search.ts'
import { subscriberWords } from '../subscribers/state-words.ts'
import { FieldName } from './field-name.tsx'
import { changeQuery, Progress } from './progress.tsx'
import { actionWords, type Change } from './words.ts'

const route = getRouteApi('/inside/clients/$clientId/changes/$changeId')

export function ChangeScreen() {
  const { t, i18n } = useLingui()
  const { clientId, changeId } = route.useParams()
  const { data, error, isPending } = useQuery(changeQuery(clientId, changeId))
  const all = (
    <Link to="/clients/$clientId/changes" params={{ clientId }}>
      <Trans>All changes</Trans>
    </Link>
  )
  return (
    <Page title={data ? i18n._(actionWords[data.Action].label) : t`Change`} lead={all}>
      {isPending && (
        <Panel>
          <Skeletons lines={6} />
        </Panel>
      )}
      <Refused error={error} />
      {data && (
        <>
          <Panel title={t`Result`}>
            <Progress clientId={clientId} changeId={changeId} />
          </Panel>
          <About of={data} />
        </>
      )}
    </Page>
  )
}

function About({ of: change }: { readonly of: Change }) {
  const { t } = useLingui()
  const state = stateOf(change.State)
  return (
    <Panel title={t`About this change`}>
      <Facts>
        <Fact name={t`List`}>{change.ListTitle}</Fact>
        <Fact name={t`To the list`}>{change.ToListTitle}</Fact>
        <Fact name={t`Custom field`}>
          {change.Key && <FieldName listId={change.ListID ?? ''} fieldKey={change.Key} />}
        </Fact>
        <Fact name={t`Value`}>{listOf(change.Values ?? [])}</Fact>
        <Fact name={t`People`}>{number(change.Subscribers)}</Fact>
        <Fact name={t`Selected by hand`}>{change.Selected > 0 && number(change.Selected)}</Fact>
        <Fact name={t`State`}>{state && <StateWordChip of={subscriberWords[state]} />}</Fact>
        <Fact name={t`Of the segment`}>{change.Segment}</Fact>
        <Fact name={t`Address begins with`}>{change.Search}</Fact>
        <Fact name={t`Domain`}>{change.Domain}</Fact>
        <Fact name={t`Name begins with`}>{change.NameBegins}</Fact>
        <Fact name={t`Joined since`}>{dateTime(change.JoinedSince)}</Fact>
        <Fact name={t`Joined before`}>{dateTime(change.JoinedUntil)}</Fact>
        <Fact name={t`Started by`}>{change.CreatedBy}</Fact>
        <Fact name={t`Started`}>{dateTime(change.CreatedDate)}</Fact>
        <Fact name={t`Finished`}>{dateTime(change.EndedDate)}</Fact>
      </Facts>
    </Panel>
  )
}
