/** What the types of the client refuse. `npm run typecheck` compiles this file; nothing runs it. */
import createFetchClient from 'openapi-fetch'
import type { Lettershop, LettershopError, paths, ValueOf } from './client.ts'

declare const client: Lettershop
declare const same: <Expected>() => <Actual>(
  value: Actual,
) => [Actual, Expected] extends [Expected, Actual] ? 'the same' : never

const ListID = 'f'.repeat(32)

export async function callWithValidTypes(): Promise<void> {
  await client.call('User.GetClients')
  await client.call('User.GetClients', {}, { signal: AbortSignal.timeout(1_000) })
  await client.call('Subscriber.Add', { ListID, Email: 'ina@bloom.example' })
  await client.call('Subscriber.AddWithCustomFields', { ListID, Email: 'a@b.example', CustomFields: [{ Key: 'Town' }] })
  const key = await client.call('User.GetApiKey', { SiteUrl: 's', Username: 'u', Password: 'p' })
  same<string>()(key) satisfies 'the same'
  same<'True' | 'False'>()(
    await client.call('Subscribers.GetIsSubscribed', { ListID, Email: 'e' }),
  ) satisfies 'the same'
  const { State, Accepted } = await client.call('Campaign.GetProgress', { CampaignID: 'c' })
  same<number>()(Accepted) satisfies 'the same'
  State satisfies ValueOf<'Campaign.GetProgress'>['State']
  // what may be absent has to be looked at first
  const [subscriber] = await client.call('Subscribers.GetActive', { ListID, Date: '2026-01-01' })
  same<string | undefined>()(subscriber?.EmailAddress) satisfies 'the same'
}

export async function callWithInvalidTypes(): Promise<void> {
  // @ts-expect-error there is no such operation
  await client.call('Subscriber.Insert', { ListID })
  // @ts-expect-error names are case-sensitive
  await client.call('user.getclients')
  // @ts-expect-error parameters are required
  await client.call('Subscriber.Add')
  // @ts-expect-error Email is required
  await client.call('Subscriber.Add', { ListID })
  // @ts-expect-error a number is no ListID
  await client.call('Subscriber.Add', { ListID: 1, Email: 'a@b.example' })
  // @ts-expect-error null is no Email
  await client.call('Subscriber.Add', { ListID, Email: null })
  // @ts-expect-error a misspelt parameter
  await client.call('Subscriber.Add', { ListID, Email: 'a@b.example', Nmae: 'Ina' })
  // @ts-expect-error a boolean is required
  await client.call('Client.SetOptions', { ClientID: 'c', SendOnlyReady: 'true' })
  // @ts-expect-error not one of the closed set
  await client.call('List.CreateCustomField', { ListID, FieldName: 'Town', DataType: 'Tekst' })
  // @ts-expect-error not one of the levels there are
  await client.call('Client.UpdateAccessAndBilling', { ClientID: 'c', AccessLevel: 4 })
  // @ts-expect-error lists or segments are needed
  await client.call('Campaign.Create', { ...draft })
  const CustomFields = [{ Value: 'Ulm' }]
  // @ts-expect-error Key is a required field of the record
  await client.call('Subscriber.AddWithCustomFields', { ListID, Email: 'a@b.example', CustomFields })
  const progress = await client.call('Campaign.GetProgress', { CampaignID: 'c' })
  // @ts-expect-error a field that the record does not have
  void progress.Delivered
  // @ts-expect-error a state there is not
  void (progress.State === 'Flying')
}

declare const draft: {
  ClientID: string
  CampaignName: string
  CampaignSubject: string
  FromName: string
  FromEmail: string
  ReplyTo: string
  HtmlUrl: string
}

export async function createDrafts(): Promise<void> {
  await client.call('Campaign.Create', { ...draft, SubscriberListIDs: [ListID] })
  await client.call('Campaign.Create', { ...draft, ListSegments: [{ ListID, Name: 'Regulars' }] })
}

export function errors(error: LettershopError): void {
  same<number>()(error.code) satisfies 'the same'
  same<string | undefined>()(error.detail) satisfies 'the same'
  // @ts-expect-error codes are numbers
  void (error.code === '100')
}

/** The types alone, with openapi-fetch itself. */
export async function bare(): Promise<void> {
  const fetchClient = createFetchClient<paths>({ baseUrl: 'https://mail.example.com/api/json' })
  const { data, error } = await fetchClient.POST('/Subscriber.Add', { body: { ListID, Email: 'a@b.example' } })
  if (data) same<number>()(data.Code) satisfies 'the same'
  if (error) same<string | undefined>()(error.detail) satisfies 'the same'
  // @ts-expect-error Email is required
  await fetchClient.POST('/Subscriber.Add', { body: { ListID } })
  // @ts-expect-error no operation answers GET
  await fetchClient.GET('/Subscriber.Add')
}
