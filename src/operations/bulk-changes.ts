/** BulkChange.*: changes of many subscribers of a list by a rule. */
import type { BulkAction as WireAction } from '../contract/groups/bulk-changes.ts'
import type { OutputOf } from '../contract/shapes.ts'
import { actions } from '../domain/bulk-changes/actions.ts'
import {
  type About,
  canBeUndone,
  cancelChange,
  countChange,
  createChange,
  findChange,
  listChanges,
  undoChange,
} from '../domain/bulk-changes/bulk-changes.ts'
import type { GivenRule, StoredRule } from '../domain/bulk-changes/rule.ts'
import type { BulkAction, BulkChangeRow, BulkChangeState } from '../store/bulk-changes/bulk-changes.ts'
import { evidenceOf, type HandlersOf } from './dependencies.ts'

export const bulkChanges: HandlersOf<'BulkChange'> = {
  'BulkChange.Count': async (params, { list }, { db }) => ({
    Subscribers: await countChange(db, list, actionNamed[params.Action], ruleOf(params)),
  }),

  'BulkChange.Create': (params, { list, principal, origin }, { db, access }) =>
    createChange(
      { db, access },
      list,
      principal,
      {
        rule: ruleOf(params),
        action: actionNamed[params.Action],
        subscribers: params.Subscribers,
        key: params.Key,
        values: params.Values ?? [],
        toListId: params.ToListID,
        createFields: params.CreateFields,
      },
      evidenceOf(principal, origin),
    ),

  'BulkChange.Get': async ({ ChangeID }, { client }, { db }) => onWire(await findChange(db, client, ChangeID)),

  async 'BulkChange.List'({ ListID, Cursor, Limit }, { client }, { db }) {
    const { rows, nextCursor } = await listChanges(db, client, { listId: ListID, cursor: Cursor, limit: Limit })
    return { Changes: rows.map(onWire), NextCursor: nextCursor }
  },

  'BulkChange.Cancel': ({ ChangeID }, { client }, { db }) => cancelChange(db, client, ChangeID),
  'BulkChange.Undo': ({ ChangeID }, { client }, { db }) => undoChange(db, client, ChangeID),
}

const actionNamed = Object.fromEntries(Object.entries(actions).map(([action, { name }]) => [name, action])) as Readonly<
  Record<OutputOf<typeof WireAction>, BulkAction>
> // the table has the names of the wire

const states = {
  choosing: 'Choosing',
  changing: 'Changing',
  done: 'Done',
  cancelled: 'Cancelled',
  undoing: 'Undoing',
  undone: 'Undone',
  failed: 'Failed',
} as const satisfies Record<BulkChangeState, string>

function ruleOf(params: {
  readonly State: string | null
  readonly Segment: string | null
  readonly Search: string | null
  readonly Domain: string | null
  readonly NameBegins: string | null
  readonly JoinedSince: string | null
  readonly JoinedUntil: string | null
  readonly Emails: readonly (string | null)[] | null
}): GivenRule {
  const { State, Segment, Search, Domain, NameBegins, JoinedSince, JoinedUntil, Emails } = params
  return {
    state: State,
    segment: Segment,
    search: Search,
    domain: Domain,
    name: NameBegins,
    joinedSince: JoinedSince,
    joinedUntil: JoinedUntil,
    emails: Emails ?? [],
  }
}

function onWire(row: BulkChangeRow) {
  const rule = row.rule as StoredRule // written by BulkChange.Create
  const { key = '', value = null, tags } = row.about as About // written by BulkChange.Create
  return {
    ChangeID: row.publicId,
    ListID: row.listPublicId,
    ListTitle: row.listTitle,
    Action: actions[row.action].name,
    Key: key,
    Values: tags
      ? tags.map(({ name }) => name)
      : value === null
        ? []
        : typeof value === 'string'
          ? [value]
          : [...value],
    ToListID: row.toListPublicId ?? '',
    ToListTitle: row.toListTitle ?? '',
    State: rule.given.state,
    Segment: rule.given.segment,
    Search: rule.prefix,
    Domain: rule.domain,
    NameBegins: rule.name,
    JoinedSince: rule.since ?? '',
    JoinedUntil: rule.until ?? '',
    Selected: rule.ids?.length ?? 0,
    Progress: states[row.state],
    Subscribers: row.subscribers,
    Done: row.cursor,
    Changed: row.changed,
    LeftAlone: row.leftAlone,
    Undone: row.undone,
    NotUndone: row.notUndone,
    CanBeUndone: canBeUndone(row),
    Problem: row.problem ?? '',
    CreatedBy: row.createdByName ?? '',
    CreatedDate: row.createdDate,
    EndedDate: row.endedDate ?? '',
  }
}
