/** The sections of a document with keys that stay while they move, what is done with them, and how that is undone and done again. */
import { useRef } from 'react'
import { handOnAll } from '../hand-on.ts'
import { documentOf, type Section, type SectionDocument, sourceOf, type Values } from './document.ts'
import { History } from './history.ts'

export interface Keyed {
  /** Of this editor alone. */
  readonly key: number
  readonly section: Section
}

export interface Sections {
  readonly theme: Values
  readonly items: readonly Keyed[]
  /** The text part. */
  readonly text: string
  readonly setTheme: (theme: Values) => void
  readonly setText: (text: string) => void
  readonly set: (key: number, section: Section) => void
  /** Changes what differs between two versions of a section, beside a text of it that is typed at this moment. */
  readonly adjust: (key: number, before: Section, after: Section) => void
  /** @returns the key of the new one */
  readonly insert: (at: number, section: Section) => number
  readonly move: (from: number, to: number) => void
  /** @returns what puts it back where it was */
  readonly remove: (at: number) => () => void
  readonly undo: () => void
  readonly redo: () => void
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** Another number where what is shown was not typed here: it was undone, done again, or came from outside. */
  readonly turn: number
}

/** What is undone at once: the whole of it, since each change makes a new one that shares what did not change. */
interface Letter {
  readonly theme: Values
  readonly items: readonly Keyed[]
  readonly text: string
}

interface Known {
  readonly source: string
  readonly text: string
  readonly document: SectionDocument | undefined
  readonly keys: readonly number[]
}

/**
 * @param onChange the document and the text part
 * @returns undefined for a document that cannot be edited here
 */
export function useSections(
  source: string,
  text: string,
  version: number,
  onChange: (source: string, text: string) => void,
): Sections | undefined {
  /** What was said last, here or from outside: sections from outside have other keys. */
  const known = useRef<Known>(undefined)
  const made = useRef(0)
  const turn = useRef(0)
  const history = useRef(new History<Letter>()).current
  if (known.current?.source !== source || known.current.text !== text) {
    const document = documentOf(source, version)
    known.current = { source, text, document, keys: (document?.sections ?? []).map(() => ++made.current) }
    // what another person wrote is not undone here
    history.clear()
    turn.current++
  }
  if (!known.current.document) return undefined

  /** The newest: what undoes something comes later. */
  const present = (): Letter => {
    const { document, keys, text: written } = known.current!
    const { theme, sections } = document!
    return { theme, items: sections.map((section, n): Keyed => ({ key: keys[n]!, section })), text: written }
  }
  const show = ({ theme, items, text: written }: Letter) => {
    const document = { theme, sections: items.map(({ section }) => section) }
    const next = sourceOf(document, version)
    known.current = { source: next, text: written, document, keys: items.map(({ key }) => key) }
    onChange(next, written)
  }
  /** @param what is changed: what is typed in one place is one step */
  const write = (what: string, changes: Partial<Letter>) => {
    const before = present()
    history.record(what, before)
    show({ ...before, ...changes })
  }
  const showTurned = (letter: Letter) => {
    turn.current++
    show(letter)
  }
  const set: Sections['set'] = (key, section) => {
    const { items } = present()
    const before = items.find(one => one.key === key)?.section
    if (!before) return
    const changed = Object.keys({ ...before, ...section }).filter(name => before[name] !== section[name])
    write(`${key} ${changed.join()}`, { items: items.map(one => (one.key === key ? { key, section } : one)) })
  }
  return {
    ...present(),
    canUndo: history.canUndo,
    canRedo: history.canRedo,
    turn: turn.current,
    setTheme: theme => write('theme', { theme }),
    setText: next => write('text', { text: next }),
    set,
    adjust: (key, before, after) => {
      handOnAll()
      const now = present().items.find(one => one.key === key)?.section
      if (!now) return
      const changed = Object.keys({ ...before, ...after }).filter(name => before[name] !== after[name])
      const kept = Object.entries(now).filter(([name]) => !changed.includes(name))
      const given = Object.entries(after).filter(([name]) => changed.includes(name))
      set(key, { ...Object.fromEntries([...kept, ...given]), kind: now.kind })
    },
    insert: (at, section) => {
      const key = ++made.current
      write('', { items: present().items.toSpliced(at, 0, { key, section }) })
      return key
    },
    move: (from, to) => {
      const { items } = present()
      const moved = items[from]
      if (!moved || to < 0 || to >= items.length) return
      write('', { items: items.toSpliced(from, 1).toSpliced(to, 0, moved) })
    },
    remove: at => {
      const { items } = present()
      const removed = items[at]
      if (!removed) return () => undefined
      write('', { items: items.toSpliced(at, 1) })
      return () => write('', { items: present().items.toSpliced(at, 0, removed) })
    },
    undo: () => {
      handOnAll()
      const before = history.undo(present())
      if (before) showTurned(before)
    },
    redo: () => {
      handOnAll()
      const after = history.redo(present())
      if (after) showTurned(after)
    },
  }
}
