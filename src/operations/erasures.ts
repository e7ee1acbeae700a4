/** Erasure.*: the right of contacts to be forgotten. */
import { eraseContact, findErasure, listErasures } from '../domain/erasures/erasing.ts'
import type { ErasureRow } from '../store/erasures/erasures.ts'
import { evidenceOf, type HandlersOf } from './dependencies.ts'

export const erasures: HandlersOf<'Erasure'> = {
  'Erasure.Create': ({ Email }, { client, principal, origin }, { db, erasures }) =>
    eraseContact({ db, erasures }, client, Email, principal.username, evidenceOf(principal, origin)),

  'Erasure.Get': async ({ ErasureID }, { client }, { db }) => onWire(await findErasure(db, client, ErasureID)),

  async 'Erasure.List'({ Cursor, Limit }, { client }, { db }) {
    const { rows, nextCursor } = await listErasures(db, client, { cursor: Cursor, limit: Limit })
    return { Erasures: rows.map(onWire), NextCursor: nextCursor }
  },
}

const states = { waiting: 'Waiting', done: 'Done' } as const satisfies Record<ErasureRow['state'], string>

function onWire({ removed, ...row }: ErasureRow) {
  return {
    ErasureID: row.publicId,
    State: states[row.state],
    WaitsFor: row.waitsFor ?? '',
    Memberships: removed.memberships ?? 0,
    Recipients: removed.recipients ?? 0,
    Texts: removed.texts ?? 0,
    Hits: removed.hits ?? 0,
    ReturnedMails: removed.returnedMails ?? 0,
    Events: removed.events ?? 0,
    ImportRows: removed.importRows ?? 0,
    Files: removed.files ?? 0,
    Suppressions: removed.suppressions ?? 0,
    Others: removed.others ?? 0,
    RequestedBy: row.requestedBy,
    IsReplayed: row.isReplayed,
    RequestedDate: row.requestedDate,
    EndedDate: row.endedDate ?? '',
  }
}
