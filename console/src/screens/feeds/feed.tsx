/** One feed: its state, its settings, its items now, and its last runs. */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, read } from '../../api/call.ts'
import { dateTime, number } from '../../lib/format.ts'
import { reread } from '../../live/reread.ts'
import { may, useSession } from '../../session/session.ts'
import { Act, ActsRefused, useAct } from '../../ui/act.tsx'
import { AskFirst } from '../../ui/ask-first.tsx'
import { Form } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { Chip, css, Note, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.ts'
import { MailFrame } from '../content/mail-frame.tsx'
import home from '../home.module.css'
import { FeedFields } from './fields.tsx'
import { type FeedValue, settingsOf } from './types.ts'
import { FeedStateChip } from './words.tsx'

const route = getRouteApi('/inside/clients/$clientId/feeds/$feedId')

interface PartProps {
  readonly clientId: string
  readonly feed: FeedValue
}

export function FeedScreen() {
  const { t } = useLingui()
  const { clientId, feedId } = route.useParams()
  const session = useSession()
  const { data, error, isPending } = useQuery(read('Feed.Get', { ClientID: clientId, FeedID: feedId }))
  const mayDraft = may(session, 'Draft', clientId)
  const lead = (
    <Link to="/clients/$clientId/feeds" params={{ clientId }}>
      <Trans>All feeds</Trans>
    </Link>
  )
  if (!data)
    return (
      <Page title={t`Feed`} lead={lead}>
        {isPending && (
          <Panel>
            <Skeletons lines={6} />
          </Panel>
        )}
        <Refused error={error} />
      </Page>
    )
  const isSender = data.Action !== 'Send' || may(session, 'Send', clientId)
  const mayChange = mayDraft && may(session, 'ImportHtml', clientId) && isSender
  return (
    <Page
      title={data.Title ?? ''}
      lead={lead}
      actions={mayDraft && <Actions clientId={clientId} feed={data} mayChange={mayChange} />}
    >
      <State feed={data} />
      <Runs clientId={clientId} feed={data} />
      {mayDraft && <Now clientId={clientId} feed={data} />}
      <Settings key={feedId} clientId={clientId} feed={data} mayChange={mayChange} />
    </Page>
  )
}

function State({ feed }: Pick<PartProps, 'feed'>) {
  const { State, Problem = '', ProblemDate = '', NextDate = '' } = feed
  const since = dateTime(ProblemDate)
  const next = dateTime(NextDate)
  return (
    <Panel>
      <p className={home.chips}>
        <FeedStateChip of={feed} />
      </p>
      {Problem !== '' && (
        <Note tone={State === 'Stopped' ? 'bad' : 'warn'}>
          <p>{Problem}</p>
          <p>
            <Trans>Since {since}.</Trans>{' '}
            {State === 'Stopped' && <Trans>It goes on once you have saved its settings.</Trans>}
            {State === 'Failing' && <Trans>It is tried again by itself.</Trans>}
          </p>
        </Note>
      )}
      {NextDate !== '' && (
        <p className={css.quiet}>
          <Trans>Next look: {next}</Trans>
        </p>
      )}
    </Panel>
  )
}

function Runs({ clientId, feed: { Runs = [] } }: PartProps) {
  const { t } = useLingui()
  return (
    <Panel title={t`Last looks`}>
      {Runs.length === 0 ? (
        <p className={css.quiet}>
          <Trans>None yet. The first look only notes what is there.</Trans>
        </p>
      ) : (
        <Table heads={[t`Date`, t`Items`, t`New`, t`Campaign`]}>
          {Runs.map(({ Date: date = '', Items = 0, NewItems = 0, CampaignID = '', Outcome = '' }) => (
            <tr key={date}>
              <td>{dateTime(date)}</td>
              <td data-label={t`Items`}>{number(Items)}</td>
              <td data-label={t`New`}>{number(NewItems)}</td>
              <td data-label={t`Campaign`}>
                <div>
                  {CampaignID !== '' && (
                    <Link to="/clients/$clientId/campaigns/$campaignId" params={{ clientId, campaignId: CampaignID }}>
                      <Trans>Open the campaign</Trans>
                    </Link>
                  )}{' '}
                  {Outcome}
                </div>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}

/** What the feed shows now: it is asked when a person wants to see it. */
function Now({ clientId, feed: { FeedID = '' } }: PartProps) {
  const { t } = useLingui()
  const [isAsked, setAsked] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['Feed.Preview', clientId, FeedID],
    queryFn: ({ signal }) => call('Feed.Preview', { ClientID: clientId, FeedID }, { signal }),
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const look = () => {
    if (isAsked) void refetch()
    setAsked(true)
  }
  const items = data?.Items ?? []
  const news = items.filter(({ New }) => New).length
  return (
    <Panel
      title={t`What the feed shows now`}
      actions={
        <Button variant="default" onClick={look} loading={isFetching}>
          <Trans>Look at the feed</Trans>
        </Button>
      }
    >
      <Refused error={error} />
      {data && (
        <>
          <p className={css.quiet}>
            <Plural value={news} one="# item is new." other="# items are new." />
          </p>
          <Table heads={[t`Item`, t`Date`, t`State`]}>
            {items.slice(0, 20).map(({ Title = '', Link: link = '', Summary = '', Date: date = '', New }) => (
              <tr key={`${link} ${Title} ${date}`}>
                <td dir="auto">{Title || Summary || link}</td>
                <td data-label={t`Date`}>{dateTime(date)}</td>
                <td data-label={t`State`}>
                  {New && (
                    <Chip tone="good">
                      <Trans comment="of an item of a feed">New</Trans>
                    </Chip>
                  )}
                </td>
              </tr>
            ))}
          </Table>
          <p className={layout.top16}>
            <Trans>
              Subject: <bdi>{data.Subject}</bdi>
            </Trans>
          </p>
          <MailFrame url={data.HtmlURL ?? ''} width={720} title={t`Preview of the letter`} />
        </>
      )}
    </Panel>
  )
}

function Settings({ clientId, feed, mayChange }: PartProps & { readonly mayChange: boolean }) {
  const { t } = useLingui()
  const [given, setGiven] = useState(settingsOf(feed))
  const fields = (
    <FeedFields
      clientId={clientId}
      settings={given}
      change={part => setGiven(before => ({ ...before, ...part }))}
      isLocked={!mayChange}
    />
  )
  async function submit() {
    await call('Feed.Update', { ClientID: clientId, FeedID: feed.FeedID ?? '', Paused: feed.Paused, ...given })
    await reread('feeds')
    toast(t`The feed is saved.`)
  }
  return (
    <Panel title={t`Settings`}>
      {mayChange ? (
        <Form submit={submit} label={t`Save the feed`}>
          {fields}
        </Form>
      ) : (
        <>
          <Note tone="plain">
            <p>{t`Your role can view this feed, but not change it.`}</p>
          </Note>
          {fields}
        </>
      )}
    </Panel>
  )
}

function Actions({ clientId, feed, mayChange }: PartProps & { readonly mayChange: boolean }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { FeedID = '', Title = '', Paused } = feed
  const turn = useAct(async () => {
    await call('Feed.Update', { ClientID: clientId, FeedID, ...settingsOf(feed), Paused: !Paused })
    await reread('feeds')
  })
  return (
    <>
      {mayChange && <Act of={turn}>{Paused ? <Trans>Resume</Trans> : <Trans>Pause</Trans>}</Act>}
      <AskFirst
        title={t`Delete the feed?`}
        label={t`Delete the feed`}
        text={
          <p>
            <Trans>
              The feed is deleted permanently. Its campaigns stay. To have it rest for a while, pause it instead.
            </Trans>
          </p>
        }
        run={async () => {
          await call('Feed.Delete', { ClientID: clientId, FeedID })
          await navigate({ to: '/clients/$clientId/feeds', params: { clientId } })
          await reread('feeds')
          toast(t`The feed “${Title}” was deleted.`)
        }}
      >
        <Trans>Delete</Trans>
      </AskFirst>
      <ActsRefused of={[turn]} />
    </>
  )
}
