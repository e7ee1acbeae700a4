/** Calls about a client: its details, its lists, segments and templates, and its suppression list (reference/rest.md §2.2). */
import { showTimeZone } from '../time-zones.ts'
import { flag, integer, many, number, object, optional, text, word } from './fields.ts'
import { orderedQuery, page, pageOf, readPage } from './paging.ts'
import { RestRefusal } from './refusals.ts'
import { call, type RestCall } from './row.ts'

const BasicDetails = object('ClientBasicDetails', {
  ClientID: text,
  CompanyName: text,
  ContactName: optional(text),
  EmailAddress: optional(text),
  Country: text,
  TimeZone: text,
})
const AccessDetails = object('ClientAccessDetails', { Username: text, AccessLevel: integer })
const BillingDetails = object('ClientBillingDetails', {
  CanPurchaseCredits: flag,
  Credits: integer,
  ClientPays: flag,
  BaseRatePerRecipient: number,
  MarkupPerRecipient: number,
  MarkupOnDelivery: number,
  BaseDeliveryRate: number,
  Currency: text,
  BaseDesignSpamTestRate: number,
  MarkupOnDesignSpamTest: number,
})
const ClientDetails = object('ClientDetails', {
  ApiKey: text,
  BasicDetails,
  AccessDetails: optional(AccessDetails),
  BillingDetails,
})
const ListName = object('ListName', { ListID: text, Name: text })
const ListOfAddress = object('ListOfAddress', {
  ListID: text,
  ListName: text,
  SubscriberState: text,
  DateSubscriberAdded: text,
})
const Suppressed = object('SuppressedAddress', {
  SuppressionReason: word('Unsubscribed', 'Bounced', 'Reason Unavailable'),
  EmailAddress: text,
  Date: text,
  State: word('Suppressed'),
})

const basics = { CompanyName: text, ContactName: text, EmailAddress: text, Country: text, TimeZone: text }
interface GivenBasics {
  readonly CompanyName: string | undefined
  readonly ContactName: string | undefined
  readonly EmailAddress: string | undefined
  readonly Country: string | undefined
  readonly TimeZone: string | undefined
}
const basicsOf = ({ TimeZone, ...given }: GivenBasics) => ({ ...given, Timezone: TimeZone })

/** Orders as the query calls them, onto those of the operation. */
const suppressionOrders = { email: 'EmailAddress', date: 'Date' } as const

export const clientCalls: readonly RestCall[] = [
  call('POST clients', {
    about: 'Creates a client, with a contact or without.',
    body: basics,
    argument: 'client',
    operation: 'Client.CreateCompany',
    params: ({ body }) => basicsOf(body),
    returns: text,
    answer: id => id,
    status: 201,
    codes: { AccessDenied: 'Forbidden' },
  }),
  call('GET clients/{ClientID}', {
    about: 'A client. `ApiKey` is shown to the key of the account alone, and each time it is in the audit log.',
    operation: 'Client.GetProfile',
    params: ({ path }) => path,
    returns: ClientDetails,
    answer: client => {
      const hasContact = (client.EmailAddress ?? '') !== ''
      const contact = hasContact
        ? { ContactName: client.ContactName ?? '', EmailAddress: client.EmailAddress ?? '' }
        : {}
      const above = (fee: string | null | undefined, base: string | null | undefined) =>
        fee ? rounded(Number(fee) - Number(base ?? 0)) : 0
      return {
        ApiKey: client.ApiKey ?? '',
        BasicDetails: {
          ClientID: client.ClientID ?? '',
          CompanyName: client.CompanyName ?? '',
          ...contact,
          Country: client.Country ?? '',
          TimeZone: showTimeZone(client.Timezone ?? ''),
        },
        AccessDetails:
          client.AccessLevel === 0 ? undefined : { Username: client.Username ?? '', AccessLevel: client.AccessLevel },
        BillingDetails: {
          CanPurchaseCredits: false,
          Credits: 0,
          ClientPays: client.ClientPays,
          BaseRatePerRecipient: Number(client.BaseCostPerRecipient ?? 0),
          MarkupPerRecipient: above(client.CostPerRecipient, client.BaseCostPerRecipient),
          MarkupOnDelivery: above(client.DeliveryFee, client.BaseDeliveryFee),
          BaseDeliveryRate: Number(client.BaseDeliveryFee ?? 0),
          Currency: client.Currency ?? '',
          BaseDesignSpamTestRate: Number(client.BaseDesignAndSpamTestFee ?? 0),
          MarkupOnDesignSpamTest: above(client.DesignAndSpamTestFee, client.BaseDesignAndSpamTestFee),
        },
      }
    },
  }),
  call('DELETE clients/{ClientID}', {
    about: 'Deletes a client; it can be restored for 30 days.',
    operation: 'Client.Delete',
    params: ({ path }) => path,
  }),
  call('PUT clients/{ClientID}/setbasics', {
    about: 'Replaces the name, country and time zone of a client, and its contact where one is given.',
    body: basics,
    argument: 'client',
    operation: 'Client.ChangeBasics',
    params: ({ path, body }) => ({ ...path, ...basicsOf(body) }),
  }),
  call('PUT clients/{ClientID}/setpaygbilling', {
    about: 'Sets whether a client pays for its campaigns, and what it pays above the standard rates.',
    body: {
      Currency: text,
      CanPurchaseCredits: flag,
      ClientPays: flag,
      MarkupPercentage: text,
      MarkupOnDelivery: text,
      MarkupPerRecipient: text,
    },
    argument: 'billing',
    operation: 'Client.SetMarkups',
    params: ({ path, body }) => ({
      ...path,
      ClientPays: body.ClientPays ?? false,
      Currency: body.Currency,
      MarkupPercentage: body.MarkupPercentage,
      MarkupOnDelivery: body.MarkupOnDelivery,
      MarkupPerRecipient: body.MarkupPerRecipient,
    }),
  }),
  call('PUT clients/{ClientID}/setmonthlybilling', {
    about: 'The same; the scheme of monthly prices is not kept, since a client pays by campaign here.',
    body: {
      Currency: text,
      ClientPays: flag,
      MarkupPercentage: text,
      MonthlyScheme: word('Basic', 'Unlimited', 'Premier'),
    },
    argument: 'billing',
    operation: 'Client.SetMarkups',
    params: ({ path, body }) => ({
      ...path,
      ClientPays: body.ClientPays ?? false,
      Currency: body.Currency,
      MarkupPercentage: body.MarkupPercentage,
    }),
  }),
  call('PUT clients/{ClientID}/setaccess', {
    about: 'Sets what the login of a client may do (version 3.0 only).',
    when: ({ name }) => name === 'v3',
    body: { AccessLevel: integer, Username: text, Password: text },
    argument: 'access',
    operation: 'Client.SetAccess',
    params: ({ path, body }) => ({
      ...path,
      AccessLevel: body.AccessLevel ?? 0,
      Username: body.Username,
      Password: body.Password,
    }),
  }),
  call('GET clients/{ClientID}/lists', {
    about: 'The lists of a client, by title.',
    operation: 'Client.GetLists',
    params: ({ path }) => path,
    returns: many(ListName),
    answer: lists => lists.map(({ ListID, Name }) => ({ ListID: ListID ?? '', Name: Name ?? '' })),
  }),
  call('GET clients/{ClientID}/listsforemail', {
    about: 'The lists of a client that have an address, in any state.',
    query: { email: text },
    operation: 'Subscriber.FindLists',
    params: ({ path, query }) => ({ ...path, EmailAddress: query.email }),
    returns: many(ListOfAddress),
    answer: lists =>
      lists.map(({ ListID, Title, State, JoinedDate }) => ({
        ListID: ListID ?? '',
        ListName: Title ?? '',
        SubscriberState: State,
        DateSubscriberAdded: JoinedDate ?? '',
      })),
  }),
  call('GET clients/{ClientID}/suppressionlist', {
    about: 'The addresses no mail of a client goes to.',
    query: orderedQuery,
    operation: 'Suppression.Page',
    params: ({ path, query }) => {
      const { Page, PageSize, Descending, OrderField } = suppressionPage(query)
      return { ...path, Page, PageSize, Descending, Order: suppressionOrders[OrderField] }
    },
    returns: pageOf('SuppressionPage', Suppressed),
    answer: ({ Suppressions, Total }, { query }) =>
      page(
        (Suppressions ?? []).map(({ EmailAddress, Reason, Date: since }) => ({
          SuppressionReason: reasons[Reason],
          EmailAddress: EmailAddress ?? '',
          Date: since ?? '',
          State: 'Suppressed' as const,
        })),
        Total,
        suppressionPage(query),
      ),
  }),
  call('POST clients/{ClientID}/suppress', {
    about: 'Puts addresses on the suppression list of a client.',
    body: { EmailAddresses: many(text) },
    argument: 'emailAddresses',
    operation: 'Suppression.Import',
    params: ({ path, body }) => ({ ...path, Entries: (body.EmailAddresses ?? []).map(oneLine).join('\n') }),
    answer: ({ Refused, Refusals }) => {
      if (Refused === 0) return undefined
      const resultData = (Refusals ?? []).map(({ Text }) => Text ?? '')
      throw new RestRefusal('InvalidEmail', { resultData, detail: 'The other addresses are on the list.' })
    },
    codes: { InvalidParameter: 'InvalidEmail' },
  }),
  call('PUT clients/{ClientID}/unsuppress', {
    about:
      'Takes an address off the suppression list of a client, whatever put it there. No membership is revived by that.',
    query: { email: text },
    operation: 'Suppression.Remove',
    // this call has no other meaning, so it is deliberate
    params: ({ path, query }) => ({ ...path, EmailAddress: query.email, Deliberately: true }),
  }),
]

const reasons = {
  Unsubscribed: 'Unsubscribed',
  Bounced: 'Bounced',
  Complained: 'Unsubscribed',
  Manual: 'Reason Unavailable',
} as const

function suppressionPage(query: Parameters<typeof readPage>[0]) {
  return readPage(query, { fields: ['email', 'date'] })
}

/** A line of its own for each address: a text with a line end is no address and is refused. */
function oneLine(address: string): string {
  return address.replace(/[\r\n]+/g, ' ') || ' '
}

/** Of a difference of decimals with four digits. */
function rounded(amount: number): number {
  return Math.round(amount * 10_000) / 10_000
}
