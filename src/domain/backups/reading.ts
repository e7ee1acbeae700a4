/** Reads a backup, whether to restore it or to verify that it is complete. */
import { OperatorError } from '../../lib/operator-error.ts'
import type { BackupTable } from '../../store/backups/tables.ts'
import { readKnownSchema } from '../../store/migrate.ts'
import {
  type ArchiveItem,
  archiveFormat,
  BackupDamaged,
  groupOfTable,
  jobsGroup,
  type Manifest,
  manifestName,
  readArchive,
  readDocument,
  type Sum,
  type Sums,
  secretName,
  summing,
  sumsName,
} from './archive.ts'
import { type Opening, unseal } from './sealing.ts'

/** Made by a newer program, whose format this one does not know. */
class BackupTooNew extends OperatorError {}

/** What becomes of the rows. Each takes all pieces. @returns nothing, or how many rows it took */
export interface Takers {
  table(table: BackupTable, pieces: AsyncIterable<Buffer>): Promise<unknown>
  jobs(pieces: AsyncIterable<Buffer>): Promise<unknown>
}

export interface OpenedBackup {
  readonly manifest: Manifest
  readonly secret: string
  /**
   * Reads all that is left, to the end.
   * @throws BackupDamaged when something is missing, or is not what the sums say
   */
  read(takers: Takers): Promise<Sums>
}

/**
 * Reads what a backup says of itself; nothing else yet.
 * @throws BackupDamaged, SealRefused, BackupTooNew
 */
export async function openBackup(source: AsyncIterable<Uint8Array>, opening: Opening): Promise<OpenedBackup> {
  const items = readArchive(await unseal(source, opening))
  const manifest = await readManifest(items)
  const secret = (await readNamed(items, secretName)).trim()
  return { manifest, secret, read: takers => readRest(items, manifest, takers) }
}

async function readManifest(items: AsyncGenerator<ArchiveItem>): Promise<Manifest> {
  const manifest = parsed<Manifest>(manifestName, await readNamed(items, manifestName))
  if (manifest.format > archiveFormat || manifest.schema > (await readKnownSchema()))
    throw new BackupTooNew(
      `The backup was made by Lettershop ${manifest.program} with schema ${manifest.schema}, this is an older program, which knows up to ${await readKnownSchema()}. Restore it with that version or a newer one.`,
    )
  const isWhole =
    manifest.format === archiveFormat && Array.isArray(manifest.tables) && Array.isArray(manifest.partitions)
  if (!isWhole) throw new BackupDamaged(`The backup is damaged: its entry ${manifestName} is not what it should be.`)
  return manifest
}

async function readRest(items: AsyncGenerator<ArchiveItem>, manifest: Manifest, takers: Takers): Promise<Sums> {
  const tables = new Map(manifest.tables.map(table => [groupOfTable(table.name), table]))
  const found = new Map<string, Sum>()
  let sums: Sums | undefined
  for await (const item of items) {
    if (sums !== undefined || found.has(item.name)) throw unexpected(item.name)
    if (item.name === sumsName) {
      sums = parsed<Sums>(sumsName, await readDocument(item))
      continue
    }
    const table = tables.get(item.name)
    const { pieces, sum } = summing(item.pieces)
    if (table) await takers.table(table, pieces)
    else if (item.name === jobsGroup) await takers.jobs(pieces)
    else throw unexpected(item.name)
    found.set(item.name, sum())
  }
  if (!sums) throw new BackupDamaged('The backup is cut off: its last entry is missing.')
  compare(found, sums, [...tables.keys()])
  return sums
}

function compare(found: ReadonlyMap<string, Sum>, { groups }: Sums, expected: readonly string[]): void {
  const nothing = summingNothing()
  for (const name of new Set([...expected, ...found.keys(), ...Object.keys(groups)])) {
    // a table without a row has no part
    const is = found.get(name) ?? nothing
    const should = groups[name]
    if (is.rows !== should?.rows || is.bytes !== should.bytes || is.sha256 !== should.sha256)
      throw new BackupDamaged(`The backup is damaged: ${name} is not what its sum says.`)
  }
}

function summingNothing(): Sum {
  return summing((async function* () {})()).sum()
}

async function readNamed(items: AsyncGenerator<ArchiveItem>, name: string): Promise<string> {
  const { value, done } = await items.next()
  if (done || value.name !== name) throw new BackupDamaged(`The file is no backup of Lettershop: it has no ${name}.`)
  return readDocument(value)
}

function parsed<Document>(name: string, text: string): Document {
  try {
    return JSON.parse(text) as Document // its shape is looked at where it is used; the sums hold what the tables say
  } catch (cause) {
    throw new BackupDamaged(`The backup is damaged: its entry ${name} is no JSON.`, { cause })
  }
}

function unexpected(name: string): BackupDamaged {
  return new BackupDamaged(`The backup is damaged: it has an entry ${name} that its list does not name.`)
}

/** Takes everything and keeps nothing. */
export const takeNothing: Takers = { table: (_table, pieces) => drain(pieces), jobs: drain }

async function drain(pieces: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of pieces);
}
