/** What every foreign client must find, whichever stack and port it uses: one scenario, one list of facts. */
import assert from 'node:assert/strict'

/** As a client reports it; what only SOAP can carry is absent over GET and POST. */
export interface Facts {
  readonly clientCreated: string
  readonly listCreated: string
  readonly campaignCreated?: string
  readonly client: {
    readonly BasicDetails: Readonly<Record<string, string>>
    readonly AccessAndBilling: Readonly<Record<string, unknown>>
  }
  readonly [fact: string]: unknown
}

const id = /^[0-9a-f]{32}$/

const everywhere = {
  accessSet: 0,
  optInBefore: true,
  listUpdated: 0,
  optInAfter: false,
  title: 'Frühling & <mehr>',
  fieldCreated: 0,
  fields: [{ Key: '[Flowers]', DataType: 'MultiSelectMany', FieldOptions: ['Rose', 'Tulip', 'Lily'] }],
  added: 0,
  badEmail: 1,
  isSubscribed: 'True',
  single: { EmailAddress: 'zoe@reader.example', Name: 'Zoë <&> "Müller" 漢字 😀', State: 'Active' },
  active: ['zoe@reader.example'],
  bounced: [],
  unsubscribed: 0,
  isStillSubscribed: 'False',
  wrongKey: 100,
  germanyListed: true,
}

const soapOnly = {
  addedWithFields: 0,
  flowers: ['Lily', 'Rose'],
  campaignLists: ['Frühling & <mehr>'],
}

export function assertFacts(found: Facts, { soap }: { soap: boolean }): void {
  const { clientCreated, listCreated, campaignCreated, client, ...facts } = found
  assert.match(clientCreated, id)
  assert.match(listCreated, id)
  if (soap) assert.match(campaignCreated ?? 'none', id)
  assert.equal(client.BasicDetails.ClientID, clientCreated)
  assert.equal(client.BasicDetails.CompanyName, 'Blüte & <Söhne>')
  assert.equal(client.BasicDetails.ContactName, 'Çarla "Bloom"')
  assert.equal(client.AccessAndBilling.AccessLevel, 3)
  assert.notEqual(client.AccessAndBilling.Password, 'correct horse battery')
  assert.deepEqual(facts, soap ? { ...everywhere, ...soapOnly } : everywhere)
}
