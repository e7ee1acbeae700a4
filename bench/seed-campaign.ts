import type { Database } from '../src/store/connection/database.ts'
import { seed } from '../test/harness/seed.ts'
import { type LetterSize, letterHtml } from './letters.ts'

/** A campaign that is due, to as many recipients of a list of their own. */
export async function seedCampaign(
  db: Database,
  size: LetterSize,
  recipients: number,
): Promise<{ readonly clientId: number; readonly campaignId: number }> {
  const { client, list } = await seed(db)
  const { clientId } = client
  await db`insert into custom_fields (client_id, list_id, name, key, data_type, position) values (${clientId}, ${list.listId}, 'City', 'City', 'Text', 1)`
  await db`
    insert into subscribers (client_id, list_id, email, address, name, fields, state, state_at, joined_at)
    select ${clientId}, ${list.listId}, 'reader' || n || '@mail' || n % 50 || '.example', 'reader' || n || '@mail' || n % 50 || '.example',
      (array['Ada Lovelace', 'Grace Hopper', 'Jürgen Müller', 'Zoë Ångström', 'Linus Torvalds'])[1 + n % 5],
      jsonb_build_object('City', (array['Ulm', 'Köln', 'Bonn', 'Saarbrücken', 'Jena'])[1 + n % 5]), 'Active', now(), now()
    from generate_series(1, ${recipients}::integer) n`
  const [row] = await db<{ id: number }[]>`
    insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html, state, due_at, public_url)
    values (${clientId}, 'News', 'Neues für [firstname,fallback=Sie]', 'Bloom & Söhne', 'news@bloom.example', '', 'https://x.example/',
      ${letterHtml(size)}, 'scheduled', now() - interval '1 second', 'https://mail.example')
    returning id`
  const campaignId = row!.id
  await db`insert into campaign_lists (client_id, campaign_id, list_id) values (${clientId}, ${campaignId}, ${list.listId})`
  await db`vacuum analyze subscribers`
  return { clientId, campaignId }
}
