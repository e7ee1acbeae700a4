/** Segment.*: segments as trees of conditions. */
import type { segmentTrees as cards } from '../contract/groups/segment-trees.ts'
import { Refusal } from '../contract/refusals.ts'
import type { ListRef, SegmentRef } from '../domain/access/access.ts'
import type { Compiled, Problem } from '../domain/segments/compile.ts'
import { type Count, countNow, countSaved } from '../domain/segments/counting.ts'
import { explain, samplePeopleOf } from '../domain/segments/people.ts'
import { compileGiven, compileStored, getTree, listTrees, readSegment, setTree } from '../domain/segments/trees.ts'
import { readSizes } from '../store/segments/segments.ts'
import type { CallOf, Dependencies, Handlers } from './dependencies.ts'

export const segmentTrees: Pick<Handlers, keyof typeof cards> = {
  async 'Segment.SetTree'({ SegmentID, ListID, Title, Tree }, call, dependencies) {
    const segment = isGiven(SegmentID) ? await ownSegment(SegmentID, call, dependencies) : null
    const list = isGiven(ListID) ? await ownList(ListID, call, dependencies) : null
    return setTree(dependencies.db, call.client, { segment, list, title: Title, tree: async () => Tree })
  },

  async 'Segment.GetTree'(_params, { segment }, { db }) {
    const { title, tree, problems } = await getTree(db, segment)
    return {
      ClientID: segment.clientPublicId,
      ListID: segment.list?.listPublicId ?? '',
      SegmentID: segment.segmentPublicId,
      Title: title,
      Tree: tree,
      Problems: problems.map(problemOnWire),
    }
  },

  async 'Segment.Count'(_params, { segment }, { db }) {
    const { problems, ...count } = await countSaved(db, segment)
    return countOnWire(count, problems)
  },

  async 'Segment.CountTree'({ ListID, Tree }, call, dependencies) {
    const { listId, compiled } = await givenTree(ListID, Tree, call, dependencies)
    return countOnWire(await countNow(dependencies.db, call.client, listId, compiled), compiled.problems)
  },

  async 'Segment.Sample'(_params, { segment }, { db }) {
    const { listId, ...stored } = await readSegment(db, segment)
    return sampleOnWire(db, segment.clientId, listId, await compileStored(db, segment.clientId, { listId, ...stored }))
  },

  async 'Segment.SampleTree'({ ListID, Tree }, call, dependencies) {
    const { listId, compiled } = await givenTree(ListID, Tree, call, dependencies)
    return sampleOnWire(dependencies.db, call.client.clientId, listId, compiled)
  },

  async 'Segment.Explain'({ Email }, { segment }, { db }) {
    const { isIn, suppressed, memberships, problems } = await explain(db, segment, Email)
    return {
      In: isIn,
      Suppressed: suppressed,
      Memberships: memberships.map(({ listPublicId, state, holds, leaves }) => ({
        ListID: listPublicId,
        State: state,
        Answer: answerOnWire(holds),
        Leaves: leaves.map(leaf => ({ Path: leaf.path, Answer: answerOnWire(leaf.holds) })),
      })),
      Problems: problems.map(problemOnWire),
    }
  },

  async 'Segment.ListAll'(_params, { client: { clientId } }, { db }) {
    const [segments, sizes] = await Promise.all([listTrees(db, clientId), readSizes(db, clientId)])
    return segments.map(({ id, publicId, listPublicId, name, isTree, problems, usedBy, references }) => ({
      ListID: listPublicId ?? '',
      SegmentID: publicId,
      Title: name,
      IsTree: isTree,
      Problems: problems.map(problemOnWire),
      UsedBy: usedBy,
      RefersTo: references.map(({ kind, key }) => ({ Kind: kind, Key: key })),
      Sizes: sizes
        .filter(({ segmentId }) => segmentId === id)
        .map(({ day, people, unknown }) => ({ Day: day, People: people, Unknown: unknown })),
    }))
  },
}

type OfClient = CallOf<'Segment.SetTree'> | CallOf<'Segment.CountTree'>

/** @throws Refusal InvalidListId, InvalidSegmentTree */
async function givenTree(
  ListID: string | null,
  Tree: Parameters<typeof compileGiven>[3],
  call: CallOf<'Segment.CountTree'>,
  dependencies: Dependencies,
): Promise<{ readonly listId: number | null; readonly compiled: Compiled }> {
  const listId = isGiven(ListID) ? (await ownList(ListID, call, dependencies)).listId : null
  return { listId, compiled: await compileGiven(dependencies.db, call.client.clientId, listId, Tree) }
}

/** A list of the client that the call is about. @throws Refusal InvalidListId */
async function ownList(ListID: string, { principal, client }: OfClient, { access }: Dependencies): Promise<ListRef> {
  const list = await access.list(Promise.resolve(principal), ListID, 'View')
  if (list.clientId !== client.clientId) throw new Refusal('InvalidListId')
  return list
}

/** @throws Refusal UnknownSegment */
async function ownSegment(
  SegmentID: string,
  { principal, client }: OfClient,
  { access }: Dependencies,
): Promise<SegmentRef> {
  const segment = await access.segment(Promise.resolve(principal), SegmentID, 'ChangeAudience')
  if (segment.clientId !== client.clientId) throw new Refusal('UnknownSegment')
  return segment
}

function isGiven(text: string | null): text is string {
  return text !== null && text.trim() !== ''
}

async function sampleOnWire(db: Dependencies['db'], clientId: number, listId: number | null, compiled: Compiled) {
  const people = await samplePeopleOf(db, clientId, listId, compiled)
  return {
    People: people.map(({ email, name, listPublicId, paths }) => ({
      Email: email,
      Name: name,
      ListID: listPublicId,
      Leaves: paths,
    })),
    Problems: compiled.problems.map(problemOnWire),
  }
}

function countOnWire({ state, counted, date }: Count, problems: readonly Problem[]) {
  return {
    State: state,
    Count: counted?.people ?? null,
    Unknown: counted?.unknown ?? null,
    At: date,
    Problems: problems.map(problemOnWire),
  }
}

function problemOnWire({ path, kind, name, sentence }: Problem) {
  return { Path: path, Kind: kind, Name: name, Problem: sentence }
}

function answerOnWire(holds: boolean | null) {
  if (holds === null) return 'Unknown'
  return holds ? 'Yes' : 'No'
}
