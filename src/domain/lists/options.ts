/** What the historical settings of a list have no place for: how far an opt-out reaches, tracking, and the language. */
import type { Database } from '../../store/connection/database.ts'
import { type ListOptions, updateListOptions } from '../../store/lists/lists.ts'
import type { ListRef } from '../access/access.ts'
import { readLanguage } from '../texts/read-language.ts'

export interface GivenListOptions extends Omit<ListOptions, 'language'> {
  /** A tag whose primary language is spoken here: `de`, `de-AT`. */
  readonly language: string | null
}

/** Replaces all of them. @throws Refusal InvalidLanguage */
export async function changeListOptions(db: Database, list: ListRef, given: GivenListOptions): Promise<void> {
  await updateListOptions(db, list, { ...given, language: readLanguage(given.language) })
}
