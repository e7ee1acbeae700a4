/**
 * Reports of a campaign, an event a row (reference/rest.md §2.5). Where an address is on a map is not looked up: those members are empty.
 */
import { type GivenAll, integer, many, number, object, text, word } from './fields.ts'
import { orderedQuery, page, pageOf, readDate, readPage } from './paging.ts'
import { call, type RestCall } from './row.ts'

const who = { EmailAddress: text, ListID: text }
const place = {
  Date: text,
  IPAddress: text,
  Latitude: number,
  Longitude: number,
  City: text,
  Region: text,
  CountryCode: text,
  CountryName: text,
}
const Recipient = object('CampaignRecipient', who)
const Bounce = object('CampaignBounce', { ...who, BounceType: word('Hard', 'Soft'), Date: text, Reason: text })
const Open = object('CampaignOpen', { ...who, ...place })
const Click = object('CampaignClick', { ...who, URL: text, ...place })
const Unsubscribe = object('CampaignUnsubscribe', { ...who, Date: text, IPAddress: text })
const MailProgram = object('EmailClientUsage', {
  Client: text,
  Version: text,
  Percentage: number,
  Subscribers: integer,
})
const Complaint = object('CampaignComplaint', { ...who, Date: text })

interface EventValue {
  readonly EmailAddress?: string | null | undefined
  readonly ListID?: string | null | undefined
  readonly Date?: string | null | undefined
  readonly RemoteAddress?: string | null | undefined
  readonly URL?: string | null | undefined
  readonly BounceType?: string | null | undefined
  readonly Reason?: string | null | undefined
}
interface EventPage {
  readonly Events?: readonly EventValue[] | null | undefined
  readonly Total: number
}

const whose = ({ EmailAddress, ListID }: EventValue) => ({ EmailAddress: EmailAddress ?? '', ListID: ListID ?? '' })
const placed = ({ Date: at, RemoteAddress }: EventValue) => ({
  Date: at ?? '',
  IPAddress: RemoteAddress ?? '',
  Latitude: 0,
  Longitude: 0,
  City: '',
  Region: '',
  CountryCode: '',
  CountryName: '',
})

const eventQuery = { ...orderedQuery, date: text }
const orders = { email: 'EmailAddress', list: 'List', date: 'Date' } as const

const recipientOrder = { fields: ['email', 'list'] } as const
const eventOrder = { fields: ['date', 'email', 'list'] } as const

/** @throws RestRefusal */
function paramsOf(query: GivenAll<typeof eventQuery>) {
  const { Page, PageSize, OrderField, Descending } = readPage(query, eventOrder)
  return { Page, PageSize, Order: orders[OrderField], Descending, Since: readDate(query.date) }
}

/** The answer of a call for events. @param shown a row of it */
function answering<Row>(shown: (event: EventValue) => Row) {
  return ({ Events, Total }: EventPage, { query }: { readonly query: GivenAll<typeof eventQuery> }) =>
    page((Events ?? []).map(shown), Total, readPage(query, eventOrder))
}

export const reportCalls: readonly RestCall[] = [
  call('GET campaigns/{CampaignID}/emailclientusage', {
    about:
      'What programs people read a campaign with, each subscriber once, the most frequent first. Machines are left out, and what is not known is `Unknown`.',
    operation: 'Campaign.GetMailPrograms',
    params: ({ path }) => path,
    returns: many(MailProgram),
    answer: programs =>
      programs.map(({ Name, Version, Percentage, Recipients }) => ({
        Client: Name ?? '',
        Version: Version ?? '',
        Percentage: Number(Number(Percentage ?? 0).toFixed(2)),
        Subscribers: Recipients,
      })),
  }),
  call('GET campaigns/{CampaignID}/recipients', {
    about:
      'Whom a campaign went to, page by page. The order by list costs the same for every page; that by address is sorted for each.',
    query: orderedQuery,
    operation: 'Campaign.PageEvents',
    params: ({ path, query }) => {
      const { Page, PageSize, OrderField, Descending } = readPage(query, recipientOrder)
      return { ...path, Kind: 'Recipient', Page, PageSize, Order: orders[OrderField], Descending }
    },
    returns: pageOf('RecipientPage', Recipient),
    answer: ({ Events, Total }, { query }) => page((Events ?? []).map(whose), Total, readPage(query, recipientOrder)),
  }),
  call('GET campaigns/{CampaignID}/bounces', {
    about: 'The copies of a campaign that bounced, page by page.',
    query: eventQuery,
    operation: 'Campaign.PageEvents',
    params: ({ path, query }) => ({ ...path, Kind: 'Bounce', ...paramsOf(query) }),
    returns: pageOf('BouncePage', Bounce),
    answer: answering(event => ({
      ...whose(event),
      BounceType: event.BounceType === 'H' ? ('Hard' as const) : ('Soft' as const),
      Date: event.Date ?? '',
      Reason: event.Reason ?? '',
    })),
  }),
  call('GET campaigns/{CampaignID}/opens', {
    about: 'Every open of a campaign, those of machines too, page by page.',
    query: eventQuery,
    operation: 'Campaign.PageEvents',
    params: ({ path, query }) => ({ ...path, Kind: 'Open', ...paramsOf(query) }),
    returns: pageOf('OpenPage', Open),
    answer: answering(event => ({ ...whose(event), ...placed(event) })),
  }),
  call('GET campaigns/{CampaignID}/clicks', {
    about: 'Every click of a campaign, those of machines too, page by page.',
    query: eventQuery,
    operation: 'Campaign.PageEvents',
    params: ({ path, query }) => ({ ...path, Kind: 'Click', ...paramsOf(query) }),
    returns: pageOf('ClickPage', Click),
    answer: answering(event => ({ ...whose(event), URL: event.URL ?? '', ...placed(event) })),
  }),
  call('GET campaigns/{CampaignID}/unsubscribes', {
    about:
      'Who unsubscribed through a campaign, page by page. `IPAddress` is empty: it is kept with the proof of the contact.',
    query: eventQuery,
    operation: 'Campaign.PageEvents',
    params: ({ path, query }) => ({ ...path, Kind: 'Unsubscribe', ...paramsOf(query) }),
    returns: pageOf('UnsubscribePage', Unsubscribe),
    answer: answering(event => ({ ...whose(event), Date: event.Date ?? '', IPAddress: '' })),
  }),
  call('GET campaigns/{CampaignID}/spam', {
    about: 'Who complained about a campaign, page by page.',
    query: eventQuery,
    operation: 'Campaign.PageEvents',
    params: ({ path, query }) => ({ ...path, Kind: 'Complaint', ...paramsOf(query) }),
    returns: pageOf('ComplaintPage', Complaint),
    answer: answering(event => ({ ...whose(event), Date: event.Date ?? '' })),
  }),
]
