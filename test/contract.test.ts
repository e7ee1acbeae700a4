import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allOperations, findOperation } from '../src/contract/operations.ts'
import { typeName } from '../src/contract/shapes.ts'

/** The table of the interface, row by row as it was handed to us: operation | parameters | kind. */
const interfaceTable = `
Client.Create | ApiKey, CompanyName, ContactName, EmailAddress, Country, Timezone | U
Client.UpdateBasics | ApiKey, ClientID, CompanyName, ContactName, EmailAddress, Country, Timezone | U
Client.UpdateAccessAndBilling | ApiKey, ClientID, AccessLevel (int), Username, Password, BillingType, Currency, DeliveryFee, CostPerRecipient, DesignAndSpamTestFee | R
Client.Delete | ApiKey, ClientID | R
Client.GetDetail | ApiKey, ClientID | U
Client.GetSuppressionList | ApiKey, ClientID | U
List.Create | ApiKey, ClientID, Title, UnsubscribePage, ConfirmOptIn (boolean), ConfirmationSuccessPage | U
List.Update | ApiKey, ListID, Title, UnsubscribePage, ConfirmOptIn (boolean), ConfirmationSuccessPage | R
List.GetDetail | ApiKey, ListID | U
List.CreateCustomField | ApiKey, ListID, FieldName, DataType, Options | R
List.DeleteCustomField | ApiKey, ListID, Key | R
List.GetCustomFields | ApiKey, ListID | U
Subscriber.Add | ApiKey, ListID, Email, Name | R
Subscriber.AddAndResubscribe | ApiKey, ListID, Email, Name | R
Subscriber.AddWithMobileNumber | ApiKey, ListID, Email, Name, MobileNumber | R
Subscriber.AddAndResubscribeWithMobileNumber | ApiKey, ListID, Email, Name, MobileNumber | R
Subscriber.Unsubscribe | ApiKey, ListID, Email | R
Subscribers.GetIsSubscribed | ApiKey, ListID, Email | U
Subscribers.GetSingleSubscriber | ApiKey, ListID, EmailAddress | U
Subscribers.GetUnsubscribed | ApiKey, ListID, Date | U
Subscribers.GetBounced | ApiKey, ListID, Date | U
Template.Create | ApiKey, ClientID, TemplateName, HTMLPageURL, ZipFileURL, ScreenshotURL | U
Template.Update | ApiKey, TemplateID, TemplateName, HTMLPageURL, ZipFileURL, ScreenshotURL | R
Template.Delete | ApiKey, TemplateID | R
Campaign.Send | ApiKey, CampaignID, ConfirmationEmail, SendDate | R
Campaign.Delete | ApiKey, CampaignID | R
Campaign.GetSummary | ApiKey, CampaignID | U
Campaign.GetBounces | ApiKey, CampaignID | U
Campaign.GetUnsubscribes | ApiKey, CampaignID | U
User.GetApiKey | SiteUrl, Username, Password | U
`
  .trim()
  .split('\n')

test('the interface has 30 operations and the historical surface 18 more; ours come after them', () => {
  assert.equal(interfaceTable.length, 30)
  assert.ok(allOperations.slice(0, 48).every(({ historical }) => historical))
  assert.ok(allOperations.slice(48).every(({ historical }) => !historical))
})

for (const line of interfaceTable) {
  const [name = '', parameters = '', kind = ''] = line.split(' | ')
  test(`${name} is as the interface says: parameters, order, types and kind`, () => {
    const operation = findOperation(name)
    assert.ok(operation, `${name} is missing`)
    const written = Object.entries(operation.parameters).map(([parameter, shape]) => {
      const type = typeName(shape)
      return type === 'string' ? parameter : `${parameter} (${type})`
    })
    assert.equal(written.join(', '), parameters)
    assert.equal(operation.typed ? 'R' : 'U', kind)
    if (operation.typed) assert.equal(typeName(operation.result), 'Result')
  })
}

test('names are unique, and operation names are case-sensitive', () => {
  assert.equal(new Set(allOperations.map(operation => operation.wsdlName)).size, allOperations.length)
  assert.equal(findOperation('client.create'), undefined)
})

test('every operation that needs a caller takes ApiKey first, and no other takes it', () => {
  for (const { name, parameters, access } of allOperations) {
    const [first] = Object.keys(parameters)
    if (access.to === 'anyone') assert.ok(!('ApiKey' in parameters), name)
    else assert.equal(first, 'ApiKey', name)
  }
})
