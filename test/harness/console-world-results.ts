/** Half a year of a client that is worth looking at: campaigns, lists that grow for several causes, segments that were counted. */
import type { ClientRef } from '../../src/domain/access/access.ts'
import type { Database } from '../../src/store/connection/database.ts'
import { seedReported } from './report.ts'
import type { TestService } from './service.ts'

export interface ResultSeeds {
  readonly clientId: string
  /** Sent 12 and 26 days ago. */
  readonly sentIds: readonly [string, string]
}

const campaigns = [
  ['Sommerröstung', 173, 0.31],
  ['Espresso-Kurs im August', 159, 0.27],
  ['Cold Brew', 145, 0.24],
  ['Neue Mühlen', 131, 0.29],
  ['Herbstmischung', 117, 0.33],
  ['Tag der offenen Rösterei', 103, 0.38],
  ['Kaffee aus Äthiopien', 89, 0.3],
  ['Filterwochen', 75, 0.26],
  ['Barista-Abend', 61, 0.34],
  ['Tasse des Monats', 47, 0.28],
  ['Winterröstung', 26, 0.32],
  ['Adventskalender', 12, 0.41],
] as const

const shop = 'https://koenigsblau.example'

export async function seedResults(service: TestService, clientPublicId: string): Promise<ResultSeeds> {
  const { db } = service
  const { value } = await service.call('List.Create', {
    ...{
      ClientID: clientPublicId,
      Title: 'Röstpost',
      UnsubscribePage: '',
      ConfirmOptIn: true,
      ConfirmationSuccessPage: '',
    },
  })
  const listPublicId = value as string
  const trees = [
    ['Espresso drinkers', { Subject: 'Domain', Operator: 'Is', Values: ['readers.example'] }],
    ['Joined this season', { Subject: 'JoinedDate', Operator: 'InLastDays', Days: 90 }],
  ] as const
  for (const [Title, leaf] of trees)
    await service.call('Segment.SetTree', {
      ...{ ClientID: clientPublicId, ListID: '', Title, Tree: { Match: 'All', Leaves: [leaf] } },
    })
  const [found] = await db<(ClientRef & { listId: number })[]>`
    select c.account_id, c.id as client_id, c.public_id as client_public_id, c.time_zone, l.id as list_id
    from clients c join lists l on l.client_id = c.id
    where c.public_id = ${clientPublicId} and l.public_id = ${listPublicId}`
  const { listId, ...client } = found!
  const ids: string[] = []
  for (const [index, [name, daysAgo, opened]] of campaigns.entries()) {
    const links = [`${shop}/laden?utm_campaign=${index}`, `${shop}/kurse`, `${shop}/rezepte/${index % 3}`]
    const sent = await seedReported(db, client, listId, {
      ...{ name, subject: `${name}: frisch geröstet`, daysAgo, opened, links, size: 7400 + index * 110 },
    })
    ids.push(sent.campaignPublicId)
  }
  await db`
    update campaign_totals set bounces = recipients / 35
    where client_id = ${client.clientId} and campaign_id = (select min(id) + 3 from campaigns where client_id = ${client.clientId})`
  await grow(db, client.clientId, listId)
  await countSegments(db, client.clientId)
  await seedReportMails(service, client.clientId, clientPublicId, ids.at(-1)!)
  return { clientId: clientPublicId, sentIds: [ids.at(-1)!, ids.at(-2)!] }
}

/** A year of days: each adds more than it takes, and an import in the middle adds many. */
async function grow(db: Database, clientId: number, listId: number): Promise<void> {
  await db`
    insert into list_days (client_id, list_id, day, active, confirmed, imported, unsubscribed, complained, bounced, deleted, active_at_end)
    select ${clientId}, ${listId}, current_date - n, 6 + n % 5 + case when n = 70 then 420 else 0 end, 4 + n % 4,
      case when n = 70 then 420 else 0 end, 1 + n % 3, (n % 17 = 0)::integer, (n % 4 = 0)::integer, (n % 30 = 0)::integer,
      8600 - 6 * n - case when n > 70 then 420 else 0 end + (n % 7) * 3
    from generate_series(1, 364) as n
    on conflict do nothing`
  await db`
    insert into list_totals (client_id, list_id, active, days_from) values (${clientId}, ${listId}, 8600, current_date - 364)
    on conflict (client_id, list_id) do update set active = 8600, days_from = excluded.days_from`
}

async function countSegments(db: Database, clientId: number): Promise<void> {
  await db`update segments set changed_at = now() - interval '400 days' where client_id = ${clientId}`
  await db`
    insert into segment_sizes (client_id, segment_id, day, people, unknown, counted_at)
    select s.client_id, s.id, current_date - n, 1100 + 140 * (s.id % 7) - (2 + s.id % 3) * n + (n % 9) * 7, 0, now()
    from segments s, generate_series(1, 90) as n
    where s.client_id = ${clientId}
    on conflict do nothing`
}

/** Settings with a recipient of each state, and two reports that were sent. */
async function seedReportMails(
  { db, call }: TestService,
  clientId: number,
  clientPublicId: string,
  campaignId: string,
): Promise<void> {
  await call('ReportMail.Set', {
    ...{ ClientID: clientPublicId, Monthly: true, AfterCampaigns: true, DaysAfter: 3, Language: 'de' },
    Addresses: ['jule@koenigsblau.example', 'vorstand@koenigsblau.example', 'alt@koenigsblau.example'],
  })
  await db`
    update report_recipients
    set asked_at = now(), state = case when address like 'jule%' then 'confirmed' when address like 'alt%' then 'bounced' else state end,
      problem = case when address like 'alt%' then '5.1.1 no such user here' else '' end
    where client_id = ${clientId}`
  await db`
    insert into report_runs (client_id, month, campaign_id, language, at, expires_at, views)
    select ${clientId}::bigint, date_trunc('month', now())::date - interval '1 month', null::bigint, 'de', now() - interval '20 days', now() + interval '1 year', 3
    union all
    select ${clientId}::bigint, null, id, 'de', now() - interval '9 days', now() + interval '1 year', 0
    from campaigns where client_id = ${clientId} and public_id = ${campaignId}`
  await db`
    insert into report_mails (client_id, run_id, recipient_id, state)
    select ${clientId}, r.id, p.id, case when p.state = 'confirmed' then 'accepted' else 'refused' end
    from report_runs r join report_recipients p on p.client_id = ${clientId} and p.state <> 'asked'
    where r.client_id = ${clientId}`
}
