/** What the historical settings of a list have no place for: how far an opt-out reaches, tracking, and the language. */
import { Refusal } from '../../contract/refusals.ts'
import type { Database } from '../../store/connection/database.ts'
import { type ListOptions, updateListOptions } from '../../store/lists/lists.ts'
import type { ListRef } from '../access.ts'
import { languageOf, languages } from '../texts/texts.ts'

export interface GivenListOptions extends Omit<ListOptions, 'language'> {
  /** A tag whose primary language is spoken here: `de`, `de-AT`. */
  readonly language: string | null
}

/** Replaces all of them. @throws Refusal InvalidLanguage */
export async function changeListOptions(db: Database, list: ListRef, given: GivenListOptions): Promise<void> {
  const spoken = languageOf(given.language)
  if (!spoken) {
    const tags = languages.map(({ language }) => language).join(', ')
    throw new Refusal('InvalidLanguage', `Language must be one of ${tags}.`)
  }
  await updateListOptions(db, list, { ...given, language: spoken.language })
}
