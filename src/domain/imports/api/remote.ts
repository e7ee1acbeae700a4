/** Where an import reads its rows, when it reads them from the API of another program: what a caller names, checked. */
import { Refusal } from '../../../contract/refusals.ts'
import { FetchRefused, readUrl } from '../../../lib/reachable.ts'
import { trimEndOf } from '../../../lib/trim-end.ts'
import type { KeyRing } from '../../access/keys.ts'
import { line } from '../../text-rules/single-line.ts'
import { decrypt, encrypt } from '../../tokens/encryption.ts'

const remoteSources = ['Listmonk', 'CampaignMonitor'] as const
export type RemoteSource = (typeof remoteSources)[number]

/** An account at another program; kept with an import as it is. */
export interface RemoteAccount {
  readonly source: RemoteSource
  /** Base of the API, without a slash at the end. */
  readonly url: string
  /** A client of the account, of Campaign Monitor; empty for other sources. */
  readonly clientId: string
}

export interface Remote extends RemoteAccount {
  readonly listId: string
}

/** What opens the account. It is encrypted while rows are read, and kept no longer. */
export interface Credentials {
  /** Of listmonk, the name of an API user; empty for Campaign Monitor. */
  readonly username: string
  readonly secret: string
}

export interface GivenAccount {
  readonly source: string | null
  readonly url: string | null
  readonly clientId: string | null
  readonly username: string | null
  readonly secret: string | null
}

/** Where Campaign Monitor is, unless a URL is named: another service with the same API. */
const campaignMonitorUrl = 'https://api.createsend.com'
const longestCredential = 500
const identifier = /^[0-9a-f]{32}$/i

/** @throws Refusal InvalidParameter */
export function readAccount(given: GivenAccount): {
  readonly account: RemoteAccount
  readonly credentials: Credentials
} {
  const source = remoteSources.find(known => known === given.source)
  if (source === undefined) throw invalidRefusal(`Source is one of ${remoteSources.join(', ')}.`)
  const clientId = (given.clientId ?? '').trim().toLowerCase()
  if (clientId !== '' && (source === 'Listmonk' || !identifier.test(clientId))) {
    throw invalidRefusal('RemoteClientID is a client of Campaign Monitor: 32 hexadecimal digits.')
  }
  const credentials = {
    username: credential('Username', given.username),
    secret: credential('Secret', given.secret),
  }
  if (credentials.secret === '') throw invalidRefusal('Secret is the key that the other service gave you.')
  if (source === 'Listmonk' && (credentials.username === '' || credentials.username.includes(':'))) {
    throw invalidRefusal('Username is the name of an API user of listmonk.')
  }
  return { account: { source, url: baseOf(source, given.url), clientId }, credentials }
}

/** @throws Refusal InvalidParameter, UnknownRemoteList */
export function readRemote(account: RemoteAccount, listId: string | null): Remote {
  const id = (listId ?? '').trim().toLowerCase()
  if (account.source === 'CampaignMonitor' && account.clientId === '') {
    throw invalidRefusal('RemoteClientID is the client whose list it is: its suppression list is read too.')
  }
  if (!(account.source === 'Listmonk' ? /^[1-9]\d{0,14}$/ : identifier).test(id)) throw new Refusal('UnknownRemoteList')
  return { ...account, listId: id }
}

/** The value of the Authorization header: both programs take Basic (RFC 7617). */
export function authorizationOf({ source }: RemoteAccount, { username, secret }: Credentials): string {
  const pair = source === 'Listmonk' ? `${username}:${secret}` : `${secret}:x`
  return `Basic ${Buffer.from(pair).toString('base64')}`
}

export function encryptCredentials(keys: KeyRing, importPublicId: string, credentials: Credentials): Buffer {
  return encrypt(keys.secretFor('import credentials'), Buffer.from(JSON.stringify(credentials)), importPublicId)
}

/** @throws Error when they were encrypted for another import or under another installation secret */
export function openCredentials(keys: KeyRing, importPublicId: string, encrypted: Buffer): Credentials {
  const text = decrypt(keys.secretFor('import credentials'), encrypted, importPublicId).toString()
  return JSON.parse(text) as Credentials // written by encryptCredentials
}

function baseOf(source: RemoteSource, given: string | null): string {
  const text = (given ?? '').trim()
  if (text === '' && source === 'CampaignMonitor') return campaignMonitorUrl
  let url: URL
  try {
    url = readUrl(text)
  } catch (error) {
    throw error instanceof FetchRefused ? invalidRefusal(`Url: ${error.message}`) : error
  }
  if (url.search !== '') throw invalidRefusal('Url is where the other service is, without a query.')
  return trimEndOf(url.href, '/')
}

function credential(name: string, text: string | null): string {
  const read = line(text, { max: longestCredential })
  if (read === undefined) throw invalidRefusal(`${name} is one line of at most ${longestCredential} characters.`)
  return read
}

function invalidRefusal(detail: string): Refusal {
  return new Refusal('InvalidParameter', detail)
}
