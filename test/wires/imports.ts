/** Imports as they are found by the scenario, in each state that a call can meet. */

import { guessMapping } from '../../src/domain/imports/guessing.ts'
import { mostOpenImports } from '../../src/domain/imports/imports.ts'
import type { Database } from '../../src/store/connection/database.ts'
import { consent } from '../harness/imports.ts'
import { seedUpload } from '../harness/uploaded.ts'
import { local } from './zone.ts'

const source = {
  parts: [{ name: 'readers.csv', header: ['E-Mail', 'Name'], sample: [['ada@readers.example', 'Ada']] }],
}
const note = { source: consent.ConsentSource, date: consent.ConsentDate, wording: consent.ConsentWording }

interface Place {
  readonly clientId: number
  readonly listId: number
  readonly otherListId: number
}

/** @returns public ids by the names of the scenario */
export async function insertImports(
  db: Database,
  { clientId, listId, otherListId }: Place,
): Promise<Record<string, string>> {
  const file = Buffer.from('E-Mail,Name\nada@readers.example,Ada\n')
  const mapping = guessMapping(source, [], false)
  const insert = async (state: string, list = listId, rows: number | null = null, later = 'infinity') => {
    const [row] = await db<{ id: number; publicId: string }[]>`
      insert into imports (client_id, list_id, state, file_name, bytes, sha256, upload_id, consent, created_by, created_at,
        source, mapping, rows, last_row, claimed_until)
      values (${clientId}, ${list}, ${state}, 'readers.csv', ${file.length}, '', 0, ${db.json(note)}, '{}',
        ${local('2024-03-07 12:00:00')}, ${db.json(source)}, ${db.json(mapping)}, ${rows}, ${rows}, ${later}::text::timestamptz)
      returning id, public_id`
    return row!
  }
  const mapped = await insert('mapping')
  const judged = await insert('judged', listId, 2)
  const large = await insert('judged', listId, 10_001)
  const blocked = await insert('judged', otherListId, 2)
  const lossy = await insert('judged', listId, 2)
  const losses = [
    {
      column: '[Born]',
      values: 2,
      reasons: { NoDate: 2 },
      examples: [{ row: 1, value: 'in spring', reason: 'NoDate' }],
    },
  ]
  await db`update imports set losses = ${db.json(losses)} where id = ${lossy.id}`
  const done = await insert('done', listId, 2)
  const undone = await insert('undone', listId, 3)
  const unconfirmed = await insert('done', otherListId, 1)
  await db`
    insert into import_rows (client_id, import_id, number, address, email, name, wanted, fields, verdict)
    select ${clientId}, ${unconfirmed.id}, 1, address, email, name, 'Unconfirmed', '{}', 'added'
    from subscribers where client_id = ${clientId} and list_id = ${otherListId} and state = 'Unconfirmed'`
  const writing = await insert('committing', otherListId, 2)
  await db`
    insert into import_counts (client_id, import_id, stage, rows, added, refused)
    select ${clientId}, id, 'judged', 2, 1, 1 from unnest(${[judged.id, done.id]}::bigint[]) as id`
  await db`
    insert into import_counts (client_id, import_id, stage, rows, added, refused) values (${clientId}, ${done.id}, 'written', 2, 1, 1)`
  await db`
    insert into import_rows (client_id, import_id, number, address, email, name, wanted, fields, verdict, reason)
    values (${clientId}, ${judged.id}, 1, 'zoe@readers.example', 'zoe@readers.example', 'Zoë', 'Active', '{}', 'added', null),
      (${clientId}, ${judged.id}, 2, null, 'zoe at readers', 'Zoë', 'Skip', '{}', 'refused', 'InvalidEmail')`
  await db`
    insert into import_counts (client_id, import_id, stage, rows, added, updated, undone, left_alone)
    select ${clientId}, ${undone.id}, stage, 3, 2, 1, undone, undone * 2
    from unnest(array['judged', 'written'], array[0, 1]) as k (stage, undone)`
  await db`
    insert into import_rows (client_id, import_id, number, address, email, name, wanted, fields, verdict, reason, left_alone)
    values (${clientId}, ${undone.id}, 1, 'una@readers.example', 'una@readers.example', 'Una', 'Active', '{}', 'added', null, 'mailed'),
      (${clientId}, ${undone.id}, 2, 'ute@readers.example', 'ute@readers.example', 'Ute', 'Active', '{}', 'added', null, null),
      (${clientId}, ${undone.id}, 3, 'uwe@readers.example', 'uwe@readers.example', 'Uwe', 'Active', '{}', 'updated', 'Name', 'values')`
  return {
    importUpload: await seedUpload(db, clientId, 'readers.csv', file),
    mappedImport: mapped.publicId,
    judgedImport: judged.publicId,
    largeImport: large.publicId,
    blockedImport: blocked.publicId,
    lossyImport: lossy.publicId,
    doneImport: done.publicId,
    undoneImport: undone.publicId,
    unconfirmedImport: unconfirmed.publicId,
    writingImport: writing.publicId,
  }
}

/** A client that has as many imports as it may. */
export async function insertManyImports(db: Database, clientId: number, listId: number): Promise<void> {
  await db`
    insert into imports (client_id, list_id, state, file_name, bytes, sha256, upload_id, consent, created_by)
    select ${clientId}, ${listId}, 'mapping', 'readers.csv', 1, '', 0, ${db.json(note)}, '{}'
    from generate_series(1, ${mostOpenImports}) n`
}
