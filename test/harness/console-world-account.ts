/** What the account's screens show: domains, webhooks with attempts, mail that came back, an invitation, what was deleted, a look. */
import { createHash } from 'node:crypto'
import type { Database } from '../../src/store/connection/database.ts'
import { picture } from './pictures.ts'

type Call = (operation: string, params: object) => Promise<{ readonly status: number; readonly value: unknown }>

/** @param call as an Owner @param ClientID has all of it */
export async function seedAccount(db: Database, call: Call, ClientID: string): Promise<void> {
  async function made<Value = string>(operation: string, params: object): Promise<Value> {
    const { status, value } = await call(operation, params)
    if (status !== 200) throw new Error(`${operation}: ${JSON.stringify(value)}`)
    return value as Value
  }
  const [client] = await db<{ id: number }[]>`select id from clients where public_id = ${ClientID}`
  const clientId = client!.id

  await made('Domain.Create', { ClientID, Domain: 'blossom.example' })
  const found = ['dkim rsa', 'dkim ed25519', 'spf', 'return path'].map(key => ({ key, found: true, problem: '' }))
  const report = [...found, { key: 'dmarc', found: false, problem: 'There is no DMARC record. Publish this one.' }]
  await db`
    update sending_domains set checked_at = now(), verified_at = now(), rsa_found = true, ed25519_found = true, report = ${db.json(report)}
    where client_id = ${clientId}`

  const { WebhookID } = await made<{ WebhookID: string }>('Webhook.Create', {
    ClientID,
    // a name that no one has to look up
    URL: 'http://127.0.0.1:8099/hooks',
    Events: ['subscriber.subscribed', 'subscriber.unsubscribed', 'recipient.bounced'],
  })
  const [webhook] = await db<{ id: number }[]>`select id from webhooks where public_id = ${WebhookID}`
  await db`update webhooks set url = 'https://shop.blossom.example/hooks/lettershop' where id = ${webhook!.id}`
  const attempts = [
    [1, 'subscriber.subscribed', 1, 503, 812, 'The receiver answered 503.'],
    [1, 'subscriber.subscribed', 2, 200, 94, null],
    [null, 'webhook.test', 1, 200, 61, null],
  ] as const
  for (const [sequence, type, attempt, status, milliseconds, error] of attempts)
    await db`
      insert into webhook_attempts ${db({ clientId, webhookId: webhook!.id, at: new Date(), sequence, type, attempt, status, milliseconds, error })}`

  await made('Person.Invite', {
    EmailAddress: 'rosa@blossom.example',
    Name: 'Rosa Blossom',
    Language: 'de',
    Grants: [{ ClientID, Role: 'Client' }],
  })
  await made('Client.SetDailyLimit', { ClientID, DailyLimit: 5000 })
  const old = { ClientID, UnsubscribePage: '', ConfirmOptIn: false, ConfirmationSuccessPage: '' }
  await made('List.Delete', { ListID: await made('List.Create', { ...old, Title: 'Balcony 2019' }) })

  const logo = await picture('image/png', 200, 48)
  const { AssetID } = await made<{ AssetID: string }>('Asset.Upload', {
    ClientID,
    Content: logo.toString('base64'),
    Name: 'Logo',
  })
  await made('Client.SetBranding', {
    ...{ ClientID, LogoAssetID: AssetID, PrimaryColor: '#9a3412', BackgroundColor: '#fff7ed' },
    ...{ FooterText: 'Fresh tulips since 1871', PostalAddress: 'Canal 1\n1012 AB Amsterdam' },
  })
  for (const mail of returned) await keep(db, clientId, mail)
}

interface Returned {
  readonly state: string
  readonly kind: string | null
  readonly class: string | null
  readonly status: string | null
  readonly evidence: string | null
  readonly subject: string
}

const returned: readonly Returned[] = [
  {
    ...{
      state: 'read',
      kind: 'bounce',
      class: 'recipient gone',
      status: '5.1.1',
      subject: 'Undelivered Mail Returned to Sender',
    },
    evidence: 'smtp; 550 5.1.1 <ida@readers.example>: Recipient address rejected: User unknown',
  },
  {
    ...{ state: 'unrecognised', kind: 'other', class: null, status: null, subject: 'Niet bezorgd' },
    evidence: null,
  },
  {
    ...{ state: 'read', kind: 'complaint', class: null, status: null, subject: 'Abuse report' },
    evidence: 'Feedback-Type: abuse',
  },
]

async function keep(db: Database, clientId: number, { subject, ...mail }: Returned): Promise<void> {
  const raw = Buffer.from(
    [
      'From: MAILER-DAEMON@mx.readers.example (Mail Delivery System)',
      `Subject: ${subject}`,
      'To: b+token@bounce.example',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'This is the mail system at host mx.readers.example.',
      '',
      `${mail.evidence ?? '<b>Uw bericht</b> kon niet worden bezorgd.'}`,
      '',
    ].join('\r\n'),
  )
  const row = { ...mail, clientId, at: new Date(), dueAt: new Date(), workedAt: new Date(), raw, size: raw.length }
  const from = { source: 'smtp', remote: '192.0.2.7', helo: 'mx.readers.example', recipient: 'b+token@bounce.example' }
  await db`
    insert into mailbox ${db({ ...row, ...from, route: 'bounce', sha256: createHash('sha256').update(raw).digest() })}`
}
