/** A campaign with a report worth reading: its counters by SQL, at any size, and campaigns that its client sent before. */
import type { CampaignRef, ClientRef } from '../../src/domain/access/access.ts'
import type { Database } from '../../src/store/connection/database.ts'

export interface ReportedCampaign {
  readonly name?: string
  readonly subject?: string
  /** All recipients. */
  readonly size?: number
  readonly state?: 'sent' | 'sending' | 'paused' | 'cancelled'
  /** Days ago that it started. */
  readonly daysAgo?: number
  readonly html?: string
  readonly links?: readonly string[]
  /** Share of the delivered that people opened. */
  readonly opened?: number
}

export const reportLinks = [
  'https://bloom.example/spring/tulips?colour=red',
  'https://bloom.example/spring/bulbs',
  'https://bloom.example/garden-day',
  'https://bloom.example/about',
] as const

export const reportHtml = `<html><head><style>a{color:red}</style></head><body><h1>Spring</h1>
<p><a href="${reportLinks[0].replace('&', '&amp;')}"><img src="x.png" alt="Tulips in red"></a></p>
${'<p>Some words of the mail.</p>'.repeat(20)}
<p><a href="${reportLinks[1]}">Bulbs &amp; more</a></p>${'<p>More words.</p>'.repeat(30)}
<p><a href="${reportLinks[2]}">Garden day</a> or <a href="${reportLinks[0]}">tulips again</a></p>${'<p>Still more.</p>'.repeat(20)}
<p><a href="${reportLinks[3]}">About us</a></p></body></html>`

/** @returns the campaign; its list tracks everyone */
export async function seedReported(
  db: Database,
  client: ClientRef,
  listId: number,
  {
    name = 'Spring 2026',
    subject = 'Tulips are here',
    size = 12_403,
    state = 'sent',
    daysAgo = 6,
    html = reportHtml,
    links = reportLinks,
    opened = 0.36,
  }: ReportedCampaign = {},
): Promise<CampaignRef> {
  const { clientId } = client
  const started = db`date_trunc('hour', now()) - make_interval(days => ${daysAgo})`
  const isOver = state === 'sent' || state === 'cancelled'
  const [campaign] = await db<{ id: number; publicId: string }[]>`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, public_url, started_at,
      finished_at)
    values (${clientId}, ${name}, ${subject}, 'Carla', 'c@bloom.example', '', '', ${html}, ${state}, 'https://mail.example',
      ${started}, case when ${isOver}::boolean then ${started} + interval '22 minutes' end)
    returning id, public_id`
  const campaignId = campaign!.id
  const part = (share: number) => Math.round(size * share)
  const open = state === 'sending' || state === 'paused' ? part(0.4) : state === 'cancelled' ? part(0.3) : 0
  const refused = part(0.008)
  const unknown = size > 1000 ? 4 : 0
  const excluded = part(0.01)
  const accepted = size - open - refused - unknown - excluded
  const people = Math.round(accepted * opened)
  const machines = opened === 0 ? 0 : Math.round(accepted * 0.09)
  const clickers = Math.round(people * 0.21)
  const unsubscribed = Math.round(accepted * 0.002)
  const complained = Math.round(accepted * 0.0004)
  const bounced = refused + Math.round(accepted * 0.004)
  await db`insert into campaign_lists (client_id, campaign_id, list_id) values (${clientId}, ${campaignId}, ${listId})`
  await db`
    insert into campaign_totals (client_id, campaign_id, recipients, next_number, planned, accepted, refused, unknown, excluded,
      opens, unique_opens, clicks, unique_clicks, unsubscribes, bounces, complaints)
    values (${clientId}, ${campaignId}, ${size}, ${size + 1}, ${state === 'cancelled' ? 0 : open}, ${accepted}, ${refused}, ${unknown},
      ${excluded + (state === 'cancelled' ? open : 0)}, ${people * 2 + machines}, ${people + machines}, ${clickers * 2 + machines},
      ${clickers + machines}, ${unsubscribed}, ${bounced}, ${complained})`
  await db`
    insert into engagement (client_id, campaign_id, rules_version, classified_at, opens, clicks, machine_opens, machine_clicks,
      human_opens, human_unique_opens, human_clicks, human_unique_clicks)
    values (${clientId}, ${campaignId}, 1, now(), ${people * 2 + machines}, ${clickers * 2 + machines}, ${machines}, ${machines},
      ${people * 2}, ${people}, ${clickers * 2}, ${clickers})`
  await seedHours(db, { clientId, campaignId }, daysAgo, { opens: people * 2, clicks: clickers * 2, machines })
  for (const [index, url] of links.entries()) {
    const human = Math.round((clickers * 2) / 2 ** (index + 1))
    await db`insert into links (client_id, campaign_id, number, url) values (${clientId}, ${campaignId}, ${index + 1}, ${url})`
    await db`
      insert into link_totals (client_id, campaign_id, link, clicks, unique_clicks, human_clicks, human_unique_clicks)
      values (${clientId}, ${campaignId}, ${index + 1}, ${human + Math.round(machines / links.length)}, ${human}, ${human}, ${human})`
  }
  const classes = { 'recipient gone': 0.6, 'mailbox full': 0.2, policy: 0.15, transient: 0.05 }
  for (const [bounceClass, share] of Object.entries(classes)) {
    const recipients = Math.round(bounced * share)
    await db`
      insert into campaign_bounce_classes (client_id, campaign_id, class, recipients)
      values (${clientId}, ${campaignId}, ${bounceClass}, ${recipients})`
  }
  return { ...client, campaignId, campaignPublicId: campaign!.publicId }
}

/** Most of it soon after the start, and less each hour; nights are quiet. */
async function seedHours(
  db: Database,
  { clientId, campaignId }: { readonly clientId: number; readonly campaignId: number },
  daysAgo: number,
  { opens, clicks, machines }: { readonly opens: number; readonly clicks: number; readonly machines: number },
): Promise<void> {
  const hours = Math.min(daysAgo * 24, 24 * 40) || 2
  const weights = Array.from(
    { length: hours },
    (_, hour) => Math.exp(-hour / 14) * (1.2 + Math.sin((hour / 24) * 2 * Math.PI)),
  )
  const sum = weights.reduce((total, weight) => total + weight, 0)
  for (const [hour, weight] of weights.entries()) {
    const people = Math.round((opens * weight) / sum)
    const clicked = Math.round((clicks * weight) / sum)
    const byMachines = hour < 3 ? Math.round(machines / 3) : 0
    if (people + clicked + byMachines === 0) continue
    await db`
      insert into campaign_hours (client_id, campaign_id, hour, opens, human_opens, clicks, human_clicks)
      values (${clientId}, ${campaignId}, date_trunc('hour', now()) - make_interval(hours => ${daysAgo * 24 - hour}),
        ${people + byMachines}, ${people}, ${clicked + byMachines}, ${clicked})`
  }
}

/** Campaigns that the client sent earlier, so many. */
export async function seedEarlier(db: Database, client: ClientRef, listId: number, many: number): Promise<void> {
  for (let n = 0; n < many; n++) {
    const opened = 0.22 + ((n * 7) % 10) * 0.02
    const earlier = { name: `Earlier ${n}`, daysAgo: 20 + n * 14, size: 9000 + n * 100, opened, links: [] }
    await seedReported(db, client, listId, earlier)
  }
}
