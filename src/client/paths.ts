/**
 * Types of every operation on the JSON wire of Lettershop, for openapi-fetch and for the client in client.ts.
 * Generated from the contract (src/describe/typescript.ts); do not edit. `npm run bless` rewrites this file.
 */

/** By path below /api/json. */
export interface paths {
  /**
   * Yields the API key of a login.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 105 Invalid Login, 137 API Key Is Not Given For A Password.
   */
  '/User.GetApiKey': Post<{
    /** The web address of the account, as LETTERSHOP_SITE_URL gave it; http or https does not matter. */
    SiteUrl: string
    /** The user name of the login; case does not matter. */
    Username: string
    /** The password of the login. */
    Password: string
  }, string, 400 | 401 | 403 | 413 | 415 | 429 | 500 | 503>

  /**
   * Adds a subscriber with custom field values; on a member the given fields are updated.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 204 In Suppression List, 205 Is Deleted, 206 Is Unsubscribed, 207 Is Bounced, 208 Is Unconfirmed, 222 Too Many Confirmation Mails, 230 Invalid Custom Field Value, 253 Invalid Key.
   */
  '/Subscriber.AddWithCustomFields': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The email address of the subscriber; case does not matter. */
    Email: string
    /** The name of the subscriber, one line of at most 250 characters. Left out, a member keeps the name it has. */
    Name?: string
    /** Values by key; an empty value clears its field, and a MultiSelectMany field is given once for each option. */
    CustomFields?: SubscriberCustomField[]
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Adds a subscriber or revives an inactive one; custom fields not given are erased.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 204 In Suppression List, 222 Too Many Confirmation Mails, 230 Invalid Custom Field Value, 253 Invalid Key.
   */
  '/Subscriber.AddAndResubscribeWithCustomFields': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The email address of the subscriber; case does not matter. */
    Email: string
    /** The name of the subscriber, one line of at most 250 characters. Left out, a member keeps the name it has. */
    Name?: string
    /** Values by key; an empty value clears its field, and a MultiSelectMany field is given once for each option. */
    CustomFields?: SubscriberCustomField[]
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Adds a subscriber; an inactive one is left as it is.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 204 In Suppression List, 205 Is Deleted, 206 Is Unsubscribed, 207 Is Bounced, 208 Is Unconfirmed, 222 Too Many Confirmation Mails.
   */
  '/Subscriber.Add': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The email address of the subscriber; case does not matter. */
    Email: string
    /** The name of the subscriber, one line of at most 250 characters. Left out, a member keeps the name it has. */
    Name?: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Adds a subscriber or revives an inactive one.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 204 In Suppression List, 222 Too Many Confirmation Mails.
   */
  '/Subscriber.AddAndResubscribe': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The email address of the subscriber; case does not matter. */
    Email: string
    /** The name of the subscriber, one line of at most 250 characters. Left out, a member keeps the name it has. */
    Name?: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Ends the subscription of an active subscriber.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 202 Subscriber not in list or has already been removed.
   */
  '/Subscriber.Unsubscribe': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The email address of the subscriber; case does not matter. */
    Email: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Adds a subscriber with a mobile number in E.164 form.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 204 In Suppression List, 205 Is Deleted, 206 Is Unsubscribed, 207 Is Bounced, 208 Is Unconfirmed, 220 Invalid Mobile Number, 222 Too Many Confirmation Mails.
   */
  '/Subscriber.AddWithMobileNumber': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The email address of the subscriber; case does not matter. */
    Email: string
    /** The name of the subscriber, one line of at most 250 characters. Left out, a member keeps the name it has. */
    Name?: string
    /** A mobile number in E.164 form, such as +4915112345678. Left out, a member keeps the one it has. */
    MobileNumber?: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Adds or revives a subscriber with a mobile number in E.164 form.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 204 In Suppression List, 220 Invalid Mobile Number, 222 Too Many Confirmation Mails.
   */
  '/Subscriber.AddAndResubscribeWithMobileNumber': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The email address of the subscriber; case does not matter. */
    Email: string
    /** The name of the subscriber, one line of at most 250 characters. Left out, a member keeps the name it has. */
    Name?: string
    /** A mobile number in E.164 form, such as +4915112345678. Left out, a member keeps the one it has. */
    MobileNumber?: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Active subscribers since a date.
   *
   * Refused with: 5 Invalid Date, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Subscribers.GetActive': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** Changes after this moment: YYYY-MM-DD HH:MM:SS in the time zone of the client; a bare date is its midnight. */
    Date: string
  }, Subscriber[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Subscribers who unsubscribed since a date.
   *
   * Refused with: 5 Invalid Date, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Subscribers.GetUnsubscribed': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** Changes after this moment: YYYY-MM-DD HH:MM:SS in the time zone of the client; a bare date is its midnight. */
    Date: string
  }, Subscriber[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Subscribers who bounced since a date.
   *
   * Refused with: 5 Invalid Date, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Subscribers.GetBounced': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** Changes after this moment: YYYY-MM-DD HH:MM:SS in the time zone of the client; a bare date is its midnight. */
    Date: string
  }, Subscriber[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * One subscriber, active or not; an unknown address gives an empty record.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Subscribers.GetSingleSubscriber': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The email address of the subscriber; case does not matter. */
    EmailAddress: string
  }, Subscriber, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * True or False: is this address an active member?
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Subscribers.GetIsSubscribed': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The email address; without one the answer is False. */
    Email?: string
  }, 'True' | 'False', 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Creates a list and yields its ListID.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 250 Duplicate List Title, 251 List Title Empty, 260 Invalid Unsubscribe Page, 261 Invalid Confirmation Success Page.
   */
  '/List.Create': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The name of the list, one line of at most 200 characters. */
    Title: string
    /** Where people are led after unsubscribing; a page of this service when left out. An absolute http or https URL. */
    UnsubscribePage?: string
    /** Whether new subscribers are asked by mail to confirm. */
    ConfirmOptIn: boolean
    /** Where people are led after confirming; a page of this service when left out. An absolute http or https URL. */
    ConfirmationSuccessPage?: string
  }, string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * Replaces the settings of a list.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 250 Duplicate List Title, 251 List Title Empty, 260 Invalid Unsubscribe Page, 261 Invalid Confirmation Success Page.
   */
  '/List.Update': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The name of the list, one line of at most 200 characters. */
    Title: string
    /** Where people are led after unsubscribing; a page of this service when left out. An absolute http or https URL. */
    UnsubscribePage?: string
    /** Whether new subscribers are asked by mail to confirm. */
    ConfirmOptIn: boolean
    /** Where people are led after confirming; a page of this service when left out. An absolute http or https URL. */
    ConfirmationSuccessPage?: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * The settings of a list.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 110 Session Ended, 134 Second Factor Required.
   */
  '/List.GetDetail': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
  }, ListDetail, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Deletes a list.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 252 Cannot delete a list attached to at least one campaign draft.
   */
  '/List.Delete': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * The custom fields of a list.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 110 Session Ended, 134 Second Factor Required.
   */
  '/List.GetCustomFields': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
  }, ListCustomField[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Deletes a custom field and its values.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 253 Invalid Key.
   */
  '/List.DeleteCustomField': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The key of the field, with or without brackets; case does not matter. */
    Key: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Creates a custom field; options are joined by ||.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 254 Invalid FieldName, 255 The Field Key Already Exists, 256 Options Defined for Text or Number Field, 257 No Options Defined for Multi-Valued Field, 258 Too Many Custom Fields, 259 DataType must be one of (Text|Number|MultiSelectOne|MultiSelectMany|Country|USState|Date).
   */
  '/List.CreateCustomField': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The name of the field; its key is made from the letters and digits of it. */
    FieldName: string
    /** What the field holds. */
    DataType: 'Text' | 'Number' | 'MultiSelectOne' | 'MultiSelectMany' | 'Country' | 'USState' | 'Date'
    /** For MultiSelectOne and MultiSelectMany: the choices, joined by ||. Left out for the other types. */
    Options?: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * Counts of a list: today, yesterday, this week, month and year.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/List.GetStats': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
  }, ListStatistics, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The sent campaigns of a client.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Client.GetCampaigns': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
  }, Campaign[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The lists of a client.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 110 Session Ended, 134 Second Factor Required.
   */
  '/Client.GetLists': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
  }, List[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The segments of a client; ListID is the list each belongs to.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 110 Session Ended, 134 Second Factor Required.
   */
  '/Client.GetSegments': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
  }, List[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The addresses no campaign of this client is sent to.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Client.GetSuppressionList': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
  }, Subscriber[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The templates of a client.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Client.GetTemplates': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
  }, Template[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Creates a client and yields its ClientID.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 150 Email Taken, 152 Invalid Timezone, 154 Empty Company Name, 155 Empty Contact Name, 157 Invalid Country, 172 Client Creation Limit.
   */
  '/Client.Create': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The name of the company, one line of at most 200 characters. */
    CompanyName: string
    /** The person to talk to, one line of at most 200 characters. */
    ContactName: string
    /** The address of the contact; no two clients of an account have one address. */
    EmailAddress: string
    /** A country in the spelling of User.ListCountries or User.GetCountries. */
    Country: string
    /** A time zone as User.ListTimezones or User.GetTimezones names it, or an IANA name such as Europe/Berlin. */
    Timezone: string
  }, string, 400 | 401 | 403 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * Replaces the basic details of a client.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 150 Email Taken, 152 Invalid Timezone, 154 Empty Company Name, 155 Empty Contact Name, 157 Invalid Country.
   */
  '/Client.UpdateBasics': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The name of the company, one line of at most 200 characters. */
    CompanyName: string
    /** The person to talk to, one line of at most 200 characters. */
    ContactName: string
    /** The address of the contact; no two clients of an account have one address. */
    EmailAddress: string
    /** A country in the spelling of User.ListCountries or User.GetCountries. */
    Country: string
    /** A time zone as User.ListTimezones or User.GetTimezones names it, or an IANA name such as Europe/Berlin. */
    Timezone: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Sets what a client may do and how it pays.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 151 Username Taken, 153 Invalid Access Level, 156 Invalid Username, 166 Invalid Billing Type, 167 Invalid Currency Code, 168 Invalid Fee, 170 Markup Rate Too Low, 174 Unsafe Password, 175 Invalid Password.
   */
  '/Client.UpdateAccessAndBilling': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** What the login of the client may do, a sum of: 1 read reports, 2 manage subscribers, 4 send campaigns (needs 1), 8 design and spam tests (needs 4), 16 import subscribers (needs 2), 32 import HTML (needs 4). 0 withdraws the access, and the rest is not looked at. */
    AccessLevel: 0 | 1 | 2 | 3 | 5 | 7 | 13 | 15 | 18 | 19 | 23 | 31 | 37 | 39 | 45 | 47 | 55 | 63
    /** The user name of the client’s login; needed for the first one, left out it stays. Another one needs the right People. */
    Username?: string
    /** Its password, 6 to 200 characters; needed for the first one, left out or Deprecated it stays. Another one needs the right People. */
    Password?: string
    /** How the client pays for its campaigns; needed where AccessLevel lets it send. */
    BillingType?: 'UserPaysOnClientsBehalf' | 'ClientPaysAtStandardRate' | 'ClientPaysWithMarkup'
    /** The currency; needed unless BillingType is UserPaysOnClientsBehalf. */
    Currency?: 'USD' | 'GBP' | 'EUR' | 'CAD' | 'AUD' | 'NZD'
    /** The fee for each campaign in units of the currency, a decimal such as 6.5; needed for ClientPaysWithMarkup. */
    DeliveryFee?: string
    /** The price of a recipient in cents, a decimal such as 1.5; needed for ClientPaysWithMarkup. */
    CostPerRecipient?: string
    /** The fee for a design and spam test in units of the currency, a decimal; needed for ClientPaysWithMarkup. */
    DesignAndSpamTestFee?: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * The details of a client.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 110 Session Ended, 134 Second Factor Required.
   */
  '/Client.GetDetail': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
  }, ClientDetail, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Deletes a client.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Client.Delete': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Who clicked which links of a campaign.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.GetSubscriberClicks': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, SubscriberClick[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Who opened a campaign, and how often.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.GetOpens': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, SubscriberOpen[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Whose copy bounced: H hard, S soft.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.GetBounces': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, SubscriberBounce[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Who unsubscribed from a campaign.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.GetUnsubscribes': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, SubscriberUnsubscribe[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The counts of a campaign.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.GetSummary': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, CampaignSummary, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The lists a campaign goes to.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.GetLists': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, List[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The clients this key reaches.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 110 Session Ended, 134 Second Factor Required.
   */
  '/User.GetClients': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
  }, Client[], 400 | 401 | 403 | 413 | 415 | 429 | 500 | 503>

  /**
   * The current date and time in the time zone of the account.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 110 Session Ended, 134 Second Factor Required.
   */
  '/User.GetSystemDate': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
  }, string, 400 | 401 | 403 | 413 | 415 | 429 | 500 | 503>

  /**
   * The time zones a client may have.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 110 Session Ended, 134 Second Factor Required.
   */
  '/User.GetTimezones': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
  }, string[], 400 | 401 | 403 | 413 | 415 | 429 | 500 | 503>

  /**
   * The countries a client may have.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 110 Session Ended, 134 Second Factor Required.
   */
  '/User.GetCountries': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
  }, string[], 400 | 401 | 403 | 413 | 415 | 429 | 500 | 503>

  /**
   * Creates a draft from pages fetched at once and yields its CampaignID.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 303 Duplicate Campaign Name, 304 Campaign Subject Required, 305 From Name Required, 307 Invalid From Email Address, 308 Reply to Address Required, 309 Invalid Reply-To Address, 310 HTML Content URL Required, 311 Invalid HTML Content, 312 Invalid Text Content URL, 313 Invalid ListIDs, 314 Invalid Segments, 315 Lists or Segments Required, 316 Problems Importing Links, 317 Link Too Long, 318 Text Unsubscribe Tag Used in HTML, 319 Campaign Name Required, 321 HTML Nested Too Deeply, 4302 Unsubscribe Tag Text Under 3 Characters, 4303 Unsubscribe Tag Contains a Link, 4304 No Closing Unsubscribe Tag, 4306 Unsubscribe Tag Nested in Another, 4307 Unsubscribe Tag Nested in a Link.
   */
  '/Campaign.Create': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The name of the campaign, by which you find it; no two drafts of a client have one name. */
    CampaignName: string
    /** The subject of the mail; tags such as [firstname,fallback=friend] are filled in. */
    CampaignSubject: string
    /** The name of the sender. */
    FromName: string
    /** The address of the sender. */
    FromEmail: string
    /** The address that replies go to. */
    ReplyTo: string
    /** The page that is sent; it is fetched once, now. An absolute http or https URL that this service can reach. */
    HtmlUrl: string
    /** The text for people who read no HTML; made from the HTML when left out. An absolute http or https URL that this service can reach. */
    TextUrl?: string
    /** ListIDs of the lists it goes to. This or ListSegments is needed. */
    SubscriberListIDs?: string[]
    /** Segments it goes to, each by the ListID of its list and its Name. This or SubscriberListIDs is needed. */
    ListSegments?: List[]
  } & ({ SubscriberListIDs: string[] } | { ListSegments: List[] }), string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * Sends a draft, Immediately or at a date.
   *
   * Refused with: 5 Invalid Date, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 314 Invalid Segments, 331 Campaign has already been sent, 332 No Recipients Added, 337 Delivery Date Cannot be in the Past, 338 Confirmation Email Required, 339 Confirmation Email Invalid, 340 Recipient Lists Empty, 351 Public URL Required, 353 Invalid Timing, 354 Time Has Passed In Some Time Zones, 355 Campaign Cannot Be Composed, 356 Campaign Is Not Ready, 361 Draft Is Incomplete, 363 Saved By Another Since, 367 Approval Required, 378 Number Of Recipients Not Confirmed, 384 Campaign Cannot Be Resent, 386 A Resend Needs Another Subject, 387 Too Soon For A Resend, 388 Variants Not Valid, 610 Sending Is Held.
   */
  '/Campaign.Send': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** Who is notified when the campaign is sent: an email address. */
    ConfirmationEmail: string
    /** Immediately, or YYYY-MM-DD HH:MM:SS in the time zone of the client. */
    SendDate: string
  }, SendResult, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Deletes a campaign.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.Delete': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Creates a template from a page and yields its TemplateID.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 321 HTML Nested Too Deeply, 4002 Template Name Required, 4003 Invalid Template Name, 4004 HTML Page URL Required, 4005 Invalid HTML Page URL, 4006 Invalid ZIP File URL, 4007 Invalid Screenshot URL, 4101 No Description Or Repeater, 4102 No Closing Repeater, 4103 No Width Specified in the Image Tag, 4104 No Editable Regions in Repeater, 4105 No Opening Repeater Tag, 4108 No Closing Table of Contents, 4109 No repeatertitle Tag, 4110 Multiple repeatertitle Tags, 4111 No tableofcontents Tags, 4118 Table of Contents With No Repeater, 4128 Nested Repeaters, 4129 Table Based Repeater Contains Multiple Trs, 4130 No Closing Singleline Tag, 4131 No Closing Multiline Tag, 4132 No Repeater with Title, 4150 Too Many Editable Regions, 4201 Contains Flash, 4202 Contains Script, 4203 Contains Java, 4300 No Unsubscribe Tag, 4301 Unsubscribe Tag Hidden in Comments, 4302 Unsubscribe Tag Text Under 3 Characters, 4303 Unsubscribe Tag Contains a Link, 4304 No Closing Unsubscribe Tag, 4305 Text Unsubscribe Tag Used in HTML, 4306 Unsubscribe Tag Nested in Another, 4307 Unsubscribe Tag Nested in a Link, 4350 Files Missing from ZIP File, 4401 Layout Not In Repeater, 4402 No Closing Layout, 4403 No Opening Layout, 4404 No Editable Region In Layout, 4405 Layout Contains Multiple Trs, 4406 Layout Label Missing.
   */
  '/Template.Create': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The name of the template, at most 30 characters. */
    TemplateName: string
    /** The page of the template. An absolute http or https URL that this service can reach. */
    HTMLPageURL: string
    /** A ZIP file with the pictures and style sheets the page names relatively. An absolute http or https URL that this service can reach. */
    ZipFileURL?: string
    /** A picture of the template. An absolute http or https URL that this service can reach. */
    ScreenshotURL?: string
  }, string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * A template with its preview.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 4001 Invalid TemplateID.
   */
  '/Template.GetDetail': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The template: 32 hexadecimal digits. */
    TemplateID: string
  }, Template, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Fetches a template anew.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 321 HTML Nested Too Deeply, 4001 Invalid TemplateID, 4002 Template Name Required, 4003 Invalid Template Name, 4004 HTML Page URL Required, 4005 Invalid HTML Page URL, 4006 Invalid ZIP File URL, 4007 Invalid Screenshot URL, 4101 No Description Or Repeater, 4102 No Closing Repeater, 4103 No Width Specified in the Image Tag, 4104 No Editable Regions in Repeater, 4105 No Opening Repeater Tag, 4108 No Closing Table of Contents, 4109 No repeatertitle Tag, 4110 Multiple repeatertitle Tags, 4111 No tableofcontents Tags, 4118 Table of Contents With No Repeater, 4128 Nested Repeaters, 4129 Table Based Repeater Contains Multiple Trs, 4130 No Closing Singleline Tag, 4131 No Closing Multiline Tag, 4132 No Repeater with Title, 4150 Too Many Editable Regions, 4201 Contains Flash, 4202 Contains Script, 4203 Contains Java, 4300 No Unsubscribe Tag, 4301 Unsubscribe Tag Hidden in Comments, 4302 Unsubscribe Tag Text Under 3 Characters, 4303 Unsubscribe Tag Contains a Link, 4304 No Closing Unsubscribe Tag, 4305 Text Unsubscribe Tag Used in HTML, 4306 Unsubscribe Tag Nested in Another, 4307 Unsubscribe Tag Nested in a Link, 4350 Files Missing from ZIP File, 4401 Layout Not In Repeater, 4402 No Closing Layout, 4403 No Opening Layout, 4404 No Editable Region In Layout, 4405 Layout Contains Multiple Trs, 4406 Layout Label Missing.
   */
  '/Template.Update': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The template: 32 hexadecimal digits. */
    TemplateID: string
    /** The name of the template, at most 30 characters. */
    TemplateName: string
    /** The page of the template. An absolute http or https URL that this service can reach. */
    HTMLPageURL: string
    /** A ZIP file with the pictures and style sheets the page names relatively. An absolute http or https URL that this service can reach. */
    ZipFileURL?: string
    /** A picture of the template. An absolute http or https URL that this service can reach. */
    ScreenshotURL?: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Deletes a template.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 4001 Invalid TemplateID.
   */
  '/Template.Delete': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The template: 32 hexadecimal digits. */
    TemplateID: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Creates a segment of a list: the active subscribers for whom every rule holds.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 270 Segment Name Empty, 271 Duplicate Segment Name, 273 Segment Rules Required, 274 Invalid Segment Rule, 275 Too Many Segment Rules, 276 Too Many Segments.
   */
  '/Segment.Create': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The name of the segment, one line of at most 100 characters. */
    Name: string
    /** Up to 50 rules that must all hold. */
    Rules: SegmentRule[]
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * Deletes a segment that no draft or scheduled campaign goes to.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 272 Unknown Segment, 277 Cannot delete a segment attached to at least one campaign draft, 280 Segment Is Used By Other Segments.
   */
  '/Segment.Delete': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The name of the segment. */
    Name: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * The rules of a segment.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 272 Unknown Segment, 278 Segment Is A Tree.
   */
  '/Segment.GetRules': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The name of the segment. */
    Name: string
  }, SegmentRule[], 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * How many active subscribers a segment has now.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 272 Unknown Segment.
   */
  '/Segment.GetCount': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The name of the segment. */
    Name: string
  }, number, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * How far a campaign is: how many recipients are in which state.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.GetProgress': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, CampaignProgress, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The recipients of a campaign with what became of each, page by page: those in one state, or all.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 346 Invalid Recipient State.
   */
  '/Campaign.GetRecipients': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** Only recipients in this state; left out or empty for all. */
    State?: 'Planned' | 'HandingOver' | 'Accepted' | 'Deferred' | 'Refused' | 'Unknown' | 'Excluded'
    /** The Number of the last row you have read, 0 for the first page. */
    After: number
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, CampaignRecipient[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * What was done to a campaign and by whom, newest first.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.GetHistory': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, CampaignEvent[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Sends the message of a campaign to up to 15 addresses, marked as a test and counted nowhere.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 202 Subscriber not in list or has already been removed, 301 Invalid CampaignID, 348 Test Recipients Required, 349 Too Many Test Recipients, 350 Test Limit, 351 Public URL Required, 355 Campaign Cannot Be Composed, 361 Draft Is Incomplete, 363 Saved By Another Since.
   */
  '/Campaign.SendTest': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** Up to 15 email addresses. */
    Recipients: string[]
    /** A subscriber of the campaign whose values the tags show; left out, every tag shows its fallback. */
    PersonalizeAs?: string
  }, TestResult[], 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Chooses, before it begins, whether who was under way when a sender died is sent to again: at least once instead of at most once.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 331 Campaign has already been sent, 345 Campaign has been cancelled.
   */
  '/Campaign.SetAtLeastOnce': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** True: recipients in flight when a sender died are sent to again and may get two copies. */
    AtLeastOnce: boolean
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Makes a scheduled campaign a draft again.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 341 Campaign is not scheduled.
   */
  '/Campaign.Unschedule': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Stops sending until the campaign is resumed.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 331 Campaign has already been sent, 342 Campaign is not being sent, 345 Campaign has been cancelled.
   */
  '/Campaign.Pause': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Goes on with a paused campaign where it was.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 303 Duplicate Campaign Name, 331 Campaign has already been sent, 343 Campaign is not paused, 345 Campaign has been cancelled, 610 Sending Is Held, 611 Campaign Is Held.
   */
  '/Campaign.Resume': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Stops a campaign for good: no further recipient is sent to.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 331 Campaign has already been sent, 342 Campaign is not being sent.
   */
  '/Campaign.Cancel': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Sends again to recipients who were refused or wait for a later attempt; yields how many.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 344 Campaign has not started, 345 Campaign has been cancelled, 610 Sending Is Held.
   */
  '/Campaign.RetryFailed': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, number, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Decides what became of one recipient who is unknown, or with Number 0 of all; yields how many.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 344 Campaign has not started, 345 Campaign has been cancelled, 347 Unknown Recipient, 610 Sending Is Held.
   */
  '/Campaign.SettleUnknown': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** The Number of the recipient, 0 for all who are unknown. */
    Number: number
    /** What became of them; Retry sends to them again. */
    As: Settlement
  }, number, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Opens and clicks of a campaign: all of them, and those of people, which versioned rules distinguish from machines.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.GetEngagement': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, CampaignEngagement, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The links of a campaign, how often each was clicked, and how often by people.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.GetLinks': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, CampaignLink[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * A campaign hour by hour: what was sent and what came back.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.GetTimeline': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, CampaignHour[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Has all opens and clicks of a campaign classified anew, by the rules of today.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.Reclassify': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * What is wrong with a campaign, whom it would go to and what it would cost; follows its links, changes nothing.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.Check': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, CheckReport, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Records that these warnings of Campaign.Check were seen and accepted.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 320 Unknown Warning, 331 Campaign has already been sent.
   */
  '/Campaign.AcknowledgeWarnings': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** Codes of warnings that Campaign.Check found. */
    Codes: ('FromDomainUnverified' | 'OneClickWithoutTls' | 'ComplaintsHigh' | 'TrackingWithoutConsent' | 'PostalAddressMissing' | 'ImprintMissing' | 'SenderNotIdentified' | 'BasisMissing' | 'UnsubscribeElsewhere' | 'ForeignTags' | 'UnresolvedTag' | 'MissingFallback' | 'BranchEmpty' | 'BranchUnused' | 'EngagementIncomplete' | 'BrokenLink' | 'LinkToAddress' | 'SubjectEmpty' | 'MessageClipped' | 'MjmlProblem' | 'SectionIncomplete' | 'FileWithoutAddress' | 'ImageEmbedded' | 'VmlWithoutAddress' | 'MicrodataProblem' | 'ImageWithoutAlt')[]
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Sets how many mails the campaigns of a client are sent in a day: 0 for no limit, -1 for that of the installation.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 169 Invalid Daily Limit.
   */
  '/Client.SetDailyLimit': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** Mails in a day of the client’s time zone; 0 for no limit, -1 for that of the installation. */
    DailyLimit: number
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The daily limit of a client, and how much of it is used.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Client.GetDailyLimit': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
  }, SendingLimit, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Whose copy bounced, why, and what said so, page by page.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.GetBounceDetails': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** The Number of the last row you have read, 0 for the first page. */
    After: number
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, BounceDetail[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * How many recipients of a campaign bounced for which reason.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.GetBounceSummary': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, BounceCount[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Who complained about a campaign, page by page.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.GetComplaints': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** The Number of the last row you have read, 0 for the first page. */
    After: number
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, CampaignComplaint[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * How many recipients of a client complain, and whether its sending is held for that.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Client.GetHold': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
  }, ClientHold, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Lets a client that is held for complaints send again, and its campaigns that were paused for them go on.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Client.ReleaseHold': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Makes DKIM keys for a domain a client sends from, and yields the DNS records to publish.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 380 Invalid Domain, 381 Duplicate Domain, 383 Too Many Domains.
   */
  '/Domain.Create': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The domain of From addresses: bloom.example. */
    Domain: string
  }, SendingDomain, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * Looks up the DNS records of a sending domain and says what is missing; once its DKIM record is found, mail is signed.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 382 Unknown Domain.
   */
  '/Domain.Verify': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The domain of From addresses: bloom.example. */
    Domain: string
  }, SendingDomain, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The sending domains of a client, as they were last verified.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Domain.List': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
  }, SendingDomain[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Deletes a sending domain and its keys for good.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 382 Unknown Domain.
   */
  '/Domain.Delete': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The domain of From addresses: bloom.example. */
    Domain: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Mail that came back to a client, newest first, page by page: bounces, complaints, opt-outs by mail, and what was not recognised.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 601 Invalid State of Returned Mail.
   */
  '/Mailbox.List': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** Only mails in this state; left out or empty for all. */
    State?: 'Waiting' | 'Read' | 'Unrecognised' | 'Unmatched' | 'Unreadable'
    /** The Sequence of the last row you have read, 0 for the first page. */
    After: number
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, ReturnedMail[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * A returned mail as it came: where from, its headers, and the beginning of its text.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 600 Unknown Mail.
   */
  '/Mailbox.GetMessage': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The returned mail: 32 hexadecimal digits, as Mailbox.List names it. */
    MailID: string
  }, ReturnedMessage, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Has returned mail that was not recognised read again, by the rules of today; yields how many mails.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Mailbox.ReadAgain': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
  }, number, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Sets whether an opt-out counts for the list or the whole client, who is tracked, and the language of pages and mails.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 262 Invalid Language.
   */
  '/List.SetOptions': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** Whether an opt-out ends this membership only or bars the address from the whole client. */
    UnsubscribeScope: UnsubscribeScope
    /** Whose opens and clicks are recorded: of all recipients, of those who agreed, of none. */
    Tracking: Tracking
    /** The language of pages and mails for subscribers: en, de, fr or es, also with a region such as de-AT. */
    Language: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * How far an opt-out from a list reaches, who is tracked, and its language.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 110 Session Ended, 134 Second Factor Required.
   */
  '/List.GetOptions': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
  }, ListOptions, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Every change of a membership with its proof: when, by whom, from where, because of which mail.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Subscriber.GetHistory': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The email address of the subscriber; case does not matter. */
    Email: string
  }, SubscriberChange[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Records whether a subscriber agreed to have opens and clicks recorded; mails composed from now on go by it.
   *
   * Refused with: 1 Invalid Email Address, 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 202 Subscriber not in list or has already been removed.
   */
  '/Subscriber.SetTrackingConsent': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The email address of the subscriber; case does not matter. */
    Email: string
    /** What the subscriber said; Unknown forgets it. */
    Consent: ConsentState
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Whether a subscriber agreed to have opens and clicks recorded.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 202 Subscriber not in list or has already been removed.
   */
  '/Subscriber.GetTrackingConsent': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The email address of the subscriber; case does not matter. */
    Email: string
  }, ConsentState, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * How many friends a campaign was sent on to.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.GetForwards': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, number, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Puts an address on the suppression list of a client.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Client.AddSuppression': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** What no mail goes to: an address; or @ and a domain, for all addresses of exactly that domain; or the MD5, SHA-1 or SHA-256 of an address in lower case, in hexadecimal digits. */
    EmailAddress: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Takes an address off the suppression list; one that opted out, bounced or complained only Deliberately.
   *
   * Refused with: 1 Invalid Email Address, 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 209 Not In Suppression List, 210 Removal Must Be Deliberate, 212 Contact Was Erased.
   */
  '/Client.RemoveSuppression': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The address to take off; or a domain or hash, as Suppression.List shows it. */
    EmailAddress: string
    /** True to take off an address that opted out, bounced or complained as well. */
    Deliberately: boolean
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Opt-outs from a campaign that look like those of a mail scanner, each with the reason.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.FindScannerOptOuts': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, ScannerOptOut[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Brings back those of these addresses that left through a mail of this campaign in the last 30 days; yields how many.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.RepairOptOuts': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** Email addresses, up to 10,000. */
    EmailAddresses?: string[]
  }, number, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * What happened to a client since the event with this sequence, oldest first; -1 for all that is kept.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 620 Events Are No Longer Kept, 621 Invalid Sequence.
   */
  '/Event.List': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The Sequence of the last event you have, 0 for none, -1 for all that is kept. */
    Since: number
    /** Events of this answer, at most 1000; 0 for 1000. */
    Limit: number
  }, Event[], 400 | 401 | 403 | 404 | 410 | 413 | 415 | 429 | 500 | 503>

  /**
   * Sends events of a client to a URL from now on, those of these types or all; yields the secret that signs them, this once.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 623 Invalid Webhook URL, 624 Invalid Event Type, 625 Too Many Webhooks.
   */
  '/Webhook.Create': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** Where events are sent. An absolute http or https URL that this service can reach. */
    URL: string
    /** The types of events to send; left out or empty for all. */
    Events?: ('subscriber.subscribed' | 'subscriber.confirmed' | 'subscriber.unsubscribed' | 'subscriber.bounced' | 'subscriber.deleted' | 'subscriber.updated' | 'subscriber.consent' | 'contact.tagged' | 'contact.untagged' | 'subscriber.paused' | 'subscriber.resumed' | 'subscriber.leave_reason' | 'recipient.bounced' | 'recipient.complained' | 'recipient.opened' | 'recipient.clicked' | 'campaign.started' | 'campaign.paused' | 'campaign.resumed' | 'campaign.cancelled' | 'campaign.finished' | 'campaign.held' | 'campaign.test_decided' | 'campaign.approval_requested' | 'campaign.approved' | 'campaign.rejected' | 'campaign.approval_ended' | 'campaign.comment' | 'complaints.high' | 'client.held' | 'client.released' | 'segment.counted' | 'form.submitted' | 'form.wave' | 'feed.campaign_made' | 'feed.failed' | 'feed.recovered' | 'import.judged' | 'import.progress' | 'import.finished' | 'import.undone' | 'import.failed' | 'bulk_change.progress' | 'bulk_change.finished' | 'bulk_change.undone' | 'bulk_change.failed')[]
  }, WebhookDetail, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * The webhooks of a client, how far each is, and why one does not go on.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Webhook.List': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
  }, Webhook[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Deletes a webhook.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 622 Unknown Webhook.
   */
  '/Webhook.Delete': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The webhook: 32 hexadecimal digits. */
    WebhookID: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Sends a test event to a webhook at once and yields what its receiver answered.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 622 Unknown Webhook, 626 Webhook Test Limit.
   */
  '/Webhook.Test': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The webhook: 32 hexadecimal digits. */
    WebhookID: string
  }, WebhookTestOutcome, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Sends again what came after the event with this sequence; -1 for all that is kept.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 620 Events Are No Longer Kept, 621 Invalid Sequence, 622 Unknown Webhook, 627 Webhook Replay Limit.
   */
  '/Webhook.Replay': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The webhook: 32 hexadecimal digits. */
    WebhookID: string
    /** The Sequence of the last event the receiver has; -1 for all that is kept. */
    Since: number
  }, Result, 400 | 401 | 403 | 404 | 410 | 413 | 415 | 429 | 500 | 503>

  /**
   * Sends nothing to a webhook until it is resumed.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 622 Unknown Webhook.
   */
  '/Webhook.Pause': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The webhook: 32 hexadecimal digits. */
    WebhookID: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Goes on with a webhook where it was, at once.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 622 Unknown Webhook.
   */
  '/Webhook.Resume': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The webhook: 32 hexadecimal digits. */
    WebhookID: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Gives a webhook a new secret; for 24 hours the old one signs as well.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 622 Unknown Webhook.
   */
  '/Webhook.RotateSecret': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The webhook: 32 hexadecimal digits. */
    WebhookID: string
  }, WebhookDetail, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The latest attempts to send to a webhook, newest first, with what its receiver answered.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 622 Unknown Webhook.
   */
  '/Webhook.GetAttempts': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The webhook: 32 hexadecimal digits. */
    WebhookID: string
  }, WebhookAttempt[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Gives the calling login a new API key and yields it; the old one ends at once or after an overlap.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 126 Key Is In Its Overlap, 127 Key Has Ended, 134 Second Factor Required.
   */
  '/User.RotateApiKey': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** Hours for which the old key works beside the new one, 0 to 168; 0 ends it at once. */
    OverlapHours: number
  }, string, 400 | 401 | 403 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Gives the login of a client a new API key and yields it; the old one ends at once or after an overlap.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 171 Client Has No Login.
   */
  '/Client.RotateApiKey': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** Hours for which the old key works beside the new one, 0 to 168; 0 ends it at once. */
    OverlapHours: number
  }, string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * The time zones a client may have, as today's interface names them.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 110 Session Ended, 134 Second Factor Required.
   */
  '/User.ListTimezones': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
  }, string[], 400 | 401 | 403 | 413 | 415 | 429 | 500 | 503>

  /**
   * The countries a client may have, each once and by name.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 110 Session Ended, 134 Second Factor Required.
   */
  '/User.ListCountries': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
  }, string[], 400 | 401 | 403 | 413 | 415 | 429 | 500 | 503>

  /**
   * Sets whether Campaign.Send refuses campaigns of a client that Campaign.Check does not find ready.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Client.SetOptions': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** True has Campaign.Send refuse a campaign that Campaign.Check does not find ready. */
    SendOnlyReady: boolean
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * What a client chose for the sending of its campaigns: whether Campaign.Send refuses those that are not ready or not approved, how long people may stop what they send at once, and above how many recipients they confirm the number.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 110 Session Ended, 134 Second Factor Required.
   */
  '/Client.GetOptions': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
  }, ClientOptions, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Which instant a date in the time zone of a client is, as Campaign.Send reads it, and whether clocks change then.
   *
   * Refused with: 5 Invalid Date, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 110 Session Ended, 134 Second Factor Required.
   */
  '/Client.ReadDate': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** A date, YYYY-MM-DD HH:MM:SS, in the time zone of the client. */
    Date: string
  }, ClientDate, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Sets above how many recipients a person has to confirm their number to send a campaign of a client.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Client.SetSendConfirmation': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** Recipients: 0 or more, or -1 for ten times the median of the last ten campaigns that were sent, at least 100; 5,000 where fewer than three were. Calls with a key need no confirmation. */
    ConfirmAbove: number
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Sets for how many seconds a campaign that a person sends at once can still be stopped with Campaign.Unschedule.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Client.SetStopSeconds': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** Seconds, 0 to 600: what a person signed in to the console sends at once begins so much later, and Campaign.Unschedule stops it until then. 0 to begin at once. Calls with a key always begin at once. */
    StopSeconds: number
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * How many mails of campaigns a person gets of a client at most, and in how many days.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 110 Session Ended, 134 Second Factor Required.
   */
  '/Client.GetFrequencyCap': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
  }, FrequencyCap, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Sets how many mails of campaigns a person gets of a client at most in so many days, over all lists. Further campaigns leave the person out; Campaign.CatchUp sends them later.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Client.SetFrequencyCap': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** 1 to 50 mails; 0 for no cap. */
    Mails: number
    /** In how many days, 1 to 30, today included; in the time zone of the client. Ignored without a cap. */
    Days: number
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Creates a client, with a contact or without, and yields its ClientID.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 150 Email Taken, 152 Invalid Timezone, 154 Empty Company Name, 157 Invalid Country, 172 Client Creation Limit.
   */
  '/Client.CreateCompany': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The name of the company, one line of at most 200 characters. */
    CompanyName: string
    /** The person to talk to, one line of at most 200 characters. */
    ContactName?: string
    /** The address of the contact; no two clients of an account have one address. Left out with ContactName for a client without a contact. */
    EmailAddress?: string
    /** A country in the spelling of User.ListCountries or User.GetCountries. */
    Country: string
    /** A time zone as User.ListTimezones or User.GetTimezones names it, or an IANA name such as Europe/Berlin. */
    Timezone: string
  }, string, 400 | 401 | 403 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * Replaces the name, country and time zone of a client, and its contact where one is given.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 150 Email Taken, 152 Invalid Timezone, 154 Empty Company Name, 157 Invalid Country.
   */
  '/Client.ChangeBasics': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The name of the company, one line of at most 200 characters. */
    CompanyName: string
    /** The person to talk to, one line of at most 200 characters. */
    ContactName?: string
    /** The address of the contact; no two clients of an account have one address. Left out with ContactName for the present contact. */
    EmailAddress?: string
    /** A country in the spelling of User.ListCountries or User.GetCountries. */
    Country: string
    /** A time zone as User.ListTimezones or User.GetTimezones names it, or an IANA name such as Europe/Berlin. */
    Timezone: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Sets what the login of a client may do; how the client pays stays.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 151 Username Taken, 153 Invalid Access Level, 156 Invalid Username, 166 Invalid Billing Type, 167 Invalid Currency Code, 168 Invalid Fee, 170 Markup Rate Too Low, 174 Unsafe Password, 175 Invalid Password.
   */
  '/Client.SetAccess': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** What the login of the client may do, a sum of: 1 read reports, 2 manage subscribers, 4 send campaigns (needs 1), 8 design and spam tests (needs 4), 16 import subscribers (needs 2), 32 import HTML (needs 4). 0 withdraws the access, and the rest is not looked at. */
    AccessLevel: number
    /** The user name of the login; case does not matter. */
    Username?: string
    /** The password of the login. */
    Password?: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Sets whether a client pays for its campaigns, and what it pays above the standard rates of the currency.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 167 Invalid Currency Code, 168 Invalid Fee.
   */
  '/Client.SetMarkups': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** Whether the client pays for its campaigns; else the rest is not looked at. */
    ClientPays: boolean
    /** The currency; needed where the client pays. */
    Currency?: string
    /** Percent above the standard rates, a decimal; left out or empty for none. */
    MarkupPercentage?: string
    /** What is added to the standard fee for each campaign, in units of the currency; left out or empty for nothing. */
    MarkupOnDelivery?: string
    /** What is added to the standard price of a recipient, in cents; left out or empty for nothing. */
    MarkupPerRecipient?: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * A client with its contact, access and billing; with the API key of its login for callers that use the key of a user of the account. Each call is in the audit log.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 110 Session Ended, 134 Second Factor Required.
   */
  '/Client.GetProfile': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
  }, ClientProfile, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Saves a named group of addresses that test mails of a client go to, and yields its TestGroupID.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 348 Test Recipients Required, 349 Too Many Test Recipients, 357 Test Group Name Empty, 358 Duplicate Test Group Name, 360 Too Many Test Groups.
   */
  '/TestGroup.Create': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The name of the group, one line of at most 100 characters; no two groups of a client have one name. */
    Name: string
    /** Up to 15 email addresses; one that is given twice gets one copy. */
    Addresses: string[]
  }, string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * The test groups of a client by name, page by page.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/TestGroup.List': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, TestGroupPage, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Replaces the name and the addresses of a test group.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 348 Test Recipients Required, 349 Too Many Test Recipients, 357 Test Group Name Empty, 358 Duplicate Test Group Name, 359 Unknown Test Group.
   */
  '/TestGroup.Update': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The test group: 32 hexadecimal digits, as TestGroup.List names it. */
    TestGroupID: string
    /** The name of the group, one line of at most 100 characters; no two groups of a client have one name. */
    Name: string
    /** Up to 15 email addresses; one that is given twice gets one copy. */
    Addresses: string[]
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Deletes a test group for good.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 359 Unknown Test Group.
   */
  '/TestGroup.Delete': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The test group: 32 hexadecimal digits, as TestGroup.List names it. */
    TestGroupID: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Sends the message of a campaign to the addresses of a test group, as Campaign.SendTest does.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 202 Subscriber not in list or has already been removed, 301 Invalid CampaignID, 350 Test Limit, 351 Public URL Required, 355 Campaign Cannot Be Composed, 359 Unknown Test Group, 361 Draft Is Incomplete, 363 Saved By Another Since, 388 Variants Not Valid.
   */
  '/Campaign.SendTestToGroup': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** The test group: 32 hexadecimal digits, as TestGroup.List names it. */
    TestGroupID: string
    /** A subscriber of the campaign whose values the tags show; left out, every tag shows its fallback. */
    PersonalizeAs?: string
    /** Of a campaign with a test: the letter of the variant; left out for A. */
    Variant?: string
  }, TestResult[], 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Opens a session with each SMTP relay, sends nothing, and says what each offers and what went wrong first.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 640 Unknown Relay, 641 Relay Test Limit.
   */
  '/Relay.Test': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** One relay, as host:port or by its host; left out or empty for all. */
    Relay?: string
    /** The sender to offer to the relays; left out or empty for none, as bounces have it. */
    FromEmail?: string
  }, RelayTests, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * What is done and what is left to do before the first campaign is sent, for the clients the caller reaches.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 110 Session Ended, 134 Second Factor Required.
   */
  '/Setup.GetStatus': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
  }, SetupStatus, 400 | 401 | 403 | 413 | 415 | 429 | 500 | 503>

  /**
   * Clients, lists, templates, campaigns and assets that were deleted within 30 days and that the caller may restore, the newest deletion first, page by page.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 110 Session Ended, 134 Second Factor Required.
   */
  '/Deleted.List': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** Only objects of this client; left out or empty for those of all clients you reach. */
    ClientID?: string
    /** Only objects of these kinds; left out or empty for all. */
    Kinds?: DeletedKind[]
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, DeletedPage, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Undoes a deletion: the client, list, template, campaign or asset is there again as deletion left it.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 150 Email Taken, 250 Duplicate List Title, 303 Duplicate Campaign Name, 385 Campaign Was Resent Already, 650 Unknown Deleted Object, 651 Too Late To Restore, 652 Client Is Deleted, 653 List Is Deleted.
   */
  '/Deleted.Restore': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** What the object is. */
    Kind: DeletedKind
    /** The object: 32 hexadecimal digits, as Deleted.List names it. */
    ID: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 429 | 500 | 503>

  /**
   * The subscribers of a list, page by page, by date or by address.
   *
   * Refused with: 4 Missing Parameter, 5 Invalid Date, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 253 Invalid Key.
   */
  '/Subscriber.List': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** Only subscribers in this state; left out or empty for all. */
    State?: 'Active' | 'Unconfirmed' | 'Unsubscribed' | 'Bounced' | 'Deleted'
    /** Only subscribers in one of these states, if State is left out or empty; left out or empty for all. */
    States?: string[]
    /** Only addresses that begin with this, with the domain in A-labels; case does not matter. Goes with Order Address; left out or empty for all. */
    Search?: string
    /** Only those who joined then or later: YYYY-MM-DD HH:MM:SS in the time zone of the client; a bare date is its midnight. Goes with Order Newest; left out or empty for any. */
    JoinedSince?: string
    /** Only those who joined before: YYYY-MM-DD HH:MM:SS in the time zone of the client; a bare date is its midnight. Goes with Order Newest; left out or empty for any. */
    JoinedUntil?: string
    /** Newest: who joined last comes first. Address: in the order of the characters of the addresses. */
    Order: SubscriberOrder
    /** Keys of the custom fields to answer, with or without brackets; left out or empty for none. */
    Fields?: string[]
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, SubscriberPage, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Contacts of a client across its lists, each with its memberships and tags, page by page: by address, domain, name or tag.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 722 Unknown Tag.
   */
  '/Subscriber.Search': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** Address: contacts whose address begins with Search. Domain: those whose address has this domain. Name: those one of whose names has Search in it, from three characters on; a shorter one, and where the database has no index for parts, begins with it. Tag: those who have the tag that Search names, by its name or its TagID, and are on a list. Any: those whom Search finds as the beginning of an address, as a domain or, from three characters on, as a part of a name or as beginnings of words of custom fields. */
    By: ContactSearchBy
    /** The beginning of an address or of a name, or a whole domain, domains in A-labels; case does not matter. Left out or empty with Address or Any for all contacts. */
    Search?: string
    /** With Any: only contacts on one of these lists, 50 at most; left out or empty for all lists of the client. */
    ListIDs?: string[]
    /** With Any: only contacts with a membership in one of these states, of one of the lists; left out or empty for all states. */
    States?: string[]
    /** With Any: only contacts who have this tag, by its name or its TagID; left out or empty for all. */
    Tag?: string
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, ContactPage, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * How many contacts Subscriber.Search finds by Any with the same text and filters, counted one by one up to 10,000.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 722 Unknown Tag.
   */
  '/Subscriber.CountFound': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** As of Subscriber.Search; left out or empty for all contacts. */
    Search?: string
    /** As of Subscriber.Search; left out or empty for all lists. */
    ListIDs?: string[]
    /** As of Subscriber.Search; left out or empty for all states. */
    States?: string[]
    /** As of Subscriber.Search; left out or empty for all. */
    Tag?: string
  }, FoundCount, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * One contact of a client: its memberships, consent, suppression, and a timeline of all that happened to it and to its mails, newest first, page by page.
   *
   * Refused with: 1 Invalid Email Address, 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 202 Subscriber not in list or has already been removed.
   */
  '/Subscriber.GetContact': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The address of the contact. */
    Email: string
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, Contact, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Everything that shows what a contact agreed to and what it was sent, in one answer: memberships with consent, suppression, and every change and mail in the order in which they happened. It is in the audit log.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 202 Subscriber not in list or has already been removed.
   */
  '/Subscriber.GetProof': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The address of the contact. */
    Email: string
  }, ContactProof, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The addresses no mail of a client, or of a list, goes to, page by page, with the reason and its evidence.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Suppression.List': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** Client: the entries of the client. List: those of the list that ListID names, without it of all lists of the client. Any: those of the client and of all its lists. Left out or empty for Client, with ListID for List. */
    Scope?: 'Client' | 'List' | 'Any'
    /** The list whose entries are shown; left out or empty for what Scope says. */
    ListID?: string
    /** Only addresses that are there for this reason; left out or empty for all. */
    Reason?: 'Unsubscribed' | 'Bounced' | 'Complained' | 'Manual'
    /** Only addresses that begin with this, with the domain in A-labels; case does not matter; left out or empty for all. */
    Search?: string
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, SuppressionPage, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The addresses on the suppression list of a client, page by page by number, with how many there are; its rules and the lists of other scopes are not among them.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Suppression.Page': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The number of the page, from 1. */
    Page: number
    /** Rows of a page, 1 to 1000. */
    PageSize: number
    /** By address, or by the date since when. */
    Order: SuppressionOrder
    /** True for the opposite of the order. */
    Descending: boolean
  }, NumberedSuppressionPage, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Puts an address, a domain or a hashed address on the suppression list of a client, or of a list.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Suppression.Add': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The list whose entry it is; left out or empty for the client. */
    ListID?: string
    /** What no mail goes to: an address; or @ and a domain, for all addresses of exactly that domain; or the MD5, SHA-1 or SHA-256 of an address in lower case, in hexadecimal digits. */
    EmailAddress: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Takes an entry off the suppression list of a client, or of a list, and yields the entries that still stand against the address.
   *
   * Refused with: 1 Invalid Email Address, 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 209 Not In Suppression List, 210 Removal Must Be Deliberate, 212 Contact Was Erased.
   */
  '/Suppression.Remove': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The list whose entry it is; left out or empty for the client. */
    ListID?: string
    /** The address to take off; or a domain or hash, as Suppression.List shows it. */
    EmailAddress: string
    /** True to take off an address that opted out, bounced or complained as well. */
    Deliberately: boolean
  }, SuppressionRemoval, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Puts addresses, domains and hashed addresses on the suppression list of a client, or of a list, one a line; yields how many were new.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Suppression.Import': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The list whose entry it is; left out or empty for the client. */
    ListID?: string
    /** At most 100,000 lines, each an address; or @ and a domain, for all addresses of exactly that domain; or the MD5, SHA-1 or SHA-256 of an address in lower case, in hexadecimal digits. */
    Entries: string
    /** Why no mail goes to these addresses; left out or empty for Manual. Domains and hashes are always Manual. */
    Reason?: string
  }, SuppressionImport, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The addresses no mail of any client of the account goes to, page by page, with the reason and its evidence.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Suppression.ListOfAccount': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** Only addresses that are there for this reason; left out or empty for all. */
    Reason?: 'Unsubscribed' | 'Bounced' | 'Complained' | 'Manual'
    /** Only addresses that begin with this, with the domain in A-labels; case does not matter; left out or empty for all. */
    Search?: string
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, SuppressionPage, 400 | 401 | 403 | 413 | 415 | 429 | 500 | 503>

  /**
   * Puts an address, a domain or a hashed address on the suppression list of the account, which holds for all its clients, those made later too.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Suppression.AddToAccount': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** What no mail goes to: an address; or @ and a domain, for all addresses of exactly that domain; or the MD5, SHA-1 or SHA-256 of an address in lower case, in hexadecimal digits. */
    EmailAddress: string
  }, Result, 400 | 401 | 403 | 413 | 415 | 429 | 500 | 503>

  /**
   * Takes an entry off the suppression list of the account; those of clients and lists stay.
   *
   * Refused with: 1 Invalid Email Address, 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 209 Not In Suppression List, 210 Removal Must Be Deliberate.
   */
  '/Suppression.RemoveFromAccount': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The address to take off; or a domain or hash, as Suppression.List shows it. */
    EmailAddress: string
    /** True to take off an address that opted out, bounced or complained as well. */
    Deliberately: boolean
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Puts addresses, domains and hashed addresses on the suppression list of the account, one a line; yields how many were new.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Suppression.ImportToAccount': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** At most 100,000 lines, each an address; or @ and a domain, for all addresses of exactly that domain; or the MD5, SHA-1 or SHA-256 of an address in lower case, in hexadecimal digits. */
    Entries: string
    /** Why no mail goes to these addresses; left out or empty for Manual. Domains and hashes are always Manual. */
    Reason?: string
  }, SuppressionImport, 400 | 401 | 403 | 413 | 415 | 429 | 500 | 503>

  /**
   * The campaigns of a client in every state, page by page, those first that changed last; with their counts for callers who may read reports.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 110 Session Ended, 134 Second Factor Required.
   */
  '/Campaign.List': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** Only campaigns in this state; left out or empty for all. */
    State?: 'Draft' | 'Scheduled' | 'Sending' | 'Paused' | 'Cancelled' | 'Sent'
    /** Only campaigns whose name contains this; case does not matter; left out or empty for all. A call looks at the next 2,000 campaigns: go on with NextCursor until it is empty. */
    Search?: string
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, CampaignPage, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * A campaign by the domains of its recipients: the 50 largest, and all others together.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.GetDomains': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, CampaignDomains, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * How a list grew: who joined and who left, day by day.
   *
   * Refused with: 5 Invalid Date, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/List.GetGrowth': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The first day of the client’s calendar: YYYY-MM-DD; left out or empty for 30 days in all. */
    From?: string
    /** The last day: YYYY-MM-DD; left out or empty for today. At most 1000 days. */
    Until?: string
  }, ListGrowth, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The state of a client: campaigns, lists, complaints, limits, domains and what happened last, as far as the caller may read them.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 110 Session Ended, 134 Second Factor Required.
   */
  '/Client.GetOverview': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
  }, ClientOverview, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The clients of the account that the caller reaches, page by page, those first that need a hand.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 110 Session Ended, 134 Second Factor Required.
   */
  '/Account.GetOverview': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, AccountOverview, 400 | 401 | 403 | 413 | 415 | 429 | 500 | 503>

  /**
   * Whom a campaign went to: its lists and segments, with names and conditions as they were when it began.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.GetJudgedAudience': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, JudgedAudience, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * A campaign with its counts, what of it was measured, and its rates beside those of the client’s last ten campaigns before it.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.GetReport': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, CampaignReport, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * What programs people read a campaign with, each recipient once, the most frequent first; machines are left out.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.GetMailPrograms': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, MailProgram[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The mail of a campaign with empty fields, and behind each link its number and the clicks of people; yields an address that shows it for 15 minutes.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 355 Campaign Cannot Be Composed, 361 Draft Is Incomplete, 363 Saved By Another Since.
   */
  '/Campaign.GetClickMap': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, ClickMap, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * The recipients of a campaign whose address begins with a text, at most 50; without a text all of them, page by page. Each with the reason.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 346 Invalid Recipient State.
   */
  '/Campaign.FindRecipients': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** A whole address, or what addresses begin with; case does not matter. Left out or empty for all recipients. */
    Search?: string
    /** Only recipients in this state; left out or empty for all. */
    State?: string
    /** Without Search, the Number of the last row you have read; left out for the first page. */
    After?: number
    /** Without Search, rows of this page, at most 1000; left out for as many as a page holds. */
    Limit?: number
  }, FoundRecipient[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * One recipient of a campaign with everything that happened to the mail: attempts with the answers of relays, opens, clicks, and what came back.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 347 Unknown Recipient.
   */
  '/Campaign.GetRecipientHistory': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** The Number of the recipient. */
    Number: number
  }, RecipientHistory, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Makes a link to a page with the report of a campaign, which anyone who has the link can read without a login until it ends; yields the link, this once.
   *
   * Refused with: 5 Invalid Date, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 262 Invalid Language, 301 Invalid CampaignID, 344 Campaign has not started, 351 Public URL Required, 371 Too Many Report Links.
   */
  '/Report.Share': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** Who the link is for, one line of at most 100 characters; the page does not show it. */
    Label?: string
    /** When the link ends: YYYY-MM-DD HH:MM:SS in the time zone of the client, within 366 days; left out or empty for 90 days from now. */
    ExpiresDate?: string
    /** The language of the page: en, de, fr or es, also with a region such as de-AT; left out or empty for that of the first list of the campaign. */
    Language?: string
  }, SharedReport, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * The links to the report of a campaign, newest first, page by page, those that ended too; the URLs are not among it.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Report.ListLinks': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, ReportLinkPage, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Ends a link to the report of a campaign: from now on it leads to the page that an unknown link leads to.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 370 Unknown Report Link.
   */
  '/Report.Revoke': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** The link to the report: 32 hexadecimal digits, as Report.ListLinks names it. */
    ReportLinkID: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The campaigns of a client over a period with their counts, the hours in which people read them, and the links that they clicked.
   *
   * Refused with: 5 Invalid Date, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Client.GetResults': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The first day of the client’s calendar: YYYY-MM-DD; left out or empty for 90 days in all. */
    From?: string
    /** The last day: YYYY-MM-DD; left out or empty for today. At most 1,000 days. */
    Until?: string
  }, ClientResults, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Two campaigns of a client side by side: rates, and whether their differences are more than chance.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 344 Campaign has not started.
   */
  '/Campaign.Compare': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** The other campaign, of the same client: 32 hexadecimal digits. */
    OtherCampaignID: string
  }, CampaignDifference, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Whether reports of a client are mailed, when, in which language and to whom.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/ReportMail.Get': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
  }, ReportMailing, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Has reports of a client mailed each month, after each campaign, both or neither. People with access to the client get them at once; any other address is asked by a mail first. Needs the right ReadReports too.
   *
   * Refused with: 1 Invalid Email Address, 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 262 Invalid Language, 390 Too Many Recipients Of Reports.
   */
  '/ReportMail.Set': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** Whether a report of each month is sent. A month without a campaign has none. */
    Monthly: boolean
    /** Whether a report of each campaign is sent. Mails of series have none. */
    AfterCampaigns: boolean
    /** How many days after the end of a campaign, 0 to 60. */
    DaysAfter: number
    /** The language of the mails and of the reports: en, de, fr or es, also with a region such as de-AT. */
    Language: string
    /** Up to 20 email addresses; those that are left out get no more reports. Who has stopped the mails or did not answer is asked again when the address is taken out and set once more, after 7 days at the earliest. */
    Addresses: string[]
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * The reports that were mailed, newest first, page by page.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/ReportMail.ListSent': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, SentReportPage, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Withdraws the page of a report that was mailed: its link leads nowhere from now on, and mails that wait are not sent.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 391 Unknown Sent Report.
   */
  '/ReportMail.Revoke': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The report: 32 hexadecimal digits, as ReportMail.ListSent names it. */
    SentReportID: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Begins a session in the browser that calls: sets its cookie, and yields who is signed in.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 105 Invalid Login, 130 Session Cookie Not Accepted, 131 Code Of The Second Factor Required, 132 Invalid Code, 133 Too Many Wrong Codes.
   */
  '/Session.SignIn': Post<{
    /** The email address of the person; this, or Username, is needed. */
    EmailAddress?: string
    /** For a login: the web address of its account; http or https does not matter. May be left out where the installation has one account. */
    SiteUrl?: string
    /** For a login: its user name; case does not matter. */
    Username?: string
    /** The password of the person or the login. */
    Password: string
    /** Where the person has a second factor: the six digits that the authenticator app shows, or a recovery code; spaces do not matter. */
    Code?: string
    /** A name for this browser in Session.List, one line of at most 60 characters; left out, it is described by its User-Agent. */
    Device?: string
  }, SessionDetail, 400 | 401 | 403 | 413 | 415 | 429 | 500 | 503>

  /**
   * Ends the session of the call and deletes its cookie.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended.
   */
  '/Session.SignOut': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
  }, Result, 400 | 401 | 403 | 413 | 415 | 429 | 500 | 503>

  /**
   * Who is signed in, in which account, with which rights on which clients.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended.
   */
  '/Session.Get': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
  }, SessionDetail, 400 | 401 | 403 | 413 | 415 | 429 | 500 | 503>

  /**
   * The sessions of the caller that work, at most 50, the one used last first.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended.
   */
  '/Session.List': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
  }, SessionEntry[], 400 | 401 | 403 | 413 | 415 | 429 | 500 | 503>

  /**
   * Ends a session of the caller.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 138 Unknown Session.
   */
  '/Session.End': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** A session of the caller as Session.List names it: 32 hexadecimal digits. */
    SessionID: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Ends all sessions of the caller, with or without that of the call.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended.
   */
  '/Session.EndAll': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** True lets the session of the call go on. */
    KeepThis: boolean
  }, Result, 400 | 401 | 403 | 413 | 415 | 429 | 500 | 503>

  /**
   * Has the session work in another account of its person.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 139 Unknown Account.
   */
  '/Session.SelectAccount': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** An account of the person as Session.Get lists it: 32 hexadecimal digits. */
    AccountID: string
  }, SessionDetail, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Makes the secret of a second factor for the authenticator app of the caller; it is asked for once Factor.Confirm has seen a code.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 105 Invalid Login, 110 Session Ended, 135 Second Factor Is Active.
   */
  '/Factor.Begin': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The present password of the person, asked for again; wrong ones count together with those of signing in. */
    Password: string
  }, BegunFactor, 400 | 401 | 403 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Makes the second factor active with a code of the app, and yields ten recovery codes, this once.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 105 Invalid Login, 110 Session Ended, 132 Invalid Code, 133 Too Many Wrong Codes, 135 Second Factor Is Active, 136 Second Factor Is Not Active.
   */
  '/Factor.Confirm': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The present password of the person, asked for again; wrong ones count together with those of signing in. */
    Password: string
    /** The six digits that the authenticator app shows now; spaces do not matter. */
    Code: string
  }, string[], 400 | 401 | 403 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Ends the second factor of the caller and its recovery codes.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 105 Invalid Login, 110 Session Ended, 131 Code Of The Second Factor Required, 132 Invalid Code, 133 Too Many Wrong Codes, 136 Second Factor Is Not Active.
   */
  '/Factor.Disable': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The present password of the person, asked for again; wrong ones count together with those of signing in. */
    Password: string
    /** The six digits that the authenticator app shows, or a recovery code; spaces do not matter. */
    Code: string
  }, Result, 400 | 401 | 403 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Replaces all recovery codes by ten new ones, and yields them, this once.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 105 Invalid Login, 110 Session Ended, 131 Code Of The Second Factor Required, 132 Invalid Code, 133 Too Many Wrong Codes, 136 Second Factor Is Not Active.
   */
  '/Factor.NewCodes': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The present password of the person, asked for again; wrong ones count together with those of signing in. */
    Password: string
    /** The six digits that the authenticator app shows, or a recovery code; spaces do not matter. */
    Code: string
  }, string[], 400 | 401 | 403 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Invites a person by mail, with grants; yields the link of the mail, this once. An open invitation of the address is replaced.
   *
   * Refused with: 1 Invalid Email Address, 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 153 Invalid Access Level, 182 Already a Member, 184 Grants Required, 187 Too Many People, 188 Too Many Invitations, 262 Invalid Language.
   */
  '/Person.Invite': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** Where the invitation goes; only who states this address can accept it. */
    EmailAddress: string
    /** How the mail greets, one line of at most 100 characters; the person may choose another name. */
    Name?: string
    /** The language of the mail: en, de, fr or es; English when left out. */
    Language?: string
    /** What the person may do, where: at least one grant, and none with a right that you lack yourself. */
    Grants: Grant[]
  }, SentInvitation, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * Invitations that were neither accepted nor revoked, newest first, page by page.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Person.ListInvitations': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Entries of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, InvitationPage, 400 | 401 | 403 | 413 | 415 | 429 | 500 | 503>

  /**
   * Ends an invitation; its link is worth nothing from now on.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 181 Unknown Invitation.
   */
  '/Person.RevokeInvitation': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The invitation: 32 hexadecimal digits, as Person.ListInvitations names it. */
    InvitationID: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * What a mailed invitation is of, for who has its link.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 120 Invalid Invitation, 121 Invitation Has Ended.
   */
  '/Person.GetInvitation': Post<{
    /** The token of the link in the mail: the part behind the #. */
    Token: string
  }, PersonInvitation, 400 | 404 | 410 | 413 | 415 | 429 | 500 | 503>

  /**
   * Accepts an invitation: makes a person with a password, or gives the grants to the person of this address who proves to be it.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 105 Invalid Login, 120 Invalid Invitation, 121 Invitation Has Ended, 131 Code Of The Second Factor Required, 132 Invalid Code, 133 Too Many Wrong Codes, 152 Invalid Timezone, 174 Unsafe Password, 175 Invalid Password, 185 Name Required, 187 Too Many People, 262 Invalid Language.
   */
  '/Person.AcceptInvitation': Post<{
    /** The token of the link in the mail: the part behind the #. */
    Token: string
    /** The address that the invitation went to; case does not matter. */
    EmailAddress: string
    /** The name of a new person, one line of at most 100 characters; that of the invitation when left out. */
    Name?: string
    /** Of a new person the password it chooses, 6 to 200 characters; of a person who exists already the present one. */
    Password: string
    /** The code of the second factor, or a recovery code; needed of a person who exists already and has one. */
    Code?: string
    /** The language of a new person: en, de, fr or es; that of the invitation when left out. */
    Language?: string
    /** The time zone of a new person, as User.GetTimezones lists it, or an IANA name; that of the account when left out. */
    Timezone?: string
  }, Result, 400 | 401 | 404 | 409 | 410 | 413 | 415 | 429 | 500 | 503>

  /**
   * The people of the account, then the logins of its clients, each with grants, page by page.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Person.List': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Entries of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, PersonPage, 400 | 401 | 403 | 413 | 415 | 429 | 500 | 503>

  /**
   * A person with grants and preferences.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 180 Unknown Person.
   */
  '/Person.Get': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The person: 32 hexadecimal digits, as Person.List names it. */
    PersonID: string
  }, Person, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Replaces the grants of a person on the account, or on the clients where the caller may; without any the person is removed.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 153 Invalid Access Level, 180 Unknown Person, 183 Last Owner, 184 Grants Required, 186 Email Address Required.
   */
  '/Person.SetGrants': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The person: 32 hexadecimal digits, as Person.List names it. */
    PersonID: string
    /** All grants the person has from now on, on the account or the clients that you look after; an empty list removes the person. */
    Grants: Grant[]
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Takes all grants from a person on the account, or on the clients where the caller may: sessions end, keys are revoked.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 180 Unknown Person, 183 Last Owner.
   */
  '/Person.Remove': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The person: 32 hexadecimal digits, as Person.List names it. */
    PersonID: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * The people with a role on the whole account, or on a client, then those who are invited to it.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Person.GetTeam': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client whose team is meant; left out or empty for the team of the account. */
    ClientID?: string
  }, TeamMember[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Adds a person to the team of the account, or of a client: at once where it works with the account already, else by an invitation that is mailed. An AccessLevel of 1023 is everything.
   *
   * Refused with: 1 Invalid Email Address, 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 153 Invalid Access Level, 182 Already a Member, 187 Too Many People, 188 Too Many Invitations.
   */
  '/Person.AddToTeam': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client whose team is meant; left out or empty for the team of the account. */
    ClientID?: string
    /** Where the invitation goes, or the address of a person who works with the account. */
    EmailAddress: string
    /** The name of the person, one line of at most 100 characters. */
    Name?: string
    /** What the person may do, a sum as of Client.UpdateAccessAndBilling; 1023 is everything. Bits above 32 are kept and give no right. */
    AccessLevel: number
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * Changes what a person of a team may do, and the name. Only an invitation goes to another address: that of a person is its own.
   *
   * Refused with: 1 Invalid Email Address, 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 153 Invalid Access Level, 180 Unknown Person, 182 Already a Member, 183 Last Owner, 188 Too Many Invitations.
   */
  '/Person.ChangeInTeam': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client whose team is meant; left out or empty for the team of the account. */
    ClientID?: string
    /** The address of a person of the team, or of one who is invited; case does not matter. */
    EmailAddress: string
    /** Another address for an invitation; left out or empty it stays. That of a person cannot be changed. */
    NewEmailAddress?: string
    /** The name of the person, one line of at most 100 characters; left out or empty it stays. */
    Name?: string
    /** What the person may do from now on, as of Person.AddToTeam; left out or 0 it stays. */
    AccessLevel: number
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Takes a person out of the team of a client, or of the account with all of its clients; an invitation ends.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 180 Unknown Person, 183 Last Owner.
   */
  '/Person.RemoveFromTeam': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client whose team is meant; left out or empty for the team of the account. */
    ClientID?: string
    /** The address of a person of the team, or of one who is invited; case does not matter. */
    EmailAddress: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Makes a person of a team its primary contact.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 180 Unknown Person, 189 Not Yet a Member.
   */
  '/Person.SetPrimaryContact': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client whose team is meant; left out or empty for the team of the account. */
    ClientID?: string
    /** The address of a person of the team, or of one who is invited; case does not matter. */
    EmailAddress: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Mails a link to choose a new password, if a person has this address; the answer does not say whether one has.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters.
   */
  '/Person.RequestPasswordReset': Post<{
    /** The address of the person; the answer does not say whether one has it. */
    EmailAddress: string
  }, Result, 400 | 413 | 415 | 429 | 500 | 503>

  /**
   * Sets a new password with the token of the mail; all sessions of the person end, a second factor stays.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 122 Invalid Password Reset, 174 Unsafe Password, 175 Invalid Password.
   */
  '/Person.ResetPassword': Post<{
    /** The token of the link in the mail: the part behind the #. */
    Token: string
    /** The new password, 6 to 200 characters; not one of those that are guessed first. */
    Password: string
  }, Result, 400 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Changes the calling person's or login's password; its other sessions end.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 105 Invalid Login, 110 Session Ended, 123 Only For People, 174 Unsafe Password, 175 Invalid Password.
   */
  '/Person.ChangePassword': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The present password. */
    Password: string
    /** The new password, 6 to 200 characters; not one of those that are guessed first. */
    NewPassword: string
  }, Result, 400 | 401 | 403 | 413 | 415 | 429 | 500 | 503>

  /**
   * The calling person with grants and preferences.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 123 Only For People.
   */
  '/Person.GetMe': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
  }, Person, 400 | 401 | 403 | 413 | 415 | 429 | 500 | 503>

  /**
   * Changes the calling person's name, address, language, time zone and notifications; what is left out stays.
   *
   * Refused with: 1 Invalid Email Address, 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 105 Invalid Login, 110 Session Ended, 123 Only For People, 150 Email Taken, 152 Invalid Timezone, 262 Invalid Language.
   */
  '/Person.SetPreferences': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The name of the person, one line of at most 100 characters. */
    Name?: string
    /** Another address to sign in with and to get mails at; needs Password. Left out it stays. */
    EmailAddress?: string
    /** The present password; needed for another EmailAddress. */
    Password?: string
    /** The language of mails to the person: en, de, fr or es, also with a region such as de-AT. */
    Language?: string
    /** A time zone as User.GetTimezones lists it, or an IANA name such as Europe/Berlin; left out it stays. */
    Timezone?: string
    /** The events to be notified of by mail; left out it stays, an empty list means none. */
    Notifications?: Notification[]
  }, Result, 400 | 401 | 403 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * The name, site and time zone of the account, and since when its people need a second factor.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Account.Get': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
  }, Account, 400 | 401 | 403 | 413 | 415 | 429 | 500 | 503>

  /**
   * Changes the account; since when people need a second factor is changed by who may do everything, as an Owner may.
   *
   * Refused with: 5 Invalid Date, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 152 Invalid Timezone, 185 Name Required.
   */
  '/Account.Update': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The name of the account, one line of at most 200 characters; mails that invite people say it. */
    Name: string
    /** A time zone as User.ListTimezones or User.GetTimezones names it, or an IANA name such as Europe/Berlin. */
    Timezone: string
    /** From when on people of the account need a second factor: YYYY-MM-DD HH:MM:SS in the time zone of the account; empty or left out for never. Another moment needs the right People. */
    FactorRequiredFrom?: string
  }, Result, 400 | 401 | 403 | 413 | 415 | 429 | 500 | 503>

  /**
   * Makes an API key that may do what its scopes say, and yields its secret once.
   *
   * Refused with: 4 Missing Parameter, 5 Invalid Date, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 125 Too Many Keys, 134 Second Factor Required.
   */
  '/Key.Create': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** What uses the key, one line of at most 100 characters. */
    Label: string
    /** What the key may do; each scope gives rights that its maker needs on every client of the key. */
    Scopes: KeyScope[]
    /** Clients the key reaches, at most 1,000; left out or empty for all whose keys the caller manages. */
    ClientIDs?: string[]
    /** When the key ends by itself: YYYY-MM-DD HH:MM:SS in the time zone of the account, in the future; left out or empty for never. */
    ExpiresDate?: string
    /** Where calls may come from: up to 50 addresses or ranges such as 192.0.2.0/24; left out or empty for anywhere. */
    Networks?: string[]
  }, KeySecret, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * The keys the caller manages, the newest first, those that work no more too.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Key.List': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, KeyPage, 400 | 401 | 403 | 413 | 415 | 429 | 500 | 503>

  /**
   * What a key may do, who made it, and when it was used last.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 124 Unknown Key, 134 Second Factor Required.
   */
  '/Key.Get': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The key: 32 hexadecimal digits. */
    KeyID: string
  }, KeyDetail, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Gives a key a new secret and yields it once; the old one ends at once or after an overlap.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 124 Unknown Key, 126 Key Is In Its Overlap, 127 Key Has Ended, 134 Second Factor Required.
   */
  '/Key.Rotate': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The key: 32 hexadecimal digits. */
    KeyID: string
    /** Hours for which the old key works beside the new one, 0 to 168; 0 ends it at once. */
    OverlapHours: number
  }, KeySecret, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Ends the old secret of a rotated key now.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 124 Unknown Key, 134 Second Factor Required.
   */
  '/Key.EndOverlap': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The key: 32 hexadecimal digits. */
    KeyID: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Ends a key for good: every secret of it is refused from the next call on.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 124 Unknown Key, 134 Second Factor Required.
   */
  '/Key.Revoke': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The key: 32 hexadecimal digits. */
    KeyID: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Who changed what and who read rosters, the newest first, with names; of the clients the caller reaches. A page may hold fewer entries than Limit while NextCursor is given: each call looks at a bounded number of entries.
   *
   * Refused with: 4 Missing Parameter, 5 Invalid Date, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Audit.List': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** Only entries about this client; left out or empty for all that the caller sees. */
    ClientID?: string
    /** Only what this person or key did: a PersonID or a KeyID. A person is found by sessions and by the own historical key. */
    ActorID?: string
    /** Only calls of this operation, such as List.Create, or a command of the operator, such as lettershop passwd. */
    Operation?: string
    /** Only calls that ended so: Succeeded, Refused, or Failed for a fault of the service; left out or empty for all. */
    Outcome?: 'Succeeded' | 'Refused' | 'Failed'
    /** Entries from this moment on: YYYY-MM-DD HH:MM:SS in the time zone of the account; a bare date is its midnight. */
    From?: string
    /** Entries before this moment, written as From. */
    Until?: string
    /** Only entries that name this identifier: of a list, a campaign, a segment, a template, a key, a person or another object. */
    SubjectID?: string
    /** Whether reads, and changes that come by the dozen, are one line with a count for each caller, subject and day. Left out: each entry is a line. */
    FoldReads?: boolean
    /** The Fold of a line: its entries one by one. Other filters but ClientID are not looked at. */
    Fold?: string
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, AuditPage, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * People and keys of which the audit log has entries, by name, at most 1000; for callers of some clients those among the newest 5000 entries.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Audit.ListActors': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
  }, AuditActorName[], 400 | 401 | 403 | 413 | 415 | 429 | 500 | 503>

  /**
   * Events of a client with names, the newest first, of some types, about a contact or an object, of some days. A page may hold fewer events than Limit while NextCursor is given: each call looks at a bounded number of events.
   *
   * Refused with: 1 Invalid Email Address, 4 Missing Parameter, 5 Invalid Date, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 624 Invalid Event Type.
   */
  '/Event.Find': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** Only events of these types; left out or empty for all. */
    Types?: string[]
    /** Only events about this address; case does not matter. */
    EmailAddress?: string
    /** Only events about this list, campaign, segment, form, feed, import or bulk change. */
    SubjectID?: string
    /** Only events from this moment on: YYYY-MM-DD HH:MM:SS in the time zone of the client; a bare date is its midnight. */
    From?: string
    /** Only events before this moment, written as From. Events that were numbered an hour after it or later are not found. */
    Until?: string
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, NamedEventPage, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * A campaign as one subscriber would read it, or with empty fields: HTML, text, subject and size, and addresses that show it for 15 minutes.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 110 Session Ended, 134 Second Factor Required, 202 Subscriber not in list or has already been removed, 301 Invalid CampaignID, 355 Campaign Cannot Be Composed, 361 Draft Is Incomplete, 363 Saved By Another Since, 388 Variants Not Valid.
   */
  '/Campaign.Preview': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** A subscriber of the campaign whose values the tags show; left out, every tag shows its fallback. */
    PersonalizeAs?: string
    /** Of a campaign with a test: the letter of the variant; left out for A. */
    Variant?: string
  }, CampaignPreview, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * A template as it looks, and addresses that show it for 15 minutes.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 4001 Invalid TemplateID.
   */
  '/Template.Preview': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The template: 32 hexadecimal digits. */
    TemplateID: string
  }, TemplatePreview, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Begins a draft, empty or with what is given, and yields its CampaignID and Revision.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 303 Duplicate Campaign Name, 307 Invalid From Email Address, 309 Invalid Reply-To Address, 310 HTML Content URL Required, 311 Invalid HTML Content, 312 Invalid Text Content URL, 313 Invalid ListIDs, 314 Invalid Segments, 316 Problems Importing Links, 317 Link Too Long, 318 Text Unsubscribe Tag Used in HTML, 319 Campaign Name Required, 321 HTML Nested Too Deeply, 323 Invalid ZIP File, 324 Invalid Sections, 364 Unknown Revision, 670 Unknown Upload, 671 Upload Is In Use, 4001 Invalid TemplateID, 4150 Too Many Editable Regions, 4302 Unsubscribe Tag Text Under 3 Characters, 4303 Unsubscribe Tag Contains a Link, 4304 No Closing Unsubscribe Tag, 4306 Unsubscribe Tag Nested in Another, 4307 Unsubscribe Tag Nested in a Link.
   */
  '/Campaign.CreateDraft': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** A name, one line of at most 250 characters; when left out, Untitled or Copy of … with a number where that is taken. */
    Name?: string
    /** The subject, one line of at most 500 characters; merge tags are filled in. May be left out. */
    Subject?: string
    /** The name of the sender, one line of at most 250 characters. May be left out. */
    FromName?: string
    /** The address of the sender; empty for none yet. May be left out. */
    FromEmail?: string
    /** The address that replies go to; empty for none yet. May be left out. */
    ReplyTo?: string
    /** What mail programs show beside the subject, one line of at most 500 characters; merge tags are filled in. May be left out. */
    Preheader?: string
    /** What the campaign goes to and what it leaves out, all of it anew. May be left out. */
    Audience?: DraftAudience
    /** Whether opens and clicks of the campaign are recorded, where its lists allow it. May be left out. */
    Tracking?: DraftTracking
    /** The UTM tags of the campaign, all of them anew. May be left out. */
    Utm?: DraftUtm
    /** Whether the campaign asks for consent to tracking: nothing of it is tracked, and who has consented, or was asked or refused within the last six months, is left out; false for a new draft. May be left out. */
    AsksForConsent?: boolean
    /** Whether rules of style sheets are written to the elements they are for when it is sent; true for a new draft. May be left out. */
    InlineCss?: boolean
    /** What is sent; needs the right ImportHtml; pages are fetched at once. May be left out. */
    Content?: DraftContent
  }, SavedDraft, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * A campaign as it is written: settings, audience and content as they were given, and the revision they are of.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.GetDraft': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, Draft, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Saves a draft as a new revision; what is left out stays. Refused when the draft was saved since the Revision that is named.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 303 Duplicate Campaign Name, 307 Invalid From Email Address, 309 Invalid Reply-To Address, 310 HTML Content URL Required, 311 Invalid HTML Content, 312 Invalid Text Content URL, 313 Invalid ListIDs, 314 Invalid Segments, 316 Problems Importing Links, 317 Link Too Long, 318 Text Unsubscribe Tag Used in HTML, 319 Campaign Name Required, 321 HTML Nested Too Deeply, 323 Invalid ZIP File, 324 Invalid Sections, 362 Campaign Is Not A Draft, 363 Saved By Another Since, 364 Unknown Revision, 670 Unknown Upload, 671 Upload Is In Use, 4001 Invalid TemplateID, 4150 Too Many Editable Regions, 4302 Unsubscribe Tag Text Under 3 Characters, 4303 Unsubscribe Tag Contains a Link, 4304 No Closing Unsubscribe Tag, 4306 Unsubscribe Tag Nested in Another, 4307 Unsubscribe Tag Nested in a Link.
   */
  '/Campaign.UpdateDraft': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** The revision that the caller’s version is based on; refused with 363 when another was saved since. */
    Revision: number
    /** The name of the draft, one line of at most 250 characters; no two drafts of a client have one name. Left out, it stays as it is. */
    Name?: string
    /** The subject, one line of at most 500 characters; merge tags are filled in. Left out, it stays as it is. */
    Subject?: string
    /** The name of the sender, one line of at most 250 characters. Left out, it stays as it is. */
    FromName?: string
    /** The address of the sender; empty for none yet. Left out, it stays as it is. */
    FromEmail?: string
    /** The address that replies go to; empty for none yet. Left out, it stays as it is. */
    ReplyTo?: string
    /** What mail programs show beside the subject, one line of at most 500 characters; merge tags are filled in. Left out, it stays as it is. */
    Preheader?: string
    /** What the campaign goes to and what it leaves out, all of it anew. Left out, it stays as it is. */
    Audience?: DraftAudience
    /** Whether opens and clicks of the campaign are recorded, where its lists allow it. Left out, it stays as it is. */
    Tracking?: DraftTracking
    /** The UTM tags of the campaign, all of them anew. Left out, it stays as it is. */
    Utm?: DraftUtm
    /** Whether the campaign asks for consent to tracking: nothing of it is tracked, and who has consented, or was asked or refused within the last six months, is left out; false for a new draft. Left out, it stays as it is. */
    AsksForConsent?: boolean
    /** Whether rules of style sheets are written to the elements they are for when it is sent; true for a new draft. Left out, it stays as it is. */
    InlineCss?: boolean
    /** What is sent; needs the right ImportHtml. Left out, it stays as it is. */
    Content?: DraftContent
  }, SavedDraft, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * How many would get a campaign now, and who of its lists and segments is left out. Campaign.Check reports it too, and much more, which takes longer.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 314 Invalid Segments.
   */
  '/Campaign.CountAudience': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, AudienceCount, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * How many recipients would get each branch of the conditions in a draft, and how many would get nothing in its place.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 314 Invalid Segments, 355 Campaign Cannot Be Composed.
   */
  '/Campaign.CountBranches': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, BranchCounts, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Where in a draft the things stand that findings of Campaign.Check are about, and which of them Campaign.RepairFinding can mend.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 355 Campaign Cannot Be Composed.
   */
  '/Campaign.LocateFindings': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** Findings of Campaign.Check, at most 1,000, by their Code and Detail as it answered them. */
    Findings?: FindingName[]
  }, FindingPlaces, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Mends a finding of Campaign.Check and saves the draft as a new revision: tags of another system become ours, a link that promises an opt-out becomes ours.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 303 Duplicate Campaign Name, 307 Invalid From Email Address, 309 Invalid Reply-To Address, 310 HTML Content URL Required, 311 Invalid HTML Content, 312 Invalid Text Content URL, 313 Invalid ListIDs, 314 Invalid Segments, 316 Problems Importing Links, 317 Link Too Long, 318 Text Unsubscribe Tag Used in HTML, 319 Campaign Name Required, 321 HTML Nested Too Deeply, 323 Invalid ZIP File, 324 Invalid Sections, 355 Campaign Cannot Be Composed, 362 Campaign Is Not A Draft, 363 Saved By Another Since, 364 Unknown Revision, 670 Unknown Upload, 671 Upload Is In Use, 4001 Invalid TemplateID, 4150 Too Many Editable Regions, 4302 Unsubscribe Tag Text Under 3 Characters, 4303 Unsubscribe Tag Contains a Link, 4304 No Closing Unsubscribe Tag, 4306 Unsubscribe Tag Nested in Another, 4307 Unsubscribe Tag Nested in a Link.
   */
  '/Campaign.RepairFinding': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** The revision that was checked; refused with 363 when another was saved since. */
    Revision: number
    /** ForeignTags or UnsubscribeElsewhere. */
    Code: string
    /** That of the finding, as Campaign.Check answered it; left out or empty for all findings of the code. */
    Detail?: string
  }, SavedDraft, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Begins a draft that is written like a campaign, whatever its state.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 303 Duplicate Campaign Name.
   */
  '/Campaign.Duplicate': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** A name, one line of at most 250 characters; when left out, Untitled or Copy of … with a number where that is taken. */
    Name?: string
  }, SavedDraft, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * Begins a draft that sends a campaign again, with another subject, to people whose mail was accepted and measured and who did not open or click any mail of its family. Who that is, is judged when the draft is sent. Once for each campaign.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 15 Service Unavailable, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 303 Duplicate Campaign Name, 384 Campaign Cannot Be Resent, 385 Campaign Was Resent Already, 386 A Resend Needs Another Subject.
   */
  '/Campaign.Resend': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** The subject, one line of at most 500 characters, which no earlier mail to these people had; merge tags are filled in. */
    Subject: string
    /** A name, one line of at most 250 characters; when left out, Resend of … with a number where that is taken. */
    Name?: string
    /** How many hours after the end of the campaign the resend may start, 24 to 2160; left out for 48. */
    AfterHours?: number
  }, SavedDraft, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * Begins a draft that sends a campaign to those whom the frequency cap left out of it. Who may get it, is judged again when it is sent. Once for each campaign.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 15 Service Unavailable, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 303 Duplicate Campaign Name, 384 Campaign Cannot Be Resent, 385 Campaign Was Resent Already.
   */
  '/Campaign.CatchUp': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** A name, one line of at most 250 characters; when left out, Catch-up of … with a number where that is taken. */
    Name?: string
  }, SavedDraft, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * A campaign with those that it follows or that follow it, side by side and together.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.GetFollowUps': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, CampaignFamily, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Chooses, all of it anew, when the mails of a draft go out once it is sent: in allowed hours, spread over hours, and at the same local time in the time zone of each recipient.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 353 Invalid Timing, 362 Campaign Is Not A Draft.
   */
  '/Campaign.SetTiming': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** The beginning of the hours in which mails go out, HH:MM, a full quarter of an hour; empty for all hours. */
    AllowedFrom?: string
    /** Their end, HH:MM up to 24:00; before AllowedFrom for hours over midnight; empty for all hours. */
    AllowedUntil?: string
    /** The days of the week on which these hours begin; none for all days. */
    AllowedDays?: Weekday[]
    /** Over how many allowed hours the mails are spread, 1 to 48; 0 for as fast as the relay takes them. */
    SpreadHours: number
    /** The key of a custom field that says the time zone or the country of a person. Each person gets the mail when it is the time of SendDate there. Empty: one moment for all. */
    TimeZoneField?: string
    /** What happens to people in whose time zone the time has passed when the campaign begins. */
    PastZones: PastZones
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * When the mails of a campaign go out, as Campaign.SetTiming chose it.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.GetTiming': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, CampaignTiming, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * How many recipients are in which time zone, when they get the campaign, and how many wait: as it would be for a date, or as it is once the campaign has begun.
   *
   * Refused with: 5 Invalid Date, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 314 Invalid Segments, 353 Invalid Timing.
   */
  '/Campaign.GetTimetable': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** Of a draft: the date that it may be sent at, YYYY-MM-DD HH:MM:SS; left out for the zones alone. Ignored for others. */
    SendDate?: string
  }, Timetable, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Sets the variants of a draft and how they are tested: 2 to 5, of which A is the draft as it is. A part of the recipients gets them; the others get the one that won or was chosen. Without Others the test is removed.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 15 Service Unavailable, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 355 Campaign Cannot Be Composed, 362 Campaign Is Not A Draft, 363 Saved By Another Since, 388 Variants Not Valid.
   */
  '/Campaign.SetVariants': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** The variants B to E: 1 to 4, each with a subject, a sender name or content of its own; left out or empty for no test. */
    Others?: OtherVariant[]
    /** Percent of the recipients who are tested; each variant goes to an equal part of them. 1 to 100. */
    SharePercent: number
    /** Percent of the recipients who get no mail, 0 to 50; left out for 0. Together with SharePercent at most 100. */
    HoldoutPercent?: number
    /** Clicks: people who clicked. Opens: people who opened or clicked. Hand: a person chooses. */
    DecidedBy: DecidedBy
    /** How long the test waits after its last mail was accepted, 60 to 20160; left out for 240. A pause or a hold stops the clock. */
    WaitMinutes?: number
    /** The variant that the rest gets where no winner is shown, or no one has chosen in time; left out or empty where a person chooses then. */
    Otherwise?: string
    /** What share of people click (or open) usually, in percent with at most two decimals; left out for 2 of clicks, 15 of opens. */
    UsualPercent?: string
    /** The share that is hoped for, in percent; left out for 3 of clicks, 18 of opens. */
    HopedPercent?: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * How many people each variant of a test needs to show a difference, and about how many it would have now.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 314 Invalid Segments, 388 Variants Not Valid.
   */
  '/Campaign.PlanTest': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** How many variants, the campaign itself included: 2 to 5. */
    Variants: number
    /** Percent of the recipients who are tested; each variant goes to an equal part of them. 1 to 100. */
    SharePercent: number
    /** Percent of the recipients who get no mail; left out for 0. */
    HoldoutPercent?: number
    /** Clicks: people who clicked. Opens: people who opened or clicked. Hand: a person chooses. */
    DecidedBy: DecidedBy
    /** What share of people click (or open) usually, in percent. */
    UsualPercent?: string
    /** The share that is hoped for: the smaller the difference, the more people a winner needs. */
    HopedPercent?: string
  }, TestPlan, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The variants of a campaign, how they are tested, and what the test showed. Numbers are left at 0 for callers without the right ReadReports.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.GetVariants': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, CampaignTest, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Sends the message of one variant to up to 15 addresses, as Campaign.SendTest sends the first.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 202 Subscriber not in list or has already been removed, 301 Invalid CampaignID, 348 Test Recipients Required, 349 Too Many Test Recipients, 350 Test Limit, 351 Public URL Required, 355 Campaign Cannot Be Composed, 361 Draft Is Incomplete, 363 Saved By Another Since, 388 Variants Not Valid.
   */
  '/Campaign.SendVariantTest': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** Up to 15 email addresses. */
    Recipients: string[]
    /** A subscriber of the campaign whose values the tags show; left out, every tag shows its fallback. */
    PersonalizeAs?: string
    /** Of a campaign with a test: the letter of the variant; left out for A. */
    Variant?: string
  }, TestResult[], 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Chooses which variant the rest of the recipients gets, whatever the test showed; its numbers stay. The rest is sent at once, and the choice does not change any more.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 388 Variants Not Valid, 389 Variant Cannot Be Chosen.
   */
  '/Campaign.ChooseVariant': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** The letter of the variant, A to E. */
    Variant: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Creates a series of a list and yields its SeriesID. Each step gets a draft, which the campaign operations edit.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 314 Invalid Segments, 720 Tag Name Empty, 723 Too Many Tags, 746 Too Many Series, 747 Invalid Series.
   */
  '/Series.Create': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The name of the series, one line of at most 200 characters. */
    Name: string
    /** Joined: who joins the list, from the confirmation on; imports enrol no one. TagGiven: members who are given the Tag, not by an import. Date: members with a day in DateField. Api: whom Series.Enrol names, who may be enrolled with each of them. */
    Trigger: SeriesTrigger
    /** With TagGiven: the name of the tag. */
    Tag?: string
    /** With Date: the key of a custom field that holds dates. */
    DateField?: string
    /** With Date: how many days after the date people are enrolled; before it with a minus sign. */
    DateDays?: number
    /** With Date: whether people are enrolled on the day of each year. 29 February is 28 February in other years. */
    DateYearly?: boolean
    /** Only members of this segment are enrolled: 32 hexadecimal digits of a segment of the list or of the client; empty for none. */
    SegmentID?: string
    /** After how many days since the last enrolment a person who is through may come again; 0 for never. */
    AgainAfterDays?: number
    /** Who is in this segment is at the goal, and gets no further mail: 32 hexadecimal digits of a segment of the list or of the client; empty for none. */
    GoalSegmentID?: string
    /** Whether who clicked in a mail of the series is at the goal, and gets no further mail. Clicks of machines do not count. */
    GoalClick?: boolean
    /** The steps in their order, at most 50; left out or empty for none. */
    Steps?: GivenSeriesStep[]
  }, string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * A series with its steps, and who is where in it.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 110 Session Ended, 134 Second Factor Required, 745 Unknown Series.
   */
  '/Series.Get': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The series: 32 hexadecimal digits, as Series.List names it. */
    SeriesID: string
  }, Series, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The series of a client by name, page by page.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 110 Session Ended, 134 Second Factor Required.
   */
  '/Series.List': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, SeriesPage, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Replaces settings and steps of a series. A step that is left out is removed, and who waits for it goes on to the next one. Who waits for a step keeps the time that it has.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 314 Invalid Segments, 367 Approval Required, 720 Tag Name Empty, 723 Too Many Tags, 745 Unknown Series, 747 Invalid Series, 749 Series Has No Such Step.
   */
  '/Series.Update': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The series: 32 hexadecimal digits, as Series.List names it. */
    SeriesID: string
    /** The name of the series, one line of at most 200 characters. */
    Name: string
    /** Joined: who joins the list, from the confirmation on; imports enrol no one. TagGiven: members who are given the Tag, not by an import. Date: members with a day in DateField. Api: whom Series.Enrol names, who may be enrolled with each of them. */
    Trigger: SeriesTrigger
    /** With TagGiven: the name of the tag. */
    Tag?: string
    /** With Date: the key of a custom field that holds dates. */
    DateField?: string
    /** With Date: how many days after the date people are enrolled; before it with a minus sign. */
    DateDays?: number
    /** With Date: whether people are enrolled on the day of each year. 29 February is 28 February in other years. */
    DateYearly?: boolean
    /** Only members of this segment are enrolled: 32 hexadecimal digits of a segment of the list or of the client; empty for none. */
    SegmentID?: string
    /** After how many days since the last enrolment a person who is through may come again; 0 for never. */
    AgainAfterDays?: number
    /** Who is in this segment is at the goal, and gets no further mail: 32 hexadecimal digits of a segment of the list or of the client; empty for none. */
    GoalSegmentID?: string
    /** Whether who clicked in a mail of the series is at the goal, and gets no further mail. Clicks of machines do not count. */
    GoalClick?: boolean
    /** The steps in their order, at most 50; left out or empty for none. */
    Steps?: GivenSeriesStep[]
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Opens a step for editing: yields the CampaignID of its draft, which begins with the content in force. The next start puts it in force for those who do not have the step yet.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 745 Unknown Series, 749 Series Has No Such Step.
   */
  '/Series.EditStep': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The series: 32 hexadecimal digits, as Series.List names it. */
    SeriesID: string
    /** The step, as long as the series has it. */
    StepID: number
  }, string, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Starts a series, lets a paused one go on, or puts changed steps in force. A person can stop what begins with Series.Pause as long as the client lets people stop campaigns.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 15 Service Unavailable, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 351 Public URL Required, 355 Campaign Cannot Be Composed, 356 Campaign Is Not Ready, 361 Draft Is Incomplete, 363 Saved By Another Since, 367 Approval Required, 378 Number Of Recipients Not Confirmed, 610 Sending Is Held, 745 Unknown Series, 748 Series Is Not Ready For This.
   */
  '/Series.Start': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The series: 32 hexadecimal digits, as Series.List names it. */
    SeriesID: string
    /** The number of people who are mailed at once, as Series.Get yields it; above the number of the client a person has to give it. */
    Due?: number
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Holds everyone at their step; what is planned is not handed over until Series.Start.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 745 Unknown Series, 748 Series Is Not Ready For This.
   */
  '/Series.Pause': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The series: 32 hexadecimal digits, as Series.List names it. */
    SeriesID: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Deletes a series for good. No one gets a further mail of it; reports of its mails stay with their campaigns.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 745 Unknown Series.
   */
  '/Series.Delete': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The series: 32 hexadecimal digits, as Series.List names it. */
    SeriesID: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Enrols active members of the list, and yields how many. Who is in the series, or must not come again yet, is not enrolled.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 378 Number Of Recipients Not Confirmed, 745 Unknown Series, 748 Series Is Not Ready For This.
   */
  '/Series.Enrol': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The series: 32 hexadecimal digits, as Series.List names it. */
    SeriesID: string
    /** Members to enrol, at most 1,000; empty with Existing. */
    EmailAddresses: string[]
    /** Whether all members who are there now are enrolled, in the background. */
    Existing?: boolean
    /** With Existing: how many, as Series.CountExisting yields it; above the number of the client a person has to give it. */
    Count?: number
  }, number, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * How many members who are there now Series.Enrol with Existing would enrol.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 745 Unknown Series, 748 Series Is Not Ready For This.
   */
  '/Series.CountExisting': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The series: 32 hexadecimal digits, as Series.List names it. */
    SeriesID: string
  }, number, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Who is or was in a series, by address, page by page.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 745 Unknown Series.
   */
  '/Series.GetPeople': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The series: 32 hexadecimal digits, as Series.List names it. */
    SeriesID: string
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, EnrolledPage, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * What came of a series: step by step, and over all.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 745 Unknown Series.
   */
  '/Series.GetReport': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The series: 32 hexadecimal digits, as Series.List names it. */
    SeriesID: string
  }, SeriesReport, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The revisions of a campaign that are kept, the newest first, page by page.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.ListRevisions': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, RevisionPage, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * A campaign as it was written in one revision.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 364 Unknown Revision.
   */
  '/Campaign.GetRevision': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** The number of the revision. */
    Revision: number
  }, Draft, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Saves what a draft was in an earlier revision as a new one.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 303 Duplicate Campaign Name, 313 Invalid ListIDs, 314 Invalid Segments, 362 Campaign Is Not A Draft, 363 Saved By Another Since, 364 Unknown Revision.
   */
  '/Campaign.RestoreRevision': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** The number of the revision to restore. */
    Revision: number
    /** The revision that the caller saw last; refused with 363 when another was saved since. 0 for whatever there is. */
    BasedOn: number
  }, SavedDraft, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Reports that the caller has the editor of a campaign open, for 70 seconds or until it reports the opposite, and yields who else has. Only who is signed in can do this, no key.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.SetEditing': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** True where the editor is open, false where it was left, or to ask only who edits. */
    Editing: boolean
  }, Editing, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Reports that the caller has the editor of a template open, for 70 seconds or until it reports the opposite, and yields who else has. Only who is signed in can do this, no key.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 4001 Invalid TemplateID.
   */
  '/Template.SetEditing': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The template: 32 hexadecimal digits. */
    TemplateID: string
    /** True where the editor is open, false where it was left, or to ask only who edits. */
    Editing: boolean
  }, Editing, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The revisions of a template that are kept, the newest first, page by page.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 4001 Invalid TemplateID.
   */
  '/Template.ListRevisions': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The template: 32 hexadecimal digits. */
    TemplateID: string
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, RevisionPage, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * A template as it was in one revision.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 364 Unknown Revision, 4001 Invalid TemplateID.
   */
  '/Template.GetRevision': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The template: 32 hexadecimal digits. */
    TemplateID: string
    /** The number of the revision. */
    Revision: number
  }, TemplateRevision, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Makes a template what it was in an earlier revision, and yields the number of the new one.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 363 Saved By Another Since, 364 Unknown Revision, 4001 Invalid TemplateID.
   */
  '/Template.RestoreRevision': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The template: 32 hexadecimal digits. */
    TemplateID: string
    /** The number of the revision to restore. */
    Revision: number
    /** The revision that the caller saw last; refused with 363 when another was saved since. 0 for whatever there is. */
    BasedOn: number
  }, number, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Saves a sender of a client for its drafts, and yields the SenderID; the same name and address are one sender.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 305 From Name Required, 307 Invalid From Email Address, 309 Invalid Reply-To Address, 366 Too Many Saved Senders.
   */
  '/Sender.Save': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The name of the sender, one line of at most 250 characters. */
    FromName: string
    /** The address of the sender. */
    FromEmail: string
    /** The address that replies go to; that of the sender when left out. */
    ReplyTo?: string
  }, string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * The saved senders of a client by address, page by page.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Sender.List': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, SenderPage, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The sender of the newest campaign of a client that has one, and who was notified when a campaign was sent last; empty without any.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Sender.GetLast': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
  }, LastSender, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Deletes a saved sender for good; campaigns keep theirs.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 365 Unknown Sender.
   */
  '/Sender.Delete': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The saved sender: 32 hexadecimal digits, as Sender.List names it. */
    SenderID: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The UTM tags that links of campaigns of a client get.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 110 Session Ended, 134 Second Factor Required.
   */
  '/Client.GetUtmTags': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
  }, UtmTags, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Replaces the UTM tags that links of campaigns of a client get; a campaign may have its own.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Client.SetUtmTags': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The tags, all of them anew; empty ones are not added. */
    Tags?: UtmTags
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Replaces the branding of a client: how its public pages and confirmation mails look and what they say, and the logo, colours, typefaces and links of its letters. What is empty is as without branding.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 190 Invalid Colour, 191 Insufficient Contrast, 192 Invalid Logo, 193 Invalid Wording, 262 Invalid Language, 307 Invalid From Email Address, 682 Unknown Asset, 683 Too Many Assets.
   */
  '/Client.SetBranding': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The URL of a PNG, JPEG, GIF or WebP image of at most 500 KB, http or https. It is fetched once and becomes an asset of the client; given again, that asset stays. */
    LogoUrl?: string
    /** In place of LogoUrl: an asset of the client of at most 500 KB, as Asset.List names it. It is served while it is the logo, deleted or not. */
    LogoAssetID?: string
    /** The colour of buttons and links, #rrggbb or #rgb. As text it needs 4.5:1 on the background (WCAG 2.2 AA), and so does the text of a button on it. */
    PrimaryColor?: string
    /** The colour behind the text, #rrggbb or #rgb; white when left out. Black or white text needs 4.5:1 on it. */
    BackgroundColor?: string
    /** Plain text below pages and mails, at most 500 characters, of several lines. */
    FooterText?: string
    /** The postal address below pages and mails, at most 300 characters, of several lines. */
    PostalAddress?: string
    /** The address of the legal notice of the client: an absolute http or https URL, linked below pages and mails. */
    ImprintUrl?: string
    /** The name that confirmation mails come from, one line of at most 200 characters; CompanyName when left out. */
    ConfirmationFromName?: string
    /** The address that confirmation mails come from; EmailAddress of the client when left out. They are signed where its domain is a verified one of the client. */
    ConfirmationFromEmail?: string
    /** The client’s own words on pages, each page and language once. */
    Wordings?: BrandingWording[]
    /** The typeface of headings in letters of sections: sans, serif, mono, arial, verdana, tahoma, trebuchet, georgia, times or palatino; empty for that of the text. */
    HeadingFont?: string
    /** The typeface of text in letters of sections: sans, serif, mono, arial, verdana, tahoma, trebuchet, georgia, times or palatino; empty for sans. */
    TextFont?: string
    /** Further colours of the client, #rrggbb or #rgb, that the editor offers; at most 6. */
    Colors?: string[]
    /** Pages of the client on other sites, at most 10. Social links of letters without links of their own show them. */
    SocialLinks?: SocialLink[]
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * The branding of a client: how its public pages, its confirmation mails and its letters look, and what they say.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 110 Session Ended, 134 Second Factor Required.
   */
  '/Client.GetBranding': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
  }, Branding, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Compiles MJML to HTML, and lists its problems with their places. Nothing is stored.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 322 Invalid MJML.
   */
  '/Content.CompileMjml': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** An MJML document of at most 500,000 characters. `mj-include` and `mj-html-attributes` are problems of severity Error. */
    Mjml: string
  }, CompiledMjml, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Compiles a document of sections to HTML with the branding of a client, and says what it leaves out. Nothing is stored.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 324 Invalid Sections.
   */
  '/Content.CompileSections': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** A document of sections: JSON of at most 250,000 characters, as content of the kind Sections has it. */
    Sections: string
    /** For an editor, not for sending: elements have the class of their place, such as at-3 of the fourth section and at-3-text of its text, every section is shown whatever its condition, and empty texts and images take room. */
    Marked?: boolean
  }, CompiledSections, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * An address that pages of the console frame to edit a mail in its place: an empty page that shows what Content.CompileSections yields as Marked.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Content.OpenCanvas': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
  }, Canvas, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The kinds of sections that content of the kind Sections may have, their settings, and the defaults of a client.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Content.GetSectionKinds': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
  }, SectionKinds, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The letters of sections that come with the service, to begin a campaign or a template with.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 262 Invalid Language.
   */
  '/Content.ListStarters': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The language of its texts: en, de, fr or es, or a tag that begins so; left out or empty for en. */
    Language?: string
  }, StarterLetter[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Addresses that show a starter letter with the branding of a client, or a template of Template.ListStarters, for 15 minutes.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 262 Invalid Language, 4010 Unknown Starter Template.
   */
  '/Content.PreviewStarter': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The starter letter, as Content.ListStarters names it; case does not matter. */
    Starter: string
    /** The language of its texts: en, de, fr or es, or a tag that begins so; left out or empty for en. */
    Language?: string
  }, StarterPreview, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * A starter letter with the branding of a client as a document of sections, for Campaign.CreateDraft. Its pictures become assets of the client; those that it has already are not kept twice.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 262 Invalid Language, 683 Too Many Assets, 4010 Unknown Starter Template.
   */
  '/Content.TakeStarter': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The starter letter, as Content.ListStarters names it; case does not matter. */
    Starter: string
    /** The language of its texts: en, de, fr or es, or a tag that begins so; left out or empty for en. */
    Language?: string
  }, string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * The editable regions of a template in their order, with what the template shows in them.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 4001 Invalid TemplateID, 4150 Too Many Editable Regions.
   */
  '/Template.GetRegions': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The template: 32 hexadecimal digits. */
    TemplateID: string
  }, TemplateRegion[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The HTML of a template with its regions filled in; regions that are left out show what the template does. Nothing is stored.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 4001 Invalid TemplateID, 4150 Too Many Editable Regions, 4151 Unknown Editable Region, 4152 Invalid Value Of An Editable Region.
   */
  '/Template.FillRegions': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The template: 32 hexadecimal digits. */
    TemplateID: string
    /** What regions are to hold, each by the Name that Template.GetRegions says, at most once; regions that are left out show what the template does. */
    Regions?: RegionValue[]
  }, FilledTemplate, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The templates that come with the service.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 110 Session Ended, 134 Second Factor Required.
   */
  '/Template.ListStarters': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
  }, Starter[], 400 | 401 | 403 | 413 | 415 | 429 | 500 | 503>

  /**
   * Makes a template of a client from one that comes with the service, and yields its TemplateID.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 262 Invalid Language, 4003 Invalid Template Name, 4010 Unknown Starter Template.
   */
  '/Template.CreateFromStarter': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The starter template, as Template.ListStarters names it, or a letter, as Content.ListStarters does; case does not matter. */
    Starter: string
    /** The name of the template, one line of which 30 characters are kept; left out or empty for that of the starter. */
    Name?: string
    /** Of a letter: the language of its texts, as of Content.TakeStarter. The templates of Template.ListStarters are in English. */
    Language?: string
  }, string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * Copies a template as it is now to a client of the same account on which the caller may import HTML, and yields the TemplateID of the copy; its revisions are not copied.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 4001 Invalid TemplateID, 4003 Invalid Template Name.
   */
  '/Template.Copy': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The template: 32 hexadecimal digits. */
    TemplateID: string
    /** The client that gets the copy; it may be that of the template. */
    ToClientID: string
    /** The name of the copy, cut after 30 characters; left out or empty for that of the template. */
    Name?: string
  }, string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * Makes a template of a client from HTML, MJML or an uploaded ZIP file, and yields its TemplateID.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 311 Invalid HTML Content, 321 HTML Nested Too Deeply, 322 Invalid MJML, 323 Invalid ZIP File, 670 Unknown Upload, 671 Upload Is In Use, 4002 Template Name Required, 4003 Invalid Template Name, 4005 Invalid HTML Page URL, 4101 No Description Or Repeater, 4102 No Closing Repeater, 4103 No Width Specified in the Image Tag, 4104 No Editable Regions in Repeater, 4105 No Opening Repeater Tag, 4108 No Closing Table of Contents, 4109 No repeatertitle Tag, 4110 Multiple repeatertitle Tags, 4111 No tableofcontents Tags, 4118 Table of Contents With No Repeater, 4128 Nested Repeaters, 4129 Table Based Repeater Contains Multiple Trs, 4130 No Closing Singleline Tag, 4131 No Closing Multiline Tag, 4132 No Repeater with Title, 4150 Too Many Editable Regions, 4201 Contains Flash, 4202 Contains Script, 4203 Contains Java, 4300 No Unsubscribe Tag, 4301 Unsubscribe Tag Hidden in Comments, 4302 Unsubscribe Tag Text Under 3 Characters, 4303 Unsubscribe Tag Contains a Link, 4304 No Closing Unsubscribe Tag, 4305 Text Unsubscribe Tag Used in HTML, 4306 Unsubscribe Tag Nested in Another, 4307 Unsubscribe Tag Nested in a Link, 4350 Files Missing from ZIP File, 4401 Layout Not In Repeater, 4402 No Closing Layout, 4403 No Opening Layout, 4404 No Editable Region In Layout, 4405 Layout Contains Multiple Trs, 4406 Layout Label Missing.
   */
  '/Template.CreateFromContent': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The name of the template, one line; it is cut after 30 characters. */
    Name: string
    /** The page: at most 2000000 bytes of UTF-8. Images at full addresses are copied; kept: names files of this template. One of Html, Mjml and UploadID is needed. */
    Html?: string
    /** In place of Html: an MJML document of at most 500000 characters without errors. The HTML it becomes is kept. */
    Mjml?: string
    /** In place of Html: an uploaded ZIP file with index.html or one HTML file, its images and style sheets. */
    UploadID?: string
  } & ({ Html: string } | { Mjml: string } | { UploadID: string }), string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * Saves the page of a template as its next revision, and yields the number of it. Refused when the template was saved since the Revision that is named.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 311 Invalid HTML Content, 321 HTML Nested Too Deeply, 322 Invalid MJML, 323 Invalid ZIP File, 363 Saved By Another Since, 670 Unknown Upload, 671 Upload Is In Use, 4001 Invalid TemplateID, 4002 Template Name Required, 4003 Invalid Template Name, 4005 Invalid HTML Page URL, 4101 No Description Or Repeater, 4102 No Closing Repeater, 4103 No Width Specified in the Image Tag, 4104 No Editable Regions in Repeater, 4105 No Opening Repeater Tag, 4108 No Closing Table of Contents, 4109 No repeatertitle Tag, 4110 Multiple repeatertitle Tags, 4111 No tableofcontents Tags, 4118 Table of Contents With No Repeater, 4128 Nested Repeaters, 4129 Table Based Repeater Contains Multiple Trs, 4130 No Closing Singleline Tag, 4131 No Closing Multiline Tag, 4132 No Repeater with Title, 4150 Too Many Editable Regions, 4201 Contains Flash, 4202 Contains Script, 4203 Contains Java, 4300 No Unsubscribe Tag, 4301 Unsubscribe Tag Hidden in Comments, 4302 Unsubscribe Tag Text Under 3 Characters, 4303 Unsubscribe Tag Contains a Link, 4304 No Closing Unsubscribe Tag, 4305 Text Unsubscribe Tag Used in HTML, 4306 Unsubscribe Tag Nested in Another, 4307 Unsubscribe Tag Nested in a Link, 4350 Files Missing from ZIP File, 4401 Layout Not In Repeater, 4402 No Closing Layout, 4403 No Opening Layout, 4404 No Editable Region In Layout, 4405 Layout Contains Multiple Trs, 4406 Layout Label Missing.
   */
  '/Template.SaveContent': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The template: 32 hexadecimal digits. */
    TemplateID: string
    /** The revision that the caller’s version is based on, 0 for whatever there is; refused with 363 when another was saved since. */
    Revision: number
    /** The name of the template, one line; it is cut after 30 characters. */
    Name: string
    /** The page: at most 2000000 bytes of UTF-8. Images at full addresses are copied; kept: names files of this template. One of Html, Mjml and UploadID is needed. */
    Html?: string
    /** In place of Html: an MJML document of at most 500000 characters without errors. The HTML it becomes is kept. */
    Mjml?: string
    /** In place of Html: an uploaded ZIP file with index.html or one HTML file, its images and style sheets. */
    UploadID?: string
  } & ({ Html: string } | { Mjml: string } | { UploadID: string }), number, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Saves a section as a block of a client, to be copied into letters, and yields its BlockID.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 324 Invalid Sections, 410 Block Name Empty, 411 Duplicate Block Name, 413 Too Many Blocks.
   */
  '/Block.Create': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The name of the block, one line of at most 100 characters; no two blocks of a client have one name, whatever the case. */
    Name: string
    /** A document of sections with exactly one, at most 20000 characters; its theme is not kept. */
    Sections: string
  }, string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * The blocks of a client by name, page by page.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Block.List': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, BlockPage, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Replaces the name and the section of a block. Letters that it was copied into stay as they are.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 324 Invalid Sections, 410 Block Name Empty, 411 Duplicate Block Name, 412 Unknown Block.
   */
  '/Block.Update': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The block: 32 hexadecimal digits, as Block.List names it. */
    BlockID: string
    /** The name of the block, one line of at most 100 characters; no two blocks of a client have one name, whatever the case. */
    Name: string
    /** A document of sections with exactly one, at most 20000 characters; its theme is not kept. */
    Sections: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Deletes a block for good. Letters that it was copied into stay as they are.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 412 Unknown Block.
   */
  '/Block.Delete': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The block: 32 hexadecimal digits, as Block.List names it. */
    BlockID: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Makes an image of a client from an upload or from a small file in the call, and yields it with its address.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 670 Unknown Upload, 671 Upload Is In Use, 680 Not An Image, 681 Image Too Large, 683 Too Many Assets.
   */
  '/Asset.Upload': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The file as an upload of this client, as POST /api/uploads yields it; this or Content is needed. It is used up. */
    UploadID?: string
    /** The file in base64 without line breaks, at most 65,536 characters of it: 48 KB of file; needed without UploadID. */
    Content?: string
    /** The name of the image, one line of at most 250 characters; left out, that of the uploaded file. */
    Name?: string
  } & ({ UploadID: string } | { Content: string }), Asset, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * Makes an image of a part of an image; the other one stays as it is.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 680 Not An Image, 681 Image Too Large, 682 Unknown Asset, 683 Too Many Assets.
   */
  '/Asset.Crop': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The asset: 32 hexadecimal digits, as Asset.List names it. No GIF, and none that is animated. */
    AssetID: string
    /** Pixels from the left edge of the image as it is shown. */
    X: number
    /** Pixels from its upper edge. */
    Y: number
    /** Pixels across of the part. */
    Width: number
    /** Pixels down of the part. */
    Height: number
  }, Asset, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * The images of a client, the newest first, page by page.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Asset.List': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Images of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, AssetPage, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Deletes an image; it stays at its address where a campaign or a template shows it, and can be restored for 30 days.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 682 Unknown Asset.
   */
  '/Asset.Delete': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The asset: 32 hexadecimal digits, as Asset.List names it. */
    AssetID: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Sets whether campaigns of a client are sent only once a person has approved them as they are.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Client.SetApproval': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** True has Campaign.Send refuse a campaign that is not approved as it is; a campaign that is scheduled already becomes a draft when it is due, unless it is approved by then. */
    Required: boolean
    /** True: a person does not approve their own request, if another person may. False: each person who may approve does. Left out: as before. */
    ByAnother?: boolean
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Asks for the approval of a campaign as it is in a revision; people who may approve and chose to be notified get a mail.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 331 Campaign has already been sent, 345 Campaign has been cancelled, 355 Campaign Cannot Be Composed, 361 Draft Is Incomplete, 363 Saved By Another Since, 369 Approval Already Requested, 372 Already Approved.
   */
  '/Campaign.RequestApproval': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** The revision that the caller has looked at; refused with 363 when it is not the present one, which Campaign.GetApproval shows. */
    Revision: number
    /** What those who approve should know. Plain text of at most 5,000 characters, of several lines. May be left out. */
    Comment?: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * Takes back a request for approval that was not decided.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 368 Approval Not Requested.
   */
  '/Campaign.WithdrawApprovalRequest': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Sends a draft as Campaign.Send does, and confirms how many recipients it goes to. Only who is signed in can do this, no key.
   *
   * Refused with: 5 Invalid Date, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 314 Invalid Segments, 331 Campaign has already been sent, 332 No Recipients Added, 337 Delivery Date Cannot be in the Past, 338 Confirmation Email Required, 339 Confirmation Email Invalid, 340 Recipient Lists Empty, 351 Public URL Required, 353 Invalid Timing, 354 Time Has Passed In Some Time Zones, 355 Campaign Cannot Be Composed, 356 Campaign Is Not Ready, 361 Draft Is Incomplete, 363 Saved By Another Since, 367 Approval Required, 378 Number Of Recipients Not Confirmed, 384 Campaign Cannot Be Resent, 386 A Resend Needs Another Subject, 387 Too Soon For A Resend, 388 Variants Not Valid, 610 Sending Is Held.
   */
  '/Campaign.SendConfirmed': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** Who is notified when the campaign is sent: an email address; left out or empty for no notice. */
    ConfirmationEmail?: string
    /** Immediately, or YYYY-MM-DD HH:MM:SS in the time zone of the client. */
    SendDate: string
    /** How many recipients the campaign goes to, as Campaign.CountAudience counts them; refused with 378 when it is not the present number. Needed above the number of Campaign.CountAudience, else it may be left out. */
    Recipients?: number
  }, SendResult, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Approves a campaign as it is in the revision that approval was asked for. Only who is signed in can do this, no key.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 331 Campaign has already been sent, 345 Campaign has been cancelled, 363 Saved By Another Since, 368 Approval Not Requested, 372 Already Approved, 373 Changed Since Approval Was Requested, 374 Own Request.
   */
  '/Campaign.Approve': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** The revision that the caller has looked at; refused with 363 when it is not the present one, which Campaign.GetApproval shows. */
    Revision: number
    /** What the one who asked should know. Plain text of at most 5,000 characters, of several lines. May be left out. */
    Comment?: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Refuses the approval of a campaign, or takes one back before the campaign begins, and says why; a scheduled campaign becomes a draft. Only who is signed in can do this, no key.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 331 Campaign has already been sent, 345 Campaign has been cancelled, 363 Saved By Another Since, 368 Approval Not Requested, 373 Changed Since Approval Was Requested, 375 Comment Required.
   */
  '/Campaign.Reject': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** The revision that the caller has looked at; refused with 363 when it is not the present one, which Campaign.GetApproval shows. */
    Revision: number
    /** Why, and what is to be changed. Plain text of at most 5,000 characters, of several lines. */
    Comment: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Whether a campaign needs an approval, what became of the last request, and who may approve.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.GetApproval': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, CampaignApproval, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The requests for approval of a campaign with what became of them, the newest first, page by page.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.ListApprovals': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, ApprovalPage, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Adds a comment to a campaign, and yields the CommentID.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 364 Unknown Revision, 375 Comment Required, 377 Too Many Comments.
   */
  '/Campaign.AddComment': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** Plain text of at most 5,000 characters, of several lines. */
    Text: string
    /** The revision it is about; 0 for the present one. */
    Revision: number
    /** Where in the campaign, in words or as a program marks it; one line of at most 200 characters. May be left out. */
    Place?: string
  }, string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * The comments on a campaign, the newest first, page by page.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.ListComments': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, CommentPage, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Marks a comment as resolved, or opens it again.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 376 Unknown Comment.
   */
  '/Campaign.ResolveComment': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** The comment, as Campaign.ListComments names it. */
    CommentID: string
    /** True to mark it as resolved, false to open it again. */
    Resolved: boolean
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Deletes a comment for good: one of the caller, or any for who may write drafts.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 376 Unknown Comment.
   */
  '/Campaign.DeleteComment': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** The comment, as Campaign.ListComments names it. */
    CommentID: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Mails of a client that were written into the outbox folder instead of being sent, by campaign, the newest campaign first, page by page.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 642 Mail Goes To Relays.
   */
  '/Outbox.List': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** Only mails of this campaign, 32 hexadecimal digits; left out or empty for those of all campaigns. */
    CampaignID?: string
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** How many at most; a page never has more than 100, and may have fewer with a page after it. 0 means 100. */
    Limit: number
  }, OutboxPage, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * A mail of the outbox as it would have arrived: HTML, text and source, and addresses that show it for 15 minutes.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 600 Unknown Mail, 642 Mail Goes To Relays, 643 Mail Is Not On This Machine, 644 Mail Cannot Be Read.
   */
  '/Outbox.GetMail': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** The mail, as Outbox.List names it. */
    Mail: string
  }, OutboxMail, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Makes a client with sample lists, subscribers, a template, a draft and a campaign that was sent; of an account that has it, names it.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 150 Email Taken, 610 Sending Is Held.
   */
  '/Sample.Create': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
  }, SampleData, 400 | 401 | 403 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * Removes the sample client and all that belongs to it, for good.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Sample.Remove': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
  }, Result, 400 | 401 | 403 | 413 | 415 | 429 | 500 | 503>

  /**
   * Clients and campaigns whose sending is held, and why, the newest hold first, page by page; and what holds the whole installation.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Hold.List': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, HoldPage, 400 | 401 | 403 | 413 | 415 | 429 | 500 | 503>

  /**
   * Which version of Lettershop, Node.js and PostgreSQL runs, the number of the schema, where mail goes, and the roles of the process that answers.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Setup.GetVersion': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
  }, ServiceVersion, 400 | 401 | 403 | 413 | 415 | 429 | 500 | 503>

  /**
   * Has a file made of subscribers, their history, recipients of a campaign, the suppression list or the verdicts of an import, or of everything that is known of a contact, in the background, and yields its ExportID.
   *
   * Refused with: 1 Invalid Email Address, 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 101 Invalid ListID, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 202 Subscriber not in list or has already been removed, 272 Unknown Segment, 301 Invalid CampaignID, 346 Invalid Recipient State, 690 Unknown Import, 694 Import Is Not Ready For This, 702 Too Many Exports.
   */
  '/Export.Create': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** What the file holds: Subscribers, History, Recipients, Suppressions, ImportVerdicts or AccessRequest. Recipients and AccessRequest need the right ReadReports besides, ImportVerdicts the right Import. */
    Kind: string
    /** The list, for Subscribers, History, and Suppressions of the Scope List; otherwise empty. */
    ListID?: string
    /** The name of a segment of the list or, where it has none of this name, of the client; its members on the list are exported. Empty for the list. */
    Segment?: string
    /** For Subscribers: Active, Unconfirmed, Unsubscribed, Bounced or Deleted; empty for all but Deleted. For Recipients: a state as Campaign.GetRecipients takes it; empty for all. */
    State?: string
    /** The campaign, for Recipients; otherwise empty. */
    CampaignID?: string
    /** The import, for ImportVerdicts; otherwise empty. */
    ImportID?: string
    /** For ImportVerdicts: LeftAlone for those rows only that Import.Undo left as they are, empty for all. Otherwise empty. */
    Undoing?: string
    /** For Suppressions whose they are: Client, List, or Account, which needs the right ReadAudience on the whole account; empty for Client, with ListID for List. Otherwise empty. */
    Scope?: string
    /** The address of the contact, for AccessRequest; otherwise empty. */
    Email?: string
    /** Csv (UTF-8, RFC 4180, for programs), Excel (CSV with a byte order mark, in which no cell is a formula), Xlsx (a workbook of texts) or JsonLines; of an AccessRequest Zip; empty for it. */
    Format: string
    /** Whether the file is compressed; a workbook is compressed already. */
    Gzip: boolean
  }, string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * An export: its state, and how far it is.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 700 Unknown Export.
   */
  '/Export.Get': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The export: 32 hexadecimal digits, as Export.List names it. */
    ExportID: string
  }, Export, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The exports of a client that are kept, newest first, page by page.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Export.List': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, ExportPage, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * A link by which the file can be downloaded without a key, for some minutes.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 700 Unknown Export, 701 Export Is Not Ready.
   */
  '/Export.GetLink': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The export: 32 hexadecimal digits, as Export.List names it. */
    ExportID: string
  }, ExportLink, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Deletes an export with its file; one that is being written is given up.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 700 Unknown Export.
   */
  '/Export.Delete': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The export: 32 hexadecimal digits, as Export.List names it. */
    ExportID: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Begins an import of an uploaded file into a list, and yields its ImportID. Nothing of the list changes, and no one is mailed; the file is read in the background.
   *
   * Refused with: 5 Invalid Date, 6 Invalid Parameter Value, 7 Request Too Large, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 670 Unknown Upload, 671 Upload Is In Use, 692 Consent Note Required, 697 Too Many Imports.
   */
  '/Import.Create': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The upload: 32 hexadecimal digits, as POST /api/uploads yields it. */
    UploadID: string
    /** Where these people agreed to be mailed, one line of at most 1,000 characters; kept with each membership. */
    ConsentSource: string
    /** When they agreed, YYYY-MM-DD; columns of the file can say it for each row besides. */
    ConsentDate: string
    /** What they agreed to, in its words, one line of at most 1,000 characters. */
    ConsentWording: string
  }, string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * The lists of an account at another program, listmonk or Campaign Monitor, with people by state, so that one can be chosen for Import.CreateFromApi. Nothing of it is kept.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 691 Other Service Cannot Be Read, 698 Other Service Has No Such List, 699 Other Service Refuses The Key.
   */
  '/Import.GetRemoteLists': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The other program: Listmonk or CampaignMonitor. */
    Source: string
    /** Where the other program is, with https:// outside private networks. It is needed for listmonk: its address without /api. Empty for Campaign Monitor itself. */
    Url?: string
    /** Of Campaign Monitor, the client: 32 hexadecimal digits. Without it Import.GetRemoteLists lists the clients. Empty for listmonk. */
    RemoteClientID?: string
    /** The name of an API user; it is needed for listmonk, and empty for Campaign Monitor. */
    Username?: string
    /** The API key, or the token of the API user. It is encrypted while the list is read, and then deleted. */
    Secret: string
  }, RemoteLists, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Begins an import of a list at another program, and yields its ImportID. Its people are read in the background in every state they have there; from then on it is an import as of a file. The credentials are encrypted, and deleted when everything is read.
   *
   * Refused with: 5 Invalid Date, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 692 Consent Note Required, 697 Too Many Imports, 698 Other Service Has No Such List.
   */
  '/Import.CreateFromApi': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The other program: Listmonk or CampaignMonitor. */
    Source: string
    /** Where the other program is, with https:// outside private networks. It is needed for listmonk: its address without /api. Empty for Campaign Monitor itself. */
    Url?: string
    /** Of Campaign Monitor, the client: 32 hexadecimal digits. Without it Import.GetRemoteLists lists the clients. Empty for listmonk. */
    RemoteClientID?: string
    /** The name of an API user; it is needed for listmonk, and empty for Campaign Monitor. */
    Username?: string
    /** The API key, or the token of the API user. It is encrypted while the list is read, and then deleted. */
    Secret: string
    /** The list at the other program, as Import.GetRemoteLists names it. */
    RemoteListID: string
    /** Where these people agreed to be mailed, one line of at most 1,000 characters; kept with each membership. */
    ConsentSource: string
    /** When they agreed, YYYY-MM-DD; columns of the file can say it for each row besides. */
    ConsentDate: string
    /** What they agreed to, in its words, one line of at most 1,000 characters. */
    ConsentWording: string
  }, string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * An import: its state, how far it is, and its counts by verdict.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 690 Unknown Import.
   */
  '/Import.Get': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The import: 32 hexadecimal digits, as Import.List names it. */
    ImportID: string
  }, Import, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The imports of a client, newest first, page by page.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Import.List': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The list: 32 hexadecimal digits. */
    ListID?: string
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, ImportPage, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * What the columns of the file become, with the first values of each, and the policies; guessed until it is set.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 690 Unknown Import, 694 Import Is Not Ready For This.
   */
  '/Import.GetMapping': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The import: 32 hexadecimal digits, as Import.List names it. */
    ImportID: string
  }, ImportMapping, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Sets what columns become, and policies; what is left out stays as it is. What was judged is judged anew. Encoding and HeaderRows have the file read again, and its columns guessed anew.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 254 Invalid FieldName, 690 Unknown Import, 693 Invalid Mapping, 694 Import Is Not Ready For This, 720 Tag Name Empty.
   */
  '/Import.SetMapping': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The import: 32 hexadecimal digits, as Import.List names it. */
    ImportID: string
    /** What columns become; those that are left out stay as they are. */
    Columns?: ImportColumnTarget[]
    /** What every row of a part asks for; a State column can only make it stricter. */
    PartStates?: ImportPartState[]
    /** Words of the State column and what they mean: Active, Unconfirmed, Unsubscribed, Bounced, Suppressed, or Skip for rows that are not imported. A row with a word that is not known is refused. */
    Words?: ImportWord[]
    /** What becomes of values that members have: Overwrite, FillEmpty (only where a member has no value) or AddOnly (members stay as they are); empty for what it is. */
    Values?: string
    /** Which of several rows of one address counts: Last or First; the strictest state of them always counts. */
    Duplicates?: string
    /** Leave: an empty cell leaves the value of a member. Erase: it erases it. */
    EmptyCells?: string
    /** What a row asks for that says nothing of its state: Active or Unconfirmed. */
    DefaultState?: string
    /** How dates that are not ISO 8601 are written in columns that have no DateOrder: dmy, mdy, ymd, the same with 2 (years of two digits, of the last hundred years), unix (seconds or milliseconds since 1970) or serial (days as spreadsheets count them); auto for the order that no row of the column contradicts. */
    Dates?: string
    /** Names of tags that every contact of the file gets, created where they are missing; left out to keep them. 20 at most. */
    Tags?: string[]
    /** How the letters of the text files are encoded, such as windows-1251: one of the Encodings of Import.GetMapping. The file is read again; set Columns afterwards. */
    Encoding?: string
    /** In which lines headers are, where they were not found. The file is read again; set Columns afterwards. */
    HeaderRows?: ImportHeaderRow[]
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Has every row of the file judged, in the background: a dry run that changes nothing of the list.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 690 Unknown Import, 693 Invalid Mapping, 694 Import Is Not Ready For This.
   */
  '/Import.Judge': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The import: 32 hexadecimal digits, as Import.List names it. */
    ImportID: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * The counts by verdict, and the rows with one verdict, those that Import.Undo left as they are, or all, page by page.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 690 Unknown Import, 694 Import Is Not Ready For This.
   */
  '/Import.GetVerdicts': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The import: 32 hexadecimal digits, as Import.List names it. */
    ImportID: string
    /** Rows with this verdict only: New, Updated, Unchanged, StateMadeStricter, OptOutKept, Suppressed, BouncedKept, Duplicate, Skipped or Refused; empty for all. */
    Verdict?: string
    /** LeftAlone for those rows only that Import.Undo left as they are; empty for all. */
    Undoing?: string
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, ImportVerdicts, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Has the rows written into the list, in the background, 10,000 at a time; verdicts are decided again then. No one is mailed. Makes the fields that columns become, which needs the right to change the audience. Where values are lost, ValuesLost says how many.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 258 Too Many Custom Fields, 653 List Is Deleted, 689 Loss Of Values Not Confirmed, 690 Unknown Import, 694 Import Is Not Ready For This, 695 Import Needs Approval, 696 Another Import Into The List Is Under Way, 723 Too Many Tags.
   */
  '/Import.Commit': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The import: 32 hexadecimal digits, as Import.List names it. */
    ImportID: string
    /** How many values may be lost, in digits: the ValuesLost of Import.Get. It is needed where that is not 0; refused with 689 when it is another number. */
    ValuesLost?: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Ends an import. Rows that are written already stay, and can be undone.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 690 Unknown Import, 694 Import Is Not Ready For This.
   */
  '/Import.Cancel': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The import: 32 hexadecimal digits, as Import.List names it. */
    ImportID: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * How many people an import added who have not confirmed, and could be asked to.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 653 List Is Deleted, 690 Unknown Import, 694 Import Is Not Ready For This.
   */
  '/Import.CountUnconfirmed': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The import: 32 hexadecimal digits, as Import.List names it. */
    ImportID: string
  }, UnconfirmedCount, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Mails the confirmation mail of the list to the people whom an import added and who have not confirmed, once each, some each minute, in the background. No one who is suppressed or left is mailed.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 351 Public URL Required, 378 Number Of Recipients Not Confirmed, 653 List Is Deleted, 690 Unknown Import, 694 Import Is Not Ready For This.
   */
  '/Import.AskUnconfirmed': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The import: 32 hexadecimal digits, as Import.List names it. */
    ImportID: string
    /** How many people are asked, as Import.CountUnconfirmed counts them; refused with 378 when it is not the present number. */
    Recipients: number
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Has what an import wrote taken back, in the background; members that something else changed since stay as they are.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 690 Unknown Import, 694 Import Is Not Ready For This, 696 Another Import Into The List Is Under Way.
   */
  '/Import.Undo': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The import: 32 hexadecimal digits, as Import.List names it. */
    ImportID: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Gives a person another address, on one list or on every list of the client where the address is active. Links in mails that were sent go on working. Nothing changes when either address is suppressed, or the new one is on such a list already.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 202 Subscriber not in list or has already been removed, 204 In Suppression List, 205 Is Deleted, 206 Is Unsubscribed, 207 Is Bounced, 208 Is Unconfirmed, 211 New Address Is On The List Already.
   */
  '/Subscriber.UpdateEmail': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The list whose subscriber gets the new address; left out or empty for every list on which the address is active. */
    ListID?: string
    /** The present address. */
    Email: string
    /** The new address. Another spelling of the same address is one, too. */
    NewEmail: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Pauses all campaigns of the client to a contact until a day has passed in the time zone of the client, or ends the pause. States of memberships stay as they are, and so do opt-outs.
   *
   * Refused with: 1 Invalid Email Address, 5 Invalid Date, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 202 Subscriber not in list or has already been removed.
   */
  '/Subscriber.SetPause': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The address of the contact. */
    Email: string
    /** The last day without mail, YYYY-MM-DD, within 366 days; left out or empty to end the pause. */
    Until?: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Takes an active or unconfirmed subscriber off a list: the state becomes Deleted, and Subscriber.Restore takes it back for 30 days.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 202 Subscriber not in list or has already been removed, 205 Is Deleted, 206 Is Unsubscribed, 207 Is Bounced.
   */
  '/Subscriber.Delete': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The address of the subscriber. */
    Email: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Brings back a subscriber whom Subscriber.Delete took off a list within 30 days, in the state of then.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 202 Subscriber not in list or has already been removed, 204 In Suppression List, 651 Too Late To Restore.
   */
  '/Subscriber.Restore': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The address of the subscriber. */
    Email: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 429 | 500 | 503>

  /**
   * Creates a list, says how far an opt-out from it reaches, and yields its ListID.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 250 Duplicate List Title, 251 List Title Empty, 260 Invalid Unsubscribe Page, 261 Invalid Confirmation Success Page.
   */
  '/List.CreateWithScope': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The name of the list, one line of at most 200 characters. */
    Title: string
    /** Where people are led after unsubscribing; a page of this service when left out. An absolute http or https URL. */
    UnsubscribePage?: string
    /** Whether new subscribers are asked by mail to confirm. */
    ConfirmOptIn: boolean
    /** Where people are led after confirming; a page of this service when left out. An absolute http or https URL. */
    ConfirmationSuccessPage?: string
    /** Whether an opt-out ends this membership only or bars the address from the whole client. */
    UnsubscribeScope: UnsubscribeScope
  }, string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * Replaces the settings of a list and how far an opt-out from it reaches; on request, once and in the background, puts who has unsubscribed on the suppression list of the client, and takes suppressed addresses off the list.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 250 Duplicate List Title, 251 List Title Empty, 260 Invalid Unsubscribe Page, 261 Invalid Confirmation Success Page.
   */
  '/List.UpdateWithScope': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The name of the list, one line of at most 200 characters. */
    Title: string
    /** Where people are led after unsubscribing; a page of this service when left out. An absolute http or https URL. */
    UnsubscribePage?: string
    /** Whether new subscribers are asked by mail to confirm. */
    ConfirmOptIn: boolean
    /** Where people are led after confirming; a page of this service when left out. An absolute http or https URL. */
    ConfirmationSuccessPage?: string
    /** Whether an opt-out ends this membership only or bars the address from the whole client. */
    UnsubscribeScope: UnsubscribeScope
    /** True to put who has unsubscribed from the list on the suppression list of the client, once. */
    SuppressUnsubscribed: boolean
    /** True to take suppressed addresses off the list, once: active members become Deleted. */
    RemoveSuppressed: boolean
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * The settings of a list, with how far an opt-out from it reaches.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 110 Session Ended, 134 Second Factor Required.
   */
  '/List.GetSettings': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
  }, ListSettings, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The custom fields of a list, with their types as they were defined.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 110 Session Ended, 134 Second Factor Required.
   */
  '/List.GetFields': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
  }, ListField[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Creates a custom field and yields its key.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 254 Invalid FieldName, 255 The Field Key Already Exists, 256 Options Defined for Text or Number Field, 257 No Options Defined for Multi-Valued Field, 258 Too Many Custom Fields, 259 DataType must be one of (Text|Number|MultiSelectOne|MultiSelectMany|Country|USState|Date).
   */
  '/List.AddCustomField': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The name of the field; the key of a new one is made from the letters and digits of it. */
    FieldName: string
    /** Whether people may be shown the field where they change their preferences. */
    VisibleInPreferences: boolean
    /** What the field holds. */
    DataType: string
    /** For MultiSelectOne and MultiSelectMany: the choices. Left out for the other types. */
    Options?: string[]
  }, string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * Gives a custom field another name, and yields its key, which stays.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 253 Invalid Key, 254 Invalid FieldName, 255 The Field Key Already Exists.
   */
  '/List.ChangeCustomField': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The key of the field, with or without brackets; case does not matter. */
    Key: string
    /** The name of the field; the key of a new one is made from the letters and digits of it. */
    FieldName: string
    /** Whether people may be shown the field where they change their preferences. */
    VisibleInPreferences: boolean
  }, string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Replaces the options of a custom field, or adds to them; what subscribers have chosen stays.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 253 Invalid Key, 256 Options Defined for Text or Number Field, 257 No Options Defined for Multi-Valued Field.
   */
  '/List.SetCustomFieldOptions': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The key of the field, with or without brackets; case does not matter. */
    Key: string
    /** True to add to the options there are. */
    KeepExisting: boolean
    /** The choices; those there are need not be given again where they are kept. */
    Options?: string[]
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Sends what happens to the members of a list to a URL from now on, many events a message: those who subscribe, change, or leave; yields the secret that signs, this once.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 623 Invalid Webhook URL, 624 Invalid Event Type, 625 Too Many Webhooks.
   */
  '/List.CreateWebhook': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** Where they are posted: a URL that begins with https://. */
    URL: string
    /** Which events are sent: Subscribe, Update, Deactivate. At least one. */
    Events: ('Subscribe' | 'Update' | 'Deactivate')[]
  }, WebhookDetail, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * The webhooks of a list, how far each is, and why one does not go on.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/List.GetWebhooks': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
  }, Webhook[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Sends a test message to a webhook of a list at once and yields what its receiver answered.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 622 Unknown Webhook, 626 Webhook Test Limit.
   */
  '/List.TestWebhook': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The webhook: 32 hexadecimal digits. */
    WebhookID: string
  }, WebhookTestOutcome, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Sends nothing to a webhook of a list until it is resumed.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 622 Unknown Webhook.
   */
  '/List.PauseWebhook': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The webhook: 32 hexadecimal digits. */
    WebhookID: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Goes on with a webhook of a list where it was, at once.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 622 Unknown Webhook.
   */
  '/List.ResumeWebhook': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The webhook: 32 hexadecimal digits. */
    WebhookID: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Deletes a webhook of a list.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 622 Unknown Webhook.
   */
  '/List.DeleteWebhook': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The webhook: 32 hexadecimal digits. */
    WebhookID: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Chooses the profile of law of a list and its rules of consent; a rule that is left out gets the default of the profile. Yields the rules.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/List.SetConsentRules': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The law that applies to the people of the list: FR, IT, DE (also Austria), CH, UK, US, CA, JP, BR; other for none of these. */
    Law: LawProfile
    /** Always, Consent or Never; left out or empty for the default of the profile. */
    Tracking?: string
    /** Whether the list asks for consent to choose content by what was recorded. Left out: the default of the profile. */
    Personalising?: boolean
    /** Whether the date of the last open is kept of members who are not tracked, to leave out the inactive. Left out: the default of the profile. */
    Hygiene?: boolean
    /** Whether opens of recipients who are not tracked are counted without their persons. Left out: the default of the profile. */
    AnonymousOpens?: boolean
  }, ConsentRules, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The profile of law of a list, its rules of consent, and the defaults and demands of every profile.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 110 Session Ended, 134 Second Factor Required.
   */
  '/List.GetConsentRules': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
  }, ConsentRules, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The campaigns of a client that were sent, are scheduled or are drafts, page by page by number, by date, with how many there are.
   *
   * Refused with: 4 Missing Parameter, 5 Invalid Date, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Campaign.Page': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** Sent: those that have started, by when they did. Scheduled: by when they are due. Draft: by when they were made. */
    Kind: CampaignKind
    /** Only campaigns that have all of these tags; left out or empty for any. */
    Tags?: string[]
    /** Of those that were sent, only on this day of the client or later: YYYY-MM-DD. Left out or empty for any. */
    SentFrom?: string
    /** Of those that were sent, only on this day of the client or before: YYYY-MM-DD. Left out or empty for any. */
    SentUntil?: string
    /** The number of the page, from 1. */
    Page: number
    /** Rows of a page, 1 to 1000. */
    PageSize: number
    /** True for the opposite of the order. */
    Descending: boolean
  }, NumberedCampaignPage, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The recipients of a campaign, or each open, click, bounce, opt-out or complaint with its date, page by page by number, with how many there are. Opens and clicks of machines are among them.
   *
   * Refused with: 4 Missing Parameter, 5 Invalid Date, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.PageEvents': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** Recipient: whom it went to. The others: each event of that kind. */
    Kind: RecipientEventKind
    /** Only events after this moment: YYYY-MM-DD HH:MM:SS in the time zone of the client; a bare date is its midnight. Left out or empty for all, and for recipients. */
    Since?: string
    /** The number of the page, from 1. */
    Page: number
    /** Rows of a page, 1 to 1000. */
    PageSize: number
    /** By address; by list, in the order in which recipients are numbered; or by date. */
    Order: RecipientEventOrder
    /** True for the opposite of the order. */
    Descending: boolean
  }, RecipientEventPage, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Replaces the tags of a campaign, whatever its state.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.SetTags': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** Up to 20 tags of at most 50 characters; two that differ in case alone are one. Left out or empty for none. */
    Tags?: string[]
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The tags of the campaigns of a client, by name, with how many campaigns have each.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 110 Session Ended, 134 Second Factor Required.
   */
  '/Client.GetTags': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
  }, CampaignTag[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The segments of a client with their identifiers, by list.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 110 Session Ended, 134 Second Factor Required.
   */
  '/Client.ListSegments': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
  }, SegmentName[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The segments of a list with their identifiers, by title.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 110 Session Ended, 134 Second Factor Required.
   */
  '/List.ListSegments': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
  }, SegmentName[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Creates a segment of a list and yields its SegmentID. Without rules no subscriber is in it, and no campaign is sent to it.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 270 Segment Name Empty, 271 Duplicate Segment Name, 274 Invalid Segment Rule, 275 Too Many Segment Rules, 276 Too Many Segments, 279 Invalid Segment Tree.
   */
  '/Segment.Add': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The name of the segment, one line of at most 100 characters. */
    Title: string
    /** Up to 50 rules that must all hold. */
    Rules?: SegmentRule[]
    /** Groups that must all hold, in place of Rules. */
    Groups?: SegmentRuleGroup[]
  }, string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * Replaces the title and all rules of a segment; drafts that go to it go to it under its new title.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 270 Segment Name Empty, 271 Duplicate Segment Name, 272 Unknown Segment, 274 Invalid Segment Rule, 275 Too Many Segment Rules, 276 Too Many Segments, 278 Segment Is A Tree, 279 Invalid Segment Tree.
   */
  '/Segment.Replace': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The segment: 32 hexadecimal digits, as Client.ListSegments names it. */
    SegmentID: string
    /** The name of the segment, one line of at most 100 characters. */
    Title: string
    /** Up to 50 rules that must all hold. */
    Rules?: SegmentRule[]
    /** Groups that must all hold, in place of Rules. */
    Groups?: SegmentRuleGroup[]
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Adds rules to those of a segment, all of which must hold.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 270 Segment Name Empty, 271 Duplicate Segment Name, 272 Unknown Segment, 273 Segment Rules Required, 274 Invalid Segment Rule, 275 Too Many Segment Rules, 276 Too Many Segments, 278 Segment Is A Tree, 279 Invalid Segment Tree.
   */
  '/Segment.AddRules': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The segment: 32 hexadecimal digits, as Client.ListSegments names it. */
    SegmentID: string
    /** Rules that must hold besides those of the segment, needed without Groups; 50 in all. */
    Rules?: SegmentRule[]
    /** Groups that must all hold, in place of Rules. */
    Groups?: SegmentRuleGroup[]
  } & ({ Rules: SegmentRule[] } | { Groups: SegmentRuleGroup[] }), Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Takes all rules from a segment: no subscriber is in it, and no campaign is sent to it, until it gets others.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 272 Unknown Segment, 278 Segment Is A Tree.
   */
  '/Segment.ClearRules': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The segment: 32 hexadecimal digits, as Client.ListSegments names it. */
    SegmentID: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Deletes a segment that no draft or scheduled campaign goes to.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 272 Unknown Segment, 277 Cannot delete a segment attached to at least one campaign draft, 280 Segment Is Used By Other Segments.
   */
  '/Segment.Remove': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The segment: 32 hexadecimal digits, as Client.ListSegments names it. */
    SegmentID: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * A segment with its rules, and how many active subscribers it has now.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 272 Unknown Segment, 278 Segment Is A Tree.
   */
  '/Segment.Read': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The segment: 32 hexadecimal digits, as Client.ListSegments names it. */
    SegmentID: string
  }, SegmentDetail, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * The active subscribers of a segment, page by page by number, with how many there are.
   *
   * Refused with: 4 Missing Parameter, 5 Invalid Date, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 272 Unknown Segment.
   */
  '/Segment.PageMembers': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The segment: 32 hexadecimal digits, as Client.ListSegments names it. */
    SegmentID: string
    /** Only members whose state changed after this moment: YYYY-MM-DD HH:MM:SS in the time zone of the client; a bare date is its midnight. Left out or empty for all. */
    ChangedAfter?: string
    /** The number of the page, from 1. */
    Page: number
    /** Rows of a page, 1 to 1000. */
    PageSize: number
    /** By address, by name without regard to case, or by the date of the last change of state. */
    Order: MemberOrder
    /** True for the opposite of the order. */
    Descending: boolean
  }, MemberPage, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The lists and the segments that a campaign goes to.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.GetAudience': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, CampaignAudience, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Creates a draft from pages fetched at once, to lists and to segments by their identifiers, and yields its CampaignID.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 303 Duplicate Campaign Name, 304 Campaign Subject Required, 305 From Name Required, 307 Invalid From Email Address, 308 Reply to Address Required, 309 Invalid Reply-To Address, 310 HTML Content URL Required, 311 Invalid HTML Content, 312 Invalid Text Content URL, 313 Invalid ListIDs, 314 Invalid Segments, 315 Lists or Segments Required, 316 Problems Importing Links, 317 Link Too Long, 318 Text Unsubscribe Tag Used in HTML, 319 Campaign Name Required, 321 HTML Nested Too Deeply, 4302 Unsubscribe Tag Text Under 3 Characters, 4303 Unsubscribe Tag Contains a Link, 4304 No Closing Unsubscribe Tag, 4306 Unsubscribe Tag Nested in Another, 4307 Unsubscribe Tag Nested in a Link.
   */
  '/Campaign.CreateFromPages': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The name of the campaign; no two drafts of a client have one name. */
    Name: string
    /** The subject, one line of at most 500 characters; merge tags are filled in. */
    Subject: string
    /** The name of the sender. */
    FromName: string
    /** The address of the sender. */
    FromEmail: string
    /** The address that replies go to. */
    ReplyTo: string
    /** The page that is sent; it is fetched once, now. An absolute http or https URL that this service can reach. */
    HtmlUrl: string
    /** The text for people who read no HTML; made from the HTML when left out. An absolute http or https URL that this service can reach. */
    TextUrl?: string
    /** The lists it goes to; needed unless SegmentIDs are given. */
    ListIDs?: string[]
    /** The segments it goes to; needed unless ListIDs are given. A segment of the client chooses from the ListIDs, or without them from all lists. */
    SegmentIDs?: string[]
    /** Whether rules of style sheets are written to the elements they are for, for mail programs without style sheets. */
    InlineCss: boolean
  } & ({ ListIDs: string[] } | { SegmentIDs: string[] }), string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * Creates a draft from a template whose regions are filled in by their position, to lists and to segments by their identifiers, and yields its CampaignID.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 303 Duplicate Campaign Name, 304 Campaign Subject Required, 305 From Name Required, 307 Invalid From Email Address, 308 Reply to Address Required, 309 Invalid Reply-To Address, 311 Invalid HTML Content, 313 Invalid ListIDs, 314 Invalid Segments, 315 Lists or Segments Required, 316 Problems Importing Links, 317 Link Too Long, 318 Text Unsubscribe Tag Used in HTML, 319 Campaign Name Required, 321 HTML Nested Too Deeply, 4001 Invalid TemplateID, 4150 Too Many Editable Regions, 4151 Unknown Editable Region, 4152 Invalid Value Of An Editable Region, 4153 Image Of An Editable Region Cannot Be Fetched, 4302 Unsubscribe Tag Text Under 3 Characters, 4303 Unsubscribe Tag Contains a Link, 4304 No Closing Unsubscribe Tag, 4306 Unsubscribe Tag Nested in Another, 4307 Unsubscribe Tag Nested in a Link.
   */
  '/Campaign.CreateFromTemplate': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The name of the campaign; no two drafts of a client have one name. */
    Name: string
    /** The subject, one line of at most 500 characters; merge tags are filled in. */
    Subject: string
    /** The name of the sender. */
    FromName: string
    /** The address of the sender. */
    FromEmail: string
    /** The address that replies go to. */
    ReplyTo: string
    /** A template of the client. */
    TemplateID: string
    /** What the regions are to hold, by their position. Left out for none: regions without a value are left out. */
    TemplateContent?: PlacedContent
    /** The lists it goes to; needed unless SegmentIDs are given. */
    ListIDs?: string[]
    /** The segments it goes to; needed unless ListIDs are given. A segment of the client chooses from the ListIDs, or without them from all lists. */
    SegmentIDs?: string[]
    /** Whether rules of style sheets are written to the elements they are for, for mail programs without style sheets. */
    InlineCss: boolean
  } & ({ ListIDs: string[] } | { SegmentIDs: string[] }), string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * Creates a segment from a tree, of a list or of the client, or replaces the title and tree of one; yields its SegmentID.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 101 Invalid ListID, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 270 Segment Name Empty, 271 Duplicate Segment Name, 272 Unknown Segment, 276 Too Many Segments, 279 Invalid Segment Tree.
   */
  '/Segment.SetTree': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The segment that is replaced; left out to create one. */
    SegmentID?: string
    /** The list that a new segment is of; left out or empty for all lists of the client. A segment keeps its list. */
    ListID?: string
    /** The name of the segment, one line of at most 100 characters. */
    Title: string
    /** The conditions. */
    Tree: SegmentTree
  }, string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * A segment as a tree, also one that was made of rules.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 272 Unknown Segment.
   */
  '/Segment.GetTree': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The segment: 32 hexadecimal digits. */
    SegmentID: string
  }, SegmentTreeDetail, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * How many people a segment has: exactly where that is quick, else about.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 272 Unknown Segment.
   */
  '/Segment.Count': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The segment: 32 hexadecimal digits. */
    SegmentID: string
  }, SegmentCount, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * How many people a tree that is not saved would have, or a group of it.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 279 Invalid Segment Tree.
   */
  '/Segment.CountTree': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The list that the segment is of; left out or empty for all lists of the client. */
    ListID?: string
    /** The conditions. */
    Tree: SegmentTree
  }, SegmentCount, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Ten people of a segment, and which leaves hold for them.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 272 Unknown Segment.
   */
  '/Segment.Sample': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The segment: 32 hexadecimal digits. */
    SegmentID: string
  }, SegmentSample, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Ten people of a tree that is not saved, and which leaves hold for them.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 279 Invalid Segment Tree.
   */
  '/Segment.SampleTree': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The list that the segment is of; left out or empty for all lists of the client. */
    ListID?: string
    /** The conditions. */
    Tree: SegmentTree
  }, SegmentSample, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Why a person is in a segment or not, leaf by leaf.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 272 Unknown Segment.
   */
  '/Segment.Explain': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The segment: 32 hexadecimal digits. */
    SegmentID: string
    /** The email address of the subscriber; case does not matter. */
    Email: string
  }, SegmentExplained, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * All segments of a client, of its lists and of the client itself, with their sizes over time.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 110 Session Ended, 134 Second Factor Required.
   */
  '/Segment.ListAll': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
  }, ListedSegment[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The templates of segments that a client can use: built-in ones, then those of its account by title.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 110 Session Ended, 134 Second Factor Required.
   */
  '/SegmentTemplate.List': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
  }, SegmentTemplate[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Keeps a tree as a template for all clients of the account, and yields its TemplateID. Conditions about campaigns, lists, segments and imports, which belong to one client, are refused; fields and tags are named.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 270 Segment Name Empty, 271 Duplicate Segment Name, 276 Too Many Segments, 279 Invalid Segment Tree.
   */
  '/SegmentTemplate.Create': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client whose fields and tags the tree is checked with. */
    ClientID: string
    /** The name of the template, one line of at most 100 characters. */
    Title: string
    /** Its conditions. */
    Tree: SegmentTree
  }, string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * Changes the name of a template of the account. Segments that were made from it keep theirs.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 270 Segment Name Empty, 271 Duplicate Segment Name, 281 Unknown Segment Template.
   */
  '/SegmentTemplate.Rename': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The template: a word for a built-in one, 32 hexadecimal digits for one of the account. */
    TemplateID: string
    /** The name of the template, one line of at most 100 characters. */
    Title: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Deletes a template of the account. Segments that were made from it stay.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 281 Unknown Segment Template.
   */
  '/SegmentTemplate.Delete': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The template: a word for a built-in one, 32 hexadecimal digits for one of the account. */
    TemplateID: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Creates a segment from a template, of a list or of the client, and yields its SegmentID.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 101 Invalid ListID, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 253 Invalid Key, 270 Segment Name Empty, 271 Duplicate Segment Name, 276 Too Many Segments, 279 Invalid Segment Tree, 281 Unknown Segment Template.
   */
  '/SegmentTemplate.Use': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The template: a word for a built-in one, 32 hexadecimal digits for one of the account. */
    TemplateID: string
    /** The list that the segment is of; left out or empty for all lists of the client. */
    ListID?: string
    /** The name of the segment; left out or empty for that of the template. */
    Title?: string
    /** Of a template that asks for a field, its key; left out or empty for others. */
    Key?: string
  }, string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * Adds a subscriber, or changes what is given of a member and keeps the rest; yields the address. One that is not active is revived with Resubscribe alone, one that is suppressed never.
   *
   * Refused with: 1 Invalid Email Address, 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 204 In Suppression List, 205 Is Deleted, 206 Is Unsubscribed, 207 Is Bounced, 208 Is Unconfirmed, 220 Invalid Mobile Number, 222 Too Many Confirmation Mails, 230 Invalid Custom Field Value, 253 Invalid Key.
   */
  '/Subscriber.Save': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The address of the subscriber; case does not matter. */
    EmailAddress: string
    /** The name of the subscriber, one line of at most 250 characters. Left out, a member keeps the name it has. */
    Name?: string
    /** A mobile number in E.164 form, such as +4915112345678. Left out, a member keeps the one it has; an empty one takes it away. */
    MobileNumber?: string
    /** Values by key; an empty value clears its field, and a MultiSelectMany field is given once for each option. Fields that are left out stay. */
    CustomFields?: FieldChange[]
    /** Whether the person agreed to have opens and clicks recorded, on all lists of the client; Unchanged says nothing of it. */
    TrackingConsent: ConsentChange
    /** Whether the person agreed to get messages on the mobile number, on all lists of the client; Unchanged says nothing of it. */
    MobileConsent: ConsentChange
    /** True to revive a subscriber who is not active; on a list with confirmation it is asked again. One that is suppressed is refused all the same. */
    Resubscribe: boolean
  }, string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Changes what is given of a member in whatever state it is, its address too, and keeps the rest.
   *
   * Refused with: 1 Invalid Email Address, 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 202 Subscriber not in list or has already been removed, 204 In Suppression List, 205 Is Deleted, 206 Is Unsubscribed, 207 Is Bounced, 208 Is Unconfirmed, 211 New Address Is On The List Already, 220 Invalid Mobile Number, 222 Too Many Confirmation Mails, 230 Invalid Custom Field Value, 253 Invalid Key.
   */
  '/Subscriber.Change': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The present address of the member; case does not matter. */
    EmailAddress: string
    /** The address it is to have, of an active or unconfirmed member; left out or empty for the present one. */
    NewEmailAddress?: string
    /** The name of the subscriber, one line of at most 250 characters. Left out, a member keeps the name it has. */
    Name?: string
    /** A mobile number in E.164 form, such as +4915112345678. Left out, a member keeps the one it has; an empty one takes it away. */
    MobileNumber?: string
    /** Values by key; an empty value clears its field, and a MultiSelectMany field is given once for each option. Fields that are left out stay. */
    CustomFields?: FieldChange[]
    /** Whether the person agreed to have opens and clicks recorded, on all lists of the client; Unchanged says nothing of it. */
    TrackingConsent: ConsentChange
    /** Whether the person agreed to get messages on the mobile number, on all lists of the client; Unchanged says nothing of it. */
    MobileConsent: ConsentChange
    /** True to revive a subscriber who is not active; on a list with confirmation it is asked again. One that is suppressed is refused all the same. */
    Resubscribe: boolean
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * One member of a list in any state.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 202 Subscriber not in list or has already been removed.
   */
  '/Subscriber.GetMember': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The address of the member; case does not matter. */
    EmailAddress: string
  }, Member, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The campaigns that a member of a list was sent, the latest first, with its opens and clicks.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 202 Subscriber not in list or has already been removed.
   */
  '/Subscriber.GetMails': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The address of the member; case does not matter. */
    EmailAddress: string
  }, MemberMail[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The lists of a client that have an address, in any state, by title.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Subscriber.FindLists': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The address that is looked for; case does not matter. */
    EmailAddress: string
  }, ContactMembership[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Does what Subscriber.Save does for up to 1,000 subscribers, and says which could not be saved and why.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Subscribers.Save': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** Up to 1000 subscribers; of those that are given more than once the last counts. */
    Subscribers: MemberEntry[]
    /** True to revive a subscriber who is not active; on a list with confirmation it is asked again. One that is suppressed is refused all the same. */
    Resubscribe: boolean
  }, SavedMembers, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The members of a list in one state, page by page by number, with how many there are. Subscriber.List reads by cursor, which loses none where members come and go meanwhile.
   *
   * Refused with: 4 Missing Parameter, 5 Invalid Date, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Subscribers.Page': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The state of the members. */
    State: MembershipState
    /** Only members whose state changed after this moment: YYYY-MM-DD HH:MM:SS in the time zone of the client; a bare date is its midnight. Left out or empty for all. */
    ChangedAfter?: string
    /** The number of the page, from 1. */
    Page: number
    /** Rows of a page, 1 to 1000. */
    PageSize: number
    /** By address, by name without regard to case, or by the date of the last change of state. */
    Order: MemberOrder
    /** True for the opposite of the order. */
    Descending: boolean
  }, MemberPage, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * How many subscribers of a list an action would be about now, chosen by a rule.
   *
   * Refused with: 4 Missing Parameter, 5 Invalid Date, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 272 Unknown Segment.
   */
  '/BulkChange.Count': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** What is done: Unsubscribe and Delete (to those who are Active or Unconfirmed), SetField, ClearField, Copy, Move, AddTag or RemoveTag (to all but those who are Deleted). */
    Action: BulkAction
    /** Only subscribers in this state; left out or empty for all whom the action is for. */
    State?: string
    /** Only members of this segment of the list or, where it has none of this name, of the client, who are Active; left out or empty for the whole list. */
    Segment?: string
    /** Only addresses that begin with this, with the domain in A-labels; case does not matter; left out or empty for all. */
    Search?: string
    /** Only addresses of exactly this domain, in A-labels; left out or empty for all. */
    Domain?: string
    /** Only subscribers whose name begins with this; case does not matter; left out or empty for all. */
    NameBegins?: string
    /** Only those who joined then or later: a local time of the client, YYYY-MM-DD or YYYY-MM-DD HH:MM:SS; left out or empty for any. */
    JoinedSince?: string
    /** Only those who joined before: a local time of the client, YYYY-MM-DD or YYYY-MM-DD HH:MM:SS; left out or empty for any. */
    JoinedUntil?: string
    /** Only the subscribers with these addresses, 1,000 at most; those that the list does not have are passed over. Left out or empty for all. */
    Emails?: string[]
  }, BulkChangeCount, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Begins a change of the subscribers that a rule chooses, and yields its ChangeID: they are unsubscribed, deleted, given a value of a custom field or tags, copied or moved to another list, in the background. No state becomes less strict, and no one is mailed. Refused with 378 when the rule fits more subscribers than the caller says.
   *
   * Refused with: 4 Missing Parameter, 5 Invalid Date, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 230 Invalid Custom Field Value, 253 Invalid Key, 258 Too Many Custom Fields, 272 Unknown Segment, 378 Number Of Recipients Not Confirmed, 707 No Subscriber Fits, 708 Too Many Bulk Changes, 720 Tag Name Empty, 722 Unknown Tag.
   */
  '/BulkChange.Create': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** What is done: Unsubscribe and Delete (to those who are Active or Unconfirmed), SetField, ClearField, Copy, Move, AddTag or RemoveTag (to all but those who are Deleted). */
    Action: BulkAction
    /** Only subscribers in this state; left out or empty for all whom the action is for. */
    State?: string
    /** Only members of this segment of the list or, where it has none of this name, of the client, who are Active; left out or empty for the whole list. */
    Segment?: string
    /** Only addresses that begin with this, with the domain in A-labels; case does not matter; left out or empty for all. */
    Search?: string
    /** Only addresses of exactly this domain, in A-labels; left out or empty for all. */
    Domain?: string
    /** Only subscribers whose name begins with this; case does not matter; left out or empty for all. */
    NameBegins?: string
    /** Only those who joined then or later: a local time of the client, YYYY-MM-DD or YYYY-MM-DD HH:MM:SS; left out or empty for any. */
    JoinedSince?: string
    /** Only those who joined before: a local time of the client, YYYY-MM-DD or YYYY-MM-DD HH:MM:SS; left out or empty for any. */
    JoinedUntil?: string
    /** Only the subscribers with these addresses, 1,000 at most; those that the list does not have are passed over. Left out or empty for all. */
    Emails?: string[]
    /** How many subscribers it is about, as BulkChange.Count counted them; refused with 378 when the rule fits more now. */
    Subscribers: number
    /** Of SetField and ClearField, the custom field, with or without brackets; left out or empty for other actions. */
    Key?: string
    /** Of SetField, the value; several for a MultiSelectMany field. Of AddTag and RemoveTag, up to 20 tags that the client has, by their names or TagIDs. Left out or empty for other actions. */
    Values?: string[]
    /** Of Copy and Move, the other list of the same client; left out or empty for other actions. */
    ToListID?: string
    /** Of Copy and Move: custom fields that the other list does not have are made there; else their values are left out. False for other actions. */
    CreateFields: boolean
  }, string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * A bulk change: its rule, its action, how far it is, and how many it changed.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 705 Unknown Bulk Change.
   */
  '/BulkChange.Get': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The change: 32 hexadecimal digits, as BulkChange.List names it. */
    ChangeID: string
  }, BulkChange, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The bulk changes of a client, the newest first, page by page; they are listed for 90 days.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/BulkChange.List': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** Only changes of this list; left out or empty for all. */
    ListID?: string
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, BulkChangePage, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Stops a bulk change. Who is changed by then stays so, and can be undone.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 705 Unknown Bulk Change, 706 Bulk Change Is Not Ready For This.
   */
  '/BulkChange.Cancel': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The change: 32 hexadecimal digits, as BulkChange.List names it. */
    ChangeID: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Has a bulk change taken back within 30 days, in the background; subscribers that something else changed since stay as they are.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 705 Unknown Bulk Change, 706 Bulk Change Is Not Ready For This.
   */
  '/BulkChange.Undo': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The change: 32 hexadecimal digits, as BulkChange.List names it. */
    ChangeID: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Erases a contact of a client for good, and yields the ErasureID of the receipt: memberships of all lists, values, history, texts and network addresses go; campaigns keep their counts. The address is suppressed by a keyed hash, and no call adds it again. It cannot be taken back.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 202 Subscriber not in list or has already been removed.
   */
  '/Erasure.Create': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The email address of the contact; case does not matter. */
    Email: string
  }, string, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The receipt of an erasure: when, by whom, and how much was removed; without the address.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 213 Unknown Erasure.
   */
  '/Erasure.Get': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The receipt: 32 hexadecimal digits, as Erasure.Create yields it. */
    ErasureID: string
  }, Erasure, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The receipts of the contacts of a client that were erased, the newest first, page by page.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/Erasure.List': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, ErasurePage, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Creates a sign-up form of a client and yields its FormID.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 101 Invalid ListID, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 190 Invalid Colour, 191 Insufficient Contrast, 253 Invalid Key, 262 Invalid Language, 720 Tag Name Empty, 723 Too Many Tags, 731 Too Many Forms, 732 Invalid Form, 733 List Asks For Confirmation.
   */
  '/Form.Create': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The name of the form in the console, one line of at most 100 characters; people who sign up do not see it. */
    Title: string
    /** Whether the form takes nothing: its page says that sign-up is closed. */
    Paused: boolean
    /** The lists that people sign up to, at most 20: one, or several of which people tick. */
    Lists: FormListSettings[]
    /** Whether the form asks for the name, and whether it must be given. */
    Name: FormName
    /** The custom fields that the form asks, in their order; at most 30. */
    Fields?: FormFieldSettings[]
    /** The boxes for consent, in their order; at most 10. Measuring and Personalising once each. */
    Consents?: FormConsentSettings[]
    /** Names of tags that the contact gets with the confirmation; at most 20. */
    Tags?: string[]
    /** The colour of the button and of links, #rrggbb or #rgb, with the contrast that branding needs; empty for that of the client. */
    PrimaryColor?: string
    /** The colour behind the text, #rrggbb or #rgb; empty for that of the client. */
    BackgroundColor?: string
    /** The language of the page, of the confirmation mail and of the pages behind it: en, de, es or fr; empty for that of the reader’s browser. With Translations it is that of the settings’ own texts, and must be given. */
    Language?: string
    /** The texts of the form in further languages. People get the page in the language of its address (?lang=fr), else of their browser, else of the form, and can switch; the mail, the pages behind it and the member have the same language. */
    Translations?: FormTranslationSettings[]
    /** The heading of the page, one line of at most 100 characters; empty for the words of this service. */
    Heading?: string
    /** Plain text below the heading, at most 1,000 characters, of several lines; empty for none. */
    Introduction?: string
    /** The words of the button, one line of at most 60 characters; empty for those of this service. */
    ButtonText?: string
    /** Plain text of the page after the confirmation, at most 1,000 characters; empty for the words of this service. */
    SuccessText?: string
    /** Where people are led after the confirmation: an absolute https URL, whose host is one of RedirectHosts; a page of this service when left out. */
    SuccessPage?: string
    /** Hosts to which a form may lead people, without scheme and port; a subdomain is another host. At most 20; a target elsewhere is left out. */
    RedirectHosts?: string[]
    /** Origins whose scripts may call the JSON interface of the form, each a scheme and a host as browsers send them; at most 20. Without one no foreign page may. */
    AllowedOrigins?: string[]
    /** What the query of the page’s URL may fill in: Email, Name, or the key of a field that the form asks. What it fills in is shown and can be changed; nothing is ticked by a URL. */
    Prefill?: string[]
    /** Whether who signs up is asked by mail to confirm; true when left out. False only where no list of the form asks for confirmation itself. */
    ConfirmOptIn?: boolean
  }, string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * The settings of a form.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 110 Session Ended, 134 Second Factor Required, 730 Unknown Form.
   */
  '/Form.Get': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The form: 32 hexadecimal digits, as Form.List names it. */
    FormID: string
  }, Form, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The forms of a client by title, with their numbers of the last 30 days, page by page.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 110 Session Ended, 134 Second Factor Required.
   */
  '/Form.List': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, FormPage, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Replaces the settings of a form. Earlier wordings of its boxes are kept with the answers that were given to them.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 190 Invalid Colour, 191 Insufficient Contrast, 253 Invalid Key, 262 Invalid Language, 720 Tag Name Empty, 723 Too Many Tags, 730 Unknown Form, 732 Invalid Form, 733 List Asks For Confirmation.
   */
  '/Form.Update': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The form: 32 hexadecimal digits, as Form.List names it. */
    FormID: string
    /** The name of the form in the console, one line of at most 100 characters; people who sign up do not see it. */
    Title: string
    /** Whether the form takes nothing: its page says that sign-up is closed. */
    Paused: boolean
    /** The lists that people sign up to, at most 20: one, or several of which people tick. */
    Lists: FormListSettings[]
    /** Whether the form asks for the name, and whether it must be given. */
    Name: FormName
    /** The custom fields that the form asks, in their order; at most 30. */
    Fields?: FormFieldSettings[]
    /** The boxes for consent, in their order; at most 10. Measuring and Personalising once each. */
    Consents?: FormConsentSettings[]
    /** Names of tags that the contact gets with the confirmation; at most 20. */
    Tags?: string[]
    /** The colour of the button and of links, #rrggbb or #rgb, with the contrast that branding needs; empty for that of the client. */
    PrimaryColor?: string
    /** The colour behind the text, #rrggbb or #rgb; empty for that of the client. */
    BackgroundColor?: string
    /** The language of the page, of the confirmation mail and of the pages behind it: en, de, es or fr; empty for that of the reader’s browser. With Translations it is that of the settings’ own texts, and must be given. */
    Language?: string
    /** The texts of the form in further languages. People get the page in the language of its address (?lang=fr), else of their browser, else of the form, and can switch; the mail, the pages behind it and the member have the same language. */
    Translations?: FormTranslationSettings[]
    /** The heading of the page, one line of at most 100 characters; empty for the words of this service. */
    Heading?: string
    /** Plain text below the heading, at most 1,000 characters, of several lines; empty for none. */
    Introduction?: string
    /** The words of the button, one line of at most 60 characters; empty for those of this service. */
    ButtonText?: string
    /** Plain text of the page after the confirmation, at most 1,000 characters; empty for the words of this service. */
    SuccessText?: string
    /** Where people are led after the confirmation: an absolute https URL, whose host is one of RedirectHosts; a page of this service when left out. */
    SuccessPage?: string
    /** Hosts to which a form may lead people, without scheme and port; a subdomain is another host. At most 20; a target elsewhere is left out. */
    RedirectHosts?: string[]
    /** Origins whose scripts may call the JSON interface of the form, each a scheme and a host as browsers send them; at most 20. Without one no foreign page may. */
    AllowedOrigins?: string[]
    /** What the query of the page’s URL may fill in: Email, Name, or the key of a field that the form asks. What it fills in is shown and can be changed; nothing is ticked by a URL. */
    Prefill?: string[]
    /** Whether who signs up is asked by mail to confirm; true when left out. False only where no list of the form asks for confirmation itself. */
    ConfirmOptIn?: boolean
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Deletes a form with its numbers, for good; who signed up stays, and sign-ups that wait for their confirmation lapse.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 730 Unknown Form.
   */
  '/Form.Delete': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The form: 32 hexadecimal digits, as Form.List names it. */
    FormID: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The page of a form as settings would make it, without saving them.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 102 Invalid ClientID, 110 Session Ended, 134 Second Factor Required, 190 Invalid Colour, 191 Insufficient Contrast, 253 Invalid Key, 262 Invalid Language, 720 Tag Name Empty, 723 Too Many Tags, 732 Invalid Form, 733 List Asks For Confirmation.
   */
  '/Form.Preview': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The name of the form in the console, one line of at most 100 characters; people who sign up do not see it. */
    Title: string
    /** Whether the form takes nothing: its page says that sign-up is closed. */
    Paused: boolean
    /** The lists that people sign up to, at most 20: one, or several of which people tick. */
    Lists: FormListSettings[]
    /** Whether the form asks for the name, and whether it must be given. */
    Name: FormName
    /** The custom fields that the form asks, in their order; at most 30. */
    Fields?: FormFieldSettings[]
    /** The boxes for consent, in their order; at most 10. Measuring and Personalising once each. */
    Consents?: FormConsentSettings[]
    /** Names of tags that the contact gets with the confirmation; at most 20. */
    Tags?: string[]
    /** The colour of the button and of links, #rrggbb or #rgb, with the contrast that branding needs; empty for that of the client. */
    PrimaryColor?: string
    /** The colour behind the text, #rrggbb or #rgb; empty for that of the client. */
    BackgroundColor?: string
    /** The language of the page, of the confirmation mail and of the pages behind it: en, de, es or fr; empty for that of the reader’s browser. With Translations it is that of the settings’ own texts, and must be given. */
    Language?: string
    /** The texts of the form in further languages. People get the page in the language of its address (?lang=fr), else of their browser, else of the form, and can switch; the mail, the pages behind it and the member have the same language. */
    Translations?: FormTranslationSettings[]
    /** The heading of the page, one line of at most 100 characters; empty for the words of this service. */
    Heading?: string
    /** Plain text below the heading, at most 1,000 characters, of several lines; empty for none. */
    Introduction?: string
    /** The words of the button, one line of at most 60 characters; empty for those of this service. */
    ButtonText?: string
    /** Plain text of the page after the confirmation, at most 1,000 characters; empty for the words of this service. */
    SuccessText?: string
    /** Where people are led after the confirmation: an absolute https URL, whose host is one of RedirectHosts; a page of this service when left out. */
    SuccessPage?: string
    /** Hosts to which a form may lead people, without scheme and port; a subdomain is another host. At most 20; a target elsewhere is left out. */
    RedirectHosts?: string[]
    /** Origins whose scripts may call the JSON interface of the form, each a scheme and a host as browsers send them; at most 20. Without one no foreign page may. */
    AllowedOrigins?: string[]
    /** What the query of the page’s URL may fill in: Email, Name, or the key of a field that the form asks. What it fills in is shown and can be changed; nothing is ticked by a URL. */
    Prefill?: string[]
    /** Whether who signs up is asked by mail to confirm; true when left out. False only where no list of the form asks for confirmation itself. */
    ConfirmOptIn?: boolean
    /** One of the languages of the form; its own when left out. */
    ShownLanguage?: string
  }, FormPreview, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * What a web site needs to show a form: its address, plain HTML, and the addresses of its JSON interface.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 110 Session Ended, 134 Second Factor Required, 262 Invalid Language, 730 Unknown Form.
   */
  '/Form.GetEmbed': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The form: 32 hexadecimal digits, as Form.List names it. */
    FormID: string
    /** One of the languages of the form; its own when left out. */
    ShownLanguage?: string
  }, FormEmbed, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * What came of a form: shown, submitted, refused by reason, mailed, confirmed, abandoned, day by day, and its waves.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 730 Unknown Form.
   */
  '/Form.GetStatistics': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The form: 32 hexadecimal digits, as Form.List names it. */
    FormID: string
    /** How many days back, today included: 1 to 400. */
    Days: number
  }, FormStatistics, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Sends the confirmation mails that a wave held back, as the limits for mails to one address allow, and yields how many.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 730 Unknown Form.
   */
  '/Form.ReleaseHeld': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The form: 32 hexadecimal digits, as Form.List names it. */
    FormID: string
  }, number, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Deletes the sign-ups that a wave held back, without a mail, and yields how many.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 730 Unknown Form.
   */
  '/Form.DropHeld': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The form: 32 hexadecimal digits, as Form.List names it. */
    FormID: string
  }, number, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Has a feed looked at on a schedule and campaigns made of its new items; yields its FeedID. Needs ImportHtml too, and Send for a feed that sends.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 307 Invalid From Email Address, 309 Invalid Reply-To Address, 313 Invalid ListIDs, 314 Invalid Segments, 315 Lists or Segments Required, 378 Number Of Recipients Not Confirmed, 741 Too Many Feeds, 742 Invalid Feed, 4001 Invalid TemplateID.
   */
  '/Feed.Create': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The name of the feed here, one line of at most 100 characters; campaigns are named after it. */
    Title: string
    /** Whether the feed is not looked at. */
    Paused: boolean
    /** The feed: RSS, Atom or JSON Feed at an absolute http or https address that this service can reach. */
    URL: string
    /** What campaigns go to and what they leave out. */
    Audience: DraftAudience
    /** The subject, which may have [feed:title], [item:title] and [item:author] of the newest item, and merge tags; [feed:title]: [item:title] when left out. */
    Subject?: string
    /** The name of the sender. */
    FromName: string
    /** The address of the sender. */
    FromEmail: string
    /** The address that replies go to. */
    ReplyTo?: string
    /** A template of the client with a block [feed]…[endfeed], which is repeated for each item with [item:title], [item:link], [item:summary], [item:content], [item:image], [item:date] and [item:author] in it; empty for the letter of this service. */
    TemplateID?: string
    /** The language of the dates of items. */
    Language: FeedLanguage
    /** How often the feed is looked at. */
    Every: FeedRhythm
    /** Of a weekly feed: the day, 1 for Monday to 7 for Sunday. 1 when left out. */
    Weekday?: number
    /** Of a monthly feed: the day, 1 to 31; the last day of a month that has no such day. 1 when left out. */
    MonthDay?: number
    /** The hour at which it is looked at, 0 to 23, in the time zone of the client. */
    Hour: number
    /** A campaign is made of so many new items or more, 1 to 50. */
    MinItems: number
    /** Items of one campaign at most, the newest first, 1 to 50; further ones are for the next. */
    MaxItems: number
    /** What becomes of a campaign. Draft: it stays a draft. Approval: approval is asked for. Send: it is sent; where the client requires an approval, it is asked for instead. */
    Action: FeedAction
    /** Of a feed that sends: the most recipients of a campaign; one to more stays a draft, and the owner is mailed. 0: the number above which people confirm (Client.SetSendConfirmation). 0 when left out. */
    MostRecipients?: number
  }, string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * The settings of a feed, how it does, and its last runs.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 110 Session Ended, 134 Second Factor Required, 740 Unknown Feed.
   */
  '/Feed.Get': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The feed: 32 hexadecimal digits, as Feed.List names it. */
    FeedID: string
  }, Feed, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The feeds of a client by title, page by page.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 110 Session Ended, 134 Second Factor Required.
   */
  '/Feed.List': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The NextCursor of the page before; left out or empty for the first page. */
    Cursor?: string
    /** Rows of this page, at most 1000; 0 for as many as a page holds. */
    Limit: number
  }, FeedPage, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Replaces the settings of a feed and has it go on where it had stopped. With another URL what is there is noted and not mailed. Needs the rights of Feed.Create.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 307 Invalid From Email Address, 309 Invalid Reply-To Address, 313 Invalid ListIDs, 314 Invalid Segments, 315 Lists or Segments Required, 378 Number Of Recipients Not Confirmed, 740 Unknown Feed, 742 Invalid Feed, 4001 Invalid TemplateID.
   */
  '/Feed.Update': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The feed: 32 hexadecimal digits, as Feed.List names it. */
    FeedID: string
    /** The name of the feed here, one line of at most 100 characters; campaigns are named after it. */
    Title: string
    /** Whether the feed is not looked at. */
    Paused: boolean
    /** The feed: RSS, Atom or JSON Feed at an absolute http or https address that this service can reach. */
    URL: string
    /** What campaigns go to and what they leave out. */
    Audience: DraftAudience
    /** The subject, which may have [feed:title], [item:title] and [item:author] of the newest item, and merge tags; [feed:title]: [item:title] when left out. */
    Subject?: string
    /** The name of the sender. */
    FromName: string
    /** The address of the sender. */
    FromEmail: string
    /** The address that replies go to. */
    ReplyTo?: string
    /** A template of the client with a block [feed]…[endfeed], which is repeated for each item with [item:title], [item:link], [item:summary], [item:content], [item:image], [item:date] and [item:author] in it; empty for the letter of this service. */
    TemplateID?: string
    /** The language of the dates of items. */
    Language: FeedLanguage
    /** How often the feed is looked at. */
    Every: FeedRhythm
    /** Of a weekly feed: the day, 1 for Monday to 7 for Sunday. 1 when left out. */
    Weekday?: number
    /** Of a monthly feed: the day, 1 to 31; the last day of a month that has no such day. 1 when left out. */
    MonthDay?: number
    /** The hour at which it is looked at, 0 to 23, in the time zone of the client. */
    Hour: number
    /** A campaign is made of so many new items or more, 1 to 50. */
    MinItems: number
    /** Items of one campaign at most, the newest first, 1 to 50; further ones are for the next. */
    MaxItems: number
    /** What becomes of a campaign. Draft: it stays a draft. Approval: approval is asked for. Send: it is sent; where the client requires an approval, it is asked for instead. */
    Action: FeedAction
    /** Of a feed that sends: the most recipients of a campaign; one to more stays a draft, and the owner is mailed. 0: the number above which people confirm (Client.SetSendConfirmation). 0 when left out. */
    MostRecipients?: number
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Deletes a feed, for good; its campaigns stay.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 740 Unknown Feed.
   */
  '/Feed.Delete': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The feed: 32 hexadecimal digits, as Feed.List names it. */
    FeedID: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Looks at a feed now: its items, which of them are new, and the letter they would be. Nothing is made or noted.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 740 Unknown Feed, 742 Invalid Feed, 743 Feed Cannot Be Read, 4001 Invalid TemplateID.
   */
  '/Feed.Preview': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The feed: 32 hexadecimal digits, as Feed.List names it. */
    FeedID: string
  }, FeedPreview, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * The public archive of a list: whether it is shown, what it says, and where it is.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 110 Session Ended, 134 Second Factor Required.
   */
  '/List.GetArchive': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
  }, Archive, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Shows or hides the public archive of a list, and sets what it says. It has the campaigns that were sent to the complete list, without anything of a recipient.
   *
   * Refused with: 4 Missing Parameter, 5 Invalid Date, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 730 Unknown Form.
   */
  '/List.SetArchive': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** Whether the archive is public. */
    Shown: boolean
    /** The title of the page, one line of at most 100 characters; empty for the name of the list. */
    Title?: string
    /** What the list is, for readers: one line of at most 300 characters; empty for none. */
    Description?: string
    /** Campaigns that were sent on this day of the client or later: YYYY-MM-DD; empty for all. */
    Since?: string
    /** Whether search engines may list the archive. */
    SearchEngines: boolean
    /** The sign-up form of the client that the page leads to: 32 hexadecimal digits; empty for none. */
    FormID?: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Decides whether the public archives of the lists of a campaign show it, whatever its state.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.SetArchived': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** Automatic: shown once it is sent to a complete list; not a campaign to a segment, a resend, or one that asks for consent. Shown: also one of these. Hidden: never. */
    Choice: ArchiveChoice
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Which public archives show a campaign, and where.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.GetArchived': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, ArchivedCampaign, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * For how long a client keeps what grows with its campaigns, kind by kind, and what it may choose.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 110 Session Ended, 134 Second Factor Required.
   */
  '/Client.GetRetention': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
  }, ClientRetention, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Chooses for how long a client keeps a kind of what grows. What is older is removed within a month; it cannot be restored.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 173 Retention Not Allowed.
   */
  '/Client.SetRetention': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** What is kept: RawHits (each open and click with its time, network address and program), OpensAndClicks (how often each recipient of a campaign opened and clicked), Events, DeletedMembers, ReturnedMail, ImportFiles, RefusedRows (of imports) or Exports. */
    Kind: string
    /** Days within the limits that Client.GetRetention names; -1 for ever, where MostDays is -1; 0 for the period of the installation. */
    Days: number
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Counts what would be removed of a client if it kept a kind for so many days, or every kind as it is kept now. Nothing is removed.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 173 Retention Not Allowed.
   */
  '/Client.PreviewRetention': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** What is kept: RawHits (each open and click with its time, network address and program), OpensAndClicks (how often each recipient of a campaign opened and clicked), Events, DeletedMembers, ReturnedMail, ImportFiles, RefusedRows (of imports) or Exports; needed with Days. Left out for every kind, with its present period. */
    Kind?: string
    /** Days of the kind that is named, as Client.SetRetention takes them; left out for the present period. */
    Days?: number
  }, RetentionPreview[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The register of processing of a client, from what is set: controller, purposes with their data, lists with their rules and answers, periods, recipients, security.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 110 Session Ended, 134 Second Factor Required.
   */
  '/Client.GetProcessingRegister': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
  }, ProcessingRegister, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The state of the installation: what is wrong, its processes, its database, what waits, and its backups.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required.
   */
  '/System.GetState': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
  }, SystemState, 400 | 401 | 403 | 413 | 415 | 429 | 500 | 503>

  /**
   * Records what a subscriber said about one purpose, with its proof. A refusal is always accepted; one of Measuring also removes what was recorded before. Of several answers the one that the person gave last is in force, of two of one moment the refusal.
   *
   * Refused with: 1 Invalid Email Address, 4 Missing Parameter, 5 Invalid Date, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 202 Subscriber not in list or has already been removed, 223 List Does Not Ask For This Purpose.
   */
  '/Subscriber.SetConsent': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The email address of the subscriber; case does not matter. */
    Email: string
    /** Measuring: opens and clicks are recorded by person. Personalising: what was recorded chooses what the person gets. Hygiene: the date of the last open is kept, to leave out the inactive. */
    Purpose: ConsentPurpose
    /** What the subscriber said; Unknown forgets it. */
    Consent: ConsentState
    /** The words that the person was shown, up to 2,000 characters; line ends become blanks. */
    Wording?: string
    /** The page or form where the person answered, one line of up to 500 characters. */
    Source?: string
    /** When the person answered: YYYY-MM-DD HH:MM:SS in the time zone of the client, not in the future and not before 1990; a bare date is the beginning of that day, for a refusal its end. Left out or empty for now. */
    GivenDate?: string
    /** True for all lists of the client that the address is on; lists that do not ask for the purpose take refusals alone. */
    AllLists: boolean
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * What a subscriber said about each purpose, with the proof, what follows from it, and on which basis it is mailed.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 202 Subscriber not in list or has already been removed.
   */
  '/Subscriber.GetConsents': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The email address of the subscriber; case does not matter. */
    Email: string
  }, SubscriberConsents, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Records what allows that a subscriber is mailed. Who has an implied consent that ended is not mailed.
   *
   * Refused with: 1 Invalid Email Address, 4 Missing Parameter, 5 Invalid Date, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 202 Subscriber not in list or has already been removed.
   */
  '/Subscriber.SetBasis': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** The email address of the subscriber; case does not matter. */
    Email: string
    /** Express: the person asked for it. Implied: it follows from a purchase or an inquiry, for a time. Unknown forgets it. */
    Basis: ConsentBasis
    /** With Implied: the last day, YYYY-MM-DD. Left out or empty for no end. */
    EndsOn?: string
    /** What it rests on, one line of up to 1,000 characters. */
    Note?: string
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Creates a tag of a client, for contacts of all its lists, and yields its TagID.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 16 Idempotency-Key Was Used For Another Call, 17 A Call With This Idempotency-Key Is Under Way, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 720 Tag Name Empty, 721 Duplicate Tag Name, 723 Too Many Tags.
   */
  '/Tag.Create': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The name of the tag, one line of at most 60 characters; no two tags of a client have one name, whatever the case. */
    Name: string
    /** Grey, Red, Orange, Yellow, Green, Teal, Blue, Violet or Pink; left out or empty for Grey. */
    Color?: string
  }, string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503>

  /**
   * All tags of a client by name, each with the number of contacts that have it.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 110 Session Ended, 134 Second Factor Required.
   */
  '/Tag.List': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
  }, Tag[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The segments whose conditions name a tag, and the campaigns whose links give it.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 110 Session Ended, 134 Second Factor Required, 722 Unknown Tag.
   */
  '/Tag.GetUses': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The tag: 32 hexadecimal digits, as Tag.List names it. */
    TagID: string
  }, UseOfTag[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Gives a tag another name, another colour, or both. Contacts, segments and links keep it.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 721 Duplicate Tag Name, 722 Unknown Tag.
   */
  '/Tag.Rename': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The tag: 32 hexadecimal digits, as Tag.List names it. */
    TagID: string
    /** The new name; left out or empty to keep it. */
    Name?: string
    /** Grey, Red, Orange, Yellow, Green, Teal, Blue, Violet or Pink; left out or empty to keep it. */
    Color?: string
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Deletes a tag, takes it away from all contacts, and yields what used it: a segment that names a deleted tag matches no one until it is changed.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 722 Unknown Tag.
   */
  '/Tag.Delete': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The tag: 32 hexadecimal digits, as Tag.List names it. */
    TagID: string
  }, UseOfTag[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Gives tags to a contact, takes tags away, or replaces all of them, and yields those it has then. It holds for the address on all lists of the client.
   *
   * Refused with: 1 Invalid Email Address, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 202 Subscriber not in list or has already been removed, 720 Tag Name Empty, 722 Unknown Tag, 723 Too Many Tags, 724 Too Many Tags Of One Contact.
   */
  '/Subscriber.SetTags': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
    /** The address of the contact, which is on a list of the client. */
    Email: string
    /** Tags to give: names without regard to case, or TagIDs; left out for none. */
    Add?: string[]
    /** Tags to take away: names without regard to case, or TagIDs; what the contact does not have is passed over. Left out for none. */
    Remove?: string[]
    /** True: the contact has the tags of Add and no others then, so Remove is left out. False or left out to keep the others. */
    Replace?: boolean
    /** True to create names that the client has no tag of; false or left out to refuse them. */
    CreateMissing?: boolean
  }, TagOfContact[], 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Sets the tags that people get who click a link of a campaign, in a draft or while it is sent: from their next click on. Machines and recipients who are not tracked get none.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID, 720 Tag Name Empty, 722 Unknown Tag, 723 Too Many Tags, 724 Too Many Tags Of One Contact, 725 Campaign Has No Such Link.
   */
  '/Campaign.SetLinkTags': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
    /** The target of the link, as the content has it. */
    Link: string
    /** All tags of the link: names without regard to case, or TagIDs; left out or empty for none. 20 at most. */
    Tags?: string[]
    /** True to create names that the client has no tag of; false or left out to refuse them. */
    CreateMissing?: boolean
  }, Result, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * The links of a campaign that clicks are recorded of, in their order, with the tags that they give.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.GetLinkTags': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, LinkTags[], 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * Sets what the preference page shows of a list: a description, to whom, and which custom fields readers may see or change.
   *
   * Refused with: 4 Missing Parameter, 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 253 Invalid Key.
   */
  '/List.SetPreferencePage': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
    /** What the list is, for its readers: one line of at most 300 characters. */
    Description?: string
    /** Who sees the list on the preference page. Members: who is or was on it. Everyone: every reader of the client, who can join it there. Hidden: only who opens the page from one of its letters. */
    ShownTo: ShownTo
    /** What readers may do with custom fields; fields that are not named stay as they are. */
    Fields?: FieldAccess[]
  }, Result, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * What the preference page shows of a list.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 101 Invalid ListID, 110 Session Ended, 134 Second Factor Required.
   */
  '/List.GetPreferencePage': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The list: 32 hexadecimal digits. */
    ListID: string
  }, PreferencePage, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>

  /**
   * The address of the page on which people without a mail of the client ask for the link to their preferences.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 102 Invalid ClientID, 110 Session Ended, 134 Second Factor Required, 351 Public URL Required.
   */
  '/Client.GetLeavePage': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The client: 32 hexadecimal digits. */
    ClientID: string
  }, LeavePage, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503>

  /**
   * Why people left because of a campaign, as far as they said so.
   *
   * Refused with: 6 Invalid Parameter Value, 11 Value Too Long, 12 Invalid Characters, 100 Invalid API Key, 103 Access Level Does Not Allow This, 110 Session Ended, 134 Second Factor Required, 301 Invalid CampaignID.
   */
  '/Campaign.GetLeaveReasons': Post<{
    /** In place of the Authorization header. */
    ApiKey?: string
    /** The campaign: 32 hexadecimal digits. */
    CampaignID: string
  }, LeaveReasons, 400 | 401 | 403 | 404 | 413 | 415 | 429 | 500 | 503>
}

/** An operation: the body of a call, the value it answers, and the statuses of its refusals. */
export type Post<Body, Value, Status extends number> = {
  post: {
    parameters: { query?: never; header?: never; path?: never; cookie?: never }
    requestBody: { content: { 'application/json': Body } }
    responses: { 200: Answer<Value> } & { [Refused in Status]: Answer<Refusal> }
  }
}

export type Answer<Value> = {
  headers: { 'X-Request-Id': string; 'Retry-After'?: string; [name: string]: unknown }
  content: { 'application/json': Value }
}

/** Why a call was refused. */
export type Refusal = {
  /** The code of the catalogue, the same on every wire. */
  code: number
  /** The short message of the catalogue. */
  message: string
  /** A sentence that says what to do; absent where the message says it. */
  detail?: string
  /** What a program can go on with. Of 363: Current, what there is now, and of a draft also Refused, what would have been saved; both as Campaign.GetDraft answers, or as Template.GetRevision; of an approval PresentRevision and GivenRevision. */
  data?: object
}

export interface SubscriberCustomField {
  /** The key of the field; answers have it without brackets, calls may have them. */
  Key: string
  /** The value as text; empty clears the field. */
  Value?: string
}

export interface Result {
  /** 0 for success, else the code of the refusal. */
  Code: number
  /** Success, or the short message of the refusal. */
  Message?: string
}

export interface Subscriber {
  /** The email address. */
  EmailAddress?: string
  /** The name. */
  Name?: string
  /** When the subscriber came into this state, in the time zone of the client. */
  Date?: string
  /** Active, Unconfirmed, Unsubscribed, Bounced or Deleted. */
  State?: 'Active' | 'Unconfirmed' | 'Unsubscribed' | 'Bounced' | 'Deleted'
  /** Values of custom fields; an entry for each option of a MultiSelectMany field. */
  CustomFields?: SubscriberCustomField[]
}

export interface ListDetail {
  /** The list. */
  ListID?: string
  /** The name of the list, one line of at most 200 characters. */
  Title?: string
  /** Where people are led after unsubscribing; a page of this service when left out. An absolute http or https URL. */
  UnsubscribePage?: string
  /** Whether new subscribers are asked by mail to confirm. */
  ConfirmOptIn: boolean
  /** Where people are led after confirming; a page of this service when left out. An absolute http or https URL. */
  ConfirmationSuccessPage?: string
}

export interface ListCustomField {
  /** The name of the field; its key is made from the letters and digits of it. */
  FieldName?: string
  /** The key in brackets, as tags are written. */
  Key?: string
  /** What the field holds. */
  DataType: SubscriberFieldDataType
  /** What a value may be; empty for types without choices. */
  FieldOptions?: string[]
}

export type SubscriberFieldDataType = 'Text' | 'Number' | 'MultiSelectOne' | 'MultiSelectMany' | 'Date'

export interface ListStatistics {
  /** Active subscribers now. */
  TotalActiveSubscribers: number
  /** Became active today. */
  NewActiveSubscribersToday: number
  /** Became active yesterday. */
  NewActiveSubscribersYesterday: number
  /** Became active this week. */
  NewActiveSubscribersThisWeek: number
  /** Became active this month. */
  NewActiveSubscribersThisMonth: number
  /** Became active this year. */
  NewActiveSubscribersThisYear: number
  /** Unsubscribed subscribers now. */
  TotalUnsubscribes: number
  /** Unsubscribed today. */
  UnsubscribesToday: number
  /** Unsubscribed yesterday. */
  UnsubscribesYesterday: number
  /** Unsubscribed this week. */
  UnsubscribesThisWeek: number
  /** Unsubscribed this month. */
  UnsubscribesThisMonth: number
  /** Unsubscribed this year. */
  UnsubscribesThisYear: number
  /** Deleted subscribers now. */
  TotalDeleted: number
  /** Deleted today. */
  DeletedToday: number
  /** Deleted yesterday. */
  DeletedYesterday: number
  /** Deleted this week. */
  DeletedThisWeek: number
  /** Deleted this month. */
  DeletedThisMonth: number
  /** Deleted this year. */
  DeletedThisYear: number
  /** Bounced subscribers now. */
  TotalBounces: number
  /** Bounced today. */
  BouncesToday: number
  /** Bounced yesterday. */
  BouncesYesterday: number
  /** Bounced this week. */
  BouncesThisWeek: number
  /** Bounced this month. */
  BouncesThisMonth: number
  /** Bounced this year. */
  BouncesThisYear: number
}

export interface Campaign {
  /** The campaign. */
  CampaignID?: string
  /** The subject of the mail. */
  Subject?: string
  /** The name of the campaign. */
  Name?: string
  /** When it started to be sent, in the time zone of the client. */
  SentDate?: string
  /** How many it went to. */
  TotalRecipients: number
}

export interface List {
  /** The list. */
  ListID: string
  /** The name of the list, or of the segment where a segment is meant. */
  Name: string
}

export interface Template {
  /** The template. */
  TemplateID?: string
  /** The name of the template. */
  Name?: string
  /** Where the template can be seen. */
  PreviewURL?: string
  /** Where the picture of the template is; empty without one. */
  ScreenshotURL?: string
}

export interface ClientDetail {
  /** Who the client is. */
  BasicDetails?: ClientBasicDetails
  /** What its login may do and how it pays. */
  AccessAndBilling?: ClientAccessAndBilling
}

export interface ClientBasicDetails {
  /** The client. */
  ClientID?: string
  /** The name of the company, one line of at most 200 characters. */
  CompanyName?: string
  /** The person to talk to, one line of at most 200 characters. */
  ContactName?: string
  /** The email address. */
  EmailAddress?: string
  /** A country in the spelling of User.ListCountries or User.GetCountries. */
  Country?: string
  /** A time zone as User.ListTimezones or User.GetTimezones names it, or an IANA name such as Europe/Berlin. */
  Timezone?: string
}

export interface ClientAccessAndBilling {
  /** The user name of the client’s login; empty without access. */
  Username?: string
  /** Always Deprecated; sent back it changes nothing. */
  Password?: string
  /** How the client pays for its campaigns; needed where AccessLevel lets it send. */
  BillingType?: string
  /** The currency; empty where the client does not pay. */
  Currency?: string
  /** The fee for each campaign in units of the currency, a decimal such as 6.5; needed for ClientPaysWithMarkup. */
  DeliveryFee?: string
  /** The price of a recipient in cents, a decimal such as 1.5; needed for ClientPaysWithMarkup. */
  CostPerRecipient?: string
  /** The fee for a design and spam test in units of the currency, a decimal; needed for ClientPaysWithMarkup. */
  DesignAndSpamTestFee?: string
  /** What the login of the client may do, a sum of: 1 read reports, 2 manage subscribers, 4 send campaigns (needs 1), 8 design and spam tests (needs 4), 16 import subscribers (needs 2), 32 import HTML (needs 4). 0 withdraws the access, and the rest is not looked at. */
  AccessLevel: number
}

export interface SubscriberClick {
  /** The email address. */
  EmailAddress?: string
  /** The list. */
  ListID?: string
  /** The links this subscriber clicked. */
  ClickedLinks?: SubscriberClickedLink[]
}

export interface SubscriberClickedLink {
  /** Where the link leads. */
  Link?: string
  /** How often, as text. */
  Clicks?: string
}

export interface SubscriberOpen {
  /** The email address. */
  EmailAddress?: string
  /** The list. */
  ListID?: string
  /** How often this subscriber opened the campaign. */
  NumberOfOpens: number
}

export interface SubscriberBounce {
  /** The email address. */
  EmailAddress?: string
  /** The list. */
  ListID?: string
  /** H: the address is gone. S: it may work another time. */
  BounceType?: 'H' | 'S'
}

export interface SubscriberUnsubscribe {
  /** The email address. */
  EmailAddress?: string
  /** The list. */
  ListID?: string
}

export interface CampaignSummary {
  /** How many it went to. */
  Recipients: number
  /** How often it was opened. */
  TotalOpened: number
  /** How often links were clicked. */
  Clicks: number
  /** How many unsubscribed. */
  Unsubscribed: number
  /** How many copies bounced. */
  Bounced: number
  /** How many recipients opened it. */
  UniqueOpened: number
}

export interface Client {
  /** The client. */
  ClientID?: string
  /** The name of the company. */
  Name?: string
}

export interface SendResult {
  /** 0. */
  Code: number
  /** Success. */
  Message?: string
  /** For callers with a session: when the campaign begins, in the time zone of the client. Until then Campaign.Unschedule stops it. Left out for callers with a key. */
  DueDate?: string
}

export interface SegmentRule {
  /** Email, Name, Consent.Measuring, Consent.Personalising or Consent.Hygiene (which Equals or NotEquals Granted, Denied or Unknown), or the key of a custom field, with or without brackets. */
  Field: string
  /** How the value is compared; case does not matter. */
  Operator: SegmentOperator
  /** What it is compared with; left out for IsSet and IsNotSet. */
  Value?: string
}

export type SegmentOperator = 'Equals' | 'NotEquals' | 'Contains' | 'NotContains' | 'IsSet' | 'IsNotSet'

export interface CampaignProgress {
  /** What the campaign does now. */
  State: CampaignState
  /** All recipients: the sum of the seven counts that follow. */
  Recipients: number
  /** Recipients whose turn is still to come. */
  Planned: number
  /** Recipients whose mail is being handed over now. */
  HandingOver: number
  /** Recipients whose mail a relay took. */
  Accepted: number
  /** Recipients who are tried again later. */
  Deferred: number
  /** Recipients whose mail a relay refused. */
  Refused: number
  /** Recipients whose mail a relay may or may not have taken; Campaign.SettleUnknown decides. */
  Unknown: number
  /** Recipients who got no copy: they opted out or were suppressed meanwhile, or the campaign was cancelled. */
  Excluded: number
  /** When it is to start, in the time zone of the client; empty for a draft. */
  DueDate?: string
  /** When it started to be sent, in the time zone of the client. */
  SentDate?: string
  /** When the last recipient was done, in the time zone of the client; empty before. */
  FinishedDate?: string
}

export type CampaignState = 'Draft' | 'Scheduled' | 'Sending' | 'Paused' | 'Cancelled' | 'Sent'

export interface CampaignRecipient {
  /** The recipient’s place in the campaign, as After takes it. */
  Number: number
  /** The email address. */
  EmailAddress?: string
  /** The list. */
  ListID?: string
  /** What became of the recipient so far. */
  State: RecipientState
  /** How often the mail was handed over. */
  Attempts: number
  /** When the state was reached, in the time zone of the client. */
  Date?: string
  /** The reply code of the relay, 0 without one. */
  Code: number
  /** What the relay said, or why no relay was asked. */
  Answer?: string
  /** When the next attempt is due, in the time zone of the client; empty where none is. */
  RetryDate?: string
}

export type RecipientState = 'Planned' | 'HandingOver' | 'Accepted' | 'Deferred' | 'Refused' | 'Unknown' | 'Excluded'

export interface CampaignEvent {
  /** When, in the time zone of the client. */
  Date?: string
  /** What was done. */
  Action?: string
  /** The user name of who did it; empty where it was no login. */
  Username?: string
  /** From which state to which, and what belongs to it. */
  Detail?: string
}

export interface TestResult {
  /** The email address. */
  EmailAddress?: string
  /** Accepted, Deferred, Refused or Unknown. */
  State: RecipientState
  /** The reply code of the relay, 0 without one. */
  Code: number
  /** What the relay said. */
  Answer?: string
}

export type Settlement = 'Accepted' | 'Refused' | 'Retry'

export interface CampaignEngagement {
  /** How often it was opened. */
  TotalOpened: number
  /** How many recipients opened it. */
  UniqueOpened: number
  /** How often links were clicked. */
  Clicks: number
  /** How many recipients clicked. */
  UniqueClicked: number
  /** How often people opened it, machines left out. */
  HumanOpened: number
  /** How many people opened it, machines left out. */
  HumanUniqueOpened: number
  /** How often people clicked, machines left out. */
  HumanClicks: number
  /** How many people clicked, machines left out. */
  HumanUniqueClicked: number
  /** The share of machines among opens and clicks: a fraction with four digits. */
  MachineShare?: string
  /** The version of the rules that distinguish people from machines. */
  RulesVersion: number
  /** The campaign is being classified anew. */
  Reclassifying: boolean
  /** When people were last distinguished from machines; a few seconds after the opens and clicks. */
  ClassifiedDate?: string
}

export interface CampaignLink {
  /** The number of the link in the campaign. */
  Number: number
  /** Where the link leads. */
  Link?: string
  /** How often it was clicked. */
  Clicks: number
  /** How many recipients clicked it. */
  UniqueClicked: number
  /** How often people clicked it, machines left out. */
  HumanClicks: number
  /** How many people clicked it, machines left out. */
  HumanUniqueClicked: number
}

export interface CampaignHour {
  /** When the hour begins, in the time zone of the client. */
  Date?: string
  /** Mails that relays took. */
  Accepted: number
  /** Opens. */
  Opened: number
  /** Opens of people. */
  HumanOpened: number
  /** Clicks. */
  Clicks: number
  /** Clicks of people. */
  HumanClicks: number
  /** Opt-outs. */
  Unsubscribed: number
  /** Bounces. */
  Bounced: number
  /** Complaints. */
  Complained: number
}

export interface CheckReport {
  /** No errors, and every warning acknowledged. */
  Ready: boolean
  /** How many would get a copy now. */
  Recipients: number
  /** Addresses on the suppression list, which are left out. */
  Suppressed: number
  /** What the campaign would cost, a decimal; empty for a client that does not pay itself. */
  Cost?: string
  /** The currency; empty where the client does not pay. */
  Currency?: string
  /** The size of the message to the first recipient, 0 without any. */
  SizeInBytes: number
  /** What was found, the worst first. */
  Findings?: CheckFinding[]
}

export interface CheckFinding {
  /** An Error hinders; a Warning can be acknowledged; a Note is for information. */
  Severity: CheckSeverity
  /** The name of the finding; it never changes. */
  Code?: 'SubjectMissing' | 'SenderMissing' | 'ReplyToMissing' | 'ContentMissing' | 'AudienceMissing' | 'MjmlError' | 'ContentRefused' | 'AudienceEmpty' | 'SegmentUnreadable' | 'UnsubscribeMissing' | 'ConditionInvalid' | 'MailEmpty' | 'ClientHeld' | 'PublicUrlMissing' | 'NotComposed' | 'FromPublicMailbox' | 'TestImpossible' | 'FromDomainUnverified' | 'OneClickWithoutTls' | 'ComplaintsHigh' | 'TrackingWithoutConsent' | 'PostalAddressMissing' | 'ImprintMissing' | 'SenderNotIdentified' | 'BasisMissing' | 'UnsubscribeElsewhere' | 'ForeignTags' | 'UnresolvedTag' | 'MissingFallback' | 'BranchEmpty' | 'BranchUnused' | 'EngagementIncomplete' | 'BrokenLink' | 'LinkToAddress' | 'SubjectEmpty' | 'MessageClipped' | 'MjmlProblem' | 'SectionIncomplete' | 'FileWithoutAddress' | 'ImageEmbedded' | 'VmlWithoutAddress' | 'MicrodataProblem' | 'ImageWithoutAlt' | 'LinkWithoutTls' | 'LinkNotTracked' | 'LinkNotChecked' | 'SubjectLong' | 'UnsubscribeAdded' | 'PreferencesLinkAdded' | 'ImpliedConsentEnds' | 'BasisNotCounted' | 'TextGenerated' | 'DuplicateAddresses' | 'ExcludedRecipients' | 'EngagementUnknown' | 'SuppressedRecipients' | 'PausedRecipients' | 'CappedRecipients' | 'ConsentExpired' | 'NotAskedAgain' | 'TestTooSmall' | 'ScheduleMissed'
  /** What is the matter. */
  Message?: string
  /** Where: the tag, the link, the count. */
  Detail?: string
  /** Who accepted the warning; empty unless it was accepted. */
  AcknowledgedBy?: string
  /** When it was accepted, in the time zone of the client; empty unless it was. */
  AcknowledgedDate?: string
}

export type CheckSeverity = 'Error' | 'Warning' | 'Note'

export interface SendingLimit {
  /** Mails in a day, 0 for no limit. */
  DailyLimit: number
  /** How many of them are used. */
  SentToday: number
  /** When the next day of the client begins. */
  NextDate?: string
}

export interface BounceDetail {
  /** The recipient’s place in the campaign, as After takes it. */
  Number: number
  /** The email address. */
  EmailAddress?: string
  /** The list. */
  ListID?: string
  /** When, in the time zone of the client. */
  Date?: string
  /** H: the address is gone. S: it may work another time. */
  BounceType?: 'H' | 'S'
  /** Why the copy bounced. */
  Class: BounceClass
  /** The enhanced status code (RFC 3463); empty without one. */
  Status?: string
  /** The SMTP reply code, 0 without one. */
  Code: number
  /** The line that says it. */
  Evidence?: string
  /** The address the report names, where it is another than the recipient’s. */
  Reported?: string
}

export type BounceClass = 'RecipientGone' | 'MailboxFull' | 'Policy' | 'Content' | 'Dns' | 'Transient' | 'Unknown'

export interface BounceCount {
  /** The reason. */
  Class: BounceClass
  /** How many bounced for it. */
  Recipients: number
}

export interface CampaignComplaint {
  /** The recipient’s place in the campaign, as After takes it. */
  Number: number
  /** The email address. */
  EmailAddress?: string
  /** The list. */
  ListID?: string
  /** When, in the time zone of the client. */
  Date?: string
  /** abuse, fraud … (RFC 5965). */
  FeedbackType?: string
  /** The line that says it. */
  Evidence?: string
}

export interface ClientHold {
  /** Nothing is sent for this client. */
  Held: boolean
  /** Complaints about campaigns of the last 30 days, or since the latest release. */
  Complaints: number
  /** Mails of these campaigns. */
  Mails: number
  /** Complaints in percent of mails. */
  Share?: string
  /** CampaignIDs of those paused for complaints. */
  Campaigns?: string[]
  /** Warnings and holds, the newest first. */
  Alarms?: ComplaintAlarm[]
}

export interface ComplaintAlarm {
  /** When, in the time zone of the client. */
  Date?: string
  /** A Warning, or a Hold that stopped sending. */
  Kind: AlarmKind
  /** The campaign; empty where all campaigns of the client were judged together. */
  CampaignID?: string
  /** The share of complaints that caused it. */
  Reason?: string
  /** When the hold was released; empty before. */
  ReleasedDate?: string
  /** Who released it. */
  ReleasedBy?: string
}

export type AlarmKind = 'Warning' | 'Hold'

export interface SendingDomain {
  /** The domain. */
  Domain?: string
  /** Mail from this domain is signed. */
  Verified: boolean
  /** When its DKIM record was found; empty while it is not. */
  VerifiedDate?: string
  /** When it was last looked at; empty before. */
  CheckedDate?: string
  /** The records to publish. */
  Records?: DnsRecord[]
}

export interface DnsRecord {
  /** The name of the record. */
  Name?: string
  /** TXT or MX. */
  Type?: string
  /** What is to be published. */
  Value?: string
  /** What the record is for. */
  Purpose?: string
  /** Whether it is published. */
  Found: boolean
  /** What is wrong with what is published: a sentence for ProblemCode; empty when nothing is. */
  Problem?: string
  /** What the record does. */
  Role: DnsRecordRole
  /** What is wrong, for programs; `None` when nothing is, `NotChecked` before the first check. */
  ProblemCode: DnsProblem
}

export type DnsRecordRole = 'DkimRsa' | 'DkimEd25519' | 'Spf' | 'Dmarc' | 'ReturnPath'

export type DnsProblem = 'None' | 'NotChecked' | 'NoAnswer' | 'DkimMissing' | 'DkimRepeated' | 'DkimRevoked' | 'DkimDifferent' | 'SpfMissing' | 'SpfRepeated' | 'SpfOpen' | 'DmarcMissing' | 'DmarcRepeated' | 'DmarcWithoutPolicy' | 'MxMissing'

export interface ReturnedMail {
  /** The returned mail: 32 hexadecimal digits, as Mailbox.List names it. */
  MailID?: string
  /** When, in the time zone of the client. */
  Date?: string
  /** How far it was understood. */
  State: ReturnedMailState
  /** bounce, delay, delivery, complaint, auto-reply, opt-out or other. */
  Kind?: string
  /** Why a mail did not arrive, in the words of BounceClass; empty for other kinds. */
  Class?: string
  /** The enhanced status code (RFC 3463); empty without one. */
  Status?: string
  /** The line that says it, or why the mail cannot be read. */
  Evidence?: string
  /** The recipient it is about; empty where none is known. */
  EmailAddress?: string
  /** The campaign it is about; empty where none is known. */
  CampaignID?: string
  /** The number of that recipient; 0 where none is known. */
  Number: number
  /** The envelope sender; empty for bounces. */
  Sender?: string
  /** The size in octets. */
  SizeInBytes: number
  /** The place in the order of arrival, as After takes it. */
  Sequence: number
}

export type ReturnedMailState = 'Waiting' | 'Read' | 'Unrecognised' | 'Unmatched' | 'Unreadable'

export interface ReturnedMessage {
  /** When, in the time zone of the client. */
  Date?: string
  /** The network address it came from. */
  Remote?: string
  /** What the sending host called itself. */
  Helo?: string
  /** The envelope sender; empty for bounces. */
  Sender?: string
  /** The envelope recipient. */
  Recipient?: string
  /** The size in octets. */
  SizeInBytes: number
  /** The headers as they came. */
  Headers?: string
  /** What follows them, as it came: encoded parts stay encoded. */
  Text?: string
  /** There is more of it than Text shows. */
  Cut: boolean
}

export type UnsubscribeScope = 'List' | 'Client'

export type Tracking = 'Always' | 'Consent' | 'Never'

export interface ListOptions {
  /** Whether an opt-out ends this membership only or bars the address from the whole client. */
  UnsubscribeScope: UnsubscribeScope
  /** Whose opens and clicks are recorded: of all recipients, of those who agreed, of none. */
  Tracking: Tracking
  /** The language of pages and mails for subscribers: en, de, fr or es, also with a region such as de-AT. */
  Language?: string
}

export interface SubscriberChange {
  /** When, in the time zone of the client. */
  Date?: string
  /** The state before; empty for the first change. */
  FromState?: string
  /** The state after. */
  ToState?: string
  /** What happened. */
  Cause?: string
  /** How: api, page, one-click, mail, bounce, complaint, console or operator. */
  By?: string
  /** The user name of who did it; empty where it was no login. */
  Username?: string
  /** The wire of the call; empty where it was none. */
  Wire?: string
  /** The network address it came from; empty where it came from none. */
  RemoteAddress?: string
  /** The User-Agent of the program that did it. */
  Agent?: string
  /** The campaign whose mail was the occasion; empty where it was none. */
  CampaignID?: string
  /** More about it, for people to read. */
  Detail?: string
}

export type ConsentState = 'Granted' | 'Denied' | 'Unknown'

export interface ScannerOptOut {
  /** The email address. */
  EmailAddress?: string
  /** The list. */
  ListID?: string
  /** When, in the time zone of the client. */
  Date?: string
  /** How: page, one-click or mail. */
  By?: string
  /** The beginning of the network address it came from. */
  Network?: string
  /** The User-Agent of the program that did it. */
  Agent?: string
  /** Burst: many at once from one place. EveryLink: all links were followed around it. */
  Reason: ScannerReason
  /** More about it, for people to read. */
  Detail?: string
}

export type ScannerReason = 'Burst' | 'EveryLink'

export interface Event {
  /** The number of the event, as Since takes it. */
  Sequence: number
  /** The type of the event. */
  Type?: 'subscriber.subscribed' | 'subscriber.confirmed' | 'subscriber.unsubscribed' | 'subscriber.bounced' | 'subscriber.deleted' | 'subscriber.updated' | 'subscriber.consent' | 'contact.tagged' | 'contact.untagged' | 'subscriber.paused' | 'subscriber.resumed' | 'subscriber.leave_reason' | 'recipient.bounced' | 'recipient.complained' | 'recipient.opened' | 'recipient.clicked' | 'campaign.started' | 'campaign.paused' | 'campaign.resumed' | 'campaign.cancelled' | 'campaign.finished' | 'campaign.held' | 'campaign.test_decided' | 'campaign.approval_requested' | 'campaign.approved' | 'campaign.rejected' | 'campaign.approval_ended' | 'campaign.comment' | 'complaints.high' | 'client.held' | 'client.released' | 'segment.counted' | 'form.submitted' | 'form.wave' | 'feed.campaign_made' | 'feed.failed' | 'feed.recovered' | 'import.judged' | 'import.progress' | 'import.finished' | 'import.undone' | 'import.failed' | 'bulk_change.progress' | 'bulk_change.finished' | 'bulk_change.undone' | 'bulk_change.failed'
  /** When, in the time zone of the client. */
  Date?: string
  /** What belongs to it: a JSON object as text. */
  Data?: string
}

export interface WebhookDetail {
  /** The webhook: 32 hexadecimal digits. */
  WebhookID?: string
  /** Where events are sent. An absolute http or https URL that this service can reach. */
  URL?: string
  /** The types of events that are sent; empty for all. */
  Events?: string[]
  /** What signatures are made with; shown this once. */
  Secret?: string
}

export interface Webhook {
  /** The webhook: 32 hexadecimal digits. */
  WebhookID?: string
  /** Where events are sent. An absolute http or https URL that this service can reach. */
  URL?: string
  /** The types of events that are sent; empty for all. */
  Events?: string[]
  /** Failing: the latest attempt failed, and the next is due at NextDate. */
  State: WebhookState
  /** When it was made. */
  CreatedDate?: string
  /** The Sequence of the last event that is delivered or not wanted. */
  DeliveredTo: number
  /** How many events came after it. */
  Waiting: number
  /** Attempts that failed since the last success. */
  Failures: number
  /** When they began; empty when it does not fail. */
  FailingSince?: string
  /** When the next attempt is due; empty when it does not fail. */
  NextDate?: string
  /** When it was paused; empty when it is not. */
  PausedDate?: string
  /** Why it was paused. */
  PauseReason?: string
}

export type WebhookState = 'Active' | 'Failing' | 'Paused'

export interface WebhookTestOutcome {
  /** The type of the event that was sent. */
  Type?: string
  /** Whether the receiver took it. */
  Delivered: boolean
  /** The HTTP status of the receiver, 0 without an answer. */
  Status: number
  /** How long the answer took. */
  Milliseconds: number
  /** What went wrong; empty when it was delivered. */
  Error?: string
}

export interface WebhookAttempt {
  /** When, in the time zone of the client. */
  Date?: string
  /** The number of the event, 0 for a test. */
  Sequence: number
  /** The type of the event. */
  Type?: string
  /** The number of the attempt for this event, from 1 on. */
  Attempt: number
  /** The HTTP status of the receiver, 0 without an answer. */
  Status: number
  /** How long the answer took. */
  Milliseconds: number
  /** What went wrong; empty when it was delivered. */
  Error?: string
}

export interface ClientOptions {
  /** Campaign.Send refuses campaigns that Campaign.Check does not find ready. */
  SendOnlyReady: boolean
  /** Seconds in which a campaign that a person sends at once can be stopped; 0 for none. */
  StopSeconds: number
  /** Campaign.Send refuses campaigns that are not approved as they are. */
  ApprovalRequired: boolean
  /** True: a person does not approve their own request, if another person may. */
  ApprovalByAnother: boolean
  /** The number of recipients that was set; -1 for ten times the usual audience. */
  ConfirmAbove: number
  /** Above how many recipients a person has to confirm their number now. */
  ConfirmAboveNow: number
}

export interface ClientDate {
  /** The date as it is read, in the time zone of the client: another one where clocks skip the one that was given. */
  ReadDate?: string
  /** How often clocks of the client show the date that was given. Of two instants the later one is taken. */
  Reading: DateReading
  /** The name of the time zone of the client. */
  Timezone?: string
  /** The instant, in UTC. */
  Instant?: string
  /** The time of the service, in UTC. */
  Now?: string
}

export type DateReading = 'Once' | 'Skipped' | 'Twice'

export interface FrequencyCap {
  /** How many mails at most; 0 for no cap. */
  Mails: number
  /** In how many days, today included; 0 without a cap. */
  Days: number
}

export interface ClientProfile {
  /** The client. */
  ClientID?: string
  /** The name of the company, one line of at most 200 characters. */
  CompanyName?: string
  /** The person to talk to; empty where the client has none. */
  ContactName?: string
  /** The address of the contact; empty where the client has none. */
  EmailAddress?: string
  /** A country in the spelling of User.ListCountries or User.GetCountries. */
  Country?: string
  /** A time zone as User.ListTimezones or User.GetTimezones names it, or an IANA name such as Europe/Berlin. */
  Timezone?: string
  /** The user name of the client’s login; empty without access. */
  Username?: string
  /** What the login of the client may do, a sum of: 1 read reports, 2 manage subscribers, 4 send campaigns (needs 1), 8 design and spam tests (needs 4), 16 import subscribers (needs 2), 32 import HTML (needs 4). 0 withdraws the access, and the rest is not looked at. */
  AccessLevel: number
  /** Whether the client pays for its campaigns. */
  ClientPays: boolean
  /** The currency; empty where the client does not pay. */
  Currency?: string
  /** The standard fee for each campaign; empty where the client does not pay. */
  BaseDeliveryFee?: string
  /** The standard price of a recipient in cents; empty where the client does not pay. */
  BaseCostPerRecipient?: string
  /** The standard fee for a design and spam test; empty where the client does not pay. */
  BaseDesignAndSpamTestFee?: string
  /** What the client pays for each campaign; empty at the standard rate. */
  DeliveryFee?: string
  /** What the client pays for a recipient, in cents; empty at the standard rate. */
  CostPerRecipient?: string
  /** What the client pays for a design and spam test; empty at the standard rate. */
  DesignAndSpamTestFee?: string
  /** The API key of the client’s login, for callers with the key of a user of the account; otherwise empty. */
  ApiKey?: string
}

export interface TestGroupPage {
  /** The groups of this page, by name. */
  TestGroups?: TestGroup[]
  /** The Cursor of the next page; empty at the end. */
  NextCursor?: string
}

export interface TestGroup {
  /** The group: 32 hexadecimal digits. */
  TestGroupID?: string
  /** The name of the group. */
  Name?: string
  /** The addresses that its test mails go to. */
  Addresses?: string[]
}

export interface RelayTests {
  /** Folder: mail is written into a folder, and there is no relay. Relays: mail goes to SMTP relays. */
  Transport: TransportKind
  /** What was found, in a sentence. */
  Message?: string
  /** What came of each relay that was tested; empty with a folder. */
  Relays?: RelayTest[]
}

export type TransportKind = 'Folder' | 'Relays'

export interface RelayTest {
  /** The relay, as host:port. */
  Relay?: string
  /** Every step was done: the relay takes mail of this sender. */
  Works: boolean
  /** The step that failed; Done when none did. With smtps, Connect contains the TLS handshake. */
  Step: RelayStep
  /** The reply code of the relay where it failed; 0 where it said nothing or nothing failed. */
  Code: number
  /** What the relay said, or what went wrong; empty when nothing did. Secrets are left out. */
  Error?: string
  /** The network addresses that the name of the host leads to. */
  Addresses?: string[]
  /** The session was protected by TLS. */
  Encrypted: boolean
  /** The relay took the user name and the password; False where LETTERSHOP_TRANSPORT gives none. */
  LoggedIn: boolean
  /** It offers PIPELINING (RFC 2920). */
  Pipelining: boolean
  /** It offers CHUNKING (RFC 3030) with PIPELINING. */
  Chunking: boolean
  /** It offers 8BITMIME (RFC 6152). */
  EightBitMime: boolean
  /** It offers SMTPUTF8 (RFC 6531). */
  SmtpUtf8: boolean
  /** The largest message it takes in octets, 0 where it does not say. */
  MostBytes: number
  /** The ways to log in that it offers (RFC 4954). */
  LoginMethods?: string[]
  /** How long the test took. */
  Milliseconds: number
}

export type RelayStep = 'Resolve' | 'Connect' | 'Hello' | 'Tls' | 'Login' | 'Sender' | 'Reset' | 'Done'

export interface SetupStatus {
  /** Every step is done. */
  Complete: boolean
  /** The steps in the order in which they are taken. */
  Steps?: SetupStep[]
  /** The client that Sample.Create made; empty without one, or where you do not reach it. */
  SampleClientID?: string
  /** Folder: mail is written into a folder, and Outbox.List shows it. Relays: mail goes to SMTP relays. */
  Transport: TransportKind
}

export interface SetupStep {
  /** The step. */
  Name: SetupStepName
  /** Unknown: you may not see it, or only the 40 oldest of many clients were looked at. */
  State: SetupState
  /** What is so, and what to do next. */
  Message?: string
  /** The part of a user interface where the step is done. */
  GoTo: SetupPlace
}

export type SetupStepName = 'Transport' | 'PublicUrl' | 'Client' | 'Subscribers' | 'Domain' | 'Campaign'

export type SetupState = 'Done' | 'Todo' | 'Unknown'

export type SetupPlace = 'Settings' | 'Clients' | 'Lists' | 'Domains' | 'Campaigns'

export type DeletedKind = 'Client' | 'List' | 'Template' | 'Campaign' | 'Asset'

export interface DeletedPage {
  /** The objects of this page, the newest deletion first. */
  Deleted?: DeletedObject[]
  /** The Cursor of the next page; empty at the end. */
  NextCursor?: string
}

export interface DeletedObject {
  /** What the object is. */
  Kind: DeletedKind
  /** The object, as Deleted.Restore takes it. */
  ID?: string
  /** Its name or title; of a client, the name of the company. */
  Name?: string
  /** The client it belongs to; of a client, itself. */
  ClientID?: string
  /** The name of that client. */
  CompanyName?: string
  /** That client is deleted; what belongs to it is restored after it. */
  ClientIsDeleted: boolean
  /** When it was deleted, in the time zone of the client. */
  DeletedDate?: string
  /** Who deleted it; empty where that is not known. */
  DeletedBy?: string
  /** Until when it can be restored, in the time zone of the client. */
  RestorableUntil?: string
}

export type SubscriberOrder = 'Newest' | 'Address'

export interface SubscriberPage {
  /** The subscribers of this page, in the order asked for. */
  Subscribers?: ListedSubscriber[]
  /** The Cursor of the next page; empty at the end. */
  NextCursor?: string
}

export interface ListedSubscriber {
  /** The email address. */
  EmailAddress?: string
  /** The name. */
  Name?: string
  /** What the membership is now. */
  State: MembershipState
  /** When the subscriber came into this state, in the time zone of the client. */
  StateDate?: string
  /** When the subscriber last joined the list, in the time zone of the client. */
  JoinedDate?: string
  /** The last day on which no campaign of the client goes to the contact, because it asked for a pause, YYYY-MM-DD; empty without a pause. It is of the person: the same on every list. */
  PausedUntil?: string
  /** The values of the fields named in Fields; a field without a value is left out. */
  CustomFields?: SubscriberCustomField[]
}

export type MembershipState = 'Active' | 'Unconfirmed' | 'Unsubscribed' | 'Bounced' | 'Deleted'

export type ContactSearchBy = 'Address' | 'Domain' | 'Name' | 'Tag' | 'Any'

export interface ContactPage {
  /** The contacts of this page, each once, in the order of the characters of their addresses; a search by name in that of the names. */
  Contacts?: FoundContact[]
  /** The Cursor of the next page; empty at the end. */
  NextCursor?: string
}

export interface FoundContact {
  /** The email address. */
  EmailAddress?: string
  /** The name of the membership that began last among those that have one; empty where none has. */
  Name?: string
  /** The memberships of lists that are not deleted, those first that began last; 100 at most. */
  Memberships?: ContactMembership[]
  /** The tags of the contact, by name. */
  Tags?: TagLabel[]
}

export interface ContactMembership {
  /** The list. */
  ListID?: string
  /** The title of the list. */
  Title?: string
  /** What the membership is now. */
  State: MembershipState
  /** When the contact came into this state, in the time zone of the client. */
  StateDate?: string
  /** When the contact last joined the list, in the time zone of the client. */
  JoinedDate?: string
}

export interface TagLabel {
  /** The tag: 32 hexadecimal digits. */
  TagID?: string
  /** The name of the tag, one line of at most 60 characters; no two tags of a client have one name, whatever the case. */
  Name?: string
  /** The colour that screens show it in. */
  Color: TagColor
}

export type TagColor = 'Grey' | 'Red' | 'Orange' | 'Yellow' | 'Green' | 'Teal' | 'Blue' | 'Violet' | 'Pink'

export interface FoundCount {
  /** How many contacts are found, each once. */
  Contacts: number
  /** Exact: that many. AtLeast: more than that, which is as far as they are counted. About: an estimate, of several large lists whose people are partly the same. */
  Precision: CountPrecision
}

export type CountPrecision = 'Exact' | 'AtLeast' | 'About'

export interface Contact {
  /** The address, as the membership that began last has it. */
  EmailAddress?: string
  /** The name of the membership that began last among those that have one; empty where none has. */
  Name?: string
  /** The memberships of lists that are not deleted, those first that began last; 100 at most. */
  Memberships?: MembershipOfContact[]
  /** The tags of the contact, by name. */
  Tags?: TagOfContact[]
  /** The entry of the suppression list of the account or the client that suppresses the contact: no mail of the client goes there. Of several the account comes first; absent without one. */
  Suppression?: Suppression
  /** The entries of single lists that stand against the contact: it cannot join such a list, and no campaign that goes to it goes to the contact. */
  ListSuppressions?: Suppression[]
  /** What happened, newest first: of memberships of lists that are not deleted, and of mails of the 1,000 campaigns made last. Mails are there for callers who may read reports. */
  Timeline?: ContactEntry[]
  /** The Cursor of the next page; empty at the end. */
  NextCursor?: string
  /** Earlier opens and clicks are not kept one by one: they are unknown, not absent. In the time zone of the client; empty while all are kept. */
  HitsFromDate?: string
}

export interface MembershipOfContact {
  /** The list. */
  ListID?: string
  /** The title of the list. */
  Title?: string
  /** The name that this membership has. */
  Name?: string
  /** In E.164 form; empty without one. */
  MobileNumber?: string
  /** What the membership is now. */
  State: MembershipState
  /** When the contact came into this state, in the time zone of the client. */
  StateDate?: string
  /** When the contact last joined the list, in the time zone of the client. */
  JoinedDate?: string
  /** Whether the contact agreed to have opens and clicks recorded. */
  TrackingConsent: ConsentState
  /** Whether the contact agreed that what was recorded chooses what it gets. */
  PersonalisingConsent: ConsentState
  /** Whether the contact agreed that the date of its last open is kept, to leave out the inactive. */
  HygieneConsent: ConsentState
  /** The last day on which a letter was opened, YYYY-MM-DD, where it is kept for hygiene; empty else. */
  LastOpenDate?: string
  /** The last day on which no campaign of the client goes to the contact, because it asked for a pause, YYYY-MM-DD; empty without a pause. It is of the person: the same on every list. */
  PausedUntil?: string
  /** Why the contact left, where it said so: TooMany, NotInteresting, NeverSignedUp, OtherAddress, HardToRead, Other; empty else. */
  LeaveReason?: string
  /** What the contact wrote beside it; empty where it wrote nothing. */
  LeaveComment?: string
  /** What allows that the contact is mailed. */
  Basis: ConsentBasis
  /** The last day of an implied consent, YYYY-MM-DD; empty for no end. */
  BasisEndsOn?: string
  /** The language that the contact chose, as a tag such as de; empty where none was chosen. */
  Language?: string
  /** The values of the custom fields; a field without a value is left out. */
  CustomFields?: SubscriberCustomField[]
}

export type ConsentBasis = 'Express' | 'Implied' | 'Contract' | 'LegitimateInterest' | 'Unknown'

export interface TagOfContact {
  /** The tag: 32 hexadecimal digits. */
  TagID?: string
  /** The name of the tag, one line of at most 60 characters; no two tags of a client have one name, whatever the case. */
  Name?: string
  /** The colour that screens show it in. */
  Color: TagColor
  /** How the contact came to it. */
  Source: TagSource
  /** Since when, in the time zone of the client. */
  Date?: string
  /** Who or what gave it, as far as it is known: a user name, a file, a campaign. */
  By?: string
}

export type TagSource = 'Hand' | 'Api' | 'Import' | 'Form' | 'Bulk' | 'Link'

export interface Suppression {
  /** The address; or a domain after @; or @, the kind of hash, a colon and the hash of an address. */
  EmailAddress?: string
  /** Whose entry it is: of the account, for all its clients; of the client; or of one list. */
  Scope: SuppressionScope
  /** The list, for the Scope List; otherwise empty. */
  ListID?: string
  /** Why no mail goes there: an opt-out from everything, a hard bounce, a complaint, or Client.AddSuppression. */
  Reason: SuppressionReason
  /** Since when, in the time zone of the client; for a page of the account, in that of the account. */
  Date?: string
  /** How it is known, for people to read: by which way, by whom, because of which campaign, from where. */
  Evidence?: string
}

export type SuppressionScope = 'Account' | 'Client' | 'List'

export type SuppressionReason = 'Unsubscribed' | 'Bounced' | 'Complained' | 'Manual'

export interface ContactEntry {
  /** When it happened, in the time zone of the client. */
  Date?: string
  /** The list of the membership; empty for the suppression list of the client, and where the list is deleted. */
  ListID?: string
  /** The campaign of the mail, or whose mail was the occasion of a change; empty without one. */
  CampaignID?: string
  /** The name of the campaign of the mail; empty for changes. */
  CampaignName?: string
  /** The Number of the recipient in the campaign, as Campaign.GetRecipientHistory takes it; 0 for changes. */
  Number: number
  /** A change of a membership, of a preference or of the suppression, with its proof; absent for mails. */
  Change?: SubscriberChange
  /** What happened to a mail; absent for changes. */
  Step?: RecipientStep
}

export interface RecipientStep {
  /** When, in the time zone of the client. */
  Date?: string
  /** What happened. */
  Kind: RecipientStepKind
  /** Which attempt it belongs to; 0 where it belongs to none. */
  Attempt: number
  /** The reply code of the relay or of the report, 0 without one. */
  Code: number
  /** What was said: the answer of the relay, the evidence of a bounce or a complaint, the program that opened or clicked. */
  Text?: string
  /** Of Deferred, Refused and Bounced, why the mail was not taken, as bounces are classified; of Excluded, why it was not sent; None for all else. */
  Reason: StepReason
  /** Where the link that was clicked leads; empty for all else. */
  Link?: string
  /** When the next attempt is due, in the time zone of the client; empty where none is. */
  RetryDate?: string
  /** Who opened or clicked, as the report counts it: a person or a machine. `None` for all else, `Unknown` behind the first hits of a recipient with very many. */
  Reader: HitReader
}

export type RecipientStepKind = 'HandingOver' | 'Accepted' | 'Deferred' | 'Refused' | 'Unknown' | 'Excluded' | 'Arrived' | 'AutoReplied' | 'Opened' | 'Clicked' | 'Bounced' | 'Complained' | 'Unsubscribed'

export type StepReason = 'None' | 'RecipientGone' | 'MailboxFull' | 'Policy' | 'Content' | 'Dns' | 'Transient' | 'Unknown' | 'ListDeleted' | 'Suppressed' | 'Deleted' | 'Unsubscribed' | 'Bounced' | 'NotActive' | 'ConsentExpired' | 'ConsentGranted' | 'AskedBefore' | 'ConsentRefused' | 'MailsPaused' | 'FrequencyCap' | 'Cancelled' | 'TimePassed' | 'HeldOut'

export type HitReader = 'None' | 'Person' | 'Machine' | 'Unknown'

export interface ContactProof {
  /** The address, as the membership that began last has it. */
  EmailAddress?: string
  /** The name of the membership that began last among those that have one; empty where none has. */
  Name?: string
  /** When this was put together, in the time zone of the client. */
  PreparedDate?: string
  /** The time zone of the client, of all dates here. */
  Timezone?: string
  /** Whether mails are among the entries: they are for callers who may read reports. */
  HasMails: boolean
  /** False when there are more than 5,000 entries; the oldest are left out then. */
  IsComplete: boolean
  /** Earlier opens and clicks are not kept one by one: they are unknown, not absent. In the time zone of the client; empty while all are kept. */
  HitsFromDate?: string
  /** The memberships of lists that are not deleted, those first that began last; 100 at most. */
  Memberships?: MembershipOfContact[]
  /** The entry of the suppression list of the account or the client that suppresses the contact: no mail of the client goes there. Of several the account comes first; absent without one. */
  Suppression?: Suppression
  /** The entries of single lists that stand against the contact: it cannot join such a list, and no campaign that goes to it goes to the contact. */
  ListSuppressions?: Suppression[]
  /** What happened, in its order: of memberships of lists that are not deleted, and of mails of the 1,000 campaigns made last. */
  Entries?: ContactEntry[]
}

export interface SuppressionPage {
  /** The addresses of this page, in the order of their characters. */
  Suppressions?: Suppression[]
  /** The Cursor of the next page; empty at the end. */
  NextCursor?: string
}

export type SuppressionOrder = 'EmailAddress' | 'Date'

export interface NumberedSuppressionPage {
  /** The addresses of this page. */
  Suppressions?: Suppression[]
  /** How many there are on all pages. */
  Total: number
}

export interface SuppressionRemoval {
  /** The entries that still stand against the address: of the account, the client and the list, or all lists where the entry was one of the client. Empty: nothing of these keeps mail from it. */
  Remaining?: Suppression[]
}

export interface SuppressionImport {
  /** The lines that are not blank. */
  Lines: number
  /** The entries that are new on the list, or there for a complaint now. */
  Added: number
  /** The entries that were on the list before, or in a line above. */
  Present: number
  /** The lines that are no entry. */
  Refused: number
  /** The first 100 of the lines that are no entry. */
  Refusals?: RefusedEntry[]
}

export interface RefusedEntry {
  /** The number of the line in Entries, from 1. */
  Line: number
  /** The beginning of the line. */
  Text?: string
}

export interface CampaignPage {
  /** The campaigns of this page, those first that changed last. */
  Campaigns?: ListedCampaign[]
  /** The Cursor of the next page, which may come after a page with few campaigns or none; empty on the last one. */
  NextCursor?: string
}

export interface ListedCampaign {
  /** The campaign. */
  CampaignID?: string
  /** The name of the campaign. */
  Name?: string
  /** The subject of the mail. */
  Subject?: string
  /** What the campaign does now. */
  State: CampaignState
  /** When the draft was made, in the time zone of the client. */
  CreatedDate?: string
  /** When it is or was to start, in the time zone of the client; empty for a draft. */
  DueDate?: string
  /** When it started to be sent, in the time zone of the client; empty before. */
  SentDate?: string
  /** When the last recipient was done, in the time zone of the client; empty before. */
  FinishedDate?: string
  /** When it came into its state, in the time zone of the client; campaigns are in this order. */
  ActiveDate?: string
  /** Whether it goes to segments or leaves some out. They are judged when it starts, by what people have done by then. */
  JudgedAtStart: boolean
  /** Its counts; absent for callers without the right ReadReports. */
  Counts?: CampaignCounts
}

export interface CampaignCounts {
  /** All recipients: the sum of the seven counts that follow; 0 before it has started, as all counts. */
  Recipients: number
  /** Recipients whose turn is still to come. */
  Planned: number
  /** Recipients whose mail is being handed over now. */
  HandingOver: number
  /** Recipients whose mail a relay took. */
  Accepted: number
  /** Recipients who are tried again later. */
  Deferred: number
  /** Recipients whose mail a relay refused. */
  Refused: number
  /** Recipients whose mail a relay may or may not have taken; Campaign.SettleUnknown decides. */
  Unknown: number
  /** Recipients who got no copy: they opted out or were suppressed meanwhile, or the campaign was cancelled. */
  Excluded: number
  /** How often it was opened. */
  TotalOpened: number
  /** How many recipients opened it. */
  UniqueOpened: number
  /** How often links were clicked. */
  Clicks: number
  /** How many recipients clicked a link. */
  UniqueClicked: number
  /** How often people opened it, machines left out. */
  HumanOpened: number
  /** How many people opened it, machines left out. */
  HumanUniqueOpened: number
  /** How often people clicked links, machines left out. */
  HumanClicks: number
  /** How many people clicked a link, machines left out. */
  HumanUniqueClicked: number
  /** How many unsubscribed. */
  Unsubscribed: number
  /** How many copies bounced, at the hand-over or later. */
  Bounced: number
  /** How many recipients complained. */
  Complained: number
}

export interface CampaignDomains {
  /** Counting: newer numbers come within seconds to minutes; call again. */
  State: CountState
  /** When the numbers were counted, in the time zone of the client; empty before the first time. */
  CountedDate?: string
  /** The 50 domains with the most recipients, the largest first; absent before they were counted once. */
  Domains?: DomainCount[]
  /** False where opens and clicks of each recipient were removed before they were counted: HumanOpened and HumanClicked are 0 then. */
  EngagementKnown: boolean
  /** All other domains together; absent without any. */
  Others?: DomainCount
}

export type CountState = 'Counting' | 'Counted'

export interface DomainCount {
  /** The domain of the addresses, in lower case and A-labels; empty for all others together. */
  Domain?: string
  /** How many recipients have an address there. */
  Recipients: number
  /** Recipients whose mail a relay took. */
  Accepted: number
  /** Recipients who are tried again later. */
  Deferred: number
  /** Recipients whose mail a relay refused. */
  Refused: number
  /** Recipients whose mail a relay may or may not have taken; Campaign.SettleUnknown decides. */
  Unknown: number
  /** How many of their copies bounced, at the hand-over or later. */
  Bounced: number
  /** How many people opened it, machines left out. */
  HumanUniqueOpened: number
  /** How many people clicked a link, machines left out. */
  HumanUniqueClicked: number
}

export interface ListGrowth {
  /** The first day that is known: YYYY-MM-DD. Days before it are left out, whatever From says. */
  FirstDate?: string
  /** Every day from From to Until that is known and not in the future, the oldest first. */
  Days?: ListDay[]
}

export interface ListDay {
  /** The day of the client’s calendar: YYYY-MM-DD. */
  Date?: string
  /** How many became active, for the first time or again; those who confirmed are included. */
  Joined: number
  /** How many of these were Unconfirmed before. */
  Confirmed: number
  /** How many of those who joined came by an import; absent for days on which that was not counted yet. */
  Imported?: number
  /** How many unsubscribed, those who complained included. */
  Unsubscribed: number
  /** How many of these complained about a mail. */
  Complained: number
  /** How many addresses bounced for good. */
  Bounced: number
  /** How many were deleted. */
  Deleted: number
  /** Active subscribers at the end of the day; of today, now. */
  Active: number
}

export interface ClientOverview {
  /** Up to 20 campaigns that are being sent, paused or scheduled. Absent without the right to read reports. */
  Next?: UpcomingCampaign[]
  /** The five campaigns that began last. Absent without the right to read reports. */
  Last?: CampaignRates[]
  /** The 50 lists with the most active subscribers. */
  Lists?: ListOverview[]
  /** Complaints, and whether they hold sending. Absent without the right to prepare campaigns. */
  Standing?: ComplaintStanding
  /** The daily limit. Absent without the right to prepare campaigns. */
  Limit?: SendingLimit
  /** The sending domains as they were last verified. Absent without the right to prepare campaigns. */
  Domains?: DomainState[]
  /** The ten latest events, the newest first. Absent without the right to read events. */
  Events?: NamedEvent[]
}

export interface UpcomingCampaign {
  /** The campaign. */
  CampaignID?: string
  /** The name of the campaign. */
  Name?: string
  /** Sending, Paused or Scheduled. */
  State: CampaignState
  /** When it is or was to start, in the time zone of the client. */
  DueDate?: string
  /** How many recipients it has; 0 before it has started. */
  Recipients: number
  /** Recipients whose mail a relay took. */
  Accepted: number
  /** Whether it goes to segments or leaves some out. They are judged when it starts, by what people have done by then. */
  JudgedAtStart: boolean
}

export interface CampaignRates {
  /** The campaign. */
  CampaignID?: string
  /** The name of the campaign. */
  Name?: string
  /** When it started to be sent, in the time zone of the client. */
  SentDate?: string
  /** People who opened it, machines left out, of the mails that relays accepted. */
  Opened?: Rate
  /** People who clicked a link, machines left out, of the mails that relays accepted. */
  Clicked?: Rate
  /** Recipients who unsubscribed, of the mails that relays accepted. */
  Unsubscribed?: Rate
  /** Mails that bounced, of those that were tried. */
  Bounced?: Rate
  /** Recipients who complained, of the mails that relays accepted. */
  Complained?: Rate
}

export interface Rate {
  /** How many. */
  Count: number
  /** Of how many. */
  Of: number
}

export interface ListOverview {
  /** The list. */
  ListID?: string
  /** The name of the list. */
  Name?: string
  /** Its counts; absent without the right to read reports. */
  Counts?: ListCounts
}

export interface ListCounts {
  /** Active subscribers now. */
  Active: number
  /** Became active within the last 30 days. */
  Joined: number
  /** Unsubscribed within the last 30 days. */
  Unsubscribed: number
  /** Bounced within the last 30 days. */
  Bounced: number
  /** Deleted within the last 30 days. */
  Deleted: number
}

export interface ComplaintStanding {
  /** Nothing is sent for this client. */
  Held: boolean
  /** Complaints of the mails of the last 30 days, or since the latest release. */
  Complaints?: Rate
  /** The percentage above which there is a warning, such as 0.1; empty for none. */
  WarnAbove?: string
  /** The percentage above which sending is held; empty for none. */
  HoldAbove?: string
}

export interface DomainState {
  /** The domain. */
  Domain?: string
  /** Mail from this domain is signed. */
  Verified: boolean
  /** When its DNS records were last looked at, in the time zone of the client; empty before. */
  CheckedDate?: string
}

export interface NamedEvent {
  /** The number of the event, as Since takes it. */
  Sequence: number
  /** The type of the event. */
  Type?: string
  /** When, in the time zone of the client. */
  Date?: string
  /** What belongs to it: a JSON object as text. */
  Data?: string
  /** What Data names by identifiers, by name. */
  Subjects?: NamedSubject[]
}

export interface NamedSubject {
  /** What it is; Other for kinds without names. */
  Kind: SubjectKind
  /** Its identifier. */
  ID?: string
  /** Its name now; of what was deleted, the last one while it is kept; otherwise empty. */
  Name?: string
  /** Whether it exists, was deleted, or is not known: purged, never there, or of a kind without names. */
  State: SubjectState
}

export type SubjectKind = 'Block' | 'Campaign' | 'Client' | 'Export' | 'Feed' | 'Form' | 'Image' | 'Import' | 'Key' | 'List' | 'Other' | 'Person' | 'ReportLink' | 'Segment' | 'SegmentTemplate' | 'Sender' | 'Series' | 'Tag' | 'Template' | 'TestGroup' | 'Webhook'

export type SubjectState = 'Present' | 'Deleted' | 'Unknown'

export interface AccountOverview {
  /** The clients of this page: by their first reason, then by their next campaign, then by name. */
  Clients?: ClientNeeds[]
  /** The Cursor of the next page; empty at the end. */
  NextCursor?: string
  /** Numbers of the account; on the first page, for callers who may read the reports of the whole account. */
  Month?: AccountMonth
}

export interface ClientNeeds {
  /** The client. */
  ClientID?: string
  /** The name of the company. */
  Name?: string
  /** What needs a hand, the most urgent first, as far as the caller may see it: Held and ComplaintsHigh for complaints, CampaignPaused by the service, ApprovalAsked for a campaign that waits for a decision, DomainBroken, WebhookPaused, and ImportFailed within seven days for a list without a later import; then what goes on by itself: Sending, Scheduled. Empty for nothing. */
  Reasons?: ClientReason[]
  /** When its next campaign is due, in the time zone of the client; empty where none is scheduled. */
  NextDate?: string
}

export type ClientReason = 'Held' | 'ComplaintsHigh' | 'CampaignPaused' | 'ApprovalAsked' | 'DomainBroken' | 'WebhookPaused' | 'ImportFailed' | 'Sending' | 'Scheduled'

export interface AccountMonth {
  /** The present month in the time zone of the account: YYYY-MM. */
  Month?: string
  /** Campaigns that began to be sent in it. */
  CampaignsSent: number
  /** Mails of these campaigns that relays accepted. */
  Accepted: number
  /** When they were counted, in the time zone of the account: within the last hour. */
  CountedDate?: string
}

export interface JudgedAudience {
  /** When the campaign began, in the time zone of the client; empty before it begins, and for a campaign that an earlier version began. */
  JudgedDate?: string
  /** Whether people who have answered, or were asked lately, were left out. */
  AsksForConsent: boolean
  /** The lists and segments that it went to or left out. */
  Places?: JudgedPlace[]
  /** These segments, and those within them. */
  Segments?: JudgedSegment[]
}

export interface JudgedPlace {
  /** Whether its active members were left out. */
  Excluded: boolean
  /** The list; empty for all lists of the client. */
  ListID?: string
  /** Its title then; empty for all lists. */
  ListTitle?: string
  /** The segment, which may be deleted; empty for the complete list. */
  SegmentID?: string
}

export interface JudgedSegment {
  /** The segment, which may be deleted. */
  SegmentID?: string
  /** Its name then. */
  Title?: string
  /** Its conditions then. Relative dates refer to JudgedDate. */
  Tree?: SegmentTree
}

export interface SegmentTree {
  /** All: every leaf and group holds. Any: one at least. None: not one. */
  Match: SegmentMatch
  /** Its conditions; 50 at most in the tree. */
  Leaves?: SegmentLeaf[]
  /** Groups within it; four deep at most, the tree itself included. */
  Groups?: SegmentGroup2[]
}

export type SegmentMatch = 'All' | 'Any' | 'None'

export interface SegmentLeaf {
  /** What is asked about. Source: Import, Form, Api, Console or Page. Sent to Bounced are events. */
  Subject: SegmentSubject
  /** Of a Field its key, of a List or Segment its identifier, of Consent Measuring, Personalising or Hygiene; left out for others. */
  Key?: string
  /** How it is compared; of an event AtLeast, AtMost or Exactly so many Times. */
  Operator: SegmentTreeOperator
  /** What it is compared with: one for most, two for Between and BetweenDates, up to 100 for AnyOf, AllOf and NoneOf, none for IsEmpty, IsKnown, and where Days or Times say it. Dates are YYYY-MM-DD, MM-DD for EveryYearOn; tags are named; imports by their identifiers. */
  Values?: string[]
  /** For InLastDays the days that end with today, for InNextDays and EveryYearInNextDays those that begin with today, 1 is today alone; of an event the days that end with today, 1 to 400, of any campaign. */
  Days?: number
  /** Of an event: the campaign, with its variants and resends; left out for others. */
  CampaignID?: string
  /** Of an event: campaigns with this tag; left out for others. */
  CampaignTag?: string
  /** Of Clicked: the link, by where it leads; left out for any. */
  Link?: string
  /** Of an event: how often, 0 to 400; with Days, the days on which it happened are counted. */
  Times?: number
}

export type SegmentSubject = 'Address' | 'Domain' | 'Name' | 'State' | 'StateDate' | 'JoinedDate' | 'ConfirmedDate' | 'Source' | 'Import' | 'Tag' | 'Field' | 'List' | 'Segment' | 'Consent' | 'Sent' | 'Accepted' | 'Opened' | 'Clicked' | 'Bounced'

export type SegmentTreeOperator = 'Is' | 'IsNot' | 'Contains' | 'NotContains' | 'Begins' | 'AnyOf' | 'AllOf' | 'NoneOf' | 'IsEmpty' | 'IsKnown' | 'Exactly' | 'AtLeast' | 'AtMost' | 'MoreThan' | 'LessThan' | 'Between' | 'On' | 'Before' | 'After' | 'BetweenDates' | 'InLastDays' | 'InNextDays' | 'EveryYearOn' | 'EveryYearInNextDays'

export interface SegmentGroup2 {
  /** All: every leaf and group holds. Any: one at least. None: not one. */
  Match: SegmentMatch
  /** Its conditions; 50 at most in the tree. */
  Leaves?: SegmentLeaf[]
  /** Groups within it; four deep at most, the tree itself included. */
  Groups?: SegmentGroup3[]
}

export interface SegmentGroup3 {
  /** All: every leaf and group holds. Any: one at least. None: not one. */
  Match: SegmentMatch
  /** Its conditions; 50 at most in the tree. */
  Leaves?: SegmentLeaf[]
  /** Groups within it; four deep at most, the tree itself included. */
  Groups?: SegmentGroup4[]
}

export interface SegmentGroup4 {
  /** All: every leaf and group holds. Any: one at least. None: not one. */
  Match: SegmentMatch
  /** Its conditions; 50 at most in the tree. */
  Leaves?: SegmentLeaf[]
}

export interface CampaignReport {
  /** The campaign with its counts. */
  Campaign?: ReportedCampaign
  /** The time zone of the client, of all dates of this campaign. */
  Timezone?: string
  /** Of whom opens were recorded: of everyone who did not object, of those who agreed, or of no one. */
  OpensMeasured: Measured
  /** Of whom clicks were recorded, as OpensMeasured. */
  ClicksMeasured: Measured
  /** How often letters were opened whose recipients are not recorded, of lists that count opens without persons. Opens of one recipient count each time, those of machines too; no other count contains them. */
  AnonymousOpens: number
  /** Rates beside those of the client’s last ten campaigns; empty below 100 deliveries, or with fewer than three such campaigns. */
  Compared?: ComparedRate[]
  /** Where anybody who has the address reads the letter in a browser, without a recipient; empty before the campaign has begun. */
  WebVersionURL?: string
  /** Earlier opens and clicks are not kept one by one: they are unknown, not absent. In the time zone of the client; empty while all are kept. */
  HitsFromDate?: string
  /** When opens and clicks of each recipient were removed, in the time zone of the client; empty while they are kept. The counts stay, and later opens and clicks are not counted. */
  PerPersonRemovedDate?: string
}

export interface ReportedCampaign {
  /** The campaign. */
  CampaignID?: string
  /** The name of the campaign. */
  Name?: string
  /** The subject of the mail. */
  Subject?: string
  /** What the campaign does now. */
  State: CampaignState
  /** When the draft was made, in the time zone of the client. */
  CreatedDate?: string
  /** When it is or was to start, in the time zone of the client; empty for a draft. */
  DueDate?: string
  /** When it started to be sent, in the time zone of the client; empty before. */
  SentDate?: string
  /** When the last recipient was done, in the time zone of the client; empty before. */
  FinishedDate?: string
  /** When it came into its state, in the time zone of the client; campaigns are in this order. */
  ActiveDate?: string
  /** All recipients: the sum of the seven counts that follow; 0 before it has started, as all counts. */
  Recipients: number
  /** Recipients whose turn is still to come. */
  Planned: number
  /** Recipients whose mail is being handed over now. */
  HandingOver: number
  /** Recipients whose mail a relay took. */
  Accepted: number
  /** Recipients who are tried again later. */
  Deferred: number
  /** Recipients whose mail a relay refused. */
  Refused: number
  /** Recipients whose mail a relay may or may not have taken; Campaign.SettleUnknown decides. */
  Unknown: number
  /** Recipients who got no copy: they opted out or were suppressed meanwhile, or the campaign was cancelled. */
  Excluded: number
  /** How often it was opened. */
  TotalOpened: number
  /** How many recipients opened it. */
  UniqueOpened: number
  /** How often links were clicked. */
  Clicks: number
  /** How many recipients clicked a link. */
  UniqueClicked: number
  /** How often people opened it, machines left out. */
  HumanOpened: number
  /** How many people opened it, machines left out. */
  HumanUniqueOpened: number
  /** How often people clicked links, machines left out. */
  HumanClicks: number
  /** How many people clicked a link, machines left out. */
  HumanUniqueClicked: number
  /** How many unsubscribed. */
  Unsubscribed: number
  /** How many copies bounced, at the hand-over or later. */
  Bounced: number
  /** How many recipients complained. */
  Complained: number
}

export type Measured = 'Everyone' | 'WhoAgreed' | 'NoOne'

export interface ComparedRate {
  /** Which rate it is: of the delivered, for bounces of those accepted and refused. */
  Name: ComparedRateName
  /** The rate of this campaign in percent, with four digits after the point. */
  Rate?: string
  /** The median of the earlier campaigns, in percent. */
  Median?: string
  /** The lowest of the earlier campaigns, in percent. */
  Lowest?: string
  /** The highest of the earlier campaigns, in percent. */
  Highest?: string
  /** With how many earlier campaigns it is compared. */
  Campaigns: number
}

export type ComparedRateName = 'Opened' | 'Clicked' | 'Bounced' | 'Unsubscribed' | 'Complained'

export interface MailProgram {
  /** What the program says that it is; Unknown where that is not known. Image proxies and the privacy proxy of Apple Mail are named as what they stand for. */
  Name?: string
  /** Its main version, or the proxy that loads its images; empty where neither is known. */
  Version?: string
  /** How many recipients read the mail with it. */
  Recipients: number
  /** Of all who are known to have read the mail. */
  Percentage?: string
}

export interface ClickMap {
  /** Shows the mail for 15 minutes, in a frame of the page that asked or in a tab; it runs no scripts. */
  HtmlURL?: string
  /** Until when it is shown, in the time zone of the client. */
  ExpiresDate?: string
  /** How many links carry their clicks. One whose address differs for each recipient carries none; Campaign.GetLinks has its count. */
  Links: number
}

export interface FoundRecipient {
  /** The recipient’s place in the campaign, as After takes it. */
  Number: number
  /** The email address. */
  EmailAddress?: string
  /** The list. */
  ListID?: string
  /** What became of the recipient so far. */
  State: RecipientState
  /** How often the mail was handed over. */
  Attempts: number
  /** When the state was reached, in the time zone of the client. */
  Date?: string
  /** The reply code of the relay, 0 without one. */
  Code: number
  /** What the relay said, or why no relay was asked. */
  Answer?: string
  /** When the next attempt is due, in the time zone of the client; empty where none is. */
  RetryDate?: string
  /** Of Deferred and Refused, why the mail was not taken, as bounces are classified; of Excluded, why it was not sent; None in every other state. */
  Reason: StepReason
}

export interface RecipientHistory {
  /** The recipient as Campaign.GetRecipients has it. */
  Recipient?: CampaignRecipient
  /** Everything that happened, oldest first; of opens and clicks the first 200. */
  Steps?: RecipientStep[]
  /** Earlier opens and clicks are not kept one by one: they are unknown, not absent. In the time zone of the client; empty while all are kept. */
  HitsFromDate?: string
}

export interface SharedReport {
  /** The link: 32 hexadecimal digits. Report.Revoke ends it. */
  ReportLinkID?: string
  /** The link itself, to hand on: anyone who has it can read the report. It is shown this once. */
  URL?: string
  /** The language of the page: en, de, fr or es. */
  Language?: string
  /** When the link ends, in the time zone of the client. */
  ExpiresDate?: string
}

export interface ReportLinkPage {
  /** The links of this page, the newest first. */
  ReportLinks?: ReportLink[]
  /** The Cursor of the next page; empty at the end. */
  NextCursor?: string
}

export interface ReportLink {
  /** The link: 32 hexadecimal digits. */
  ReportLinkID?: string
  /** Who the link is for, as the call of Report.Share named it. */
  Label?: string
  /** Whether the link works, has come to its end, or was revoked. */
  State: ReportLinkState
  /** The language of the page: en, de, fr or es. */
  Language?: string
  /** The name of the login, person or key that shared the report. */
  CreatedBy?: string
  /** When the report was shared, in the time zone of the client. */
  CreatedDate?: string
  /** When the link ends or ended by itself, in the time zone of the client. */
  ExpiresDate?: string
  /** When it was revoked, in the time zone of the client; empty if it was not. */
  RevokedDate?: string
  /** How often the page or its download was opened, by people and by programs that look at links. */
  Views: number
  /** When it was opened last, in the time zone of the client; empty before. */
  LastViewedDate?: string
}

export type ReportLinkState = 'Active' | 'Expired' | 'Revoked'

export interface ClientResults {
  /** The first day of the period, in the time zone of the client: YYYY-MM-DD. */
  From?: string
  /** The last day: YYYY-MM-DD. */
  Until?: string
  /** The time zone of the client, of all dates and hours. */
  Timezone?: string
  /** The campaigns that began in the period, by that time; of more than 100 the last ones. Mails of series are not among them. */
  Campaigns?: CampaignResult[]
  /** Whether more campaigns began in the period; hours and links are of those that are listed. */
  HasMore: boolean
  /** Opens and clicks by weekday and hour, of 7 days after the beginning of each campaign. */
  Hours?: ReadingHour[]
  /** The 20 links that most people clicked. */
  Links?: RankedLink[]
  /** What is compared with bounces and complaints. */
  Limits?: ResultLimits
}

export interface CampaignResult {
  /** The campaign. */
  CampaignID?: string
  /** The name of the campaign. */
  Name?: string
  /** The subject of the mail. */
  Subject?: string
  /** What the campaign does now. */
  State: CampaignState
  /** When it started to be sent, in the time zone of the client. */
  SentDate?: string
  /** Recipients whose mail a relay took. */
  Accepted: number
  /** How many mails relays accepted or refused. */
  Tried: number
  /** How many people opened it, machines left out. */
  HumanUniqueOpened: number
  /** How many people clicked a link, machines left out. */
  HumanUniqueClicked: number
  /** How many unsubscribed. */
  Unsubscribed: number
  /** How many copies bounced, at the hand-over or later. */
  Bounced: number
  /** How many recipients complained. */
  Complained: number
  /** Of whom opens were recorded: of everyone who did not object, of those who agreed, or of no one. */
  OpensMeasured: Measured
  /** Of whom clicks were recorded, as OpensMeasured. */
  ClicksMeasured: Measured
}

export interface ReadingHour {
  /** 1 for Monday to 7 for Sunday. */
  Weekday: number
  /** 0 to 23, in the time zone of the client. */
  Hour: number
  /** How often people opened mails in this hour of the week, machines left out. */
  HumanOpened: number
  /** How often people clicked links in it, machines left out. */
  HumanClicks: number
}

export interface RankedLink {
  /** Where it leads, without UTM tags. */
  URL?: string
  /** In how many campaigns of the period people clicked it. */
  Campaigns: number
  /** How often people clicked it, machines left out. */
  HumanClicks: number
  /** How many people clicked it; who did so in several campaigns counts in each. */
  HumanUniqueClicked: number
}

export interface ResultLimits {
  /** The percentage of bounces above which a list needs care. */
  BouncesHighAbove?: string
  /** The percentage of complaints above which there is a warning, such as 0.1; empty for none. */
  ComplaintsWarnAbove?: string
  /** The percentage of complaints above which sending is held; empty for none. */
  ComplaintsHoldAbove?: string
}

export interface CampaignDifference {
  /** The campaign. */
  One?: CampaignResult
  /** The one it is compared with. */
  Other?: CampaignResult
  /** Opened, Clicked, Bounced, Unsubscribed and Complained, in this order. */
  Rates?: RateDifference[]
  /** Whether one of them began less than 48 hours ago, so that more opens and clicks are to come. */
  StillComing: boolean
}

export interface RateDifference {
  /** Which rate it is. */
  Name: ComparedRateName
  /** That of the first campaign. */
  One?: Rate
  /** That of the other campaign. */
  Other?: Rate
  /** The probability that chance alone makes such a difference, with four digits after the point, corrected for the number of rates; empty where none is computed. */
  PValue?: string
  /** Higher or Lower: the rate of the first campaign is shown to be higher or lower, at a level of 5 %. NoDifference: none is shown. TooFew: too few mails, or too few who reacted. NotMeasured: no one was measured in one of them. MeasuredDifferently: one measured everyone, the other those who agreed. */
  Verdict: DifferenceVerdict
}

export type DifferenceVerdict = 'Higher' | 'Lower' | 'NoDifference' | 'TooFew' | 'NotMeasured' | 'MeasuredDifferently'

export interface ReportMailing {
  /** Whether a report of each month is sent on the first day of the next one, after 8 in the morning in the time zone of the client. */
  Monthly: boolean
  /** Whether a report of each campaign is sent. */
  AfterCampaigns: boolean
  /** How many days after the end of a campaign. */
  DaysAfter: number
  /** The language of the mails and of the reports: en, de, fr or es. */
  Language?: string
  /** Who gets them, by address. */
  Recipients?: ReportRecipient[]
  /** Why the last report could not be made; empty for nothing. */
  Problem?: string
}

export interface ReportRecipient {
  /** The address. */
  EmailAddress?: string
  /** Asked: a mail asked whether reports are wanted. Confirmed: gets reports; people of the client are confirmed at once. Stopped: wants no more. Bounced: the mail server refused the address, or a mail said later that it does not exist; it gets no more reports. */
  State: ReportRecipientState
  /** Since when, in the time zone of the client. */
  StateDate?: string
  /** Of a bounced address, what the mail said that came back; empty where the mail server refused it at once, and for all else. */
  Problem?: string
}

export type ReportRecipientState = 'Asked' | 'Confirmed' | 'Stopped' | 'Bounced'

export interface SentReportPage {
  /** The reports of this page, the newest first. */
  SentReports?: SentReport[]
  /** The Cursor of the next page; empty at the end. */
  NextCursor?: string
}

export interface SentReport {
  /** The report: 32 hexadecimal digits. */
  SentReportID?: string
  /** What it is about. */
  Kind: SentReportKind
  /** The month: YYYY-MM; empty for a campaign. */
  Month?: string
  /** The campaign; empty for a month. */
  CampaignID?: string
  /** Its name; empty for a month, and for a campaign that was purged. */
  CampaignName?: string
  /** When it was made, in the time zone of the client. */
  Date?: string
  /** How many recipients’ mail servers took it. */
  Accepted: number
  /** How many mails were refused, not sent because the recipient had stopped them, or lost. */
  Failed: number
  /** How many are still to be handed over. */
  Waiting: number
  /** How often the page of the report was opened. */
  Views: number
  /** Whether its page was withdrawn. */
  Revoked: boolean
}

export type SentReportKind = 'Month' | 'Campaign'

export interface SessionDetail {
  /** The session: 32 hexadecimal digits. */
  SessionID?: string
  /** Whether a person or the login of a client is signed in. */
  Kind: SessionKind
  /** The person: 32 hexadecimal digits; empty for the login of a client. */
  PersonID?: string
  /** The name of the person, or the user name of the login. */
  Name?: string
  /** The address of the person; empty without one. */
  EmailAddress?: string
  /** The user name of the login, or of the login that the person has; empty without one. */
  Username?: string
  /** The language of the person as a BCP 47 tag such as de; empty for the login of a client. */
  Language?: string
  /** The IANA time zone of the person, or of the client of the login. */
  Timezone?: string
  /** The account that the session works in: 32 hexadecimal digits. */
  AccountID?: string
  /** The name of that account. */
  AccountName?: string
  /** The accounts that Session.SelectAccount can choose. */
  Accounts?: SessionAccount[]
  /** What the caller may do in that account. */
  Grants?: PersonGrant[]
  /** Begun: it waits for Factor.Confirm and is not asked for yet. */
  SecondFactor: FactorState
  /** The account requires a second factor and the person has none: until one is set up, only sessions and factors can be called. */
  SecondFactorMissing: boolean
  /** From when on the account requires a second factor, in Timezone; empty for never. */
  SecondFactorRequiredDate?: string
  /** How many recovery codes are unused. */
  RecoveryCodesLeft: number
  /** When the session began, in Timezone. */
  SignedInDate?: string
  /** When it ends at the latest, in Timezone; it ends 12 hours after its last use in any case. */
  ExpiresDate?: string
}

export type SessionKind = 'Person' | 'Login'

export interface SessionAccount {
  /** The account: 32 hexadecimal digits. */
  AccountID?: string
  /** The name of the account. */
  Name?: string
  /** The session works in this account. */
  Selected: boolean
}

export interface PersonGrant {
  /** The client; empty for the whole account. */
  ClientID?: string
  /** The name of the client; empty for the whole account. */
  ClientName?: string
  /** The role; Custom where the AccessLevel is that of no role. */
  Role: GrantedRole
  /** The number that the grant was given by, else the bits all of whose rights the role has; 1023 is everything. */
  AccessLevel: number
  /** The rights that come with it. */
  Rights?: string[]
}

export type GrantedRole = 'Owner' | 'Manager' | 'Designer' | 'Author' | 'Approver' | 'Analyst' | 'Client' | 'Custom'

export type FactorState = 'None' | 'Begun' | 'Active'

export interface SessionEntry {
  /** The session: 32 hexadecimal digits. */
  SessionID?: string
  /** It is that of the call. */
  Current: boolean
  /** The account that it works in. */
  AccountName?: string
  /** The name given at the sign-in, or the browser in words. */
  Device?: string
  /** The IP address that signed in. */
  NetworkAddress?: string
  /** When it began, in the time zone of the person. */
  SignedInDate?: string
  /** When it was used last, to the minute, in the time zone of the person. */
  LastUsedDate?: string
  /** When it ends at the latest, in the time zone of the person. */
  ExpiresDate?: string
}

export interface BegunFactor {
  /** The secret for typing it into an authenticator app: 32 characters of base 32. */
  Secret?: string
  /** The same as an otpauth URI, for a QR code. */
  Uri?: string
}

export interface Grant {
  /** The client; left out or empty for the whole account. */
  ClientID?: string
  /** What may be done there, by the table of roles (people-and-keys.md); Custom for what AccessLevel says. */
  Role: GrantedRole
  /** With the role Custom what may be done there, a sum as of Client.UpdateAccessAndBilling; left out with another role. */
  AccessLevel?: number
}

export interface SentInvitation {
  /** The invitation. */
  InvitationID?: string
  /** Until when it can be accepted, in the time zone of the account. */
  ExpiresDate?: string
  /** The link of the mail, for where mail does not arrive; shown this once. */
  Link?: string
}

export interface InvitationPage {
  /** The invitations of this page. */
  Invitations?: Invitation[]
  /** The Cursor of the next page; empty at the end. */
  NextCursor?: string
}

export interface Invitation {
  /** The invitation. */
  InvitationID?: string
  /** Open, or Expired when its seven days are over. */
  State: InvitationState
  /** Where it went. */
  EmailAddress?: string
  /** How its mail greets; empty where no name was given. */
  Name?: string
  /** The language of its mail. */
  Language?: string
  /** The name of who invited. */
  InvitedBy?: string
  /** When it was sent, in the time zone of the account. */
  CreatedDate?: string
  /** Until when it can be accepted, in the time zone of the account. */
  ExpiresDate?: string
  /** What the person will be able to do. */
  Grants?: PersonGrant[]
}

export type InvitationState = 'Open' | 'Expired'

export interface PersonInvitation {
  /** The address that it went to. */
  EmailAddress?: string
  /** How it greets; empty where it names no one. */
  Name?: string
  /** The account that invites. */
  AccountName?: string
  /** The language of its mail. */
  Language?: string
  /** A person of this address has a password here, and accepts with it. */
  Known: boolean
}

export interface PersonPage {
  /** The people and logins of this page. */
  People?: Person[]
  /** The Cursor of the next page; empty at the end. */
  NextCursor?: string
}

export interface Person {
  /** The person; empty for the login of a client, which Client.UpdateAccessAndBilling manages. */
  PersonID?: string
  /** A person with an address, or the login of a client. */
  Kind: PersonKind
  /** What the person signs in with; empty for a login, and for a user of the account who gave none. */
  EmailAddress?: string
  /** The name of the person; of a login the user name. */
  Name?: string
  /** The user name of the login; empty for a person who has none. */
  Username?: string
  /** The language of mails to the person; empty for a login. */
  Language?: string
  /** The time zone of the person, an IANA name; of a login that of the client. */
  Timezone?: string
  /** The events that the person is notified of by mail. */
  Notifications?: Notification[]
  /** Whether the person signs in with a second factor. */
  SecondFactor: boolean
  /** When the person came to the installation, or the login was made, in the time zone of the account. */
  CreatedDate?: string
  /** What the person may do, on the account or on the clients that the caller looks after. */
  Grants?: PersonGrant[]
}

export type PersonKind = 'Person' | 'Login'

export type Notification = 'ApprovalAsked' | 'CampaignFinished' | 'Held' | 'ImportDone'

export interface TeamMember {
  /** The person; empty until the invitation is accepted. */
  PersonID?: string
  /** What the person signs in with; empty for a user of the account who gave none. */
  EmailAddress?: string
  /** The name of the person; empty where an invitation gave none. */
  Name?: string
  /** Active, or Invited until the invitation is accepted. */
  State: TeamState
  /** The role in this team; Custom where the AccessLevel is that of no role. */
  Role: GrantedRole
  /** The number that the role was given by, else the bits all of whose rights it has; 1023 is everything. */
  AccessLevel: number
  /** Whether this is the primary contact: the one that was chosen, else the first who has an address. */
  PrimaryContact: boolean
}

export type TeamState = 'Active' | 'Invited'

export interface Account {
  /** The name of the account. */
  Name?: string
  /** The web address by which User.GetApiKey finds the account. */
  SiteUrl?: string
  /** The time zone of the account, an IANA name. */
  Timezone?: string
  /** From when on its people need a second factor, in the time zone of the account; empty for never. */
  FactorRequiredFrom?: string
  /** When it was made, in the time zone of the account. */
  CreatedDate?: string
}

export type KeyScope = 'ReadAudience' | 'WriteAudience' | 'Reports' | 'Draft' | 'Send' | 'Events' | 'Clients' | 'Billing' | 'Settings' | 'People' | 'Audit'

export interface KeySecret {
  /** The key. */
  KeyID?: string
  /** What calls send as ApiKey. It is shown this once and cannot be read again. */
  Secret?: string
}

export interface KeyPage {
  /** The keys of this page. */
  Keys?: KeyDetail[]
  /** The Cursor of the next page; empty at the end. */
  NextCursor?: string
}

export interface KeyDetail {
  /** The key; it is part of each secret, so that a secret that leaked names its key. */
  KeyID?: string
  /** What uses the key. */
  Label?: string
  /** Whether the key works; one that does not never works again. */
  State: KeyState
  /** What it may do. */
  Scopes?: KeyScope[]
  /** True: it reaches every client of the account, those made later too. */
  AllClients: boolean
  /** The clients it reaches that are still there; empty where AllClients is true. */
  ClientIDs?: string[]
  /** Where calls may come from; empty for anywhere. */
  Networks?: string[]
  /** The name of who made it. */
  CreatedBy?: string
  /** When it was made, in the time zone of the account. */
  CreatedDate?: string
  /** When it ends by itself, in the time zone of the account; empty for never. */
  ExpiresDate?: string
  /** When its present secret was used last, to the minute, in the time zone of the account; empty for never. */
  LastUsedDate?: string
  /** The network address of that use. */
  LastUsedFrom?: string
  /** Until when the secret before works as well, in the time zone of the account; empty where none does. */
  OldEndsDate?: string
  /** When that old secret was used last; empty for never. Something still needs the new one. */
  OldLastUsedDate?: string
  /** The network address of that use of the old secret. */
  OldLastUsedFrom?: string
  /** When it was revoked, in the time zone of the account; empty unless it was. */
  RevokedDate?: string
}

export type KeyState = 'Active' | 'Expired' | 'Revoked'

export interface AuditPage {
  /** The entries of this page. */
  Entries?: AuditEntry[]
  /** The Cursor of the next page; empty at the end. */
  NextCursor?: string
}

export interface AuditEntry {
  /** When, in the time zone of the account. */
  Date?: string
  /** The operation that was called, or the command that the operator gave. */
  Operation?: string
  /** What it was about, by identifiers: never an address, a secret or a body. */
  Subject?: string
  /** The client it was about; empty for the account itself. */
  ClientID?: string
  /** What kind of caller it was; Unknown for a sign-in with an unknown name. */
  Actor: AuditActor
  /** The PersonID, also of the account’s user who calls with the historical key, or the KeyID; empty for others. */
  ActorID?: string
  /** The name of the person, the user name of the login, or the label of the key, as it was then. */
  ActorName?: string
  /** What the caller proved it with; HistoricalKey is a key of User.GetApiKey. */
  Means: AuditMeans
  /** How the call came: soap11, soap12, get, post or json; empty for a command. */
  Wire?: string
  /** How it ended. */
  Outcome: AuditOutcome
  /** The code of the refusal, 0 for success. */
  Code: number
  /** The short message of the refusal, else Success. */
  Message?: string
  /** The X-Request-Id of the call, which the log of the service names too. */
  RequestID?: string
  /** The network address it came from. */
  RemoteAddress?: string
  /** Whether the person still has access to the account, or the key was revoked. */
  ActorState: AuditActorState
  /** The name of the client now; empty for the account itself and for a client that is purged. */
  ClientName?: string
  /** Whether the client exists; Unknown for the account itself. */
  ClientState: SubjectState
  /** What it was about, by name, in the order of Subject. */
  Subjects?: NamedSubject[]
  /** Of a saved draft: which parameters were given. */
  Fields?: string[]
  /** How many entries are in this line: 1 unless FoldReads is given. */
  Count: number
  /** When the oldest of them was; Date is that of the newest. */
  FirstDate?: string
  /** What the entries of this line have in common, for Audit.List; lines of two pages with the same Fold are one. Empty for an entry that stays alone. */
  Fold?: string
}

export type AuditActor = 'Person' | 'Login' | 'Key' | 'System' | 'Unknown'

export type AuditMeans = 'Session' | 'Key' | 'HistoricalKey' | 'Password' | 'System'

export type AuditOutcome = 'Succeeded' | 'Refused' | 'Failed'

export type AuditActorState = 'Present' | 'Removed' | 'Revoked'

export interface AuditActorName {
  /** Person or Key. */
  Actor: AuditActor
  /** For the parameter of the same name of Audit.List. */
  ActorID?: string
  /** The name of the person or the label of the key, as it is now. */
  Name?: string
  /** Whether the person still has access to the account, or the key was revoked. */
  State: AuditActorState
}

export interface NamedEventPage {
  /** The events of this page. */
  Events?: NamedEvent[]
  /** The Cursor of the next page; empty at the end. */
  NextCursor?: string
}

export interface CampaignPreview {
  /** The number of the revision that is shown. */
  Revision: number
  /** The subject with its tags filled in. */
  Subject?: string
  /** The name of the sender. */
  FromName?: string
  /** The address of the sender. */
  FromEmail?: string
  /** Where replies go. */
  ReplyTo?: string
  /** The subscriber whose values the tags show; empty where they show their fallbacks. */
  PersonalizedAs?: string
  /** The HTML part with its tags filled in, styles as they are sent, and links as the author wrote them. */
  Html?: string
  /** The text part: the one of the campaign, or the one made from its HTML. */
  Text?: string
  /** The size of the whole message with links as long as they get. */
  SizeInBytes: number
  /** The size of the HTML in it, decoded. Gmail cuts off what is above 102 KB. */
  HtmlSizeInBytes: number
  /** Shows the preview, for pages of the console to frame; anyone who has the address can open it until it expires. */
  HtmlURL?: string
  /** The same where the reader prefers dark colours. */
  DarkURL?: string
  /** Styles: the letter has styles for dark colours. Inversion: it has none, and its colours are inverted as several mail programs do. */
  DarkBy: DarkBy
  /** The same where the mail program loads no images. */
  ImagesOffURL?: string
  /** Until when the addresses can be opened, in the time zone of the client. */
  ExpiresDate?: string
}

export type DarkBy = 'Styles' | 'Inversion'

export interface TemplatePreview {
  /** The number of the revision that is shown. */
  Revision: number
  /** The HTML of the template, with the addresses of its images. */
  Html?: string
  /** The size of the HTML. */
  SizeInBytes: number
  /** Shows the preview, for pages of the console to frame; anyone who has the address can open it until it expires. */
  HtmlURL?: string
  /** The same where the reader prefers dark colours. */
  DarkURL?: string
  /** Styles: the letter has styles for dark colours. Inversion: it has none, and its colours are inverted as several mail programs do. */
  DarkBy: DarkBy
  /** The same where the mail program loads no images. */
  ImagesOffURL?: string
  /** Until when the addresses can be opened, in the time zone of the client. */
  ExpiresDate?: string
}

export interface DraftAudience {
  /** Lists it goes to. At most 500 lists and segments. */
  ListIDs?: string[]
  /** Segments it goes to. With a segment of the client that names no list, only members of the ListIDs who are in it are chosen; without ListIDs, those of all lists. */
  Segments?: DraftSegment[]
  /** Lists whose active members are left out, from whichever list they would come. At most 500 lists and segments. */
  ExcludedListIDs?: string[]
  /** Segments whose active members are left out; of a segment of the client that names no list, those of all lists. */
  ExcludedSegments?: DraftSegment[]
}

export interface DraftSegment {
  /** The list of the segment. Of a segment of the client: the list whose members are chosen from; empty for all lists. */
  ListID?: string
  /** The name of the segment. */
  Name?: string
  /** The segment, which can be named by it alone. In answers: of segments of the client; left out for those of a list. */
  SegmentID?: string
}

export interface DraftTracking {
  /** Whether mails have the picture that records opens. */
  Opens: boolean
  /** Whether links lead over this service, which counts clicks. */
  Clicks: boolean
}

export interface DraftUtm {
  /** True: links get no UTM tags, those of the client neither. */
  None: boolean
  /** The value of utm_source, where the visit comes from; one line of at most 100 characters. Empty for none. */
  Source?: string
  /** The value of utm_medium, by which means; one line of at most 100 characters. Empty for none. */
  Medium?: string
  /** The value of utm_campaign, the name of the campaign for statistics; one line of at most 100 characters. Empty for none. */
  Campaign?: string
  /** The value of utm_term, a search word; one line of at most 100 characters. Empty for none. */
  Term?: string
  /** The value of utm_content, which of several versions; one line of at most 100 characters. Empty for none. */
  Content?: string
}

export interface DraftContent {
  /** Where it comes from: HTML of the call (Html, Text), pages that are fetched at once (HtmlUrl, TextUrl), MJML (Mjml, Text), an uploaded ZIP file (UploadID), the regions of a template filled in (TemplateID, Template, Values, Text), or sections (Sections, Text). Members of other kinds are refused. */
  Kind: ContentKind
  /** Of the kind Html: the page as it was written; kept: names files of this draft. Html and Text have at most 2000000 bytes of UTF-8 together. Of the kind Zip, in answers: what the file gave. */
  Html?: string
  /** Of the kinds Html, Mjml, Regions and Sections: the text for people who read no HTML; empty to have it made from the HTML. Of the kind Zip, in answers: what the file gave. */
  Text?: string
  /** Of the kind Url: the page, an absolute http or https URL that this service can reach. */
  HtmlUrl?: string
  /** Of the kind Url: the page with the text; empty to have it made from the HTML. */
  TextUrl?: string
  /** Of the kind Mjml: the document as it was written, at most 500000 characters. What is wrong with it does not keep it from being saved. */
  Mjml?: string
  /** Of the kind Zip: the uploaded file. It holds index.html or one HTML file, its images and style sheets, and a text file of the same name for the text. Left out where the draft has a file that stays. */
  UploadID?: string
  /** Of the kind Zip, in answers: the name of the file; empty where it had none. */
  FileName?: string
  /** Of the kind Regions: a template of the client. */
  TemplateID?: string
  /** Of the kind Regions: the revision of the template. Left out, or with the Revision 0, in a call: the copy that the draft has, the newest where it has none of this template. */
  Template?: DraftTemplate
  /** Of the kind Regions: what regions are to hold, at most 1000; those that are left out show what the template does. Values and Text have at most 2000000 bytes together. */
  Values?: RegionValue[]
  /** Of the kind Sections: a JSON document, at most 250000 characters: {"version":1,"theme":{…},"sections":[{"kind":"heading","text":"…"}]} with at most 60 sections, their settings as Content.GetSectionKinds names them. Settings that are left out have their defaults. */
  Sections?: string
}

export type ContentKind = 'Html' | 'Url' | 'Mjml' | 'Zip' | 'Regions' | 'Sections'

export interface DraftTemplate {
  /** The revision of the template that the draft has a copy of. A template that changes later changes no draft. */
  Revision: number
  /** In answers: the present revision of the template; 0 when it is deleted. Ignored in calls. */
  NewestRevision: number
}

export interface RegionValue {
  /** The Name of the region. */
  Name?: string
  /** Text of at most 1,000 characters for a SingleLine, HTML of at most 100,000 for a MultiLine, an http or https URL for an Image; left out for what the template shows, empty for nothing. */
  Content?: string
  /** Of an Image: the text in its place; left out for that of the template. */
  Alt?: string
  /** An http, https, mailto, tel or sms address of at most 2,000 characters, for a SingleLine or an Image that is in no link of the template, and what CanLink; left out for that of the template, empty for no link. */
  Href?: string
  /** Of a Repeater: its items in their order, at most 500 in a template; left out for what the template shows, empty for none. */
  Items?: RegionItem[]
}

export interface RegionItem {
  /** The Label of the layout; may be left out if the repeater has only one. */
  Layout?: string
  /** What regions of this item are to hold; those that are left out show what the template does. */
  Regions?: ItemRegionValue[]
}

export interface ItemRegionValue {
  /** The Name of the region. */
  Name?: string
  /** Text of at most 1,000 characters for a SingleLine, HTML of at most 100,000 for a MultiLine, an http or https URL for an Image; left out for what the template shows, empty for nothing. */
  Content?: string
  /** Of an Image: the text in its place; left out for that of the template. */
  Alt?: string
  /** An http, https, mailto, tel or sms address of at most 2,000 characters, for a SingleLine or an Image that is in no link of the template, and what CanLink; left out for that of the template, empty for no link. */
  Href?: string
}

export interface SavedDraft {
  /** The campaign. */
  CampaignID?: string
  /** The number of the revision that there is now: what the next save is based on. */
  Revision: number
  /** When it was saved, in the time zone of the client. */
  SavedDate?: string
}

export interface Draft {
  /** The campaign. */
  CampaignID?: string
  /** How far the campaign is. */
  State: CampaignState
  /** The number of the revision, from 1. */
  Revision: number
  /** The series of which it is a step: Series.Start puts it in force. Empty for any other campaign, and of earlier revisions. */
  SeriesID?: string
  /** When it was saved, in the time zone of the client. */
  SavedDate?: string
  /** The name of who saved it; empty for a campaign from before revisions. */
  SavedBy?: string
  /** The name of the campaign. */
  Name?: string
  /** The subject. */
  Subject?: string
  /** The name of the sender. */
  FromName?: string
  /** The address of the sender. */
  FromEmail?: string
  /** The address that replies go to. */
  ReplyTo?: string
  /** What mail programs show beside the subject. */
  Preheader?: string
  /** What it goes to and what it leaves out. */
  Audience?: DraftAudience
  /** Whether opens and clicks are recorded. */
  Tracking?: DraftTracking
  /** Its own UTM tags; those of the client stand in for those it has not. */
  Utm?: DraftUtm
  /** Whether it asks for consent to tracking. */
  AsksForConsent: boolean
  /** Whether rules of style sheets are written to the elements they are for. */
  InlineCss: boolean
  /** What is sent, as it was given; left out before any was given. */
  Content?: DraftContent
}

export interface AudienceCount {
  /** How many would get a copy now. */
  Recipients: number
  /** Active members of its lists and segments who are not excluded; an address counts once for each list. */
  Members: number
  /** Copies that are left out, since an address gets one only. */
  Duplicates: number
  /** Addresses on the suppression list, which are left out. */
  Suppressed: number
  /** Addresses that are left out because of an excluded list or segment. */
  Excluded: number
  /** Addresses that are left out because the implied consent to mail them has ended. */
  ConsentExpired: number
  /** Of a campaign that asks for consent: addresses that are left out because they have consented to tracking. */
  ConsentGranted: number
  /** Of a campaign that asks for consent: addresses that are left out because a letter asked them within the last six months. */
  AskedBefore: number
  /** Of a campaign that asks for consent: addresses that are left out because they refused tracking within the last six months. */
  ConsentRefused: number
  /** Addresses that are left out because their people have paused the mail of the client. */
  Paused: number
  /** Addresses that are left out because they got as many mails lately as the frequency cap of the client allows. */
  Capped: number
  /** Above how many recipients a person has to send with Campaign.SendConfirmed. */
  ConfirmAbove: number
}

export interface BranchCounts {
  /** In the order of the draft. */
  Branches?: BranchCount[]
  /** What is wrong with conditions: parts with faults have no branches. */
  Faults?: string[]
}

export interface BranchCount {
  /** The part of the draft. */
  Part: BranchPart
  /** Of content of the kind Sections: the number of the section that has the condition, from 1; else 0. */
  Section: number
  /** The line of the mark in what the draft holds; 0 for a section. */
  Line: number
  /** How many other blocks are around it. */
  Depth: number
  /** Nothing: people for whom no branch of the block holds, where it has no [else]. */
  Shows: BranchShows
  /** The mark as it is written; of Nothing, the one that begins the block. */
  Condition?: string
  /** How many recipients get the branch; null where it is not known. */
  Recipients?: number
}

export type BranchPart = 'Subject' | 'Preheader' | 'Content' | 'Text'

export type BranchShows = 'If' | 'Else' | 'Nothing'

export interface FindingName {
  /** The code of the finding. */
  Code?: string
  /** Its detail, as Campaign.Check answered it. */
  Detail?: string
}

export interface FindingPlaces {
  /** The revision that was looked at. */
  Revision: number
  /** One for each finding that was given, in their order. */
  Places?: FindingPlace[]
}

export interface FindingPlace {
  /** The code of the finding. */
  Code?: string
  /** Its detail, as it was given. */
  Detail?: string
  /** The part of the draft; Template is what the draft’s copy of a template says itself. None for findings about no text of the draft. */
  Part: FindingPart
  /** The number of the section, from 1; 0 where the content has none. */
  Section: number
  /** The kind of that section. */
  Kind?: string
  /** The setting of the section or its item, or the region of an item. */
  Setting?: string
  /** The number of the item of a section or repeater, from 1; 0 for none. */
  Item: number
  /** The region of a template. */
  Region?: string
  /** Of a draft that is HTML or MJML: the line of the source, counted from 1; 0 where it is not known. */
  Line: number
  /** The column of that line, counted from 1; 0 without a line. */
  Column: number
  /** Campaign.RepairFinding can mend it, or a part of it. */
  CanRepair: boolean
  /** Of ForeignTags: the tags of that system, each once. */
  Tags?: TranslatedTag[]
}

export type FindingPart = 'None' | 'Subject' | 'Preheader' | 'Content' | 'Template' | 'Text'

export interface TranslatedTag {
  /** The tag as it is written. */
  Found?: string
  /** The tag that Campaign.RepairFinding writes in its place; left out where it stays. */
  Becomes?: string
}

export interface CampaignFamily {
  /** The original, and the campaigns that follow it or each other, in the order in which they were made. Deleted ones are left out. */
  Mails?: FamilyMail[]
  /** All of them together. */
  Together?: FamilyTotals
  /** How many recipients the frequency cap left out of the campaign that is asked about. */
  Capped: number
  /** Whether Campaign.CatchUp makes a draft for them: the campaign was sent to its end, and has no catch-up. */
  CanCatchUp: boolean
  /** Whether Campaign.Resend makes a draft of the campaign that is asked about: it was sent to its end, its opens and clicks were recorded, and it has no resend. */
  CanResend: boolean
}

export interface FamilyMail {
  /** The campaign. */
  CampaignID?: string
  /** The name of the campaign. */
  Name?: string
  /** The subject of the mail. */
  Subject?: string
  /** What the campaign does now. */
  State: CampaignState
  /** When the draft was made, in the time zone of the client. */
  CreatedDate?: string
  /** When it is or was to start, in the time zone of the client; empty for a draft. */
  DueDate?: string
  /** When it started to be sent, in the time zone of the client; empty before. */
  SentDate?: string
  /** When the last recipient was done, in the time zone of the client; empty before. */
  FinishedDate?: string
  /** When it came into its state, in the time zone of the client; campaigns are in this order. */
  ActiveDate?: string
  /** Original: the first one. Resend: to those who did not react to the one it follows. CatchUp: to those whom the frequency cap left out of it. */
  Kind: FollowUpKind
  /** The campaign that it follows; empty for the original. */
  FollowsID?: string
  /** Of a resend: when it may start, in the time zone of the client; empty for others, and while the one it follows is being sent. */
  EarliestDate?: string
  /** All recipients: the sum of the seven counts that follow; 0 before it has started, as all counts. */
  Recipients: number
  /** Recipients whose turn is still to come. */
  Planned: number
  /** Recipients whose mail is being handed over now. */
  HandingOver: number
  /** Recipients whose mail a relay took. */
  Accepted: number
  /** Recipients who are tried again later. */
  Deferred: number
  /** Recipients whose mail a relay refused. */
  Refused: number
  /** Recipients whose mail a relay may or may not have taken; Campaign.SettleUnknown decides. */
  Unknown: number
  /** Recipients who got no copy: they opted out or were suppressed meanwhile, or the campaign was cancelled. */
  Excluded: number
  /** How often it was opened. */
  TotalOpened: number
  /** How many recipients opened it. */
  UniqueOpened: number
  /** How often links were clicked. */
  Clicks: number
  /** How many recipients clicked a link. */
  UniqueClicked: number
  /** How often people opened it, machines left out. */
  HumanOpened: number
  /** How many people opened it, machines left out. */
  HumanUniqueOpened: number
  /** How often people clicked links, machines left out. */
  HumanClicks: number
  /** How many people clicked a link, machines left out. */
  HumanUniqueClicked: number
  /** How many unsubscribed. */
  Unsubscribed: number
  /** How many copies bounced, at the hand-over or later. */
  Bounced: number
  /** How many recipients complained. */
  Complained: number
}

export type FollowUpKind = 'Original' | 'Resend' | 'CatchUp'

export interface FamilyTotals {
  /** People of the original: the others go to some of them. */
  Recipients: number
  /** People who got the content: of the original, and of catch-ups. */
  Accepted: number
  /** People who opened or clicked one of the mails. */
  HumanUniqueOpened: number
  /** People who clicked in one of the mails. */
  HumanUniqueClicked: number
  /** Opt-outs by all mails. */
  Unsubscribed: number
  /** Copies of all mails that bounced. */
  Bounced: number
  /** Complaints about all mails. */
  Complained: number
}

export type Weekday = 'Monday' | 'Tuesday' | 'Wednesday' | 'Thursday' | 'Friday' | 'Saturday' | 'Sunday'

export type PastZones = 'Refuse' | 'Now' | 'Skip'

export interface CampaignTiming {
  /** The beginning of the hours in which mails go out, HH:MM, a full quarter of an hour; empty for all hours. */
  AllowedFrom?: string
  /** Their end, HH:MM up to 24:00; before AllowedFrom for hours over midnight; empty for all hours. */
  AllowedUntil?: string
  /** The days of the week on which these hours begin; none for all days. */
  AllowedDays?: Weekday[]
  /** Over how many allowed hours the mails are spread, 1 to 48; 0 for as fast as the relay takes them. */
  SpreadHours: number
  /** The key of a custom field that says the time zone or the country of a person. Each person gets the mail when it is the time of SendDate there. Empty: one moment for all. */
  TimeZoneField?: string
  /** What happens to people in whose time zone the time has passed when the campaign begins. */
  PastZones: PastZones
}

export interface Timetable {
  /** Earliest first. Of a draft or scheduled campaign only those of recipients by TimeZoneField. */
  Zones?: ZoneTime[]
  /** How many people have a time zone that is not known. */
  Unknown: number
  /** For how many people the time has passed. */
  Past: number
  /** Of a campaign that has begun: how many recipients wait for their time. */
  Waiting: number
  /** When the next of them are due, in the time zone of the client; empty for none. */
  NextDate?: string
}

export interface ZoneTime {
  /** An IANA name or an offset from UTC. */
  TimeZone?: string
  /** False: people whose zone is not known, who have that of the client. */
  IsKnown: boolean
  /** When their first mail goes out, in the time zone of the client; empty without a date. */
  Date?: string
  /** How many people. Before the beginning those are among them whom suppressions, pauses and the frequency cap leave out. */
  Recipients: number
  /** Whether they get it at the time that was chosen. */
  State: ZoneState
}

export type ZoneState = 'OnTime' | 'Past' | 'Now' | 'Skipped'

export interface OtherVariant {
  /** Its subject, one line of at most 500 characters; empty for that of the campaign. */
  Subject?: string
  /** The name of its sender, one line of at most 250 characters; empty for that of the campaign. */
  FromName?: string
  /** Its content: empty for that of the campaign; another campaign of the client, whose content is copied with its preview text and images; or the letter of the variant whose content, copied before, it has from now on. */
  ContentOf?: string
}

export type DecidedBy = 'Clicks' | 'Opens' | 'Hand'

export interface TestPlan {
  /** Who would get the campaign now. */
  Recipients: number
  /** About how many people each variant goes to. */
  PerVariant: number
  /** Measured people that each variant needs to show the difference in four of five tests. */
  NeededPerVariant: number
  /** Whether the test can name a winner. */
  IsEnough: boolean
  /** The share of the recipients that would be enough; 0 if all together are too few. */
  NeededSharePercent: number
}

export interface CampaignTest {
  /** How far the test is; None for a campaign without variants. */
  State: TestState
  /** Percent of the recipients who are tested; each variant goes to an equal part of them. 1 to 100. */
  SharePercent: number
  /** Percent of the recipients who get no mail. 0 to 50; together with SharePercent at most 100. */
  HoldoutPercent: number
  /** Clicks: people who clicked. Opens: people who opened or clicked. Hand: a person chooses. */
  DecidedBy: DecidedBy
  /** How long the test waits after its last mail was accepted. A pause or a hold stops the clock. */
  WaitMinutes: number
  /** The variant that the rest gets where no winner is shown, or no one has chosen in time; empty where a person chooses then. */
  Otherwise?: string
  /** What share of people click (or open) usually, in percent. */
  UsualPercent?: string
  /** The share that is hoped for: the smaller the difference, the more people a winner needs. */
  HopedPercent?: string
  /** Measured people that each variant needs to show the difference that is hoped for in four of five tests. Below that no winner is named. */
  NeededPerVariant: number
  /** How long it has waited. */
  WaitedMinutes: number
  /** What the test showed at its end. TooFew: a variant has fewer people than are needed. */
  Verdict: TestVerdict
  /** The variant that won; empty without one. */
  Winner?: string
  /** How likely a difference as large is by chance, corrected for the number of variants; empty where nothing was compared. */
  PValue?: string
  /** What the rest gets; empty while it waits, and for a test without a rest. */
  Chosen?: string
  /** The person who chose it; empty if the test did, or what was set beforehand. */
  ChosenBy?: string
  /** When it was chosen, in the time zone of the client. */
  ChosenDate?: string
  /** When the numbers of the variants were counted, in the time zone of the client; empty before the first time. */
  CountedDate?: string
  /** Whether Campaign.ChooseVariant can choose what the rest gets. */
  CanChoose: boolean
  /** The variants with their people; only people of the test count. */
  Variants?: TestVariant[]
  /** All others. */
  Rest?: TestRest
}

export type TestState = 'None' | 'NotBegun' | 'Sending' | 'Waiting' | 'Undecided' | 'Decided' | 'Stopped'

export type TestVerdict = 'None' | 'Winner' | 'NoDifference' | 'TooFew'

export interface TestVariant {
  /** Its letter: A is the campaign as it is. */
  Variant?: string
  /** The subject of the mail. */
  Subject?: string
  /** The name of the sender. */
  FromName?: string
  /** Of a variant with content of its own: the name of the campaign that it was copied from. */
  ContentOf?: string
  /** Whether it has content of its own. */
  HasOwnContent: boolean
  /** People of the test who were to get it. */
  Recipients: number
  /** How many copies were accepted by the mail systems of their recipients. */
  Accepted: number
  /** Of these, people whose opens and clicks are recorded: rates are of them. */
  Measured: number
  /** Measured people who opened or clicked; machines are left out. */
  HumanUniqueOpened: number
  /** Measured people who clicked; machines are left out. */
  HumanUniqueClicked: number
  /** Opt-outs by it. */
  Unsubscribed: number
  /** Copies that bounced. */
  Bounced: number
  /** Complaints about it. */
  Complained: number
}

export interface TestRest {
  /** How many wait for the choice, or got what was chosen. */
  Recipients: number
  /** How many copies were accepted. */
  Accepted: number
  /** People who opened or clicked; machines are left out. */
  HumanUniqueOpened: number
  /** People who clicked; machines are left out. */
  HumanUniqueClicked: number
  /** Recipients who get no mail, so that the others can be compared with them. */
  HeldOut: number
}

export type SeriesTrigger = 'Joined' | 'TagGiven' | 'Date' | 'Api'

export interface GivenSeriesStep {
  /** A step that the series has; left out for a new one. */
  StepID?: number
  /** Minutes after the enrolment, or after the step before, 0 to 527040. */
  DelayMinutes: number
  /** HH:MM in the time zone of the client: mailed not before this time of a day; empty for any time. */
  FromTime?: string
  /** HH:MM: mailed before this time of a day; empty for any time. */
  ToTime?: string
  /** Only who is in this segment when the step is due gets it, others go on to the next step: 32 hexadecimal digits of a segment of the list or of the client; empty for none. */
  SegmentID?: string
  /** Of a new step: a campaign whose settings and content it begins with, but for its audience. */
  CampaignID?: string
}

export interface Series {
  /** The series: 32 hexadecimal digits, as Series.List names it. */
  SeriesID?: string
  /** The name of the series, one line of at most 200 characters. */
  Name?: string
  /** Draft: never started. Running: it enrols people and mails them. Paused: it holds everyone at their step. */
  State: SeriesState
  /** Why it was paused by the service: a sentence; empty for nothing. */
  Problem?: string
  /** The list. */
  ListID?: string
  /** The name of the list. */
  ListTitle?: string
  /** Joined: who joins the list, from the confirmation on; imports enrol no one. TagGiven: members who are given the Tag, not by an import. Date: members with a day in DateField. Api: whom Series.Enrol names, who may be enrolled with each of them. */
  Trigger: SeriesTrigger
  /** With TagGiven: the name of the tag. */
  Tag?: string
  /** With Date: the key of a custom field that holds dates. */
  DateField?: string
  /** With Date: how many days after the date people are enrolled; before it with a minus sign. */
  DateDays: number
  /** With Date: whether people are enrolled on the day of each year. 29 February is 28 February in other years. */
  DateYearly: boolean
  /** Only members of this segment are enrolled: 32 hexadecimal digits of a segment of the list or of the client; empty for none. */
  SegmentID?: string
  /** After how many days since the last enrolment a person who is through may come again; 0 for never. */
  AgainAfterDays: number
  /** Who is in this segment is at the goal, and gets no further mail: 32 hexadecimal digits of a segment of the list or of the client; empty for none. */
  GoalSegmentID?: string
  /** Whether who clicked in a mail of the series is at the goal, and gets no further mail. Clicks of machines do not count. */
  GoalClick: boolean
  /** The steps in their order. */
  Steps?: SeriesStep[]
  /** How often people were enrolled. */
  Enrolled: number
  /** How many people wait for a step. */
  Waiting: number
  /** How often people had all steps. */
  Finished: number
  /** How often people were at the goal before a mail, and left the series. */
  Reached: number
  /** How often people left the series before a mail because they are no active members any more. */
  Stopped: number
  /** How many people are due now: a start mails them at once. */
  Due: number
  /** Whether settings were saved, or steps opened for editing, since the last start. */
  Changed: boolean
  /** Whether members who were there before are being enrolled. */
  EnrollingExisting: boolean
  /** When it was created, in the time zone of the client. */
  CreatedDate?: string
  /** When its settings were saved last, in the time zone of the client. */
  ChangedDate?: string
  /** When it was started first, in the time zone of the client; empty before. */
  StartedDate?: string
}

export type SeriesState = 'Draft' | 'Running' | 'Paused'

export interface SeriesStep {
  /** The step, as long as the series has it. */
  StepID: number
  /** Minutes after the enrolment, or after the step before, 0 to 527040. */
  DelayMinutes: number
  /** HH:MM in the time zone of the client: mailed not before this time of a day; empty for any time. */
  FromTime?: string
  /** HH:MM: mailed before this time of a day; empty for any time. */
  ToTime?: string
  /** Only who is in this segment when the step is due gets it, others go on to the next step: 32 hexadecimal digits of a segment of the list or of the client; empty for none. */
  SegmentID?: string
  /** The campaign with which the step is edited; the next start puts it in force. Empty where nothing is being changed. */
  DraftID?: string
  /** The campaign that mails the step now; empty before the first start. */
  EditionID?: string
  /** The state of that campaign; empty before the first start. */
  EditionState?: string
  /** The subject of the draft, or of the edition while nothing is being changed. */
  Subject?: string
  /** How many people wait for it. */
  Waiting: number
}

export interface SeriesPage {
  /** The series of this page, by name. */
  Series?: SeriesSummary[]
  /** The Cursor of the next page; empty at the end. */
  NextCursor?: string
}

export interface SeriesSummary {
  /** The series: 32 hexadecimal digits, as Series.List names it. */
  SeriesID?: string
  /** The name of the series, one line of at most 200 characters. */
  Name?: string
  /** Draft: never started. Running: it enrols people and mails them. Paused: it holds everyone at their step. */
  State: SeriesState
  /** Why it was paused by the service: a sentence; empty for nothing. */
  Problem?: string
  /** The name of the list. */
  ListTitle?: string
  /** Joined: who joins the list, from the confirmation on; imports enrol no one. TagGiven: members who are given the Tag, not by an import. Date: members with a day in DateField. Api: whom Series.Enrol names, who may be enrolled with each of them. */
  Trigger: SeriesTrigger
  /** How many steps it has. */
  Steps: number
  /** How often people were enrolled. */
  Enrolled: number
  /** How many people wait for a step. */
  Waiting: number
  /** How often people had all steps. */
  Finished: number
  /** How often people were at the goal before a mail, and left the series. */
  Reached: number
  /** How often people left the series before a mail because they are no active members any more. */
  Stopped: number
}

export interface EnrolledPage {
  /** The people of this page, by address. */
  People?: EnrolledPerson[]
  /** The Cursor of the next page; empty at the end. */
  NextCursor?: string
}

export interface EnrolledPerson {
  /** The address of the person. */
  EmailAddress?: string
  /** The step that comes next; 0 once it is over. */
  StepID: number
  /** When it is due, in the time zone of the client; empty once it is over. */
  NextDate?: string
  /** When the person was enrolled last, in the time zone of the client. */
  EnrolledDate?: string
  /** When it was over, in the time zone of the client; empty before. */
  EndedDate?: string
  /** Why it is over: Finished, Goal, Left, Bounced, Deleted, Suppressed, Inactive or StepRemoved; empty before. */
  Outcome?: string
  /** How often the person was enrolled. */
  Times: number
}

export interface SeriesReport {
  /** The series: 32 hexadecimal digits, as Series.List names it. */
  SeriesID?: string
  /** The name of the series, one line of at most 200 characters. */
  Name?: string
  /** How often people were enrolled. */
  Enrolled: number
  /** How many people wait for a step. */
  Waiting: number
  /** How often people had all steps. */
  Finished: number
  /** How often people were at the goal before a mail, and left the series. */
  Reached: number
  /** How often people left the series before a mail because they are no active members any more. */
  Stopped: number
  /** Mails of all steps that were accepted. */
  Accepted: number
  /** Opt-outs by mails of the series. */
  Unsubscribed: number
  /** Mails of the series that bounced. */
  Bounced: number
  /** Complaints about mails of the series. */
  Complained: number
  /** The steps in their order. */
  Steps?: SeriesStepReport[]
}

export interface SeriesStepReport {
  /** The step, as long as the series has it. */
  StepID: number
  /** The subject of the draft, or of the edition while nothing is being changed. */
  Subject?: string
  /** Minutes after the enrolment, or after the step before, 0 to 527040. */
  DelayMinutes: number
  /** How many people wait for it. */
  Waiting: number
  /** For whom the condition did not hold, or who were passed over after a restore. */
  Skipped: number
  /** Who left the series when it was due. */
  Stopped: number
  /** Recipients of all editions of the step. */
  Recipients: number
  /** Mails that were accepted. */
  Accepted: number
  /** Recipients who were left out: suppressed, paused, above the frequency cap, or no members any more. */
  Excluded: number
  /** Mails that were refused. */
  Refused: number
  /** Recipients to whom it has not been handed over yet. */
  Open: number
  /** People who opened or clicked. */
  HumanUniqueOpened: number
  /** People who clicked. */
  HumanUniqueClicked: number
  /** Opt-outs. */
  Unsubscribed: number
  /** Mails that bounced. */
  Bounced: number
  /** Complaints. */
  Complained: number
  /** The campaigns that mailed it, the newest first: each has a report of its own. */
  Editions?: string[]
}

export interface RevisionPage {
  /** The revisions of this page, the newest first. */
  Revisions?: Revision[]
  /** The Cursor of the next page; empty at the end. */
  NextCursor?: string
}

export interface Revision {
  /** The number of the revision. */
  Revision: number
  /** When it was saved, in the time zone of the client. */
  SavedDate?: string
  /** The name of who saved it; empty where that is not known. */
  SavedBy?: string
  /** By what the caller was known: session, key or historical key. */
  Means?: string
  /** How it came about. */
  Action: RevisionAction
  /** The number of the revision that was restored; 0 where none was. */
  Restored: number
  /** The name in this revision. */
  Name?: string
}

export type RevisionAction = 'Created' | 'Saved' | 'Duplicated' | 'Restored'

export interface Editing {
  /** First names of the others who have the editor open, at most 20. A name is shown for 70 seconds after the last call of its owner. */
  Editors?: string[]
  /** For how many seconds the caller counts as one who edits; call again before. */
  LeaseSeconds: number
}

export interface TemplateRevision {
  /** The template. */
  TemplateID?: string
  /** The number of the revision. */
  Revision: number
  /** When it was saved, in the time zone of the client. */
  SavedDate?: string
  /** The name of who saved it; empty where that is not known. */
  SavedBy?: string
  /** The name of the template in this revision. */
  Name?: string
  /** The page it was made from. */
  HTMLPageURL?: string
  /** The ZIP file it was made from; empty for none. */
  ZipFileURL?: string
  /** The page as it is kept; references to kept files begin with kept:. */
  Html?: string
}

export interface SenderPage {
  /** The senders of this page, by address. */
  Senders?: Sender[]
  /** The Cursor of the next page; empty at the end. */
  NextCursor?: string
}

export interface Sender {
  /** The saved sender: 32 hexadecimal digits. */
  SenderID?: string
  /** The name of the sender. */
  FromName?: string
  /** The address of the sender. */
  FromEmail?: string
  /** The address that replies go to. */
  ReplyTo?: string
}

export interface LastSender {
  /** The name of the sender. */
  FromName?: string
  /** The address of the sender. */
  FromEmail?: string
  /** The address that replies go to. */
  ReplyTo?: string
  /** Whether a campaign of the client was sent or scheduled. */
  WasSent: boolean
  /** Who was notified when the last one was sent; empty where no one was. */
  ConfirmationEmail?: string
}

export interface UtmTags {
  /** The value of utm_source, where the visit comes from; one line of at most 100 characters. Empty for none. */
  Source?: string
  /** The value of utm_medium, by which means; one line of at most 100 characters. Empty for none. */
  Medium?: string
  /** The value of utm_campaign, the name of the campaign for statistics; one line of at most 100 characters. Empty for none. */
  Campaign?: string
  /** The value of utm_term, a search word; one line of at most 100 characters. Empty for none. */
  Term?: string
  /** The value of utm_content, which of several versions; one line of at most 100 characters. Empty for none. */
  Content?: string
}

export interface BrandingWording {
  /** Confirm and Unsubscribe ask with a button; Confirmed and Unsubscribed follow it. */
  Page: BrandedPage
  /** The language of the reader in which these words are used: en, de, fr or es. */
  Language?: string
  /** The heading, one line of at most 100 characters; empty for that of this service. */
  Title?: string
  /** Plain text of at most 1,000 characters, of several lines; [list] and [client] stand for their names. Empty for the words of this service. */
  Text?: string
}

export type BrandedPage = 'Confirm' | 'Confirmed' | 'Unsubscribe' | 'Unsubscribed'

export interface SocialLink {
  /** The words of the link, one line of at most 60 characters. */
  Name?: string
  /** Where it leads: an absolute http or https URL. */
  Url?: string
}

export interface Branding {
  /** Where the logo was fetched; empty without one, and where LogoAssetID was given. */
  LogoUrl?: string
  /** The asset that was given as the logo; empty without one, and where LogoUrl was given. */
  LogoAssetID?: string
  /** The address of the asset that is the logo; empty without a logo. Pages and mails show a smaller copy. */
  LogoImageUrl?: string
  /** The colour of buttons and links, #rrggbb or #rgb. As text it needs 4.5:1 on the background (WCAG 2.2 AA), and so does the text of a button on it. */
  PrimaryColor?: string
  /** The colour behind the text, #rrggbb or #rgb; white when left out. Black or white text needs 4.5:1 on it. */
  BackgroundColor?: string
  /** Plain text below pages and mails, at most 500 characters, of several lines. */
  FooterText?: string
  /** The postal address below pages and mails, at most 300 characters, of several lines. */
  PostalAddress?: string
  /** The address of the legal notice of the client: an absolute http or https URL, linked below pages and mails. */
  ImprintUrl?: string
  /** The name that confirmation mails come from, one line of at most 200 characters; CompanyName when left out. */
  ConfirmationFromName?: string
  /** The address that confirmation mails come from; EmailAddress of the client when left out. They are signed where its domain is a verified one of the client. */
  ConfirmationFromEmail?: string
  /** The client’s own words on pages, each page and language once. */
  Wordings?: BrandingWording[]
  /** The typeface of headings in letters of sections: sans, serif, mono, arial, verdana, tahoma, trebuchet, georgia, times or palatino; empty for that of the text. */
  HeadingFont?: string
  /** The typeface of text in letters of sections: sans, serif, mono, arial, verdana, tahoma, trebuchet, georgia, times or palatino; empty for sans. */
  TextFont?: string
  /** Further colours of the client, #rrggbb or #rgb, that the editor offers; at most 6. */
  Colors?: string[]
  /** Pages of the client on other sites, at most 10. Social links of letters without links of their own show them. */
  SocialLinks?: SocialLink[]
}

export interface CompiledMjml {
  /** The HTML; empty with a problem of severity Error. */
  Html?: string
  /** The size of the HTML in UTF-8, at most 2,000,000. */
  Bytes: number
  /** What is wrong, in the order of the document, at most 100. */
  Problems?: MjmlProblem[]
}

export interface MjmlProblem {
  /** The line of the document, from 1. */
  Line: number
  /** The character of the line where the tag begins, from 1. */
  Column: number
  /** The name of the element; empty where the whole document is meant. */
  Tag?: string
  /** What is wrong, a sentence in English. */
  Message?: string
  /** With an Error there is no HTML; a Warning is what the compiler left out or does not know. */
  Severity: MjmlSeverity
}

export type MjmlSeverity = 'Error' | 'Warning'

export interface CompiledSections {
  /** The HTML, without the mail’s own links: images are not copied, and tags stay as they are. */
  Html?: string
  /** The size of the HTML in UTF-8. */
  Bytes: number
  /** Images and links without a usable address, which the HTML leaves out, in the order of the document. */
  LeftOut?: SectionLeftOut[]
}

export interface SectionLeftOut {
  /** The place in the document: sections[3].href. */
  Path?: string
  /** Why it is left out, in English; it goes on from the path. */
  Message?: string
}

export interface Canvas {
  /** The page. It belongs to no origin, runs one script, which is its own, and is shown by this console alone. */
  URL?: string
  /** Until when it can be opened, in the time zone of the client. */
  ExpiresDate?: string
}

export interface SectionKinds {
  /** The version of the documents of this service; earlier ones are read, too. */
  Version: number
  /** Characters of a document. */
  Longest: number
  /** Sections of a document. */
  Most: number
  /** Settings of the whole mail; the defaults of colours are those of the branding of the client. */
  Theme?: SectionSetting[]
  /** The kinds of sections. */
  Kinds?: SectionKind[]
}

export interface SectionSetting {
  /** The member of a section. */
  Name?: string
  /** Line and Lines are text, Text is HTML of a few elements, Html is any HTML, Image and Link are addresses, Color is #rrggbb or empty for that of the theme, Choice one of Choices, Switch true or false, Items a list of objects. */
  Type: SectionSettingType
  /** The value where it is left out: for a Switch true or false; empty for Items. */
  Default?: string
  /** Characters of a text, an address or a colour; 0 for others. */
  Longest: number
  /** Of a Choice: its values. */
  Choices?: string[]
  /** Of Items: how many there are at least; 0 for others. */
  Least: number
  /** Of Items: how many there are at most; 0 for others. */
  Most: number
  /** Of Items: what each of them has. */
  Settings?: SectionItemSetting[]
}

export type SectionSettingType = 'Line' | 'Lines' | 'Text' | 'Html' | 'Image' | 'Link' | 'Color' | 'Choice' | 'Switch' | 'Items' | 'Condition'

export interface SectionItemSetting {
  /** The member of an item. */
  Name?: string
  /** As of a section: Line, Text, Image or Link. */
  Type: SectionSettingType
  /** The value where it is left out. */
  Default?: string
  /** Characters of a text or an address. */
  Longest: number
  /** Empty. */
  Choices?: string[]
}

export interface SectionKind {
  /** What a section names as its kind. */
  Kind?: string
  /** What it may have besides its kind. */
  Settings?: SectionSetting[]
}

export interface StarterLetter {
  /** What Content.TakeStarter and Template.CreateFromStarter name it by. */
  Starter?: string
  /** Its name, in the language that was asked for. */
  Name?: string
  /** What it is for, a sentence in that language. */
  About?: string
}

export interface StarterPreview {
  /** Shows the starter letter, for pages of the console to frame; anyone who has the address can open it until it expires. */
  HtmlURL?: string
  /** The same where the reader prefers dark colours. */
  DarkURL?: string
  /** Styles: the letter has styles for dark colours. Inversion: it has none, and its colours are inverted as several mail programs do. */
  DarkBy: DarkBy
  /** The same where the mail program loads no images. */
  ImagesOffURL?: string
  /** Until when the addresses can be opened, in the time zone of the client. */
  ExpiresDate?: string
}

export interface TemplateRegion {
  /** What Template.FillRegions names it by, unique among its neighbours: the label, with a number behind it where others have the same. */
  Name?: string
  /** What its author called it; empty without a label. */
  Label?: string
  /** SingleLine is text, MultiLine is HTML of a few elements, Image is a URL, Repeater is a list of items. */
  Kind: RegionKind
  /** What the template shows: text of a SingleLine, HTML of a MultiLine, the URL of an Image; empty for a Repeater. */
  Content?: string
  /** Of an Image: the text in its place; empty for others. */
  Alt?: string
  /** Whether it may lead somewhere. */
  CanLink: boolean
  /** Where it leads in the template; empty for nowhere. */
  Href?: string
  /** Of an Image: its width in pixels, 0 where the template leaves it open. */
  Width: number
  /** Of an Image: its height in pixels, 0 where the template leaves it open. */
  Height: number
  /** Of a Repeater: what an item can look like, one at least; empty for others. */
  Layouts?: RegionLayout[]
}

export type RegionKind = 'SingleLine' | 'MultiLine' | 'Image' | 'Repeater'

export interface RegionLayout {
  /** What its author called it; empty where the repeater has one layout without a label. */
  Label?: string
  /** The regions of an item, in their order. */
  Regions?: ItemRegion[]
}

export interface ItemRegion {
  /** What Template.FillRegions names it by, unique among its neighbours: the label, with a number behind it where others have the same. */
  Name?: string
  /** What its author called it; empty without a label. */
  Label?: string
  /** SingleLine is text, MultiLine is HTML of a few elements, Image is a URL, Repeater is a list of items. */
  Kind: RegionKind
  /** What the template shows: text of a SingleLine, HTML of a MultiLine, the URL of an Image; empty for a Repeater. */
  Content?: string
  /** Of an Image: the text in its place; empty for others. */
  Alt?: string
  /** Whether it may lead somewhere. */
  CanLink: boolean
  /** Where it leads in the template; empty for nowhere. */
  Href?: string
  /** Of an Image: its width in pixels, 0 where the template leaves it open. */
  Width: number
  /** Of an Image: its height in pixels, 0 where the template leaves it open. */
  Height: number
}

export interface FilledTemplate {
  /** The HTML with URLs of the files of the template. */
  Html?: string
  /** The size of the HTML in UTF-8. */
  Bytes: number
}

export interface Starter {
  /** What Template.CreateFromStarter names it by. */
  Starter?: string
  /** Its name. */
  Name?: string
  /** What it is for, a sentence in English. */
  About?: string
}

export interface BlockPage {
  /** The blocks of this page, by name. */
  Blocks?: Block[]
  /** The Cursor of the next page; empty at the end. */
  NextCursor?: string
}

export interface Block {
  /** The block: 32 hexadecimal digits. */
  BlockID?: string
  /** The name of the block. */
  Name?: string
  /** The kind of its section, as Content.GetSectionKinds names it. */
  Kind?: string
  /** Its section, as a document of one section in the version of this service. */
  Sections?: string
}

export interface Asset {
  /** The asset: 32 hexadecimal digits. */
  AssetID?: string
  /** The name it was given, or of its file. */
  Name?: string
  /** Where it is served, for HTML; what is there never changes. With ?w=100, 150, 200, 300, 400, 600 or 800 a copy of that width in pixels, with &x=2 of twice as many, never enlarged. */
  Url?: string
  /** image/png, image/jpeg, image/gif or image/webp: what the file is, whatever its name says. */
  MediaType?: string
  /** Pixels across, as it is shown. */
  Width: number
  /** Pixels down, as it is shown. */
  Height: number
  /** It has more than one frame; of such images and of GIF there are no smaller copies. */
  Animated: boolean
  /** The size in octets, without metadata, which is not kept. */
  Bytes: number
  /** When it was uploaded, in the time zone of the client. */
  CreatedDate?: string
}

export interface AssetPage {
  /** The images of this page, the newest first. */
  Assets?: Asset[]
  /** The Cursor of the next page; empty at the end. */
  NextCursor?: string
}

export interface CampaignApproval {
  /** The client of the campaign. */
  ClientID?: string
  /** The client wants nothing sent that is not approved. */
  Required: boolean
  /** Campaign.Send does not refuse it for want of an approval. */
  MayBeSent: boolean
  /** The revision that the campaign is at now. */
  PresentRevision: number
  /** The outcome of the last request; None without a request. Requested waits for a decision. Void: the campaign, or a list or segment it names, has changed since it was asked for, or another request took its place. */
  State: ApprovalState
  /** The revision it was asked for; 0 for none. */
  Revision: number
  /** When it was asked for, in the time zone of the client. */
  RequestedDate?: string
  /** Who asked for it. */
  RequestedBy?: string
  /** What was written with the request; empty for nothing. */
  RequestComment?: string
  /** When it was approved, rejected or withdrawn, in the time zone of the client; empty before. */
  DecidedDate?: string
  /** Who approved, rejected or withdrew it; empty before. */
  DecidedBy?: string
  /** What was written with the decision; empty for nothing. */
  DecisionComment?: string
  /** Who may approve, by name: people, then the login of the client; at most 100. */
  Approvers?: string[]
}

export type ApprovalState = 'None' | 'Requested' | 'Approved' | 'Rejected' | 'Withdrawn' | 'Void'

export interface ApprovalPage {
  /** The requests of this page, the newest first. */
  Approvals?: Approval[]
  /** The Cursor of the next page; empty at the end. */
  NextCursor?: string
}

export interface Approval {
  /** Requested waits for a decision. Void: the campaign, or a list or segment it names, has changed since it was asked for, or another request took its place. */
  State: ApprovalState
  /** The revision it was asked for; 0 for none. */
  Revision: number
  /** When it was asked for, in the time zone of the client. */
  RequestedDate?: string
  /** Who asked for it. */
  RequestedBy?: string
  /** What was written with the request; empty for nothing. */
  RequestComment?: string
  /** When it was approved, rejected or withdrawn, in the time zone of the client; empty before. */
  DecidedDate?: string
  /** Who approved, rejected or withdrew it; empty before. */
  DecidedBy?: string
  /** What was written with the decision; empty for nothing. */
  DecisionComment?: string
}

export interface CommentPage {
  /** The comments of this page, the newest first. */
  Comments?: CampaignComment[]
  /** The Cursor of the next page; empty at the end. */
  NextCursor?: string
}

export interface CampaignComment {
  /** The comment: 32 hexadecimal digits. */
  CommentID?: string
  /** The revision it is about. */
  Revision: number
  /** Where in the campaign; empty for all of it. */
  Place?: string
  /** The comment: plain text. */
  Text?: string
  /** Who wrote it. */
  Author?: string
  /** When, in the time zone of the client. */
  Date?: string
  /** It is of the caller. */
  Own: boolean
  /** When it was marked as resolved, in the time zone of the client; empty while it is open. */
  ResolvedDate?: string
  /** Who marked it; empty while it is open. */
  ResolvedBy?: string
}

export interface OutboxPage {
  /** The mails of this page: campaigns from the newest, test mails before copies. */
  Mails?: OutboxEntry[]
  /** The Cursor of the next page; empty at the end. */
  NextCursor?: string
  /** Why files of this page are not here; empty where all of them are. */
  Message?: string
}

export interface OutboxEntry {
  /** The mail, among those of its campaign: the number of a recipient, or test, the number of a test and a place. */
  Mail?: string
  /** The campaign the mail is of: 32 hexadecimal digits. */
  CampaignID?: string
  /** The name of that campaign. */
  CampaignName?: string
  /** Campaign: the copy of a recipient. Test: a test mail. */
  Kind: OutboxKind
  /** Whom the mail is for, as its header says; the address alone where the file is not here. */
  To?: string
  /** The sender, as the header says; empty where the file is not here. */
  From?: string
  /** The subject with its tags filled in; empty where the file is not here. */
  Subject?: string
  /** When it was written, in the time zone of the client. */
  Date?: string
  /** The file is in the outbox folder of the machine that answers: Outbox.GetMail can show it. */
  IsHere: boolean
}

export type OutboxKind = 'Campaign' | 'Test'

export interface OutboxMail {
  /** The mail, among those of its campaign: the number of a recipient, or test, the number of a test and a place. */
  Mail?: string
  /** The campaign. */
  CampaignID?: string
  /** Campaign: the copy of a recipient. Test: a test mail. */
  Kind: OutboxKind
  /** The sender, as the header says. */
  From?: string
  /** Whom the mail is for, as the header says. */
  To?: string
  /** Where replies go; empty where they go to the sender. */
  ReplyTo?: string
  /** The subject with its tags filled in. */
  Subject?: string
  /** When it was written, in the time zone of the client. */
  Date?: string
  /** The HTML part without the pixel that records opens: looking at a mail here is no open. Following a link of it is a click. */
  Html?: string
  /** The text part. */
  Text?: string
  /** Names of the files that come with it. */
  Attachments?: string[]
  /** The whole message as it was written; empty without the right to change subscribers, since links in it opt the recipient out. */
  Source?: string
  /** The size of the whole message. */
  SizeInBytes: number
  /** Shows the mail, for pages of the console to frame; anyone who has the address can open it until it expires. */
  HtmlURL?: string
  /** The same where the reader prefers dark colours. */
  DarkURL?: string
  /** Styles: the letter has styles for dark colours. Inversion: it has none, and its colours are inverted as several mail programs do. */
  DarkBy: DarkBy
  /** The same where the mail program loads no images. */
  ImagesOffURL?: string
  /** Until when the addresses can be opened, in the time zone of the client. */
  ExpiresDate?: string
}

export interface SampleData {
  /** The sample client: 32 hexadecimal digits. */
  ClientID?: string
  /** It was made by this call; False where the account had it already. */
  Created: boolean
}

export interface HoldPage {
  /** The holds of this page, the newest first; Client.ReleaseHold ends those of a client. */
  Holds?: HoldReason[]
  /** The Cursor of the next page; empty at the end. */
  NextCursor?: string
  /** Why nothing is sent at all, in sentences; empty while sending goes on, and without the right to the settings of the whole account. */
  Installation?: string[]
}

export interface HoldReason {
  /** The client: 32 hexadecimal digits. */
  ClientID?: string
  /** The name of the client. */
  CompanyName?: string
  /** The campaign that is held; empty where all sending of the client is. */
  CampaignID?: string
  /** The name of that campaign; empty where all sending of the client is held. */
  CampaignName?: string
  /** Why it is held. */
  Reason?: string
  /** Since when, in the time zone of the client. */
  Date?: string
}

export interface ServiceVersion {
  /** The version of Lettershop; CHANGELOG.md says what is new in it. */
  Version?: string
  /** The version of Node.js that runs the process that answers. */
  NodeVersion?: string
  /** The version of the PostgreSQL server. */
  PostgresVersion?: string
  /** The number of the newest migration of the database. */
  SchemaNumber: number
  /** Folder: mail is written into a folder. Relays: mail goes to SMTP relays. */
  Transport: TransportKind
  /** What the process that answers does, as LETTERSHOP_ROLES names it; other processes may have other roles. */
  Roles?: string[]
}

export interface Export {
  /** The export: 32 hexadecimal digits. */
  ExportID?: string
  /** Subscribers, History, Recipients, Suppressions, ImportVerdicts or AccessRequest. */
  Kind: ExportKind
  /** Csv (UTF-8, RFC 4180, for programs), Excel (CSV with a byte order mark, in which no cell is a formula), Xlsx (a workbook of texts) or JsonLines; of an AccessRequest Zip. */
  Format: ExportFormat
  /** Whether the file is compressed. */
  Gzip: boolean
  /** Waiting, Writing, Done (Export.GetLink leads to the file) or Failed. */
  State: ExportState
  /** The name under which the file is saved. */
  FileName?: string
  /** Rows of the file, without its header; while it is written, those up to now. */
  RowsWritten: number
  /** The size of the file in octets; while it is written, up to now. */
  Bytes: number
  /** The name of who asked for it; empty for an export of an earlier version. */
  CreatedBy?: string
  /** When it was asked for, in the time zone of the client. */
  CreatedDate?: string
  /** When it was done or failed, in the time zone of the client; empty before. */
  EndedDate?: string
  /** When the file is deleted, in the time zone of the client. */
  ExpiresDate?: string
  /** Why it failed: a sentence. Empty where it did not. */
  Problem?: string
}

export type ExportKind = 'Subscribers' | 'History' | 'Recipients' | 'Suppressions' | 'ImportVerdicts' | 'AccessRequest'

export type ExportFormat = 'Csv' | 'Excel' | 'Xlsx' | 'JsonLines' | 'Zip'

export type ExportState = 'Waiting' | 'Writing' | 'Done' | 'Failed'

export interface ExportPage {
  /** The exports of this page, the newest first. */
  Exports?: Export[]
  /** The Cursor of the next page; empty at the end. */
  NextCursor?: string
}

export interface ExportLink {
  /** The link to the file. It needs no key: anyone who has it can download the file. Each download is written into the audit log. */
  URL?: string
  /** The name under which the file is saved. */
  FileName?: string
  /** The size of the file in octets. */
  Bytes: number
  /** When the link ends, in UTC, ISO 8601. */
  ExpiresAt?: string
}

export interface RemoteLists {
  /** The clients of a Campaign Monitor account. If there are several, name one to see its lists. */
  Clients?: RemoteClient[]
  /** The lists, at most 100. */
  Lists?: RemoteList[]
  /** The account has more lists than are shown. */
  HasMore: boolean
}

export interface RemoteClient {
  /** The client: 32 hexadecimal digits. */
  RemoteClientID?: string
  /** Its name. */
  Name?: string
}

export interface RemoteList {
  /** The list, for Import.CreateFromApi. */
  RemoteListID?: string
  /** Its name. */
  Name?: string
  /** People confirm their subscription there. */
  ConfirmOptIn: boolean
  /** People who are mailed; -1 where the program does not say. */
  Active: number
  /** People who have not confirmed; -1 where the program does not say. */
  Unconfirmed: number
  /** People who left; -1 where the program does not say. */
  Unsubscribed: number
  /** Addresses that bounced; -1 where the program does not say. */
  Bounced: number
  /** People who were deleted; -1 where the program does not say. */
  Deleted: number
  /** Its custom fields. Make them in your list, with the same names, before you import. */
  Fields?: RemoteField[]
}

export interface RemoteField {
  /** The name of the field. */
  FieldName?: string
  /** As List.CreateCustomField takes it. */
  DataType?: string
  /** The options, separated by `||`; empty for types without. */
  Options?: string
}

export interface Import {
  /** The import: 32 hexadecimal digits. */
  ImportID?: string
  /** The list. */
  ListID?: string
  /** The title of the list. */
  ListTitle?: string
  /** Fetching (from another program), Reading, Mapping (waits for Import.Judge), Judging, Judged (waits for Import.Commit), Committing, Done, Undoing, Undone, Cancelled or Failed. */
  State: ImportState
  /** The name of the uploaded file. */
  FileName?: string
  /** The size of the file in octets. */
  Bytes: number
  /** Where these people agreed to be mailed. */
  ConsentSource?: string
  /** When they agreed. */
  ConsentDate?: string
  /** What they agreed to. */
  ConsentWording?: string
  /** When it was begun, in the time zone of the client. */
  CreatedDate?: string
  /** When it ended, in the time zone of the client; empty before. */
  EndedDate?: string
  /** Why it failed, or what its mapping still needs: a sentence. Empty without a problem. */
  Problem?: string
  /** The same for programs: None without a problem, Other for one that has no code. */
  ProblemCode: ImportProblem
  /** Names and numbers of the sentence of Problem, in their order; of GaveUp the step (Reading, Judging, Committing, PartlyCommitted, Undoing, PartlyUndone) and the last row that it reached. */
  ProblemAbout?: string[]
  /** The program whose API its rows come from, Listmonk or CampaignMonitor; empty for a file. */
  Source?: string
  /** The list there; empty for a file. */
  RemoteListID?: string
  /** Rows that were read there, up to now. */
  RowsFetched: number
  /** Rows that are there, as far as is known by now. */
  RowsToFetch: number
  /** Rows of the file; 0 before it is judged. */
  RowsInFile: number
  /** The number of the last row that is written, or undone while it is undone. */
  RowsDone: number
  /** Import.Commit has to be called by a person or key with rights on the whole account. */
  NeedsApproval: boolean
  /** Import.Undo can be called: for 30 days after it was begun. */
  CanBeUndone: boolean
  /** The verdicts of the review; absent before. */
  Judged?: ImportCounts
  /** The verdicts when rows were written, up to now; absent before. */
  Written?: ImportCounts
  /** Values that rows lose which count, over all columns; Import.Commit takes this number. */
  ValuesLost: number
  /** The same by column, the most first. */
  Losses?: ImportLoss[]
  /** Rows that Import.Undo took back. */
  RowsUndone: number
  /** Rows that Import.Undo left as they are, since something else changed them; Import.GetVerdicts lists them. */
  RowsLeftAlone: number
}

export type ImportState = 'Fetching' | 'Reading' | 'Mapping' | 'Judging' | 'Judged' | 'Committing' | 'Done' | 'Undoing' | 'Undone' | 'Cancelled' | 'Failed'

export type ImportProblem = 'None' | 'Other' | 'BreaksOff' | 'CannotBeRead' | 'DatesAmbiguous' | 'DecimalsAmbiguous' | 'EmptyZip' | 'EntryEncrypted' | 'EntryTooLarge' | 'EntryTwice' | 'EntryUnreadable' | 'FileGone' | 'GaveUp' | 'Gzip' | 'JsonArray' | 'NoHeaderRow' | 'NoJsonObject' | 'NoRows' | 'NoSheet' | 'NoTable' | 'NoTableInside' | 'OldWorkbook' | 'Pdf' | 'QuoteNotClosed' | 'RemoteKeyRefused' | 'RemoteTooLarge' | 'RemoteUnreadable' | 'RichText' | 'StoppedWhileWriting' | 'TooManyColumns' | 'TooManyEntries' | 'TooManyParts' | 'TooManyRows' | 'TooManySheetRows' | 'UnknownRemoteList' | 'WorkbookDamaged' | 'WorkbookEntities' | 'WorkbookTextsTooLarge' | 'YearsAmbiguous' | 'ZipUnreadable'

export interface ImportCounts {
  /** All rows; the sum of the ten counts after it. */
  Rows: number
  /** People who were not on the list. */
  New: number
  /** Members with new values. */
  Updated: number
  /** Members that are as the row says, or that AddOnly leaves. */
  Unchanged: number
  /** Members that the file says left, bounced or are suppressed. */
  StateMadeStricter: number
  /** People who left the list: they stay as they are. */
  OptOutKept: number
  /** Addresses on the suppression list of the client: they stay as they are. */
  Suppressed: number
  /** Members whose address bounced: they stay as they are. */
  BouncedKept: number
  /** Rows with the address of another row, which counts. */
  Duplicate: number
  /** Rows whose state is Skip. */
  Skipped: number
  /** Rows that cannot be imported, such as those without a valid address. */
  Refused: number
  /** Rows, among those that count, a value of which is left out because its field cannot hold it. */
  ValueDropped: number
}

export interface ImportLoss {
  /** What the column becomes, a field in brackets; or its header where it becomes nothing. */
  Column?: string
  /** How many values are lost. */
  Values: number
  /** How many for which reason. */
  Reasons?: ImportLossCount[]
  /** The first three. */
  Examples?: ImportLossExample[]
}

export interface ImportLossCount {
  /** NoDate, OtherDateOrder (a date, in another order than the column), DateTooEarly (before 1990), NoNumber, OtherDecimalSign, NoOption (of the field), NoMobileNumber, TooLong, Unreadable, NoField (the field is gone), NoFieldLeft (the list has as many fields as it may), NoColumn (the row has more cells than columns), NoAnswer (neither yes nor no, no basis that is known, or an end without an implied one), NotAsked (consent to a purpose that the list does not ask for), ConsentRefused (consent that the person refused, as is recorded or as another row says); Other for what a later version found. */
  Reason: ImportLossReason
  /** How many. */
  Values: number
}

export type ImportLossReason = 'Other' | 'NoDate' | 'OtherDateOrder' | 'DateTooEarly' | 'NoNumber' | 'OtherDecimalSign' | 'NoOption' | 'NoMobileNumber' | 'TooLong' | 'Unreadable' | 'NoField' | 'NoFieldLeft' | 'NoColumn' | 'NoAnswer' | 'NotAsked' | 'ConsentRefused'

export interface ImportLossExample {
  /** The number of the row. */
  Row: number
  /** The value, cut to 100 characters. */
  Value?: string
  /** NoDate, OtherDateOrder (a date, in another order than the column), DateTooEarly (before 1990), NoNumber, OtherDecimalSign, NoOption (of the field), NoMobileNumber, TooLong, Unreadable, NoField (the field is gone), NoFieldLeft (the list has as many fields as it may), NoColumn (the row has more cells than columns), NoAnswer (neither yes nor no, no basis that is known, or an end without an implied one), NotAsked (consent to a purpose that the list does not ask for), ConsentRefused (consent that the person refused, as is recorded or as another row says); Other for what a later version found. */
  Reason: ImportLossReason
}

export interface ImportPage {
  /** The imports of this page, the newest first. */
  Imports?: Import[]
  /** The Cursor of the next page; empty at the end. */
  NextCursor?: string
}

export interface ImportMapping {
  /** The program whose export this is; empty for a plain table. */
  Format?: string
  /** The encoding of the text; empty where it has none. */
  Encoding?: string
  /** Where it was guessed, what it could be, the most likely first; Import.SetMapping takes another. */
  Encodings?: ImportEncoding[]
  /** What the file cannot say, such as that it holds no opt-outs: sentences. */
  Warnings?: string[]
  /** The same for programs. */
  WarningDetails?: ImportWarning[]
  /** The parts of the file. */
  Parts?: ImportPart[]
  /** The columns of all parts. */
  Columns?: ImportColumn[]
  /** The words of the State column. */
  Words?: ImportWord[]
  /** Overwrite, FillEmpty or AddOnly. */
  Values?: string
  /** Last or First. */
  Duplicates?: string
  /** Leave or Erase. */
  EmptyCells?: string
  /** Active or Unconfirmed. */
  DefaultState?: string
  /** auto, dmy, mdy, ymd, the same with 2 (years of two digits, of the last hundred years), unix (seconds or milliseconds since 1970) or serial (days as spreadsheets count them). */
  Dates?: string
  /** Names of tags that every contact of the file gets. */
  Tags?: string[]
}

export interface ImportEncoding {
  /** A label of the WHATWG Encoding Standard. */
  Encoding?: string
  /** What some cells with letters outside ASCII are in it. */
  Samples?: string[]
}

export interface ImportWarning {
  /** What is to be known; Other for a sentence of an earlier version. */
  Code: ImportWarningCode
  /** The sentence. */
  Text?: string
  /** Names and numbers of the sentence, in their order. */
  About?: string[]
}

export type ImportWarningCode = 'Other' | 'EncodingGuessed' | 'FilesLeftOut' | 'ListmonkOptOuts' | 'MailchimpStateUnknown' | 'NeverSubscribed' | 'RowsAboveHeader' | 'SheetsLeftOut'

export interface ImportPart {
  /** The part, counted from 1. */
  Part: number
  /** The name of the file, sheet or list. */
  PartName?: string
  /** What every row of the part asks for: Active, Unconfirmed, Unsubscribed, Bounced, Suppressed, or Skip for rows that are not imported; empty where rows say it. */
  State?: string
  /** The line in which the header is, counted from 1 with empty lines; 0 without one. */
  HeaderRow: number
  /** The first lines that are not empty, so that the header can be named. */
  FirstLines?: ImportLine[]
}

export interface ImportLine {
  /** Its number, counted from 1 with empty lines. */
  Line: number
  /** The first cells. */
  Cells?: string[]
}

export interface ImportColumn {
  /** The part of the file, counted from 1. */
  Part: number
  /** The column of the part, counted from 1. */
  Column: number
  /** The name of the column in the file; empty without one. */
  Header?: string
  /** Email, Name, MobileNumber, State, JoinedAt, ConfirmedAt, ConsentAt, ConsentAddress, OptOutAt, OptOutReason, MeasuringConsent, PersonalisingConsent, HygieneConsent, Basis, BasisEndsOn, Field, NewField, Tags or Ignore; Field fills the custom field that Key names, Tags gives contact tags (with a Key it fills that field), NewField one of this name that is made when the rows are written. */
  Target?: string
  /** The key of the custom field, or the name of a new one; empty for other targets. */
  Key?: string
  /** The type of the custom field; empty for other targets. */
  DataType?: string
  /** How its dates are written: dmy, mdy, ymd, the same with 2 (years of two digits, of the last hundred years), unix (seconds or milliseconds since 1970) or serial (days as spreadsheets count them); auto as no row contradicts. */
  DateOrder?: string
  /** The decimal sign of its numbers: point or comma; auto as no row contradicts. */
  DecimalSign?: string
  /** Cells with a text; of a column that is clearly of texts, those that were looked at. */
  Values: number
  /** The type of a new field that would hold all its values: Text, Number or Date. */
  LikelyType?: string
  /** The orders that its dates can have; several where DateOrder has to say which. Empty where it has none. */
  DateOrders?: string[]
  /** The signs that its numbers can have; both where DecimalSign has to say which. Empty where it has none. */
  DecimalSigns?: string[]
  /** The first values of the column, at most 20. */
  Sample?: string[]
}

export interface ImportWord {
  /** The word, in lower case. */
  Word?: string
  /** What it means: Active, Unconfirmed, Unsubscribed, Bounced, Suppressed, or Skip for rows that are not imported. */
  State?: string
}

export interface ImportColumnTarget {
  /** The part, counted from 1. */
  Part: number
  /** The column of the part, counted from 1. */
  Column: number
  /** Email, Name, MobileNumber, State, JoinedAt, ConfirmedAt, ConsentAt, ConsentAddress, OptOutAt, OptOutReason, MeasuringConsent, PersonalisingConsent, HygieneConsent, Basis, BasisEndsOn, Field, NewField, Tags or Ignore; Field fills the custom field that Key names, Tags gives contact tags (with a Key it fills that field), NewField one of this name that is made when the rows are written. */
  Target?: string
  /** The key of the custom field, for Field; the name of the field, for NewField. */
  Key?: string
  /** Of a NewField: Text, Number or Date; empty for Text. */
  DataType?: string
  /** How its dates are written: dmy, mdy, ymd, the same with 2 (years of two digits, of the last hundred years), unix (seconds or milliseconds since 1970) or serial (days as spreadsheets count them); auto as no row contradicts, empty for what it is. */
  DateOrder?: string
  /** The decimal sign of its numbers: point or comma; auto as no row contradicts, empty for what it is. */
  DecimalSign?: string
}

export interface ImportPartState {
  /** The part, counted from 1. */
  Part: number
  /** Active, Unconfirmed, Unsubscribed, Bounced, Suppressed, or Skip for rows that are not imported; empty where rows say it. */
  State?: string
}

export interface ImportHeaderRow {
  /** The part, counted from 1. */
  Part: number
  /** The line of the header, among the first 50; 0 for none. */
  Row: number
}

export interface ImportVerdicts {
  /** The verdicts of the review. */
  Counts?: ImportCounts
  /** The rows of this page, in their order. */
  Rows?: ImportJudgedRow[]
  /** The Cursor of the next page; empty at the end. */
  NextCursor?: string
}

export interface ImportJudgedRow {
  /** The number of the row, counted from 1 without headers. */
  Row: number
  /** The address, or the text in its place. */
  EmailAddress?: string
  /** The name in the row. */
  Name?: string
  /** New, Updated, Unchanged, StateMadeStricter, OptOutKept, Suppressed, BouncedKept, Duplicate, Skipped or Refused. */
  Verdict: ImportVerdict
  /** Why it is refused, the reason of the suppression, or which values of the member change: Name, MobileNumber and keys of fields in brackets. Otherwise empty. */
  Reason?: string
  /** Of a refused row the code that Subscriber.Add would answer with; otherwise 0. */
  Code: number
  /** The number of the row that counts instead; 0 where it counts itself. */
  DuplicateOf: number
  /** Of a row whose address is refused, the address that was most likely meant; empty without a guess. */
  Proposal?: string
  /** Columns whose value is left out. */
  ValuesDropped?: string[]
  /** These values, and why; empty of imports that an earlier version judged. */
  Losses?: ImportRowLoss[]
  /** Of a row that Import.Undo left as it is, what something else changed since: State (the member left, confirmed or bounced, for example), Values (name, number or fields), Mailed (they are recipients of a campaign) or Address (no member has the address any more, since it was changed, for example). The first of these that holds; None for other rows. */
  ChangedSince: ImportChangeSince
}

export type ImportVerdict = 'New' | 'Updated' | 'Unchanged' | 'StateMadeStricter' | 'OptOutKept' | 'Suppressed' | 'BouncedKept' | 'Duplicate' | 'Skipped' | 'Refused'

export interface ImportRowLoss {
  /** What the column becomes, a field in brackets; or its header where it becomes nothing. */
  Column?: string
  /** The value, cut to 100 characters. */
  Value?: string
  /** NoDate, OtherDateOrder (a date, in another order than the column), DateTooEarly (before 1990), NoNumber, OtherDecimalSign, NoOption (of the field), NoMobileNumber, TooLong, Unreadable, NoField (the field is gone), NoFieldLeft (the list has as many fields as it may), NoColumn (the row has more cells than columns), NoAnswer (neither yes nor no, no basis that is known, or an end without an implied one), NotAsked (consent to a purpose that the list does not ask for), ConsentRefused (consent that the person refused, as is recorded or as another row says); Other for what a later version found. */
  Reason: ImportLossReason
}

export type ImportChangeSince = 'None' | 'State' | 'Values' | 'Mailed' | 'Address'

export interface UnconfirmedCount {
  /** People who would be asked now; 0 once they were. */
  Recipients: number
  /** Mails that were asked for, up to now. */
  Asked: number
  /** Some are still to be asked. */
  IsAsking: boolean
}

export interface ListSettings {
  /** The list. */
  ListID?: string
  /** The name of the list. */
  Title?: string
  /** Where people are led after unsubscribing; a page of this service when left out. An absolute http or https URL. */
  UnsubscribePage?: string
  /** Whether new subscribers are asked by mail to confirm. */
  ConfirmOptIn: boolean
  /** Where people are led after confirming; a page of this service when left out. An absolute http or https URL. */
  ConfirmationSuccessPage?: string
  /** Whether an opt-out ends this membership only or bars the address from the whole client. */
  UnsubscribeScope: UnsubscribeScope
}

export interface ListField {
  /** The name of the field. */
  FieldName?: string
  /** The key in brackets, as tags are written. */
  Key?: string
  /** What the field holds. */
  DataType: FieldType
  /** The choices; of Country and USState those there are. */
  Options?: string[]
  /** Whether people may be shown the field where they change their preferences. */
  VisibleInPreferences: boolean
}

export type FieldType = 'Text' | 'Number' | 'MultiSelectOne' | 'MultiSelectMany' | 'Date' | 'Country' | 'USState'

export type LawProfile = 'FR' | 'IT' | 'DE' | 'CH' | 'UK' | 'US' | 'CA' | 'JP' | 'BR' | 'other'

export interface ConsentRules {
  /** The law that applies to the people of the list: FR, IT, DE (also Austria), CH, UK, US, CA, JP, BR; other for none of these. */
  Law: LawProfile
  /** Whose opens and clicks are recorded: of all recipients who did not object, of those who agreed, of none. */
  Tracking: Tracking
  /** Whether the list asks for consent to choose content by what was recorded. */
  Personalising: boolean
  /** Whether the date of the last open is kept of members who are not tracked, to leave out the inactive. */
  Hygiene: boolean
  /** Whether opens of recipients who are not tracked are counted without their persons. */
  AnonymousOpens: boolean
  /** Every profile that can be chosen. */
  Profiles?: LawDefaults[]
}

export interface LawDefaults {
  /** The law that applies to the people of the list: FR, IT, DE (also Austria), CH, UK, US, CA, JP, BR; other for none of these. */
  Law: LawProfile
  /** Whose opens and clicks are recorded: of all recipients who did not object, of those who agreed, of none. */
  Tracking: Tracking
  /** Whether the list asks for consent to choose content by what was recorded. */
  Personalising: boolean
  /** Whether the date of the last open is kept of members who are not tracked, to leave out the inactive. */
  Hygiene: boolean
  /** Whether opens of recipients who are not tracked are counted without their persons. */
  AnonymousOpens: boolean
  /** What Campaign.Check looks for, and what the operator of a list has to keep. */
  Demands?: LegalDemand[]
}

export type LegalDemand = 'ConsentForTracking' | 'PreferencesLink' | 'PostalAddress' | 'LinkedAddress' | 'Imprint' | 'SenderIdentification' | 'RecordOfConsent' | 'Basis' | 'ExpiringConsent'

export type CampaignKind = 'Sent' | 'Scheduled' | 'Draft'

export interface NumberedCampaignPage {
  /** The campaigns of this page. */
  Campaigns?: NumberedCampaign[]
  /** How many there are on all pages. */
  Total: number
}

export interface NumberedCampaign {
  /** The campaign. */
  CampaignID?: string
  /** The name of the campaign. */
  Name?: string
  /** The subject of its mails. */
  Subject?: string
  /** The name of the sender. */
  FromName?: string
  /** The address of the sender. */
  FromEmail?: string
  /** The address that replies go to. */
  ReplyTo?: string
  /** When it was made, in the time zone of the client. */
  CreatedDate?: string
  /** When it is due, in the time zone of the client; empty where it is not scheduled. */
  DueDate?: string
  /** When it began, in the time zone of the client; empty before. */
  SentDate?: string
  /** The time zone of the client. */
  Timezone?: string
  /** How many it goes to, once it has begun; 0 before. */
  Recipients: number
  /** Its tags. */
  Tags?: string[]
  /** Where anybody who has the address reads the letter in a browser, without a recipient; empty before the campaign has begun. */
  WebVersionURL?: string
}

export type RecipientEventKind = 'Recipient' | 'Open' | 'Click' | 'Bounce' | 'Unsubscribe' | 'Complaint'

export type RecipientEventOrder = 'EmailAddress' | 'List' | 'Date'

export interface RecipientEventPage {
  /** The events of this page. */
  Events?: RecipientEvent[]
  /** How many there are on all pages. */
  Total: number
  /** Earlier opens and clicks are not kept one by one: they are unknown, not absent. In the time zone of the client; empty while all are kept. */
  HitsFromDate?: string
}

export interface RecipientEvent {
  /** The address as it was when the campaign began. */
  EmailAddress?: string
  /** The list it came from; empty once that is purged. */
  ListID?: string
  /** When it happened, in the time zone of the client; empty for recipients. */
  Date?: string
  /** The network address that opened or clicked; otherwise empty. */
  RemoteAddress?: string
  /** The link that was clicked; otherwise empty. */
  URL?: string
  /** H for a hard bounce, S for a soft one; otherwise empty. */
  BounceType?: string
  /** Of a bounce, what the other server said; of a complaint, its kind; otherwise empty. */
  Reason?: string
}

export interface CampaignTag {
  /** The tag. */
  Name?: string
  /** How many campaigns have it. */
  Campaigns: number
}

export interface SegmentName {
  /** The list. */
  ListID?: string
  /** The segment: 32 hexadecimal digits, as Client.ListSegments names it. */
  SegmentID?: string
  /** The name of the segment, one line of at most 100 characters. */
  Title?: string
}

export interface SegmentRuleGroup {
  /** Conditions of which one at least must hold. */
  Leaves?: SegmentLeaf[]
}

export interface SegmentDetail {
  /** The list. */
  ListID?: string
  /** The segment: 32 hexadecimal digits, as Client.ListSegments names it. */
  SegmentID?: string
  /** The name of the segment, one line of at most 100 characters. */
  Title?: string
  /** Up to 50 rules that must all hold. */
  Rules?: SegmentRule[]
  /** Groups that must all hold, of a segment whose conditions rules cannot say; empty for one that Rules say. */
  Groups?: SegmentRuleGroup[]
  /** How many active subscribers it has now. */
  ActiveSubscribers: number
}

export type MemberOrder = 'EmailAddress' | 'Name' | 'StateDate'

export interface MemberPage {
  /** The members of this page. */
  Members?: Member[]
  /** How many there are on all pages. */
  Total: number
}

export interface Member {
  /** The email address. */
  EmailAddress?: string
  /** The name. */
  Name?: string
  /** The state of the membership. */
  State: MembershipState
  /** Since when it is in this state, in the time zone of the client. */
  StateDate?: string
  /** When it joined the list, in the time zone of the client. */
  JoinedDate?: string
  /** The mobile number in E.164 form; empty where none is known. */
  MobileNumber?: string
  /** Whether the person agreed to have opens and clicks recorded; Unknown where nothing was said of it. */
  TrackingConsent: ConsentState
  /** Whether the person agreed to get messages on the mobile number; Unknown where nothing was said of it. */
  MobileConsent: ConsentState
  /** The values of its custom fields, an entry for each option of a MultiSelectMany field. */
  CustomFields?: SubscriberCustomField[]
  /** The names of the tags that the person has, on whatever list. */
  Tags?: string[]
}

export interface CampaignAudience {
  /** The lists it goes to, all their subscribers. */
  Lists?: List[]
  /** The segments it goes to. */
  Segments?: SegmentName[]
}

export interface PlacedContent {
  /** For the SingleLine regions, in the order of the template. */
  Singlelines?: PlacedText[]
  /** For the MultiLine regions, in the order of the template. */
  Multilines?: PlacedText[]
  /** For the Image regions, in the order of the template. */
  Images?: PlacedImage[]
  /** For the repeaters, in the order of the template. */
  Repeaters?: PlacedRepeater[]
}

export interface PlacedText {
  /** Text of at most 1,000 characters for a SingleLine, HTML of at most 100,000 for a MultiLine; left out or empty for nothing. */
  Content?: string
  /** An http, https, mailto, tel or sms address, for a region that can be a link; left out for no link. */
  Href?: string
}

export interface PlacedImage {
  /** An http or https URL, from which the image is fetched at once; left out or empty for no image. */
  Content?: string
  /** The text in the place of the image. */
  Alt?: string
  /** An http, https, mailto, tel or sms address, for a region that can be a link; left out for no link. */
  Href?: string
}

export interface PlacedRepeater {
  /** The items in their order, at most 500 in a template; left out for none. */
  Items?: PlacedItem[]
}

export interface PlacedItem {
  /** The label of the layout; may be left out if the repeater has only one. */
  Layout?: string
  /** For the SingleLine regions, in the order of the template. */
  Singlelines?: PlacedText[]
  /** For the MultiLine regions, in the order of the template. */
  Multilines?: PlacedText[]
  /** For the Image regions, in the order of the template. */
  Images?: PlacedImage[]
}

export interface SegmentTreeDetail {
  /** The client. */
  ClientID?: string
  /** The list that the segment is of; left out or empty for all lists of the client. */
  ListID?: string
  /** The segment: 32 hexadecimal digits. */
  SegmentID?: string
  /** The name of the segment, one line of at most 100 characters. */
  Title?: string
  /** The conditions. */
  Tree?: SegmentTree
  /** Why no person matches: what its leaves ask about does not exist any more. Empty for a tree that can be judged. */
  Problems?: SegmentProblem[]
}

export interface SegmentProblem {
  /** The place in the tree, such as Groups[0].Leaves[2]; empty for the tree itself. */
  Path?: string
  /** What is lost; NoConditions, Circle and TooLarge are of the segments in the tree. */
  Kind: SegmentProblemKind
  /** Its name, where it still has one. */
  Name?: string
  /** What is lost, as a sentence. */
  Problem?: string
}

export type SegmentProblemKind = 'Field' | 'List' | 'Segment' | 'Tag' | 'Import' | 'Campaign' | 'CampaignTag' | 'NoConditions' | 'Circle' | 'TooLarge'

export interface SegmentCount {
  /** About: estimated from a sample. Counting: not known yet. The exact count of a saved segment follows as the event segment.counted. NotAvailable: earlier opens and clicks are still being gathered. */
  State: SegmentCountState
  /** Active people for whom the tree holds; left out while it is not known. */
  Count?: number
  /** Active people for whom it cannot be judged, because opens or clicks are not measured; they are not in the segment. */
  Unknown?: number
  /** When it was counted, in the time zone of the client; empty while it is not known. */
  At?: string
  /** Why no person matches: what its leaves ask about does not exist any more. Empty for a tree that can be judged. */
  Problems?: SegmentProblem[]
}

export type SegmentCountState = 'Exact' | 'About' | 'Counting' | 'NotAvailable'

export interface SegmentSample {
  /** Up to ten people who are in the segment. */
  People?: SegmentPerson[]
  /** Why no person matches: what its leaves ask about does not exist any more. Empty for a tree that can be judged. */
  Problems?: SegmentProblem[]
}

export interface SegmentPerson {
  /** The email address. */
  Email?: string
  /** The name. */
  Name?: string
  /** The list. */
  ListID?: string
  /** The paths of the leaves that hold. */
  Leaves?: string[]
}

export interface SegmentExplained {
  /** Whether the person is in the segment. */
  In: boolean
  /** Why no mail goes to the person although the segment may hold: the reason of the suppression; empty for none. */
  Suppressed: string
  /** The memberships that are looked at: of the list of the segment, or of all lists of the client. */
  Memberships?: SegmentMemberExplained[]
  /** Why no person matches: what its leaves ask about does not exist any more. Empty for a tree that can be judged. */
  Problems?: SegmentProblem[]
}

export interface SegmentMemberExplained {
  /** The list. */
  ListID?: string
  /** The state of the membership; only Active members are in a segment. */
  State?: string
  /** Unknown: opens or clicks of the person are not measured where the leaf asks. */
  Answer: SegmentAnswer
  /** Each leaf. */
  Leaves?: SegmentLeafAnswer[]
}

export type SegmentAnswer = 'Yes' | 'No' | 'Unknown'

export interface SegmentLeafAnswer {
  /** The place in the tree, such as Groups[0].Leaves[2]; empty for the tree itself. */
  Path?: string
  /** Unknown: opens or clicks of the person are not measured where the leaf asks. */
  Answer: SegmentAnswer
}

export interface ListedSegment {
  /** The list that the segment is of; left out or empty for all lists of the client. */
  ListID?: string
  /** The segment: 32 hexadecimal digits. */
  SegmentID?: string
  /** The name of the segment, one line of at most 100 characters. */
  Title?: string
  /** Whether it is a tree that rules cannot express. */
  IsTree: boolean
  /** Why no person matches: what its leaves ask about does not exist any more. Empty for a tree that can be judged. */
  Problems?: SegmentProblem[]
  /** The titles of segments that refer to it. */
  UsedBy?: string[]
  /** What its conditions name. Without one of these the segment is empty. */
  RefersTo?: SegmentReference[]
  /** One row per day on which it was counted, oldest first; the last 400 days. */
  Sizes?: SegmentSize[]
}

export interface SegmentReference {
  /** What is named. */
  Kind: SegmentReferenceKind
  /** Of a Field its key, of a Tag or CampaignTag its name, of others the identifier; empty for what does not exist any more. */
  Key?: string
}

export type SegmentReferenceKind = 'Field' | 'List' | 'Segment' | 'Tag' | 'Import' | 'Campaign' | 'CampaignTag'

export interface SegmentSize {
  /** The day in the time zone of the client. */
  Day?: string
  /** How many people it had. */
  People: number
  /** For how many it could not be judged. */
  Unknown: number
}

export interface SegmentTemplate {
  /** The template: a word for a built-in one, 32 hexadecimal digits for one of the account. */
  TemplateID?: string
  /** The name of the template, one line of at most 100 characters. */
  Title?: string
  /** Whether it comes with the program. */
  BuiltIn: boolean
  /** Whether SegmentTemplate.Use takes the Key of a custom field, which each client names in its own way. */
  AsksForField: boolean
  /** Its conditions. Of a field that is chosen later the Key is empty. */
  Tree?: SegmentTree
}

export interface FieldChange {
  /** The key of the field, with or without brackets; case does not matter. */
  Key?: string
  /** The value; for a MultiSelectMany field one option. */
  Value?: string
  /** True to have no value: of a MultiSelectMany field with a Value, not that option. */
  Clear: boolean
}

export type ConsentChange = 'Granted' | 'Denied' | 'Unchanged'

export interface MemberMail {
  /** The campaign. */
  CampaignID?: string
  /** The name. */
  Name?: string
  /** Opens and clicks, the oldest first; 60 at most. */
  Actions?: MailAction[]
}

export interface MailAction {
  /** Open or Click. */
  Kind: MailActionKind
  /** When, in the time zone of the client. */
  Date?: string
  /** The network that it came from, as far as it is kept. */
  Network?: string
  /** The link that was clicked; empty for an open. */
  URL?: string
}

export type MailActionKind = 'Open' | 'Click'

export interface MemberEntry {
  /** The address of the subscriber; case does not matter. */
  EmailAddress?: string
  /** The name. */
  Name?: string
  /** A mobile number in E.164 form, such as +4915112345678. Left out, a member keeps the one it has; an empty one takes it away. */
  MobileNumber?: string
  /** Values by key; an empty value clears its field, and a MultiSelectMany field is given once for each option. Fields that are left out stay. */
  CustomFields?: FieldChange[]
  /** Whether the person agreed to have opens and clicks recorded, on all lists of the client; Unchanged says nothing of it. */
  TrackingConsent: ConsentChange
  /** Whether the person agreed to get messages on the mobile number, on all lists of the client; Unchanged says nothing of it. */
  MobileConsent: ConsentChange
}

export interface SavedMembers {
  /** How many different addresses were given: Added, Present and Failures together. */
  Unique: number
  /** Those the list did not have. */
  Added: number
  /** Those the list had before, in any state. */
  Present: number
  /** The addresses that were given more than once. */
  Duplicates?: string[]
  /** Those that were not saved. */
  Failures?: MemberFailure[]
}

export interface MemberFailure {
  /** The address as it was given. */
  EmailAddress?: string
  /** The code of the refusal. */
  Code: number
  /** The short message of the refusal. */
  Message?: string
  /** What to do about it, in a sentence; empty where Message says it. */
  Detail?: string
}

export type BulkAction = 'Unsubscribe' | 'Delete' | 'SetField' | 'ClearField' | 'Copy' | 'Move' | 'AddTag' | 'RemoveTag'

export interface BulkChangeCount {
  /** How many subscribers the rule chooses now. */
  Subscribers: number
}

export interface BulkChange {
  /** The change: 32 hexadecimal digits. */
  ChangeID?: string
  /** The list. */
  ListID?: string
  /** The title of the list. */
  ListTitle?: string
  /** What is done: Unsubscribe, Delete, SetField, ClearField, Copy, Move, AddTag or RemoveTag. */
  Action: BulkAction
  /** Of SetField and ClearField, the key of the custom field; otherwise empty. */
  Key?: string
  /** Of SetField, the value; of a MultiSelectMany field, its options. Of AddTag and RemoveTag, the names of the tags. */
  Values?: string[]
  /** Of Copy and Move, the other list; otherwise empty. */
  ToListID?: string
  /** The title of the other list; otherwise empty. */
  ToListTitle?: string
  /** The state that was asked for; empty for all whom the action is for. */
  State?: string
  /** The segment; empty for the whole list. */
  Segment?: string
  /** What addresses begin with; empty for all. */
  Search?: string
  /** The domain of the addresses; empty for all. */
  Domain?: string
  /** What names begin with; empty for all. */
  NameBegins?: string
  /** Who joined then or later; empty for any. */
  JoinedSince?: string
  /** Who joined before; empty for any. */
  JoinedUntil?: string
  /** How many subscribers were named by their addresses; 0 where the other rules chose alone. */
  Selected: number
  /** Choosing (whom it is about), Changing, Done, Cancelled, Undoing, Undone or Failed. */
  Progress: BulkChangeState
  /** How many it is about: the number that the caller gave, and once they are chosen, how many were chosen. */
  Subscribers: number
  /** How many of them it has come to; while it is undone, how many of them it has come to again. */
  Done: number
  /** Subscribers that were changed. */
  Changed: number
  /** Subscribers that stay as they are: in need of no change, on the other list already, suppressed, or in another state since. */
  LeftAlone: number
  /** Of those that were changed, whom BulkChange.Undo took back. */
  Undone: number
  /** Of those that were changed, whom BulkChange.Undo left as they are, since something else changed them or they were mailed. */
  NotUndone: number
  /** BulkChange.Undo can be called: for 30 days after it was begun. */
  CanBeUndone: boolean
  /** Why it failed: a sentence; otherwise empty. */
  Problem?: string
  /** The name of who began it; empty for a change of an earlier version. */
  CreatedBy?: string
  /** When it was begun, in the time zone of the client. */
  CreatedDate?: string
  /** When it ended, in the time zone of the client; empty before. */
  EndedDate?: string
}

export type BulkChangeState = 'Choosing' | 'Changing' | 'Done' | 'Cancelled' | 'Undoing' | 'Undone' | 'Failed'

export interface BulkChangePage {
  /** The changes of this page, the newest first. */
  Changes?: BulkChange[]
  /** The Cursor of the next page; empty at the end. */
  NextCursor?: string
}

export interface Erasure {
  /** The receipt: 32 hexadecimal digits. */
  ErasureID?: string
  /** Waiting while something is left to be removed, then Done. */
  State: ErasureState
  /** Of one that waits, for what, as a sentence; otherwise empty. */
  WaitsFor?: string
  /** Memberships of lists that were deleted, with values, consent and history. */
  Memberships: number
  /** Recipients of campaigns who have a keyed hash in place of the address now, without name and values. */
  Recipients: number
  /** Answers of relays and texts of bounces and complaints that were removed; their codes stay. */
  Texts: number
  /** Opens and clicks whose network address and program were removed. */
  Hits: number
  /** Mails that had come back and were deleted. */
  ReturnedMails: number
  /** Events whose data were removed, delivered ones and those that wait for a webhook. */
  Events: number
  /** Rows of imports whose values were removed. */
  ImportRows: number
  /** Files that were deleted: uploads of imports, exports, mails in the outbox folder. */
  Files: number
  /** Entries of suppression lists that the keyed hash took the place of. */
  Suppressions: number
  /** Everything else: rows of bulk changes, test mails and test groups, previews, counters. */
  Others: number
  /** Who asked for it; empty where it was made again after a restore. */
  RequestedBy?: string
  /** The database was restored to a time before it, and it was made again. */
  IsReplayed: boolean
  /** When it was asked for, in the time zone of the client. */
  RequestedDate?: string
  /** When everything was removed, in the time zone of the client; empty before. */
  EndedDate?: string
}

export type ErasureState = 'Waiting' | 'Done'

export interface ErasurePage {
  /** The receipts of this page, the newest first. */
  Erasures?: Erasure[]
  /** The Cursor of the next page; empty at the end. */
  NextCursor?: string
}

export interface FormListSettings {
  /** The list. */
  ListID?: string
  /** The name that people are shown, one line of at most 200 characters; empty for that of the list. */
  Title?: string
  /** What the list brings, plain text of at most 500 characters; empty for none. */
  Description?: string
}

export type FormName = 'NotAsked' | 'Optional' | 'Required'

export interface FormFieldSettings {
  /** The key of a custom field of a list of the form, with or without brackets; each list that has the key takes the value. */
  Key?: string
  /** The words beside the field, one line of at most 200 characters; empty for the name of the field. */
  Label?: string
  /** Whether the field must be filled in. */
  Required: boolean
}

export interface FormConsentSettings {
  /** Measuring: opens and clicks are recorded by person. Personalising: they choose what the person gets. Further: any other. */
  Purpose: FormPurpose
  /** Of Further: how the purpose is called in records and exports, one line of at most 100 characters, once a form. Otherwise empty. */
  Name?: string
  /** The words beside the box, plain text of up to 2,000 characters. */
  Wording?: string
}

export type FormPurpose = 'Measuring' | 'Personalising' | 'Further'

export interface FormTranslationSettings {
  /** The language of these texts: en, de, es or fr, once a form and not that of the form itself. */
  Language?: string
  /** As that of the form; empty for the words of this service in this language. */
  Heading?: string
  /** As that of the form; empty for none. */
  Introduction?: string
  /** As that of the form; empty for the words of this service in this language. */
  ButtonText?: string
  /** As that of the form; empty for the words of this service in this language. */
  SuccessText?: string
  /** As that of the form; empty for that of the form. */
  SuccessPage?: string
  /** How lists of the form are named in this language; an empty title for that of the form, an empty description for none. */
  Lists?: FormListSettings[]
  /** The words beside fields of the form in this language. */
  Fields?: FormFieldLabel[]
  /** The words of each box of the form in this language: of all of them, by Purpose and Name. */
  Consents?: FormConsentSettings[]
}

export interface FormFieldLabel {
  /** The key of a custom field of a list of the form, with or without brackets; each list that has the key takes the value. */
  Key?: string
  /** The words beside the field, one line of at most 200 characters; empty for those of the form. */
  Label?: string
}

export interface Form {
  /** The form: 32 hexadecimal digits, as Form.List names it. */
  FormID?: string
  /** The name of the form in the console, one line of at most 100 characters; people who sign up do not see it. */
  Title?: string
  /** Whether the form takes nothing: its page says that sign-up is closed. */
  Paused: boolean
  /** The lists that people sign up to. */
  Lists?: FormList[]
  /** Whether the form asks for the name, and whether it must be given. */
  Name: FormName
  /** The custom fields that the form asks, in their order. */
  Fields?: FormField[]
  /** The boxes for consent, in their order. */
  Consents?: FormConsent[]
  /** Names of tags that the contact gets with the confirmation; at most 20. */
  Tags?: string[]
  /** The colour of the button and of links, #rrggbb or #rgb, with the contrast that branding needs; empty for that of the client. */
  PrimaryColor?: string
  /** The colour behind the text, #rrggbb or #rgb; empty for that of the client. */
  BackgroundColor?: string
  /** The language of the page, of the confirmation mail and of the pages behind it: en, de, es or fr; empty for that of the reader’s browser. With Translations it is that of the settings’ own texts, and must be given. */
  Language?: string
  /** The texts of the form in further languages. */
  Translations?: FormTranslation[]
  /** The heading of the page, one line of at most 100 characters; empty for the words of this service. */
  Heading?: string
  /** Plain text below the heading, at most 1,000 characters, of several lines; empty for none. */
  Introduction?: string
  /** The words of the button, one line of at most 60 characters; empty for those of this service. */
  ButtonText?: string
  /** Plain text of the page after the confirmation, at most 1,000 characters; empty for the words of this service. */
  SuccessText?: string
  /** Where people are led after the confirmation: an absolute https URL, whose host is one of RedirectHosts; a page of this service when left out. */
  SuccessPage?: string
  /** Hosts to which a form may lead people, without scheme and port; a subdomain is another host. At most 20; a target elsewhere is left out. */
  RedirectHosts?: string[]
  /** Origins whose scripts may call the JSON interface of the form, each a scheme and a host as browsers send them; at most 20. Without one no foreign page may. */
  AllowedOrigins?: string[]
  /** What the query of the page’s URL may fill in: Email, Name, or the key of a field that the form asks. What it fills in is shown and can be changed; nothing is ticked by a URL. */
  Prefill?: string[]
  /** Whether who signs up is asked by mail to confirm. */
  ConfirmOptIn: boolean
  /** The page of the form on this service. */
  URL?: string
  /** Why the form takes nothing, or not all that it should: a sentence. Empty where it does. */
  Problem?: string
  /** When it was created, in the time zone of the client. */
  CreatedDate?: string
  /** When its settings were changed last, in the time zone of the client. */
  ChangedDate?: string
}

export interface FormList {
  /** The list. */
  ListID?: string
  /** The name that people are shown, one line of at most 200 characters; empty for that of the list. */
  Title?: string
  /** What the list brings, plain text of at most 500 characters; empty for none. */
  Description?: string
  /** The name of the list itself. */
  ListTitle?: string
  /** Whether the list was deleted: the form takes nothing for it. */
  IsDeleted: boolean
}

export interface FormField {
  /** The key of a custom field of a list of the form, with or without brackets; each list that has the key takes the value. */
  Key?: string
  /** The words beside the field, one line of at most 200 characters; empty for the name of the field. */
  Label?: string
  /** Whether the field must be filled in. */
  Required: boolean
  /** The name of the custom field; empty where it was deleted, and the form leaves it out. */
  FieldName?: string
}

export interface FormConsent {
  /** Measuring: opens and clicks are recorded by person. Personalising: they choose what the person gets. Further: any other. */
  Purpose: FormPurpose
  /** Of Further: how the purpose is called in records and exports, one line of at most 100 characters, once a form. Otherwise empty. */
  Name?: string
  /** The words beside the box, plain text of up to 2,000 characters. */
  Wording?: string
  /** The version of the wording, from 1; each change makes a new one, and the earlier ones are kept. All languages of a box are counted together. */
  Version: number
  /** The SHA-256 of the wording in hexadecimal digits, as it is kept with each answer. */
  Hash?: string
}

export interface FormTranslation {
  /** The language of these texts: en, de, es or fr, once a form and not that of the form itself. */
  Language?: string
  /** As that of the form; empty for the words of this service in this language. */
  Heading?: string
  /** As that of the form; empty for none. */
  Introduction?: string
  /** As that of the form; empty for the words of this service in this language. */
  ButtonText?: string
  /** As that of the form; empty for the words of this service in this language. */
  SuccessText?: string
  /** As that of the form; empty for that of the form. */
  SuccessPage?: string
  /** How lists of the form are named in this language; an empty title for that of the form, an empty description for none. */
  Lists?: FormListSettings[]
  /** The words beside fields of the form in this language. */
  Fields?: FormFieldLabel[]
  /** The words of each box of the form in this language, with their own version and hash. */
  Consents?: FormConsent[]
}

export interface FormPage {
  /** The forms of this page, by title; the numbers are those of the last 30 days. */
  Forms?: FormSummary[]
  /** The Cursor of the next page; empty at the end. */
  NextCursor?: string
}

export interface FormSummary {
  /** The form: 32 hexadecimal digits, as Form.List names it. */
  FormID?: string
  /** The name of the form in the console, one line of at most 100 characters; people who sign up do not see it. */
  Title?: string
  /** Whether the form takes nothing: its page says that sign-up is closed. */
  Paused: boolean
  /** The names of its lists. */
  ListTitles?: string[]
  /** Why the form takes nothing, or not all that it should: a sentence. Empty where it does. */
  Problem?: string
  /** How often the page of the form was shown. */
  Shown: number
  /** How often the form was sent off, refused ones left out. */
  Submitted: number
  /** How many submissions were refused. */
  Refused: number
  /** Confirmation mails that were made. */
  Mailed: number
  /** Sign-ups that were confirmed; without confirmation, those that joined. */
  Confirmed: number
  /** Sign-ups that were not confirmed within 30 days, and that are deleted. */
  Abandoned: number
  /** Sign-ups whose confirmation mails are held back because of a wave. */
  Held: number
  /** When its settings were changed last, in the time zone of the client. */
  ChangedDate?: string
}

export interface FormPreview {
  /** The page of the form with these settings: a document without script, whose button does nothing. */
  Html?: string
  /** The size of the page as it is served, in octets, its script included. */
  Bytes: number
  /** Shows the page, for pages of the console to frame; anyone who has the address can open it until it expires. */
  HtmlURL?: string
  /** The same where the reader prefers dark colours. */
  DarkURL?: string
}

export interface FormEmbed {
  /** The page of the form on this service. */
  URL?: string
  /** Plain HTML for a page of the client, without script; it leads to the page of the form, where the reader presses one more button. */
  Html?: string
  /** What the Content-Security-Policy of a page with this HTML has to allow. */
  ContentSecurityPolicy?: string
  /** Of the JSON interface: GET yields a token and a task for the proof of work. */
  TokenURL?: string
  /** Of the JSON interface: POST takes the answers with the token and the proof. */
  SubmitURL?: string
  /** What the Content-Security-Policy of a page has to allow whose script calls the JSON interface. */
  ConnectPolicy?: string
}

export interface FormStatistics {
  /** The form: 32 hexadecimal digits, as Form.List names it. */
  FormID?: string
  /** How often the page of the form was shown. */
  Shown: number
  /** How often the form was sent off, refused ones left out. */
  Submitted: number
  /** How many submissions were refused. */
  Refused: number
  /** Confirmation mails that were made. */
  Mailed: number
  /** Sign-ups that were confirmed; without confirmation, those that joined. */
  Confirmed: number
  /** Sign-ups that were not confirmed within 30 days, and that are deleted. */
  Abandoned: number
  /** Sign-ups that were asked to confirm and have not answered yet. */
  Waiting: number
  /** Sign-ups whose confirmation mails are held back because of a wave. */
  Held: number
  /** The refused submissions by reason, the most frequent first. */
  RefusedBy?: FormRefusals[]
  /** Each day on which there was something, the oldest first. */
  Days?: FormDay[]
  /** The last waves, the newest first; at most 10. */
  Waves?: FormWave[]
}

export interface FormRefusals {
  /** Token: none, or of another form. TooFast, TooOld, Reused: its age or a second use. ProofOfWork: none or a wrong one. Honeypot: the hidden field was filled in. Incomplete: an invalid address or a required field left out. FormRate, NetworkRate, DomainRate, AddressRate: too many in a time. MailLimit: no further mail goes to the address now. Suppressed: no mail goes to the address. */
  Reason: FormRefusalReason
  /** How many. */
  Count: number
}

export type FormRefusalReason = 'Token' | 'TooFast' | 'TooOld' | 'Reused' | 'ProofOfWork' | 'Honeypot' | 'Incomplete' | 'FormRate' | 'NetworkRate' | 'DomainRate' | 'AddressRate' | 'MailLimit' | 'Suppressed'

export interface FormDay {
  /** The day in the time zone of the client, YYYY-MM-DD. */
  Day?: string
  /** How often the page of the form was shown. */
  Shown: number
  /** How often the form was sent off, refused ones left out. */
  Submitted: number
  /** How many submissions were refused. */
  Refused: number
  /** Confirmation mails that were made. */
  Mailed: number
  /** Sign-ups that were confirmed; without confirmation, those that joined. */
  Confirmed: number
  /** Sign-ups that were not confirmed within 30 days, and that are deleted. */
  Abandoned: number
}

export interface FormWave {
  /** When it was begun, in the time zone of the client. */
  BegunDate?: string
  /** When it ended, in the time zone of the client; empty before. */
  EndedDate?: string
  /** Holding: confirmation mails are held back. Released, Dropped: by Form.ReleaseHeld or Form.DropHeld. Passed: it ended, and no mail is held. */
  State: FormWaveState
  /** Submissions of the hour in which it began. */
  Submitted: number
  /** Submissions of an hour of the form, usually. */
  UsualHour: number
  /** Of the sign-ups that were asked in the last 24 hours: how many of 1,000 confirmed. */
  ConfirmedPermille: number
  /** Sign-ups whose confirmation mails are held back because of a wave. */
  Held: number
}

export type FormWaveState = 'Holding' | 'Released' | 'Dropped' | 'Passed'

export type FeedLanguage = 'en' | 'de' | 'es' | 'fr'

export type FeedRhythm = 'Daily' | 'Weekly' | 'Monthly'

export type FeedAction = 'Draft' | 'Approval' | 'Send'

export interface Feed {
  /** The feed: 32 hexadecimal digits, as Feed.List names it. */
  FeedID?: string
  /** The name of the feed here, one line of at most 100 characters; campaigns are named after it. */
  Title?: string
  /** Whether the feed is not looked at. */
  Paused: boolean
  /** The feed: RSS, Atom or JSON Feed at an absolute http or https address that this service can reach. */
  URL?: string
  /** What campaigns go to and what they leave out. */
  Audience?: DraftAudience
  /** The subject, which may have [feed:title], [item:title] and [item:author] of the newest item, and merge tags; [feed:title]: [item:title] when left out. */
  Subject?: string
  /** The name of the sender. */
  FromName?: string
  /** The address of the sender. */
  FromEmail?: string
  /** The address that replies go to. */
  ReplyTo?: string
  /** A template of the client with a block [feed]…[endfeed], which is repeated for each item with [item:title], [item:link], [item:summary], [item:content], [item:image], [item:date] and [item:author] in it; empty for the letter of this service. */
  TemplateID?: string
  /** The language of the dates of items. */
  Language: FeedLanguage
  /** How often the feed is looked at. */
  Every: FeedRhythm
  /** Of a weekly feed: the day, 1 for Monday to 7 for Sunday. */
  Weekday: number
  /** Of a monthly feed: the day, 1 to 31; the last day of a month that has no such day. */
  MonthDay: number
  /** The hour at which it is looked at, 0 to 23, in the time zone of the client. */
  Hour: number
  /** A campaign is made of so many new items or more, 1 to 50. */
  MinItems: number
  /** Items of one campaign at most, the newest first, 1 to 50; further ones are for the next. */
  MaxItems: number
  /** What becomes of a campaign. Draft: it stays a draft. Approval: approval is asked for. Send: it is sent; where the client requires an approval, it is asked for instead. */
  Action: FeedAction
  /** Of a feed that sends: the most recipients of a campaign; one to more stays a draft, and the owner is mailed. 0: the number above which people confirm (Client.SetSendConfirmation). */
  MostRecipients: number
  /** New: not looked at yet; the first look only notes what is there. Waiting: for the next run. Failing: it cannot be read, and is tried again. Stopped: it waits for Feed.Update, see Problem. */
  State: FeedState
  /** What went wrong last: a sentence; empty where nothing did. */
  Problem?: string
  /** Since when, in the time zone of the client; empty without a problem. */
  ProblemDate?: string
  /** When it is looked at next, in the time zone of the client; empty while it is paused or stopped. */
  NextDate?: string
  /** The last runs, the newest first; at most 20. */
  Runs?: FeedRun[]
  /** When it was created, in the time zone of the client. */
  CreatedDate?: string
  /** When its settings were changed last, in the time zone of the client. */
  ChangedDate?: string
}

export type FeedState = 'New' | 'Waiting' | 'Failing' | 'Stopped'

export interface FeedRun {
  /** When, in the time zone of the client. */
  Date?: string
  /** Items that the feed had; 0 where its server said that nothing has changed. */
  Items: number
  /** Of them, those that were new. */
  NewItems: number
  /** The campaign that was made; empty without one, and once it is deleted. */
  CampaignID?: string
  /** What followed of the campaign: a sentence; empty for a draft. */
  Outcome?: string
}

export interface FeedPage {
  /** The feeds of this page, by title. */
  Feeds?: FeedSummary[]
  /** The Cursor of the next page; empty at the end. */
  NextCursor?: string
}

export interface FeedSummary {
  /** The feed: 32 hexadecimal digits, as Feed.List names it. */
  FeedID?: string
  /** The name of the feed here, one line of at most 100 characters; campaigns are named after it. */
  Title?: string
  /** Whether the feed is not looked at. */
  Paused: boolean
  /** The feed: RSS, Atom or JSON Feed at an absolute http or https address that this service can reach. */
  URL?: string
  /** How often the feed is looked at. */
  Every: FeedRhythm
  /** The hour at which it is looked at, 0 to 23, in the time zone of the client. */
  Hour: number
  /** What becomes of a campaign. Draft: it stays a draft. Approval: approval is asked for. Send: it is sent; where the client requires an approval, it is asked for instead. */
  Action: FeedAction
  /** New: not looked at yet; the first look only notes what is there. Waiting: for the next run. Failing: it cannot be read, and is tried again. Stopped: it waits for Feed.Update, see Problem. */
  State: FeedState
  /** What went wrong last: a sentence; empty where nothing did. */
  Problem?: string
  /** Since when, in the time zone of the client; empty without a problem. */
  ProblemDate?: string
  /** When it is looked at next, in the time zone of the client; empty while it is paused or stopped. */
  NextDate?: string
}

export interface FeedPreview {
  /** The title that the feed has. */
  FeedTitle?: string
  /** The items of the feed, the newest first; at most 100. */
  Items?: FeedItem[]
  /** The subject of a campaign of the newest items. */
  Subject?: string
  /** Shows the letter, for pages of the console to frame; anyone who has the address can open it until it expires. */
  HtmlURL?: string
  /** The same where the reader prefers dark colours. */
  DarkURL?: string
  /** Its letter, as HTML without the files of the template; of what is new, or of the newest items where nothing is. */
  Html?: string
}

export interface FeedItem {
  /** The title, as plain text; empty without one. */
  Title?: string
  /** Where it leads; empty without a web address. */
  Link?: string
  /** The beginning, as plain text. */
  Summary?: string
  /** The address of its picture; empty without one. */
  Image?: string
  /** Its date in the time zone of the client; empty where the feed has none that can be read. */
  Date?: string
  /** The author; empty without one. */
  Author?: string
  /** Whether it would be a part of the next campaign. */
  New: boolean
}

export interface Archive {
  /** Whether the archive is public. */
  Shown: boolean
  /** The title of the page, one line of at most 100 characters; empty for the name of the list. */
  Title?: string
  /** What the list is, for readers: one line of at most 300 characters; empty for none. */
  Description?: string
  /** Campaigns that were sent on this day of the client or later: YYYY-MM-DD; empty for all. */
  Since?: string
  /** Whether search engines may list the archive. */
  SearchEngines: boolean
  /** The sign-up form of the client that the page leads to: 32 hexadecimal digits; empty for none. */
  FormID?: string
  /** Where people read it; it stays the same. */
  URL?: string
  /** Its Atom feed. */
  FeedURL?: string
}

export type ArchiveChoice = 'Automatic' | 'Shown' | 'Hidden'

export interface ArchivedCampaign {
  /** Automatic: shown once it is sent to a complete list; not a campaign to a segment, a resend, or one that asks for consent. Shown: also one of these. Hidden: never. */
  Choice: ArchiveChoice
  /** The public archives of the lists that the campaign goes to. */
  Archives?: ArchivedIn[]
}

export interface ArchivedIn {
  /** The list. */
  ListID?: string
  /** The title of the archive. */
  Title?: string
  /** Whether the archive shows the campaign now. */
  Shown: boolean
  /** Where the campaign is read in it; empty where it is not shown. */
  URL?: string
}

export interface ClientRetention {
  /** Every kind. */
  Kinds?: KeptKind[]
  /** Full months for which the installation keeps the audit log, besides the present one. */
  AuditMonths: number
  /** Before when nothing is removed, in UTC (ISO 8601); empty once that is past. */
  BeginsAt?: string
}

export interface KeptKind {
  /** What is kept. */
  Kind: RetentionKind
  /** For how many days; -1 for ever. */
  Days: number
  /** The period of the installation; -1 for ever. */
  UsualDays: number
  /** Whether the client chose Days itself. */
  IsOwn: boolean
  /** The shortest period that may be chosen. */
  LeastDays: number
  /** The longest period that may be chosen; -1 where it may be kept for ever. */
  MostDays: number
  /** When the client chose last, in its time zone; empty where it never did. */
  ChangedDate?: string
  /** The person who chose; empty without a choice. */
  ChangedBy?: string
}

export type RetentionKind = 'RawHits' | 'OpensAndClicks' | 'Events' | 'DeletedMembers' | 'ReturnedMail' | 'ImportFiles' | 'RefusedRows' | 'Exports'

export interface RetentionPreview {
  /** What is counted. */
  Kind: RetentionKind
  /** The period that is counted with; -1 for ever. */
  Days: number
  /** What is older than this goes, in the time zone of the client; empty where nothing does. */
  BeforeDate?: string
  /** Whether there is a count: it is given up after two seconds. */
  Known: boolean
  /** Rows that go: opens and clicks, recipients with opens or clicks, events, members, mails, files or rows; 0 where it is not known. */
  Count: number
}

export interface ProcessingRegister {
  /** When the register was made, in the time zone of the client. */
  PreparedDate?: string
  /** The time zone of the client, of all dates here. */
  Timezone?: string
  /** The controller. */
  CompanyName?: string
  /** The contact of the controller. */
  ContactName?: string
  /** The address of the contact. */
  EmailAddress?: string
  /** The country of the controller. */
  Country?: string
  /** As mails and pages show it; empty where none is set. */
  PostalAddress?: string
  /** The legal notice; empty where none is set. */
  ImprintUrl?: string
  /** The account, which processes data for the controller. */
  ProcessorName?: string
  /** The site of the account. */
  ProcessorUrl?: string
  /** What data is processed for; purposes that apply to no list are left out. */
  Activities?: ProcessingActivity[]
  /** The rules of each list, with its members by answer. */
  Lists?: ProcessingList[]
  /** How long data is kept. */
  Retention?: ClientRetention
  /** For how many days deleted lists and campaigns can be restored before they are removed. */
  DeletedDays: number
  /** Who gets data or reaches it. In which country a host is, is not known here. */
  Recipients?: DataRecipient[]
  /** What protects the data; only what is in force. */
  Measures?: SecurityMeasure[]
  /** People who reach data of the client. */
  People: number
  /** Those of them with a second factor. */
  PeopleWithFactor: number
  /** Backups of the schedule that are kept; 0 without a schedule. */
  BackupsKept: number
  /** When the last backup was made, in the time zone of the client; empty without one. */
  LastBackupDate?: string
  /** When a backup was last found readable, in the time zone of the client; empty for never. */
  BackupVerifiedDate?: string
}

export interface ProcessingActivity {
  /** What data is processed for. */
  Activity: ProcessingActivityName
  /** The kinds of data; none where no person is known. */
  Data?: PersonalDataKind[]
  /** Which periods end its data; empty where it is kept with the membership. */
  Retention?: RetentionKind[]
  /** Titles of the lists it applies to; empty where it is for the complete client. */
  Lists?: string[]
}

export type ProcessingActivityName = 'Sending' | 'Confirming' | 'Measuring' | 'Personalising' | 'Hygiene' | 'AnonymousCounts' | 'Suppressing' | 'HandlingReturnedMail' | 'ProvingConsent' | 'ImportingAndExporting' | 'PublishingEvents' | 'Auditing'

export type PersonalDataKind = 'EmailAddress' | 'Name' | 'MobileNumber' | 'Language' | 'CustomFields' | 'MailsSent' | 'OpensAndClicks' | 'NetworkAddress' | 'MailProgram' | 'LastOpenDate' | 'ConsentAnswers' | 'History' | 'ReasonOfSuppression' | 'ReturnedMail' | 'Files' | 'Events' | 'Operators'

export interface ProcessingList {
  /** The list. */
  ListID?: string
  /** The title of the list. */
  Title?: string
  /** The profile of law: FR, IT, DE, CH, UK, US, CA, JP, BR or other. */
  Law?: string
  /** Whose opens and clicks are recorded. */
  Tracking: Tracking
  /** Whether it asks for consent to personalising. */
  Personalising: boolean
  /** Whether it keeps the date of the last open of members who are not measured. */
  Hygiene: boolean
  /** Whether opens of members who are not measured are counted without persons. */
  AnonymousOpens: boolean
  /** Whether new members confirm by mail. */
  ConfirmOptIn: boolean
  /** Names of its custom fields. */
  CustomFields?: string[]
  /** Active members. */
  Members: number
  /** Whether members are counted by answer and basis: counting is given up after two seconds. */
  Known: boolean
  /** Active members by their answer to each purpose; empty where it is not known. */
  Answers?: AnswerCount[]
  /** Active members by the basis on which they are mailed; empty where it is not known. */
  Bases?: BasisCount[]
}

export interface AnswerCount {
  /** Measuring, Personalising or Hygiene. */
  Purpose: ProcessingActivityName
  /** Members who agreed. */
  Granted: number
  /** Members who refused. */
  Denied: number
  /** Members of whom nothing is recorded. */
  Unknown: number
}

export interface BasisCount {
  /** Express, Implied, Contract or LegitimateInterest; Unknown where none is recorded. */
  Basis?: string
  /** Active members. */
  Members: number
}

export interface DataRecipient {
  /** Relay: mails. Folder: mails that are not sent. Webhook: events. The others read or change data by their rights. */
  Kind: DataRecipientKind
  /** The host; of people their role; else empty. */
  Name?: string
  /** How many of them. */
  Count: number
  /** Whether the host is the machine itself, so that data does not leave it. */
  IsThisMachine: boolean
}

export type DataRecipientKind = 'Relay' | 'Folder' | 'Webhook' | 'Person' | 'ClientLogin' | 'ApiKey'

export type SecurityMeasure = 'PasswordsHashed' | 'KeysHashed' | 'SecretsEncrypted' | 'LinksSigned' | 'RightsByRole' | 'ErasuresRemembered' | 'LinksOverHttps' | 'SecondFactorRequired' | 'AddressesShortened' | 'AddressesNotStored' | 'BackupsDaily' | 'BackupsEncrypted'

export interface SystemState {
  /** False: the installation has several accounts, so machines, the database, what waits and backups are left out. */
  IsWhole: boolean
  /** When it was read, in the time zone of the account. */
  Date?: string
  /** The version of the process that answers. */
  Version?: string
  /** What is wrong, the worst first; empty while all is well. */
  Problems?: SystemProblem[]
  /** The processes of the installation, by machine and start; one that was killed stays here for a day. */
  Processes?: SystemProcess[]
  /** False: the database did not answer in time which processes run. */
  AreProcessesKnown: boolean
  /** The database server and what is connected to it. */
  Database?: SystemDatabase
  /** What waits, as sums of the whole installation. */
  Queues?: SystemQueue[]
  /** The last ten backups, the newest first. */
  Backups?: SystemBackup[]
  /** The schedule of daily backups (lettershop backup schedule). */
  BackupSchedule?: SystemBackupSchedule
}

export interface SystemProblem {
  /** What is wrong; docs/system-state.md says what to do about each. */
  Kind: SystemProblemKind
  /** Error: something does not work, or will be missed. Warning: look at it today. Advice: it would be better. */
  Severity: SystemSeverity
  /** What it is about: a role, a machine, a relay, a queue, a background work, a kind of hold or versions; empty where the kind says all. */
  Subject?: string
  /** Since when, in the time zone of the account; empty where that is not known. */
  SinceDate?: string
}

export type SystemProblemKind = 'NotKnown' | 'SendingHeld' | 'RoleMissing' | 'DiskFull' | 'HeartbeatsOverdue' | 'RelayHeld' | 'QueueLate' | 'ConnectionsNearlyUsed' | 'ProcessSilent' | 'VersionsDiffer' | 'WorkPaused' | 'BackupFailed' | 'BackupOld' | 'BackupDamaged' | 'NoBackup' | 'BackupNotVerified'

export type SystemSeverity = 'Error' | 'Warning' | 'Advice'

export interface SystemProcess {
  /** The name of the machine. */
  Host?: string
  /** The number of the process there. */
  Pid: number
  /** What it does, as LETTERSHOP_ROLES names it. */
  Roles?: string[]
  /** Its version of Lettershop. */
  Version?: string
  /** The newest migration that it knows. */
  SchemaNumber: number
  /** The version of Node.js that runs it. */
  NodeVersion?: string
  /** When it was started, in the time zone of the account. */
  StartedDate?: string
  /** When it was heard of last, in the time zone of the account. */
  SeenDate?: string
  /** It was heard of within the last 45 seconds; False: it was killed, or does not reach the database. */
  IsSeen: boolean
}

export interface SystemDatabase {
  /** False: the database did not answer in time. */
  IsKnown: boolean
  /** The version of the PostgreSQL server. */
  PostgresVersion?: string
  /** The number of the newest migration of the database. */
  SchemaNumber: number
  /** What the database takes on disk. */
  SizeInBytes: number
  /** Connections to the server, of all programs. */
  Connections: number
  /** How many the server grants. */
  MostConnections: number
  /** Servers that follow this one. */
  Standbys: number
  /** None: no standby. Asynchronous: a fail-over may lose the last moments. Synchronous: a commit waits for a standby. Unknown: the database user may not see it. */
  Replication: SystemReplication
}

export type SystemReplication = 'None' | 'Asynchronous' | 'Synchronous' | 'Unknown'

export interface SystemQueue {
  /** What waits. */
  Kind: SystemQueueKind
  /** False: the database did not answer in time. */
  IsKnown: boolean
  /** How many wait or are under way, of the whole installation. */
  Waiting: number
  /** How long the oldest is overdue; 0 where nothing is, and for queues that keep no times. */
  OldestSeconds: number
}

export type SystemQueueKind = 'ScheduledCampaigns' | 'OpensAndClicks' | 'InboundMail' | 'WebhookEvents' | 'Jobs' | 'Imports' | 'Exports' | 'BulkChanges' | 'Erasures'

export interface SystemBackup {
  /** The machine on which it was made. */
  Host?: string
  /** The name of its file; empty for standard output. */
  FileName?: string
  /** When it was begun, in the time zone of the account. */
  Date?: string
  /** How long it took. */
  Seconds: number
  /** The size of the file. */
  SizeInBytes: number
  /** False: there is no file; lettershop backup schedule says why. */
  Succeeded: boolean
  /** It was made by the schedule. */
  Scheduled: boolean
  /** Its file is encrypted. */
  Encrypted: boolean
  /** It is a copy without people, for tests. */
  Anonymised: boolean
  /** A newer one took its place. */
  Deleted: boolean
  /** When it was verified last, in the time zone of the account; empty where it was not. */
  VerifiedDate?: string
  /** Its last verification found it damaged. */
  IsDamaged: boolean
}

export interface SystemBackupSchedule {
  /** False: the database did not answer in time. */
  IsKnown: boolean
  /** There is a schedule. */
  IsSet: boolean
  /** When the next backup is due, in the time zone of the account. */
  NextDate?: string
  /** How many files are kept. */
  Keep: number
  /** Its backups are encrypted. */
  Encrypted: boolean
  /** A process makes one now. */
  UnderWay: boolean
}

export type ConsentPurpose = 'Measuring' | 'Personalising' | 'Hygiene'

export interface SubscriberConsents {
  /** The email address. */
  EmailAddress?: string
  /** What an open of the next letter leaves. Measured: opens and clicks of the person. LastOpenDate: one date, overwritten each time. SumsOnly: a number of the campaign, of no person. Nothing: the letter has no pixel. */
  OpensRecorded: OpensRecorded
  /** The last day on which a letter was opened, YYYY-MM-DD, where it is kept for hygiene; empty else. */
  LastOpenDate?: string
  /** Each purpose. */
  Purposes?: PurposeConsent[]
  /** What allows that the subscriber is mailed. */
  Basis?: MailingBasis
}

export type OpensRecorded = 'Measured' | 'LastOpenDate' | 'SumsOnly' | 'Nothing'

export interface PurposeConsent {
  /** Measuring: opens and clicks are recorded by person. Personalising: what was recorded chooses what the person gets. Hygiene: the date of the last open is kept, to leave out the inactive. */
  Purpose: ConsentPurpose
  /** The answer that is in force. */
  Consent: ConsentState
  /** Whether the list asks for the purpose: Granted is taken for these alone, and for Measuring. */
  IsAsked: boolean
  /** When this was recorded, in the time zone of the client; empty where nothing was. */
  Since?: string
  /** When the person said it, where that is known to be earlier; in the time zone of the client, of imports perhaps the day alone. */
  GivenDate?: string
  /** How: api, page, console, import, mail or operator; empty where nothing was recorded. */
  By?: string
  /** The login or person whose call it was; empty where it was none. */
  Username?: string
  /** The wire of the call; empty where it was none. */
  Wire?: string
  /** The network address it came from; empty where it came from none. */
  RemoteAddress?: string
  /** The User-Agent of the program that did it. */
  Agent?: string
  /** The campaign whose mail was the occasion; empty where it was none. */
  CampaignID?: string
  /** The words that the person was shown; empty where they are not known. */
  Wording?: string
  /** The page or form; empty where it is not known. */
  Source?: string
}

export interface MailingBasis {
  /** What allows that the subscriber is mailed. */
  Basis: ConsentBasis
  /** The last day of an implied consent, YYYY-MM-DD; empty for no end. */
  EndsOn?: string
  /** What was noted of it. */
  Note?: string
  /** When this was recorded, in the time zone of the client; empty where nothing was. */
  Since?: string
  /** How: api, page, console, import, mail or operator; empty where nothing was recorded. */
  By?: string
  /** The login or person whose call it was; empty where it was none. */
  Username?: string
}

export interface Tag {
  /** The tag: 32 hexadecimal digits. */
  TagID?: string
  /** The name of the tag, one line of at most 60 characters; no two tags of a client have one name, whatever the case. */
  Name?: string
  /** The colour that screens show it in. */
  Color: TagColor
  /** How many contacts have it: addresses, whatever lists they are on. */
  People: number
}

export interface UseOfTag {
  /** Segment: a condition of it names the tag. Campaign: a link of it gives the tag. */
  Kind: TagUse
  /** The segment or the campaign: 32 hexadecimal digits. */
  ID?: string
  /** Its name. */
  Name?: string
}

export type TagUse = 'Segment' | 'Campaign'

export interface LinkTags {
  /** Where the link leads. */
  Link?: string
  /** The tags that people get who click it, by name. */
  Tags?: TagLabel[]
}

export type ShownTo = 'Members' | 'Everyone' | 'Hidden'

export interface FieldAccess {
  /** The key in brackets, as tags are written. */
  Key?: string
  /** What readers may do with their own value: nothing, see it, or change it. */
  Access: ReaderAccess
}

export type ReaderAccess = 'None' | 'Read' | 'Change'

export interface PreferencePage {
  /** What the list is, for its readers: one line of at most 300 characters. */
  Description?: string
  /** Who sees the list on the preference page. Members: who is or was on it. Everyone: every reader of the client, who can join it there. Hidden: only who opens the page from one of its letters. */
  ShownTo: ShownTo
  /** The custom fields of the list, in their order. */
  Fields?: PreferencePageField[]
}

export interface PreferencePageField {
  /** The key in brackets, as tags are written. */
  Key?: string
  /** The name of the field, as readers see it. */
  FieldName?: string
  /** What readers may do with their own value: nothing, see it, or change it. */
  Access: ReaderAccess
}

export interface LeavePage {
  /** A page that asks for an address and mails the link of the preference page to it, if it is known; always the same for one client. */
  URL?: string
}

export interface LeaveReasons {
  /** How many people left because of the campaign, with a reason or without. */
  Unsubscribed: number
  /** The reasons that were given, each once. */
  Reasons?: LeaveReasonCount[]
  /** What people wrote, latest first; 100 at most. */
  Comments?: LeaveComment[]
}

export interface LeaveReasonCount {
  /** What the person chose. */
  Reason: LeaveReason
  /** How many people chose it. */
  People: number
}

export type LeaveReason = 'TooMany' | 'NotInteresting' | 'NeverSignedUp' | 'OtherAddress' | 'HardToRead' | 'Other'

export interface LeaveComment {
  /** What the person chose. */
  Reason: LeaveReason
  /** What the person wrote. */
  Comment?: string
}
