/** Imports from an API as their operations see them. */
import { Refusal } from '../../../contract/refusals.ts'
import type { Fetch } from '../../../lib/fetcher.ts'
import type { Database } from '../../../store/connection/database.ts'
import { insertRemoteImport } from '../../../store/imports/fetching.ts'
import type { ListRef } from '../../access/access.ts'
import type { KeyRing } from '../../access/keys.ts'
import { type GivenConsent, mostOpenImports, readConsent, tooManyImportsRefusal } from '../imports.ts'
import { asking, impatient } from './ask.ts'
import { remoteReader } from './reader.ts'
import { encryptCredentials, type GivenAccount, readAccount, readRemote } from './remote.ts'
import type { RemoteOverview } from './remote-lists.ts'

/**
 * Begins an import of a list at another program: its rows are read in the background.
 * @param createdBy evidence of who it was
 * @returns its public id
 * @throws Refusal InvalidParameter, UnknownRemoteList, ConsentRequired, InvalidDate, TooManyImports, InvalidListId
 */
export async function createFromApi(
  { db, keys }: { readonly db: Database; readonly keys: KeyRing },
  list: ListRef,
  given: { readonly account: GivenAccount; readonly listId: string | null; readonly consent: GivenConsent },
  createdBy: object,
): Promise<string> {
  const { account, credentials } = readAccount(given.account)
  const remote = readRemote(account, given.listId)
  const made = await insertRemoteImport(db, list, {
    fileName: `${remote.source}-${remote.listId}.jsonl`,
    consent: readConsent(given.consent),
    createdBy,
    remote,
    encrypted: publicId => encryptCredentials(keys, publicId, credentials),
    most: mostOpenImports,
  })
  if (made === 'gone') throw new Refusal('InvalidListId')
  if (made === 'too many') throw tooManyImportsRefusal()
  return made.publicId
}

/** The lists of an account at another program, so that one can be chosen. @throws Refusal InvalidParameter, RemoteKeyRefused, RemoteUnreadable, UnknownRemoteList */
export async function readRemoteLists(fetch: Fetch, given: GivenAccount): Promise<RemoteOverview> {
  const { account, credentials } = readAccount(given)
  return remoteReader(account, asking(fetch, account, credentials, impatient)).overview()
}
