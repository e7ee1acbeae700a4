/** The scenario of ../facts.ts, played by the npm package `soap`. */
import { createClientAsync } from 'soap'
import type { Facts } from '../facts.ts'

interface Options {
  readonly wsdl: string
  readonly port: 'apiSoap' | 'apiSoap12'
  readonly key: string
  /** Where Campaign.Create finds its HTML. */
  readonly page: string
  /** Makes names unique. */
  readonly word: string
}

type Value = Readonly<Record<string, unknown>>

export async function play({ wsdl, port, key, page, word }: Options): Promise<Facts> {
  const client = await createClientAsync(wsdl, { forceSoap12Headers: port === 'apiSoap12' })
  const methods = client.api[port]

  /** Calls by WSDL name, and takes the result out of its wrapper. */
  const call = (wsdlName: string, params: object) =>
    new Promise<unknown>((resolve, reject) => {
      methods[wsdlName]({ ApiKey: key, ...params }, (error: Error | null, response: Value) => {
        if (error) return reject(error)
        const [wrapped] = Object.entries(response).find(([name]) => name.endsWith('Result')) ?? []
        resolve(wrapped === undefined ? undefined : plain(response[wrapped]))
      })
    })
  const record = async (wsdlName: string, params: object) => (await call(wsdlName, params)) as Value // what the WSDL says
  const code = async (wsdlName: string, params: object) => Number((await record(wsdlName, params)).Code)
  const items = (value: unknown, name: string) => [((value ?? {}) as Value)[name] ?? []].flat() // none, one or many

  const clientId = await call('CreateClient', {
    CompanyName: 'Blüte & <Söhne>',
    ContactName: 'Çarla "Bloom"',
    EmailAddress: `${word}@bloom.example`,
    Country: 'Germany',
    Timezone: '(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna',
  })
  const accessSet = await code('UpdateClientAccessAndBilling', {
    ClientID: clientId,
    AccessLevel: 3,
    Username: `carla-${word}`,
    Password: 'correct horse battery',
    BillingType: '',
    Currency: '',
    DeliveryFee: '',
    CostPerRecipient: '',
    DesignAndSpamTestFee: '',
  })
  const detail = (await record('GetClientDetail', { ClientID: clientId })) as Value & Facts['client'] // its record

  const settings = { UnsubscribePage: '', ConfirmationSuccessPage: '' }
  const listId = await call('CreateList', { ClientID: clientId, Title: 'Draft', ConfirmOptIn: true, ...settings })
  const optInBefore = (await record('GetListDetail', { ListID: listId })).ConfirmOptIn
  const listUpdated = await code('UpdateList', {
    ListID: listId,
    Title: 'Frühling & <mehr>',
    ConfirmOptIn: false,
    ...settings,
  })
  const after = await record('GetListDetail', { ListID: listId })
  const fieldCreated = await code('CreateListCustomField', {
    ListID: listId,
    FieldName: 'Flowers',
    DataType: 'MultiSelectMany',
    Options: 'Rose||Tulip||Lily',
  })
  const fields = items(await call('GetListCustomFields', { ListID: listId }), 'ListCustomField') as Value[] // records

  const zoe = { ListID: listId, Email: 'zoe@reader.example' }
  const added = await code('AddSubscriber', { ...zoe, Name: 'Zoë <&> "Müller" 漢字 😀' })
  const badEmail = await code('AddSubscriber', { ListID: listId, Email: 'not an address', Name: '' })
  const isSubscribed = await call('GetIsSubscribed', zoe)
  const single = await record('GetSingleSubscriber', { ListID: listId, EmailAddress: zoe.Email })
  const active = items(await call('GetSubscribers', { ListID: listId, Date: '2000-01-01 00:00:00' }), 'Subscriber')
  const bounced = items(await call('GetBounced', { ListID: listId, Date: '2000-01-01' }), 'Subscriber')
  const unsubscribed = await code('Unsubscribe', zoe)
  const isStillSubscribed = await call('GetIsSubscribed', zoe)
  const wrongKey = await code('GetSubscribers', { ApiKey: '0'.repeat(32), ListID: listId, Date: '2000-01-01' })
  const countries = items(await call('GetCountries', {}), 'string')

  const flowers = ['Rose', 'Lily'].map(Value => ({ Key: 'Flowers', Value }))
  const sam = { ListID: listId, Email: 'sam@reader.example', Name: 'Sam' }
  const addedWithFields = await code('AddSubscriberWithCustomFields', {
    ...sam,
    CustomFields: { SubscriberCustomField: flowers },
  })
  const withFields = await record('GetSingleSubscriber', { ListID: listId, EmailAddress: sam.Email })
  const values = items(withFields.CustomFields, 'SubscriberCustomField') as Value[] // records
  const campaignId = await call('CreateCampaign', {
    ClientID: clientId,
    CampaignName: 'Spring',
    CampaignSubject: 'Tulips & <more>',
    FromName: 'Blüte',
    FromEmail: 'news@bloom.example',
    ReplyTo: 'news@bloom.example',
    HtmlUrl: page,
    TextUrl: '',
    SubscriberListIDs: { string: [listId] },
    ListSegments: {},
  })
  const goesTo = items(await call('GetCampaignLists', { CampaignID: campaignId }), 'List') as Value[] // records

  return {
    clientCreated: String(clientId),
    listCreated: String(listId),
    campaignCreated: String(campaignId),
    client: detail,
    accessSet,
    optInBefore,
    listUpdated,
    optInAfter: after.ConfirmOptIn,
    title: after.Title,
    fieldCreated,
    fields: fields.map(({ Key, DataType, FieldOptions }) => ({
      Key,
      DataType,
      FieldOptions: items(FieldOptions, 'string'),
    })),
    added,
    badEmail,
    isSubscribed,
    single: { EmailAddress: single.EmailAddress, Name: single.Name, State: single.State },
    active: (active as Value[]).map(({ EmailAddress }) => EmailAddress), // records
    bounced,
    unsubscribed,
    isStillSubscribed,
    wrongKey,
    germanyListed: countries.includes('Germany'),
    addedWithFields,
    flowers: values.map(({ Value }) => Value).toSorted(),
    campaignLists: goesTo.map(({ Name }) => Name),
  }
}

/** The package keeps attributes beside members, and text beside attributes as `$value`. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const { attributes: _, $value, ...members } = value as Value // a parsed element
  if ($value !== undefined) return $value
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, plain(member)]))
}
