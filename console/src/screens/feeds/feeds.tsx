/** The feeds of a client: which are looked at, when, and which need a person. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { readPages } from '../../api/pages.ts'
import { dateTime } from '../../lib/format.ts'
import { newKey } from '../../lib/new-key.ts'
import { reread } from '../../live/reread.ts'
import { may, useSession } from '../../session/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { More } from '../../ui/more.tsx'
import { Empty, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import { ClientLead } from '../client-lead.tsx'
import home from '../home.module.css'
import { FeedFields } from './fields.tsx'
import type { FeedSettings, FeedSummary } from './types.ts'
import { actions, FeedStateChip, rhythms } from './words.tsx'

const route = getRouteApi('/inside/clients/$clientId/feeds')

export function Feeds() {
  const { t } = useLingui()
  const session = useSession()
  const { clientId } = route.useParams()
  const { adding } = route.useSearch()
  const navigate = useNavigate({ from: '/clients/$clientId/feeds' })
  const query = useInfiniteQuery(readPages('Feed.List', { ClientID: clientId }))
  const { data, error, isPending } = query
  const feeds = data?.pages.flatMap(({ Feeds: rows = [] }) => rows)
  const mayChange = may(session, 'Draft', clientId) && may(session, 'ImportHtml', clientId)
  const go = (search: { adding?: true }) => void navigate({ search, resetScroll: false })
  const add = mayChange && (
    <Button onClick={() => go({ adding: true })}>
      <Trans>New feed</Trans>
    </Button>
  )
  return (
    <Page
      title={t`Feeds`}
      lead={<ClientLead clientId={clientId}>{t`News of a website, mailed by themselves on a schedule.`}</ClientLead>}
      actions={feeds && feeds.length > 0 && add}
    >
      <Panel>
        {isPending && <Skeletons lines={5} />}
        <Refused error={error} />
        {feeds?.length === 0 && (
          <Empty icon="inbox" title={t`No feeds yet`} action={add}>
            <Trans>
              A feed is looked at on a schedule, and what is new becomes a campaign: a draft, or sent at once.
            </Trans>
          </Empty>
        )}
        {feeds && feeds.length > 0 && <FeedTable clientId={clientId} feeds={feeds} />}
        <More of={query} />
      </Panel>
      {adding && mayChange && <NewFeed clientId={clientId} onClose={() => go({})} />}
    </Page>
  )
}

function FeedTable({ clientId, feeds }: { readonly clientId: string; readonly feeds: readonly FeedSummary[] }) {
  const { t, i18n } = useLingui()
  return (
    <Table heads={[t`Feed`, t`State`, t`How often`, t`Campaigns`, t`Next look`]}>
      {feeds.map(feed => {
        const { FeedID = '', Title, Every, Action, NextDate = '' } = feed
        return (
          <tr key={FeedID}>
            <td>
              <Link
                className={home.name}
                to="/clients/$clientId/feeds/$feedId"
                params={{ clientId, feedId: FeedID }}
                dir="auto"
              >
                {Title}
              </Link>
            </td>
            <td data-label={t`State`}>
              <div className={home.chips}>
                <FeedStateChip of={feed} />
              </div>
            </td>
            <td data-label={t`How often`}>{i18n._(rhythms[Every])}</td>
            <td data-label={t`Campaigns`}>{i18n._(actions[Action])}</td>
            <td data-label={t`Next look`}>{dateTime(NextDate)}</td>
          </tr>
        )
      })}
    </Table>
  )
}

const begun: FeedSettings = {
  Title: '',
  URL: '',
  Audience: { ListIDs: [], Segments: [], ExcludedListIDs: [], ExcludedSegments: [] },
  Subject: '',
  FromName: '',
  FromEmail: '',
  ReplyTo: '',
  TemplateID: '',
  Language: 'en',
  Every: 'Weekly',
  Weekday: 1,
  MonthDay: 1,
  Hour: 8,
  MinItems: 1,
  MaxItems: 10,
  Action: 'Draft',
  MostRecipients: 0,
}

function NewFeed({ clientId, onClose }: { readonly clientId: string; readonly onClose: () => void }) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const spoken = i18n.locale as FeedSettings['Language'] // or another, which is not in the table
  const [given, setGiven] = useState<FeedSettings>({
    ...begun,
    Language: ['en', 'de', 'es', 'fr'].includes(spoken) ? spoken : 'en',
  })
  const [idempotencyKey, setKey] = useState(newKey)
  async function submit() {
    const feedId = await call('Feed.Create', { ClientID: clientId, ...given, Paused: false }, { idempotencyKey })
    await reread('feeds')
    await navigate({ to: '/clients/$clientId/feeds/$feedId', params: { clientId, feedId } })
  }
  return (
    <Dialog title={t`New feed`} onClose={onClose}>
      <Form submit={submit} label={t`Create the feed`} isWide>
        <FeedFields
          clientId={clientId}
          settings={given}
          isLocked={false}
          change={part => {
            setKey(newKey())
            setGiven(before => ({ ...before, ...part }))
          }}
        />
      </Form>
    </Dialog>
  )
}
