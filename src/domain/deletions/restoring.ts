/**
 * Undoes deletions. An object comes back as its deletion left it: nothing that was stopped starts again by itself. Its entry of the
 * register is locked first, so that two who restore it, or one who does and the purge, come one after another.
 */
import { Refusal } from '../../contract/refusals.ts'
import { isPublicId } from '../../lib/ids.ts'
import { undeleteClient } from '../../store/accounts/clients.ts'
import { type Deletion, keptDays, lockDeletion, removeDeletion } from '../../store/accounts/deletions.ts'
import type { Actor } from '../../store/campaigns/campaign-history.ts'
import { holdListsOfDraft } from '../../store/campaigns/drafts.ts'
import { undeleteCampaign } from '../../store/campaigns/lifecycle.ts'
import { undeleteTemplate } from '../../store/campaigns/templates.ts'
import { lockDeletedCampaign } from '../../store/campaigns/transitions.ts'
import type { Database, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { undeleteImage } from '../../store/images/images.ts'
import { undeleteList } from '../../store/lists/lists.ts'
import { grantsOn, type Principal } from '../access/principal.ts'
import { type PendingEntry, recordWith } from '../audit/audit-log.ts'
import { changeState } from '../campaign-state/transitions.ts'
import { emailTakenRefusal } from '../clients/clients.ts'
import { titleTakenRefusal } from '../lists/lists.ts'
import { type DeletedKind, mayRestore } from './deletions.ts'

export interface Restoring {
  readonly principal: Principal
  readonly kind: DeletedKind
  readonly id: string | null
  readonly actor: Actor
  readonly now: Date
  /** The call's audit entry, written with the change: only here the client is known, whose object the entry names. */
  readonly audit: PendingEntry | undefined
}

/**
 * @throws Refusal UnknownDeletion, AccessDenied, RestoreTooLate, ClientIsDeleted; EmailTaken, DuplicateListTitle or
 *   DuplicateCampaignName when the name was taken meanwhile; ListIsDeleted for a draft to a deleted list
 */
export async function restore(db: Database, { principal, kind, id, actor, now, audit }: Restoring): Promise<void> {
  if (!isPublicId(id)) throw unknownDeletionRefusal()
  await transaction(db, async sql => {
    const deletion = await lockDeletion(sql, principal.accountId, kind, id)
    if (!deletion || !isReached(principal, kind, deletion)) throw unknownDeletionRefusal()
    if (!mayRestore(principal, kind, deletion.clientId)) throw new Refusal('AccessDenied')
    if (deletion.isOver) throw new Refusal('RestoreTooLate', `Deletions are undone within ${keptDays} days.`)
    if (kind !== 'client' && deletion.isClientDeleted) {
      throw new Refusal('ClientIsDeleted', 'Its client is deleted: restore the client first.')
    }
    await restorers[kind](sql, deletion.clientId, id, { actor, now })
    await removeDeletion(sql, deletion.clientId, kind, id)
    if (audit) await recordWith(sql, [{ pending: ofClient(audit, deletion.clientId), outcome: undefined }])
  })
  if (audit) audit.isWritten = true
}

function ofClient(audit: PendingEntry, clientId: number): PendingEntry {
  return { ...audit, entry: { ...audit.entry, clientId } }
}

/** A caller that reaches one client only does not see a deleted client, which no grant reaches. */
function isReached(principal: Principal, kind: DeletedKind, { clientId, isClientDeleted }: Deletion): boolean {
  const grants = grantsOn(principal, clientId)
  const isOfAccount = grants.some(grant => grant.clientId === null)
  return isOfAccount || (grants.length > 0 && kind !== 'client' && !isClientDeleted)
}

interface Cause {
  readonly actor: Actor
  readonly now: Date
}

type Restorer = (sql: Transaction, clientId: number, publicId: string, cause: Cause) => Promise<void>

const restorers: Readonly<Record<DeletedKind, Restorer>> = {
  /** Its login works again, unless another one took the user name; campaigns stay as their client's deletion left them. */
  async client(sql, clientId) {
    if (!(await undeleteClient(sql, clientId))) throw emailTakenRefusal()
  },

  async list(sql, clientId, publicId) {
    if (!(await undeleteList(sql, clientId, publicId))) throw titleTakenRefusal()
  },

  template: undeleteTemplate,

  asset: undeleteImage,

  async campaign(sql, clientId, publicId, { actor, now }) {
    const locked = await lockDeletedCampaign(sql, clientId, publicId)
    if (!locked) throw unknownDeletionRefusal()
    if (locked.state === 'draft') {
      // no list that a draft goes to is deleted (ListInDraft); the lists are held, so that none is in this moment
      const [title] = await holdListsOfDraft(sql, locked)
      if (title !== undefined) {
        throw new Refusal(
          'ListIsDeleted',
          `The campaign goes to the deleted list ${JSON.stringify(title)}: restore it first.`,
        )
      }
    }
    await changeState(sql, [locked], { cause: 'restore', actor, at: now })
    const taken = await undeleteCampaign(sql, locked)
    if (taken === 'name')
      throw new Refusal('DuplicateCampaignName', 'Another draft of this client has its name by now.')
    if (taken === 'place') throw new Refusal('AlreadyResent', 'Its campaign has another resend or catch-up by now.')
  },
}

function unknownDeletionRefusal(): Refusal {
  return new Refusal(
    'UnknownDeletion',
    'Nothing of this Kind and ID is deleted: it was restored, or is gone for good, or never was.',
  )
}
