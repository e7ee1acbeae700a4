/** Templates of segments: trees without anything of one client, from which any client makes segments of its own. */
import { Refusal } from '../../contract/refusals.ts'
import { isPublicId } from '../../lib/ids.ts'
import type { Database, Sql } from '../../store/connection/database.ts'
import {
  deleteSegmentTemplate,
  insertSegmentTemplate,
  readSegmentTemplates,
  renameSegmentTemplate,
} from '../../store/segments/templates.ts'
import type { ClientRef, ListRef } from '../access/access.ts'
import { type BuiltInTemplate, builtInTemplates } from './built-in-templates.ts'
import { checkTree } from './check.ts'
import { type GivenLeaf, type GivenTree, treeRefusal } from './given.ts'
import { readSegmentName } from './names.ts'
import { leavesOf } from './stored.ts'
import { setTree } from './trees.ts'
import { onWire, type WireTree } from './wire.ts'
import { readWorld } from './world.ts'

export interface SegmentTemplate {
  readonly templateId: string
  readonly title: string
  readonly isBuiltIn: boolean
  /** Whether a field is chosen when it is used. */
  readonly asksForField: boolean
  readonly tree: WireTree
}

/** Of an account. */
const mostTemplates = 200

/** Built-in templates, then those of the account. */
export async function listTemplates(sql: Sql, accountId: number): Promise<readonly SegmentTemplate[]> {
  const own = await readSegmentTemplates(sql, accountId)
  return [
    ...builtInTemplates.map(builtIn),
    ...own.map(({ publicId, title, tree }) => ({
      templateId: publicId,
      title,
      isBuiltIn: false,
      asksForField: false,
      tree: tree as WireTree, // as createTemplate wrote it
    })),
  ]
}

/**
 * Keeps a tree as a template.
 * @param client whose fields and tags it is checked with
 * @returns its identifier
 * @throws Refusal SegmentNameEmpty, DuplicateSegmentName, TooManySegments, InvalidSegmentTree
 */
export async function createSegmentTemplate(
  sql: Sql,
  { accountId, clientId }: Pick<ClientRef, 'accountId' | 'clientId'>,
  title: string | null,
  given: GivenTree | null,
): Promise<string> {
  const name = readSegmentName(title)
  const stored = await checkTree(sql, { clientId, listId: null }, given)
  const own = leavesOf(stored).find(({ leaf }) => isOfOneClient(leaf))
  if (own)
    throw treeRefusal(own.path, 'A template has no conditions about a campaign, list, segment or import of one client.')
  const root = { listId: null, tree: stored }
  const tree = onWire(stored, await readWorld(sql, clientId, [root]))
  const made = await insertSegmentTemplate(sql, accountId, { title: name, tree }, mostTemplates)
  if (made === 'taken') throw titleTakenRefusal()
  if (made === 'too many')
    throw new Refusal('TooManySegments', `An account has at most ${mostTemplates} templates of segments.`)
  return made
}

function titleTakenRefusal(): Refusal {
  return new Refusal('DuplicateSegmentName', 'The account has a template of this name already.')
}

function isOfOneClient({ subject, campaignId }: ReturnType<typeof leavesOf>[number]['leaf']): boolean {
  return campaignId !== undefined || subject === 'List' || subject === 'Segment' || subject === 'Import'
}

/** @throws Refusal UnknownSegmentTemplate, also for a built-in one; SegmentNameEmpty, DuplicateSegmentName */
export async function changeTemplateTitle(
  sql: Sql,
  accountId: number,
  templateId: string | null,
  title: string | null,
): Promise<void> {
  const name = readSegmentName(title)
  const done = isPublicId(templateId) ? await renameSegmentTemplate(sql, accountId, templateId, name) : 'unknown'
  if (done === 'unknown') throw new Refusal('UnknownSegmentTemplate')
  if (done === 'taken') throw titleTakenRefusal()
}

/** @throws Refusal UnknownSegmentTemplate, also for a built-in one */
export async function removeSegmentTemplate(sql: Sql, accountId: number, templateId: string | null): Promise<void> {
  if (!isPublicId(templateId) || !(await deleteSegmentTemplate(sql, accountId, templateId)))
    throw new Refusal('UnknownSegmentTemplate')
}

export interface TemplateUse {
  readonly templateId: string | null
  /** Null for all lists of the client. */
  readonly list: ListRef | null
  /** Blank for that of the template. */
  readonly title: string | null
  /** Of the field that a template asks for. */
  readonly key: string | null
}

/**
 * Creates a segment from a template. Fields and tags that it names must be those of the client.
 * @returns its identifier
 * @throws Refusal UnknownSegmentTemplate, InvalidKey, and as setTree does
 */
export async function useSegmentTemplate(
  db: Database,
  client: ClientRef,
  { templateId, list, title, key }: TemplateUse,
): Promise<string> {
  const wanted = (templateId ?? '').trim().toLowerCase()
  const template = (await listTemplates(db, client.accountId)).find(one => one.templateId === wanted)
  if (!template) throw new Refusal('UnknownSegmentTemplate')
  const field = (key ?? '').trim()
  if (template.asksForField !== (field !== ''))
    throw new Refusal('InvalidKey', field === '' ? 'Key names the custom field.' : 'The template asks for no field.')
  const isNamed = (title ?? '').trim() !== ''
  const tree = template.asksForField ? withField(template.tree, field) : template.tree
  return setTree(db, client, { segment: null, list, title: isNamed ? title : template.title, tree: async () => tree })
}

/** Conditions about a field without a key are about this one. */
function withField(tree: WireTree, key: string): GivenTree {
  return {
    Match: tree.Match,
    Leaves: tree.Leaves.map(leaf => (leaf.Subject === 'Field' && leaf.Key === '' ? { ...leaf, Key: key } : leaf)),
    Groups: tree.Groups.map(group => withField(group, key)),
  }
}

const noMembers: Omit<WireTree['Leaves'][number], 'Subject' | 'Operator'> = {
  Key: '',
  Values: [],
  Days: null,
  CampaignID: '',
  CampaignTag: '',
  Link: '',
  Times: null,
}

function builtIn({ templateId, title, match, leaves }: BuiltInTemplate): SegmentTemplate {
  return {
    templateId,
    title,
    isBuiltIn: true,
    asksForField: leaves.some(isAboutAnyField),
    tree: { Match: match, Leaves: leaves.map(leaf => ({ ...noMembers, ...definedOf(leaf) })), Groups: [] },
  }
}

function isAboutAnyField({ Subject, Key = '' }: Partial<GivenLeaf>): boolean {
  return Subject === 'Field' && Key === ''
}

function definedOf({ Subject, Operator, Key, Days, Times }: BuiltInTemplate['leaves'][number]) {
  return { Subject, Operator, Key: Key ?? '', Days: Days ?? null, Times: Times ?? null }
}
