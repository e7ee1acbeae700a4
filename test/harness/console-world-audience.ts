/** Lists with a past, subscribers in every state, and suppressions, for the first client of the console's world. */
import type { TestService } from './service.ts'

export interface Audience {
  /** Has custom fields, a segment, and 90 days of growth. */
  readonly workshops: string
  readonly nightList: string
}

const longName =
  'Friends of the botanical garden and its winter evenings, with everyone who came to a lecture, a guided walk or the summer feast'

const people = [
  ['amira@readers.example', 'أميرة الخطيب', 'Oslo'],
  ['bo.lindqvist@readers.example', 'Bo Lindqvist', 'Malmö'],
  ['claire@lecteurs.example', 'Claire Dubois', 'Lyon'],
  ['d.schmidt-von-hohenstein@leser.example', 'Dorothea Schmidt-von Hohenstein', 'Rothenburg ob der Tauber'],
  ['eva@leser.example', 'Eva <b>Brandt</b>', 'Kiel'],
  ['fatma@readers.example', 'Fatma Yıldız', 'Oslo'],
  ['george@readers.example', '', ''],
  ['hiroko@readers.example', '田中 広子', '大阪'],
] as const

export async function seedAudience({ call, db }: TestService, clientId: string): Promise<Audience> {
  const make = async (operation: string, params: object) => {
    const { status, value } = await call(operation, params)
    if (status !== 200) throw new Error(`${operation}: ${JSON.stringify(value)}`)
    return value as string // the identifier of what was created
  }
  const newList = (Title: string, ConfirmOptIn: boolean) =>
    make('List.Create', {
      ClientID: clientId,
      Title,
      UnsubscribePage: '',
      ConfirmOptIn,
      ConfirmationSuccessPage: '',
    })
  const workshops = await newList('Workshops', false)
  const nightList = await newList(longName, true)
  const field = (FieldName: string, DataType: string, Options = '') =>
    make('List.CreateCustomField', { ListID: workshops, FieldName, DataType, Options })
  await field('City', 'Text')
  await field('Plants', 'MultiSelectMany', 'Herbs||Roses||Trees')
  await field('Birthday', 'Date')
  for (const [Email, Name, city] of people) {
    const CustomFields = city === '' ? [] : [{ Key: 'City', Value: city }]
    await make('Subscriber.AddWithCustomFields', { ListID: workshops, Email, Name, CustomFields })
  }
  await make('Subscriber.SetTrackingConsent', {
    ListID: workshops,
    Email: 'claire@lecteurs.example',
    Consent: 'Granted',
  })
  await make('Subscriber.Unsubscribe', { ListID: workshops, Email: 'claire@lecteurs.example' })
  for (const [Name, Color] of [
    ['VIP', 'Green'],
    ['Likes roses', 'Pink'],
    ['Speaks at the summer feast of the garden', 'Violet'],
    ['Press', 'Orange'],
    ['عميل مميّز', 'Blue'],
  ] as const)
    await make('Tag.Create', { ClientID: clientId, Name, Color })
  const tagged = (Email: string, ...Add: string[]) => make('Subscriber.SetTags', { ClientID: clientId, Email, Add })
  await tagged('claire@lecteurs.example', 'VIP', 'Likes roses', 'Speaks at the summer feast of the garden')
  await tagged('amira@readers.example', 'عميل مميّز', 'VIP')
  await tagged('eva@leser.example', 'Press')
  await make('Segment.Create', {
    ListID: workshops,
    Name: 'Readers in Oslo',
    Rules: [
      { Field: '[City]', Operator: 'Equals', Value: 'Oslo' },
      { Field: 'Name', Operator: 'IsSet', Value: '' },
    ],
  })
  await make('Client.AddSuppression', { ClientID: clientId, EmailAddress: 'press@paper.example' })
  await make('Suppression.Add', { ClientID: clientId, ListID: workshops, EmailAddress: '@rival.example' })
  await make('Suppression.Add', { ClientID: clientId, ListID: workshops, EmailAddress: 'teacher@workshop.example' })
  await make('Suppression.AddToAccount', { EmailAddress: 'lawyer@court.example' })
  await make('Suppression.AddToAccount', { EmailAddress: '@competitor.example' })
  await db`
    insert into suppressions (client_id, address, email, reason, at, evidence)
    select c.id, s.address, s.address, s.reason, now() - interval '3 days', s.evidence::jsonb
    from clients c, (values
      ('gone@nowhere.example', 'bounced', '{"by":"bounce","detail":"550 5.1.1 no such user"}'),
      ('angry@readers.example', 'complained', '{"by":"complaint"}'),
      ('quiet@readers.example', 'unsubscribed', '{"by":"one-click","remote":"192.0.2.17"}')
    ) as s (address, reason, evidence)
    where c.public_id = ${clientId}`
  await grow(db, workshops)
  return { workshops, nightList }
}

/** 90 days before today, as if the list were older. */
async function grow(db: TestService['db'], listId: string): Promise<void> {
  await db`
    insert into list_days (client_id, list_id, day, active, unsubscribed, bounced, active_at_end)
    select l.client_id, l.id, current_date - n, 3 + n % 4, n % 3, (n % 9 = 0)::integer, 620 - 5 * n + (n % 7) * 3
    from lists l, generate_series(1, 90) as n
    where l.public_id = ${listId}
    on conflict do nothing`
  await db`
    update list_totals t set days_from = current_date - 90, active = 620
    from lists l
    where l.public_id = ${listId} and t.client_id = l.client_id and t.list_id = l.id`
  await db`
    update list_days d set active_at_end = 620
    from lists l
    where l.public_id = ${listId} and d.client_id = l.client_id and d.list_id = l.id and d.day >= current_date`
}
