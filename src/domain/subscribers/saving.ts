/** Subscribers.Save: a batch of subscribers, each saved or refused by itself. */
import { longestPage } from '../../contract/limits.ts'
import { Refusal } from '../../contract/refusals.ts'
import { parseAddress } from '../text-rules/address.ts'
import type { Joining } from './joining.ts'
import type { Entry } from './subscriptions.ts'

/** unique = added + present + failures */
export interface Saved {
  readonly unique: number
  readonly added: number
  /** Members before, in any state. */
  readonly present: number
  /** Addresses that were given more than once, as they were given last; of each, the last entry counts. */
  readonly duplicates: readonly string[]
  readonly failures: readonly { readonly email: string; readonly refusal: Refusal }[]
}

/**
 * @param save saves one; those of a batch are called together
 * @throws Refusal InvalidParameter for no entry or too many; what `save` throws that is no Refusal, when part of the batch may be saved
 */
export async function saveMembers(entries: readonly Entry[], save: (entry: Entry) => Promise<Joining>): Promise<Saved> {
  if (entries.length === 0) throw new Refusal('InvalidParameter', 'Subscribers has no entry.')
  if (entries.length > longestPage) {
    throw new Refusal(
      'InvalidParameter',
      `Subscribers has at most ${longestPage} entries; send the rest with another call.`,
    )
  }
  const last = new Map<string, Entry>()
  const duplicates = new Map<string, string>()
  for (const entry of entries) {
    const email = entry.email ?? ''
    const key = parseAddress(email)?.address ?? email
    if (last.has(key)) duplicates.set(key, email)
    last.set(key, entry)
  }
  const outcomes = await Promise.all([...last.values()].map(entry => outcomeOf(entry, save)))
  const failures = outcomes.flatMap(outcome => ('refusal' in outcome ? [outcome] : []))
  const added = outcomes.filter(outcome => 'isNew' in outcome && outcome.isNew).length
  return {
    unique: last.size,
    added,
    present: outcomes.length - failures.length - added,
    duplicates: [...duplicates.values()],
    failures,
  }
}

async function outcomeOf(entry: Entry, save: (entry: Entry) => Promise<Joining>) {
  try {
    return await save(entry)
  } catch (error) {
    if (error instanceof Refusal) return { email: entry.email ?? '', refusal: error }
    throw error
  }
}
