/** One segment while it is edited: what is saved, what was changed since, and why saving was refused. */
import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { LettershopError } from '../../../../src/client/client.ts'
import { call, queryClient, read } from '../../api/call.ts'
import { useLeaveWarning, useLocalCopies } from '../../drafts/use-local-copies.ts'
import { reread } from '../../live/reread.ts'
import { useSession } from '../../session/session.ts'
import { editedOf, keyAtPath, type WrittenTree, writtenOf } from './editing.ts'
import { problemSentence, type SegmentProblem } from './problem-words.ts'
import type { Leaf, Owner, Root, Tree } from './types.ts'

/** What is saved together. */
export interface Written {
  readonly title: string
  readonly tree: Tree
}

/** Where the service found something wrong. */
export interface Problem {
  readonly key: number
  readonly text: string
}

export interface SegmentAtHand {
  /** Undefined for a new one. */
  readonly segmentId: string | undefined
  readonly owner: Owner
  readonly title: string
  /** '' for a new one. */
  readonly savedTitle: string
  readonly root: Root
  readonly isChanged: boolean
  readonly isSaving: boolean
  readonly saveError: unknown
  readonly problems: readonly Problem[]
  /** What was changed in an earlier visit and never saved. */
  readonly earlier: Written | undefined
  readonly setTitle: (title: string) => void
  /** @param next is given the present tree: several changes may come before the next picture */
  readonly change: (next: (root: Root) => Root) => void
  /** @returns the identifier of the segment; undefined where it was not saved */
  readonly save: () => Promise<string | undefined>
  readonly takeEarlier: (isWanted: boolean) => void
}

/** The tree as the service takes it. */
export function treeOf(root: Root): Tree {
  return writtenOf(root) as Tree // the editor keeps to four levels
}

export function rootOf(tree: Tree | undefined): Root {
  return editedOf((tree ?? { Match: 'All' }) as WrittenTree<Leaf>, withoutEmpty) // four levels are some levels
}

/** The service answers all members of a condition, those that it does not take empty. */
function withoutEmpty(leaf: Leaf): Leaf {
  const members = Object.entries(leaf).filter(([, value]) => value !== '' && value !== null && !isEmptyList(value))
  return Object.fromEntries(members) as unknown as Leaf // what is left of one
}

export const treeQuery = (segmentId: string) => read('Segment.GetTree', { SegmentID: segmentId })

/** The written form that is compared and kept; the service may answer members that were not sent, empty. */
function textOf({ title, tree }: Written): string {
  return JSON.stringify([title, tree], (_, value: unknown) =>
    value === '' || value === null || isEmptyList(value) ? undefined : value,
  )
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

export interface SegmentStart extends Written {
  readonly segmentId: string | undefined
  readonly owner: Owner
  /** Of what is lost already, by paths of the tree. */
  readonly problems?: readonly SegmentProblem[] | undefined
}

/** @param start what is saved, or what a new one begins with */
export function useSegment(start: SegmentStart): SegmentAtHand {
  const { segmentId, owner } = start
  const { PersonID = '', Username = '' } = useSession()
  const name = segmentId ?? `new ${owner.clientId}`
  const copies = useLocalCopies<Written>(`${PersonID || Username} segment ${name}`)
  const [base, setBase] = useState<Written>({ title: start.title, tree: start.tree })
  const [title, setTitle] = useState(start.title)
  const [root, setRoot] = useState(() => rootOf(start.tree))
  const { i18n } = useLingui()
  const [lost, setLost] = useState(() => problemsOf(i18n, root, start.problems))
  const [saving, setSaving] = useState({ isSaving: false, error: undefined as unknown })
  const [refused, setRefused] = useState<readonly Problem[]>([])
  const now = useRef({ title, root })
  now.current = { title, root }
  const isChanged = textOf({ title, tree: treeOf(root) }) !== textOf(base)
  useLeaveWarning(isChanged)

  const keep = useCallback(() => {
    const changes = { title: now.current.title, tree: treeOf(now.current.root) }
    copies.keep({ revision: 0, before: base, changes, at: Date.now() })
  }, [copies.keep, base])
  // a segment that another person saved is shown, unless this one is changed
  useEffect(() => {
    const theirs = { title: start.title, tree: start.tree }
    if (segmentId === undefined || isChanged || textOf(theirs) === textOf(base)) return
    const next = rootOf(theirs.tree)
    setBase(theirs)
    setTitle(theirs.title)
    setRoot(next)
    setLost(problemsOf(i18n, next, start.problems))
  }, [segmentId, start.title, start.tree, start.problems, base, isChanged, i18n])

  async function save(): Promise<string | undefined> {
    const written = { title: now.current.title.trim(), tree: treeOf(now.current.root) }
    const { clientId: ClientID, listId: ListID } = owner
    setSaving({ isSaving: true, error: undefined })
    setRefused([])
    try {
      const given = { ClientID, Title: written.title, Tree: written.tree }
      const saved = await call(
        'Segment.SetTree',
        segmentId === undefined ? { ...given, ListID } : { ...given, SegmentID: segmentId },
      )
      setBase(written)
      await copies.drop()
      if (segmentId !== undefined) await queryClient.invalidateQueries({ queryKey: treeQuery(segmentId).queryKey })
      await reread('segments')
      setSaving({ isSaving: false, error: undefined })
      return saved
    } catch (error) {
      setRefused(refusedAt(now.current.root, error))
      setSaving({ isSaving: false, error })
      return undefined
    }
  }
  const { earlier } = copies
  const isWorthOffering = earlier !== undefined && !isChanged && textOf(earlier) !== textOf(base)
  return {
    ...{ segmentId, owner, title, root, isChanged, save },
    savedTitle: segmentId === undefined ? '' : base.title,
    isSaving: saving.isSaving,
    saveError: saving.error,
    problems: [...refused, ...lost],
    earlier: isWorthOffering ? earlier : undefined,
    setTitle(next) {
      now.current = { ...now.current, title: next }
      setTitle(next)
      keep()
    },
    change(next) {
      const changed = next(now.current.root)
      if (changed === now.current.root) return
      now.current = { ...now.current, root: changed }
      setRoot(changed)
      setRefused([])
      keep()
    },
    takeEarlier(isWanted) {
      if (isWanted && earlier) {
        setTitle(earlier.title)
        setRoot(rootOf(earlier.tree))
      } else void copies.drop()
      copies.setEarlier(undefined)
    },
  }
}

function problemsOf(i18n: I18n, root: Root, problems: SegmentStart['problems'] = []): readonly Problem[] {
  return problems.map(problem => ({
    key: keyAtPath(root, problem.Path ?? '') ?? root.key,
    text: problemSentence(i18n, problem),
  }))
}

/** Refusals name the place in the tree, such as `Groups[0].Leaves[2]`. */
function refusedAt(root: Root, error: unknown): readonly Problem[] {
  if (!(error instanceof LettershopError)) return []
  const { Path = '' } = (error.data ?? {}) as { readonly Path?: string } // docs/segments.md
  const key = keyAtPath(root, Path)
  if (key === undefined) return []
  return [{ key, text: (error.detail ?? error.message).replace(`${Path}: `, '') }]
}

/** A saved segment. */
export function useSavedSegment(segmentId: string) {
  return useQuery(treeQuery(segmentId))
}
