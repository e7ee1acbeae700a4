/** The operations of the historical WSDL, in its order (reference/wsdl.md). These rows never change (design §3). */
import * as records from './records.ts'
import { type Access, account, anyone, key, ofCampaign, ofClient, ofList, on, R, type Row, row, U } from './row.ts'
import { boolean, int, list, type Members, type Shape, text } from './shapes.ts'

const member = { ApiKey: text, ListID: text, Email: text, Name: text }
const since = { ApiKey: text, ListID: text, Date: text }
const basics = { CompanyName: text, ContactName: text, EmailAddress: text, Country: text, Timezone: text }
const listSettings = { Title: text, UnsubscribePage: text, ConfirmOptIn: boolean, ConfirmationSuccessPage: text }
const templatePages = { TemplateName: text, HTMLPageURL: text, ZipFileURL: text, ScreenshotURL: text }
const CustomFields = list(records.SubscriberCustomField)

// biome-ignore format: a table reads by its columns
export const historical = {
  'User.GetApiKey': row('GetApiKey', { SiteUrl: text, Username: text, Password: text }, U(text), anyone, 'Yields the API key of a login.'),

  'Subscriber.AddWithCustomFields': row('AddSubscriberWithCustomFields', { ...member, CustomFields }, R, on('ListID', 'ChangeAudience'), 'Adds a subscriber with custom field values; on a member the given fields are updated.'),
  'Subscriber.AddAndResubscribeWithCustomFields': row('AddAndResubscribeWithCustomFields', { ...member, CustomFields }, R, on('ListID', 'ChangeAudience'), 'Adds a subscriber or revives an inactive one; custom fields not given are erased.'),
  'Subscriber.Add': row('AddSubscriber', member, R, on('ListID', 'ChangeAudience'), 'Adds a subscriber; an inactive one is left as it is.'),
  'Subscriber.AddAndResubscribe': row('AddAndResubscribe', member, R, on('ListID', 'ChangeAudience'), 'Adds a subscriber or revives an inactive one.'),
  'Subscriber.Unsubscribe': row('Unsubscribe', { ApiKey: text, ListID: text, Email: text }, R, on('ListID', 'ChangeAudience'), 'Ends the subscription of an active subscriber.'),
  'Subscriber.AddWithMobileNumber': row('AddSubscriberWithMobileNumber', { ...member, MobileNumber: text }, R, on('ListID', 'ChangeAudience'), 'Adds a subscriber with a mobile number in E.164 form.'),
  'Subscriber.AddAndResubscribeWithMobileNumber': row('AddAndResubscribeWithMobileNumber', { ...member, MobileNumber: text }, R, on('ListID', 'ChangeAudience'), 'Adds or revives a subscriber with a mobile number in E.164 form.'),

  'Subscribers.GetActive': row('GetSubscribers', since, U(list(records.Subscriber)), on('ListID', 'ReadAudience'), 'Active subscribers since a date.'),
  'Subscribers.GetUnsubscribed': row('GetUnsubscribed', since, U(list(records.Subscriber)), on('ListID', 'ReadAudience'), 'Subscribers who unsubscribed since a date.'),
  'Subscribers.GetBounced': row('GetBounced', since, U(list(records.Subscriber)), on('ListID', 'ReadAudience'), 'Subscribers who bounced since a date.'),
  'Subscribers.GetSingleSubscriber': row('GetSingleSubscriber', { ApiKey: text, ListID: text, EmailAddress: text }, U(records.Subscriber), on('ListID', 'ReadAudience'), 'One subscriber, active or not; an unknown address gives an empty record.'),
  'Subscribers.GetIsSubscribed': row('GetIsSubscribed', { ApiKey: text, ListID: text, Email: text }, U(text), on('ListID', 'ReadAudience'), 'True or False: is this address an active member?'),

  'List.Create': row('CreateList', { ...ofClient, ...listSettings }, U(text), on('ClientID', 'ChangeAudience'), 'Creates a list and yields its ListID.'),
  'List.Update': row('UpdateList', { ...ofList, ...listSettings }, R, on('ListID', 'ChangeAudience'), 'Replaces the settings of a list.'),
  'List.GetDetail': row('GetListDetail', ofList, U(records.ListDetail), on('ListID', 'View'), 'The settings of a list.'),
  'List.Delete': row('DeleteList', ofList, R, on('ListID', 'ChangeAudience'), 'Deletes a list.'),
  'List.GetCustomFields': row('GetListCustomFields', ofList, U(list(records.ListCustomField)), on('ListID', 'View'), 'The custom fields of a list.'),
  'List.DeleteCustomField': row('DeleteListCustomField', { ...ofList, Key: text }, R, on('ListID', 'ChangeAudience'), 'Deletes a custom field and its values.'),
  'List.CreateCustomField': row('CreateListCustomField', { ...ofList, FieldName: text, DataType: text, Options: text }, R, on('ListID', 'ChangeAudience'), 'Creates a custom field; options are joined by ||.'),
  'List.GetStats': row('GetListStats', ofList, U(records.ListStatistics), on('ListID', 'ReadReports'), 'Counts of a list: today, yesterday, this week, month and year.'),

  'Client.GetCampaigns': row('GetClientCampaigns', ofClient, U(list(records.Campaign)), on('ClientID', 'ReadReports'), 'The sent campaigns of a client.'),
  'Client.GetLists': row('GetClientLists', ofClient, U(list(records.List)), on('ClientID', 'View'), 'The lists of a client.'),
  'Client.GetSegments': row('GetClientSegments', ofClient, U(list(records.List)), on('ClientID', 'View'), 'The segments of a client; ListID is the list each belongs to.'),
  'Client.GetSuppressionList': row('GetClientSuppressionList', ofClient, U(list(records.Subscriber)), on('ClientID', 'ReadAudience'), 'The addresses no campaign of this client is sent to.'),
  'Client.GetTemplates': row('GetClientTemplates', ofClient, U(list(records.Template)), on('ClientID', 'Draft'), 'The templates of a client.'),
  'Client.Create': row('CreateClient', { ApiKey: text, ...basics }, U(text), account('Clients'), 'Creates a client and yields its ClientID.'),
  'Client.UpdateBasics': row('UpdateClientBasics', { ...ofClient, ...basics }, U(records.Result), on('ClientID', 'Clients'), 'Replaces the basic details of a client.'),
  'Client.UpdateAccessAndBilling': row('UpdateClientAccessAndBilling', { ...ofClient, AccessLevel: int, Username: text, Password: text, BillingType: text, Currency: text, DeliveryFee: text, CostPerRecipient: text, DesignAndSpamTestFee: text }, R, on('ClientID', 'Billing'), 'Sets what a client may do and how it pays.'),
  'Client.GetDetail': row('GetClientDetail', ofClient, U(records.ClientDetail), on('ClientID', 'View'), 'The details of a client.'),
  'Client.Delete': row('DeleteClient', ofClient, R, on('ClientID', 'Clients'), 'Deletes a client.'),

  'Campaign.GetSubscriberClicks': row('GetSubscriberClicks', ofCampaign, U(list(records.SubscriberClick)), on('CampaignID', 'ReadReports'), 'Who clicked which links of a campaign.'),
  'Campaign.GetOpens': row('GetCampaignOpens', ofCampaign, U(list(records.SubscriberOpen)), on('CampaignID', 'ReadReports'), 'Who opened a campaign, and how often.'),
  'Campaign.GetBounces': row('GetCampaignBounces', ofCampaign, U(list(records.SubscriberBounce)), on('CampaignID', 'ReadReports'), 'Whose copy bounced: H hard, S soft.'),
  'Campaign.GetUnsubscribes': row('GetCampaignUnsubscribes', ofCampaign, U(list(records.SubscriberUnsubscribe)), on('CampaignID', 'ReadReports'), 'Who unsubscribed from a campaign.'),
  'Campaign.GetSummary': row('GetCampaignSummary', ofCampaign, U(records.CampaignSummary), on('CampaignID', 'ReadReports'), 'The counts of a campaign.'),
  'Campaign.GetLists': row('GetCampaignLists', ofCampaign, U(list(records.List)), on('CampaignID', 'ReadReports'), 'The lists a campaign goes to.'),

  'User.GetClients': row('GetClients', { ApiKey: text }, U(list(records.Client)), key, 'The clients this key reaches.'),
  'User.GetSystemDate': row('GetSystemDate', { ApiKey: text }, U(text), key, 'The current date and time in the time zone of the account.'),
  'User.GetTimezones': row('GetTimezones', { ApiKey: text }, U(list(text)), key, 'The time zones a client may have.'),
  'User.GetCountries': row('GetCountries', { ApiKey: text }, U(list(text)), key, 'The countries a client may have.'),

  'Campaign.Create': row('CreateCampaign', { ...ofClient, CampaignName: text, CampaignSubject: text, FromName: text, FromEmail: text, ReplyTo: text, HtmlUrl: text, TextUrl: text, SubscriberListIDs: list(text), ListSegments: list(records.List) }, U(text), on('ClientID', 'ImportHtml'), 'Creates a draft from pages fetched at once and yields its CampaignID.'),
  'Campaign.Send': row('SendCampaign', { ...ofCampaign, ConfirmationEmail: text, SendDate: text }, R, on('CampaignID', 'Send'), 'Sends a draft, Immediately or at a date.'),
  'Campaign.Delete': row('DeleteCampaign', ofCampaign, R, on('CampaignID', 'Draft'), 'Deletes a campaign.'),

  'Template.Create': row('CreateTemplate', { ...ofClient, ...templatePages }, U(text), on('ClientID', 'ImportHtml'), 'Creates a template from a page and yields its TemplateID.'),
  'Template.GetDetail': row('GetTemplateDetail', { ApiKey: text, TemplateID: text }, U(records.Template), on('TemplateID', 'Draft'), 'A template with its preview.'),
  'Template.Update': row('UpdateTemplate', { ApiKey: text, TemplateID: text, ...templatePages }, R, on('TemplateID', 'ImportHtml'), 'Fetches a template anew.'),
  'Template.Delete': row('DeleteTemplate', { ApiKey: text, TemplateID: text }, R, on('TemplateID', 'ImportHtml'), 'Deletes a template.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
