/** Documents of sections that an earlier version of Lettershop wrote are read as they would be written today. */
import { invalidRefusal } from './settings.ts'

type Document = Readonly<Record<string, unknown>>

/** By the version that each reads; it makes a document of the next version. The number itself is not its business. */
export type Upgrades = Readonly<Record<number, (document: Document) => Document>>

/**
 * @returns the same object where it is of the present version
 * @param present the version to reach; there is an upgrade for each one before it
 * @throws Refusal InvalidSections for no version, and for one that is not known here
 */
export function upgradeDocument(document: Document, upgrades: Upgrades, present: number): Document {
  const { version } = document
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    throw invalidRefusal('version', `must be a number from 1 to ${present}`)
  }
  if (version > present) {
    throw invalidRefusal(
      'version',
      `is ${version}: a newer Lettershop wrote this document, and this one reads up to ${present}`,
    )
  }
  let result = document
  for (let from = version; from < present; from++) {
    const upgrade = upgrades[from]
    if (!upgrade) throw new Error(`There is no upgrade from version ${from} of sections.`)
    result = { ...upgrade(result), version: from + 1 }
  }
  return result
}
