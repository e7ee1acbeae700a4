/** What the preference page shows of a list. See docs/decisions/preferences.md#what-a-list-shows-to-readers. */
import { Refusal } from '../../contract/refusals.ts'
import type { Database } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import {
  type PageField,
  type PageSettings,
  type ReaderAccess,
  readPageFields,
  readPageSettings,
  type ShownTo,
  updateFieldAccess,
  updatePageSettings,
} from '../../store/lists/preference-page.ts'
import type { ListRef } from '../access/access.ts'
import { cleanLine } from '../text-rules/single-line.ts'
import { findField } from './custom-fields.ts'

const longestDescription = 300

export interface GivenPage {
  readonly description: string | null
  readonly shownTo: ShownTo
  readonly fields: readonly { readonly key: string | null; readonly access: ReaderAccess }[]
}

/** @throws Refusal InvalidCharacters, ValueTooLong, InvalidKey */
export async function setPreferencePage(db: Database, list: ListRef, given: GivenPage): Promise<void> {
  const description = cleanLine('Description', given.description, longestDescription)
  await transaction(db, async sql => {
    const known = await readPageFields(sql, list)
    const fields = given.fields.map(({ key, access }) => {
      const field = findField(known, key)
      if (!field) throw new Refusal('InvalidKey')
      return { key: field.key, access }
    })
    await updatePageSettings(sql, list, { description, shownTo: given.shownTo })
    await updateFieldAccess(sql, list, fields)
  })
}

export async function readPreferencePage(
  db: Database,
  list: ListRef,
): Promise<PageSettings & { readonly fields: readonly PageField[] }> {
  const [settings, fields] = await Promise.all([readPageSettings(db, list), readPageFields(db, list)])
  return { ...settings, fields }
}
