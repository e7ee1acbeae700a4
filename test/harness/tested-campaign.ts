/** Makes a seeded campaign one whose test of variants is over without a difference: the rest waits for a person. */
import type { Database } from '../../src/store/connection/database.ts'

export async function seedWaitingTest(db: Database, publicId: string): Promise<void> {
  await db`
    insert into campaign_tests (client_id, campaign_id, share, decides, wait_minutes, usual_rate, hoped_rate, tested, begun_at, waited_ms,
      rest, ended_at, verdict, p, counted_at)
    select m.client_id, m.id, 50, 'clicks', 240, 200, 500, int4multirange(int4range(1, t.recipients / 2)), m.started_at, 14400000,
      t.recipients / 2, now(), 'no difference', 0.4127, now() + interval '1 day'
    from campaigns m
    join campaign_totals t on t.client_id = m.client_id and t.campaign_id = m.id
    where m.public_id = ${publicId}`
  await db`
    insert into campaign_variants (client_id, campaign_id, variant, subject, recipients, accepted, measured, opened, clicked, unsubscribed, bounced)
    select client_id, id, variant, case variant when 2 then 'Wreaths before the first Sunday' end, 1331, 1326 - variant, 1290 + variant,
      214 + 9 * variant, 26 + 5 * variant, variant, 4
    from campaigns, generate_series(1, 2) as variants (variant)
    where public_id = ${publicId}`
}
