/** Mails that were written into the outbox folder instead of being sent: the list, and the one that is looked at. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { LettershopError, type ValueOf } from '../../../../src/client/client.ts'
import { call } from '../../api/call.ts'
import * as codes from '../../api/codes.ts'
import { readPages } from '../../api/pages.ts'
import { dateTime } from '../../lib/format.ts'
import { useClientAtHand } from '../../shell/client-at-hand.ts'
import { More } from '../../ui/more.tsx'
import { Chip, Empty, Note, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Mail } from './mail.tsx'
import css from './outbox.module.css'
import { chosen, ifChosen } from './search.ts'

const route = getRouteApi('/inside/clients/$clientId/outbox')

type OutboxPage = ValueOf<'Outbox.List'>
type Entry = NonNullable<OutboxPage['Mails']>[number]

/** Pages may be empty and have a page after them: that many are asked for before the reader is. */
const mostEmptyPages = 5

export function Outbox() {
  const { t } = useLingui()
  const client = useClientAtHand()
  const { clientId } = route.useParams()
  const { campaign, mail, of: campaignOfMail } = route.useSearch()
  const query = useInfiniteQuery({
    ...readPages('Outbox.List', { ClientID: clientId, CampaignID: campaign ?? '' }),
    queryFn: ({ pageParam, signal }) => pageWithMails(clientId, campaign ?? '', pageParam, signal),
    // mails are written while one looks elsewhere
    refetchOnMount: 'always',
  })
  const { data, error, isPending, hasNextPage } = query
  const mails = data?.pages.flatMap(({ Mails = [] }) => Mails) ?? []
  const missing = data?.pages.some(({ Message }) => Message !== '')
  const isShown = mail !== undefined && campaignOfMail !== undefined
  if (error instanceof LettershopError && error.code === codes.NoOutbox) return <NoOutbox />
  return (
    <Page
      title={t`Outbox`}
      lead={t`Mails of ${client?.Name ?? ''} as they would have arrived. They never leave this machine.`}
    >
      <Refused error={error} />
      {isPending && (
        <Panel>
          <Skeletons lines={6} />
        </Panel>
      )}
      {data && mails.length === 0 && !hasNextPage && (
        <Panel>
          <EmptyOutbox />
        </Panel>
      )}
      {(mails.length > 0 || hasNextPage) && (
        <div className={css.split} data-mail={isShown ? '' : undefined}>
          <nav className={css.list} aria-label={t`Mails`}>
            {campaign !== undefined && (
              <p className={css.filtered}>
                <Trans>Only one campaign is shown.</Trans>{' '}
                <Link to="." search={before => ({ ...before, campaign: undefined })}>
                  <Trans>Show all</Trans>
                </Link>
              </p>
            )}
            {missing && (
              <div className={css.filtered}>
                <Note tone="warn">
                  <p>{t`Some files are not on this machine: they were deleted, or sent from another machine.`}</p>
                </Note>
              </div>
            )}
            {byCampaign(mails).map(group => (
              <Group key={group[0].CampaignID} mails={group} />
            ))}
            {mails.length === 0 && (
              <p className={css.filtered}>
                <Trans>No mails in the newest campaigns.</Trans>
              </p>
            )}
            <More of={query} />
          </nav>
          <section className={css.mail} aria-label={t`Mail`}>
            {isShown ? (
              <Mail key={`${campaignOfMail}/${mail}`} campaignId={campaignOfMail} mail={mail} />
            ) : (
              <Empty icon="campaign" title={t`Choose a mail`}>
                <Trans>
                  It is shown as the recipient would have received it. Viewing it does not count as an open.
                </Trans>
              </Empty>
            )}
          </section>
        </div>
      )}
    </Page>
  )
}

async function pageWithMails(ClientID: string, CampaignID: string, cursor: string, signal: AbortSignal) {
  let page = await call('Outbox.List', { ClientID, CampaignID, Cursor: cursor, Limit: 50 }, { signal })
  for (let n = 1; n < mostEmptyPages && (page.Mails ?? []).length === 0 && page.NextCursor; n++)
    page = await call('Outbox.List', { ClientID, CampaignID, Cursor: page.NextCursor, Limit: 50 }, { signal })
  return page
}

/** Mails of one campaign follow each other. */
function byCampaign(mails: readonly Entry[]): readonly (readonly [Entry, ...Entry[]])[] {
  const groups: [Entry, ...Entry[]][] = []
  for (const mail of mails) {
    const last = groups.at(-1)
    if (last?.[0].CampaignID === mail.CampaignID) last?.push(mail)
    else groups.push([mail])
  }
  return groups
}

function Group({ mails }: { readonly mails: readonly [Entry, ...Entry[]] }) {
  const [{ CampaignID, CampaignName }] = mails
  return (
    <section>
      <h2 className={css.campaign}>
        <Link to="." search={before => ({ ...before, campaign: CampaignID })}>
          <bdi>{CampaignName}</bdi>
        </Link>
      </h2>
      <ul>
        {mails.map(mail => (
          <Row key={`${mail.CampaignID}/${mail.Mail}`} mail={mail} />
        ))}
      </ul>
    </section>
  )
}

function Row({ mail: { Mail: name, CampaignID, Kind, To, Subject, Date: date, IsHere } }: { readonly mail: Entry }) {
  const { mail, of: campaignOfMail } = route.useSearch()
  return (
    <li>
      <Link
        to="."
        search={before => ({ ...before, mail: name, of: CampaignID })}
        className={css.row}
        activeOptions={chosen}
        {...ifChosen(mail === name && campaignOfMail === CampaignID)}
        resetScroll={false}
      >
        <span className={css.who} dir="auto">
          {To}
        </span>
        <span className={css.subject} dir="auto">
          {Subject}
        </span>
        <time className={css.when}>{dateTime(date)}</time>
        {(Kind === 'Test' || !IsHere) && (
          <span className={css.marks}>
            {Kind === 'Test' && (
              <Chip tone="plain" icon="send">
                <Trans>Test</Trans>
              </Chip>
            )}
            {!IsHere && (
              <Chip tone="warn">
                <Trans>Not on this machine</Trans>
              </Chip>
            )}
          </span>
        )}
      </Link>
    </li>
  )
}

function EmptyOutbox() {
  const { t } = useLingui()
  const { campaign } = route.useSearch()
  const campaigns = useCampaigns()
  return (
    <Empty
      icon="inbox"
      title={t`No mails yet`}
      action={
        campaign === undefined ? (
          <Link to={campaigns}>{t`Campaigns`}</Link>
        ) : (
          <Link to="." search={{}}>{t`Show all`}</Link>
        )
      }
    >
      <Trans>
        Send a campaign or a test mail: the mail of each recipient is written to the outbox folder, and you can read it
        here.
      </Trans>
    </Empty>
  )
}

function NoOutbox() {
  const { t } = useLingui()
  const campaigns = useCampaigns()
  return (
    <Page title={t`Outbox`}>
      <Panel>
        <Empty
          icon="relay"
          title={t`Mails are sent through relays and are not stored`}
          action={<Link to={campaigns}>{t`Campaigns`}</Link>}
        >
          <Trans>The report of a campaign shows the result of each mail, with the relay’s answer.</Trans>
        </Empty>
      </Panel>
    </Page>
  )
}

/** The address of the client's campaigns. */
function useCampaigns(): string {
  return `/clients/${route.useParams().clientId}/campaigns`
}
