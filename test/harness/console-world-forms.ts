/** Sign-up forms of the first client of the console's world: one with numbers of 40 days, and one with a wave. */
import type { Database } from '../../src/store/connection/database.ts'
import type { TestService } from './service.ts'

export interface FormSeeds {
  /** FormID of one that is open, with its numbers. */
  readonly form: string
  /** FormID of one that holds mails back. */
  readonly wave: string
}

export async function seedForms(
  { call, db }: Pick<TestService, 'call' | 'db'>,
  ClientID: string,
  { workshops, newsletter }: { readonly workshops: string; readonly newsletter: string },
): Promise<FormSeeds> {
  async function make(settings: object): Promise<string> {
    const { status, value } = await call('Form.Create', { ClientID, Paused: false, Name: 'Optional', ...settings })
    if (status !== 200) throw new Error(`Form.Create: ${JSON.stringify(value)}`)
    return value as string // its FormID
  }
  const form = await make({
    Title: 'Website, footer',
    Lists: [{ ListID: workshops }, { ListID: newsletter, Title: 'Garden letter', Description: 'One letter a month.' }],
    Fields: [
      { Key: '[City]', Label: 'Your city', Required: true },
      { Key: '[Birthday]', Label: '', Required: false },
    ],
    Consents: [
      {
        Purpose: 'Measuring',
        Name: '',
        Wording: 'You may record which of your mails I open and which links I follow.',
      },
      { Purpose: 'Further', Name: 'Phone calls', Wording: 'You may call me about workshops.' },
    ],
    Tags: ['From the website'],
    Language: 'en',
    Heading: 'Bulbs, seeds and workshops',
    Introduction: 'Tell us what you like to read. One letter a month, and news of workshops near you.',
    Prefill: ['Email', '[City]'],
  })
  const wave = await make({ Title: 'Competition', Lists: [{ ListID: workshops }], Language: 'de' })
  await make({ Title: 'Fair 2025', Lists: [{ ListID: newsletter }], Paused: true })
  await seedNumbers(db, form)
  await seedWave(db, wave)
  return { form, wave }
}

/** Days with sign-ups that grow, and one day without any. */
async function seedNumbers(db: Database, formId: string): Promise<void> {
  await db`
    insert into form_counts (client_id, form_id, day, kind, count)
    select f.client_id, f.id, current_date - n, k.kind, greatest(1, (k.share * (12 - n / 8 + n % 5))::integer)
    from forms f
    cross join generate_series(0, 39) n
    cross join (values ('shown', 3.4), ('submitted', 1.0), ('mailed', 0.92), ('confirmed', 0.7), ('refused ProofOfWork', 0.3),
      ('refused MailLimit', 0.08), ('refused Incomplete', 0.05)) k (kind, share)
    where f.public_id = ${formId} and n <> 11`
}

async function seedWave(db: Database, formId: string): Promise<void> {
  await db`
    insert into form_waves (client_id, form_id, submitted, usual, confirmed_permille)
    select client_id, id, 4012, 9, 4 from forms where public_id = ${formId}`
  await db`
    insert into form_sign_ups (client_id, form_id, state, email, address, list_ids, language, remote)
    select client_id, id, 'held', n || '@' || 'strangers.example', n || '@' || 'strangers.example',
      array[(settings -> 'lists' -> 0 ->> 'listId')::bigint], 'de', '192.0.2.' || n
    from forms cross join generate_series(1, 63) n where public_id = ${formId}`
  await db`
    insert into form_counts (client_id, form_id, day, kind, count)
    select client_id, id, current_date, k.kind, k.count
    from forms cross join (values ('shown', 4100), ('submitted', 4012), ('mailed', 820), ('confirmed', 3)) k (kind, count)
    where public_id = ${formId}`
}
