/**
 * Approval and comments over HTTP, in an empty installation and beside a million approvals and a million comments of one client; and what
 * the account's overview costs with a thousand requests that wait.
 *
 *   node --import tsx bench/approvals.ts [rows] [calls]
 */
import { startProduct } from './product.ts'
import { count, median, printTable } from './table.ts'

const [rows = 1_000_000, calls = 100] = process.argv.slice(2).map(Number)
/** Rows of one campaign; a campaign has at most a thousand comments. */
const each = 1000
const html = `<html><body>${'<p>Tulips for [firstname,fallback=friends]</p>'.repeat(2000)}<unsubscribe>Out</unsubscribe></body></html>`

const product = await startProduct()
const { db } = product
try {
  const [client] = await db<{ id: number; publicId: string }[]>`
    insert into clients (account_id, company_name, contact_name, email, country, time_zone, time_zone_label, approval_required)
    select id, 'Bench', 'x', 'x@x.example', 'Germany', 'Europe/Berlin', 'Berlin', true from accounts order by id limit 1
    returning id, public_id`
  const { id: clientId, publicId: ClientID } = client!
  const ListID = await product.call<string>('List.Create', { ClientID, Title: 'All', ConfirmOptIn: false })
  const empty = await measure(ClientID, ListID)
  await fill(clientId)
  const full = await measure(ClientID, ListID)
  printTable([
    ['call, median ms', 'empty', `beside ${count(rows)} approvals and comments`],
    ...Object.keys(empty).map(name => [name, ms(empty[name]!), ms(full[name]!)]),
  ])
} finally {
  await product.end()
}

function ms(values: readonly number[]): string {
  return median(values).toFixed(1)
}

async function measure(ClientID: string, ListID: string): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = {}
  const timed = async <Value>(name: string, run: () => Promise<Value>): Promise<Value> => {
    const begun = performance.now()
    const value = await run()
    times[name] = [...(times[name] ?? []), performance.now() - begun]
    return value
  }
  const Content = { Kind: 'Html', Html: html, Text: '', HtmlUrl: '', TextUrl: '' }
  const sender = { Subject: 's', FromName: 'f', FromEmail: 'f@x.example', ReplyTo: 'f@x.example' }
  const Audience = { ListIDs: [ListID], Segments: [], ExcludedListIDs: [], ExcludedSegments: [] }
  const settings = { ClientID, ...sender, Audience, Content }
  const { CampaignID } = await product.call<{ CampaignID: string }>('Campaign.CreateDraft', settings)
  for (let n = 0; n < calls; n++) {
    const draft = { CampaignID }
    await timed('Campaign.RequestApproval', () =>
      product.call('Campaign.RequestApproval', { ...draft, Revision: 1, Comment: '' }),
    )
    await timed('Campaign.GetApproval', () => product.call('Campaign.GetApproval', draft))
    await timed('Campaign.WithdrawApprovalRequest', () => product.call('Campaign.WithdrawApprovalRequest', draft))
    await timed('Campaign.ListApprovals of 100', () => product.call('Campaign.ListApprovals', { ...draft, Limit: 100 }))
    await timed('Campaign.AddComment', () =>
      product.call('Campaign.AddComment', { ...draft, Text: 'x', Revision: 0, Place: '' }),
    )
    await timed('Campaign.ListComments of 100', () => product.call('Campaign.ListComments', { ...draft, Limit: 100 }))
    await timed('Account.GetOverview', () => product.call('Account.GetOverview', { Limit: 100 }))
  }
  return times
}

/** One in a thousand requests waits. */
async function fill(clientId: number): Promise<void> {
  await db`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html)
    select ${clientId}, 'Campaign ' || n, 's', 'f', 'f@x.example', 'f@x.example', '', ''
    from generate_series(1, ${rows / each}::int) n`
  await db`
    insert into campaign_approvals (client_id, campaign_id, revision, fingerprint, state, requested_at, requested_by, request_comment)
    select ${clientId}, m.id, 1, '', case n when ${each}::int then 'requested' else 'rejected' end, now(), 'x', ''
    from campaigns m, generate_series(1, ${each}::int) n
    where m.client_id = ${clientId} and m.name like 'Campaign %'`
  await db`
    insert into campaign_comments (client_id, campaign_id, revision, place, text, at, author, author_kind, author_id)
    select ${clientId}, m.id, 1, '', 'Could the tulips come first?', now(), 'x', 'person', 1
    from campaigns m, generate_series(1, ${each}::int) n
    where m.client_id = ${clientId} and m.name like 'Campaign %'`
  await db`vacuum analyze campaign_approvals, campaign_comments, campaigns`
}
