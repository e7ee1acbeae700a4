/**
 * Reads listmonk by its API (listmonk.app/docs/apis). The status of a person and that of the person's membership are two things, of
 * which the stricter one counts; its CSV export has only the first.
 */
import { type Ask, arrayOf, countOf, type Json, objectOf, textOf } from './ask.ts'
import { readPages, rowsOfPage } from './pages.ts'
import { mostLists, type RemoteList, type RemoteOverview, type RemoteReader, type RemoteRows } from './remote-lists.ts'

export function listmonk(ask: Ask): RemoteReader {
  return {
    async overview(): Promise<RemoteOverview> {
      const { results, total } = await page(ask, '/api/lists', { page: 1, per_page: mostLists })
      return { clients: [], lists: results.map(listOf), hasMore: total > results.length }
    },

    async *people(listId): AsyncGenerator<RemoteRows> {
      const { data } = objectOf(await ask(`/api/lists/${listId}`), 'list')
      const isDouble = textOf(objectOf(data, 'list').optin) !== 'single'
      yield* readPages('subscribers', async number => {
        // who is added meanwhile comes last
        const query = { list_id: listId, page: number, per_page: rowsOfPage, order_by: 'created_at', order: 'ASC' }
        const { results, total, said } = await page(ask, '/api/subscribers', query)
        const rows = results.map(person => ({ id: idOf(person), row: rowOf(person, listId, isDouble) }))
        return { rows, total, page: said }
      })
    },
  }
}

async function page(ask: Ask, path: string, query: Readonly<Record<string, string | number>>) {
  const { data } = objectOf(await ask(path, query), 'page')
  const { results, total, page: said } = objectOf(data, 'page')
  return {
    // an empty page has null in some versions
    results: results === null ? [] : arrayOf(results, 'entries'),
    total: countOf(total, 'entries'),
    said: typeof said === 'number' ? said : undefined,
  }
}

function listOf(list: Json): RemoteList {
  const isSingle = list.optin === 'single'
  const statuses = list.subscriber_statuses
  const counted = typeof statuses === 'object' && statuses !== null ? (statuses as Json) : undefined // counts by status
  const count = (status: string) => {
    const value = counted?.[status]
    return counted === undefined ? null : typeof value === 'number' ? value : 0
  }
  const [confirmed, unconfirmed] = [count('confirmed'), count('unconfirmed')]
  return {
    id: String(list.id),
    name: textOf(list.name),
    confirmOptIn: !isSingle,
    counts: {
      active: confirmed === null || unconfirmed === null ? null : confirmed + (isSingle ? unconfirmed : 0),
      unconfirmed: isSingle && unconfirmed !== null ? 0 : unconfirmed,
      unsubscribed: count('unsubscribed'),
      bounced: null,
      deleted: null,
    },
    fields: [],
  }
}

function idOf(person: Json): string | number {
  return typeof person.id === 'number' ? person.id : textOf(person.email)
}

/** On a list without confirmation everyone who did not leave is `unconfirmed` and is mailed. */
const unconfirmedOnSingle = 'subscribed without confirmation'
/** From the mildest to the strictest. */
const strictness = ['confirmed', unconfirmedOnSingle, 'unconfirmed', 'unsubscribed', 'disabled', 'blocklisted']

function rowOf(person: Json, listId: string, isDouble: boolean): Json {
  const membership = membershipIn(person, listId)
  const subscription = textOf(membership?.subscription_status)
  const ofList = subscription === 'unconfirmed' && !isDouble ? unconfirmedOnSingle : subscription
  const ofPerson = textOf(person.status)
  const left = textOf(membership?.subscription_updated_at)
  const state = stricter(ofList || 'no subscription', ofPerson === 'enabled' ? 'confirmed' : ofPerson || 'no status')
  return {
    email: textOf(person.email),
    name: textOf(person.name),
    listmonkState: state,
    joinedAt: textOf(membership?.subscription_created_at) || textOf(person.created_at),
    optOutAt: subscription === 'unsubscribed' ? left : '',
    optOutReason: ofPerson === 'blocklisted' ? 'blocklisted in listmonk' : '',
    attribs: typeof person.attribs === 'object' && !Array.isArray(person.attribs) ? person.attribs : {},
  }
}

function membershipIn({ lists }: Json, listId: string): Json | undefined {
  if (!Array.isArray(lists)) return undefined
  return (lists as readonly unknown[])
    .filter((list): list is Json => typeof list === 'object' && list !== null)
    .find(({ id }) => String(id) === listId)
}

/** A word that is not known is the strictest: its row is refused, unless the caller says what the word means. */
function stricter(one: string, other: string): string {
  const rank = (word: string) => {
    const found = strictness.indexOf(word)
    return found < 0 ? strictness.length : found
  }
  return rank(one) >= rank(other) ? one : other
}
