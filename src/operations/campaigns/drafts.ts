/** Drafts and their revisions. */
import type { RevisionAction } from '../../contract/groups/revisions.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { OutputOf } from '../../contract/shapes.ts'
import { mayOnClient, type Principal } from '../../domain/access/principal.ts'
import { actorOf } from '../../domain/audit/audit-log.ts'
import { type LocatedFinding, locateInDraft, repairFinding } from '../../domain/campaigns/checking/repairing.ts'
import {
  beginDraft,
  duplicateCampaign,
  type GivenDraftParts,
  restoreRevision,
  saveDraft,
} from '../../domain/campaigns/drafting/draft-editing.ts'
import { draftRecord } from '../../domain/campaigns/drafting/draft-record.ts'
import {
  listRevisions,
  readDraftInRevision,
  readDraftVersion,
} from '../../domain/campaigns/drafting/draft-revisions.ts'
import type { Saver } from '../../store/campaigns/draft-rows.ts'
import type { RevisionRow } from '../../store/campaigns/revisions.ts'
import { type Handlers, sourceParts } from '../dependencies.ts'

type Drafts = Pick<
  Handlers,
  | 'Campaign.CreateDraft'
  | 'Campaign.GetDraft'
  | 'Campaign.UpdateDraft'
  | 'Campaign.LocateFindings'
  | 'Campaign.RepairFinding'
  | 'Campaign.Duplicate'
  | 'Campaign.ListRevisions'
  | 'Campaign.GetRevision'
  | 'Campaign.RestoreRevision'
>

export const drafts: Drafts = {
  'Campaign.CreateDraft'(params, { client, principal, keep }, parts) {
    refuseOwnPages(principal, client, params)
    return beginDraft(sourceParts(parts), client, params, saver(principal), keep)
  },

  async 'Campaign.GetDraft'(_params, { campaign }, { db }) {
    return draftRecord(campaign, await readDraftVersion(db, campaign))
  },

  'Campaign.UpdateDraft'(params, { campaign, principal, audit }, parts) {
    refuseOwnPages(principal, campaign, params)
    return saveDraft(sourceParts(parts), campaign, params.Revision, params, { ...saver(principal), audit })
  },

  async 'Campaign.LocateFindings'({ Findings }, { campaign }, parts) {
    const named = (Findings ?? []).map(one => ({ code: one?.Code ?? '', detail: one?.Detail ?? '' }))
    const { revision, places } = await locateInDraft(sourceParts(parts), campaign, named)
    return { Revision: revision, Places: places.map(placeRecord) }
  },

  'Campaign.RepairFinding'({ Revision, Code, Detail }, { campaign, principal, audit }, parts) {
    const repair = { revision: Revision, code: (Code ?? '').trim(), detail: (Detail ?? '').trim() }
    const refuse = (given: GivenDraftParts) => refuseOwnPages(principal, campaign, given)
    return repairFinding(sourceParts(parts), campaign, repair, { ...saver(principal), audit }, refuse)
  },

  'Campaign.Duplicate': ({ Name }, { campaign, principal }, parts) =>
    duplicateCampaign(parts, campaign, Name, saver(principal)),

  async 'Campaign.ListRevisions'({ Cursor, Limit }, { campaign }, { db }) {
    const { rows, nextCursor } = await listRevisions(db, campaign, { cursor: Cursor, limit: Limit })
    return { Revisions: rows.map(revisionRecord), NextCursor: nextCursor }
  },

  async 'Campaign.GetRevision'({ Revision }, { campaign }, { db }) {
    return draftRecord(campaign, await readDraftInRevision(db, campaign, Revision))
  },

  'Campaign.RestoreRevision': ({ Revision, BasedOn }, { campaign, principal }, parts) =>
    restoreRevision(parts, campaign, { revision: Revision, basedOn: BasedOn }, saver(principal)),
}

/** The author of a revision. */
export function saver(principal: Principal): Saver {
  const { actorName, means } = actorOf(principal)
  return { username: actorName, means }
}

/** @throws Refusal AccessDenied if the caller may write drafts but not import content, and passes content */
function refuseOwnPages(
  principal: Principal,
  { clientId }: { readonly clientId: number },
  { Content }: { readonly Content: { readonly Kind: string } | null },
): void {
  // a template was imported with the right to import; filling it in needs only the right to draft
  if (Content === null || Content.Kind === 'Regions' || mayOnClient(principal, clientId, 'ImportHtml')) return
  throw new Refusal(
    'AccessDenied',
    'Content of your own needs the right ImportHtml; leave Content out to change the rest.',
  )
}

function placeRecord({ code, detail, place, canRepair, tags }: LocatedFinding) {
  return {
    Code: code,
    Detail: detail,
    Part: place?.part ?? 'None',
    Section: place?.section ?? 0,
    Kind: place?.kind ?? '',
    Setting: place?.setting ?? '',
    Item: place?.item ?? 0,
    Region: place?.region ?? '',
    Line: place?.line ?? 0,
    Column: place?.column ?? 0,
    CanRepair: canRepair,
    Tags: tags.map(({ found, becomes }) => ({ Found: found, Becomes: becomes ?? null })),
  } as const
}

export function revisionRecord(row: RevisionRow) {
  const { revision, savedDate, username, means, action, restored, name } = row
  return {
    Revision: revision,
    SavedDate: savedDate,
    SavedBy: username,
    Means: means,
    Action: actions[action],
    Restored: restored ?? 0,
    Name: name,
  }
}

const actions = {
  created: 'Created',
  saved: 'Saved',
  duplicated: 'Duplicated',
  restored: 'Restored',
} as const satisfies Record<RevisionRow['action'], OutputOf<typeof RevisionAction>>
