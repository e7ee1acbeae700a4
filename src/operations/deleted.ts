/** Deleted.*: deleted objects that can be restored. */
import type { DeletedKind as WireKind } from '../contract/groups/deleted.ts'
import type { OutputOf } from '../contract/shapes.ts'
import { type DeletedKind, listDeletions } from '../domain/deletions/deletions.ts'
import { restore } from '../domain/deletions/restoring.ts'
import { actor, type HandlersOf } from './dependencies.ts'

export const deleted: HandlersOf<'Deleted'> = {
  async 'Deleted.List'({ ClientID, Kinds, Cursor, Limit }, { principal }, { db, access }) {
    const isGiven = ClientID !== null && ClientID.trim() !== ''
    const client = isGiven ? await access.client(Promise.resolve(principal), ClientID, 'View') : undefined
    const kinds = (Kinds ?? []).map(kind => kindsOf[kind])
    const { rows, nextCursor } = await listDeletions(db, principal, { client, kinds, cursor: Cursor, limit: Limit })
    const objects = rows.map(row => ({
      Kind: wireKinds[row.kind],
      ID: row.publicId,
      Name: row.name,
      ClientID: row.clientPublicId,
      CompanyName: row.companyName,
      ClientIsDeleted: row.isClientDeleted,
      DeletedDate: row.date,
      DeletedBy: row.deletedBy,
      RestorableUntil: row.until,
    }))
    return { Deleted: objects, NextCursor: nextCursor }
  },

  'Deleted.Restore': ({ Kind, ID }, { principal, origin, audit }, { db, now }) =>
    restore(db, { principal, kind: kindsOf[Kind], id: ID, actor: actor(principal, origin), now: now(), audit }),
}

type Wire = OutputOf<typeof WireKind>

const wireKinds: Readonly<Record<DeletedKind, Wire>> = {
  client: 'Client',
  list: 'List',
  template: 'Template',
  campaign: 'Campaign',
  asset: 'Asset',
}

const kindsOf: Readonly<Record<Wire, DeletedKind>> = {
  Client: 'client',
  List: 'list',
  Template: 'template',
  Campaign: 'campaign',
  Asset: 'asset',
}
