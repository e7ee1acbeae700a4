/** The sections of a document with keys that stay while they move, and what is done with them. */
import { useRef } from 'react'
import { documentOf, type Section, type SectionDocument, sourceOf, type Values } from './document.ts'

export interface Keyed {
  /** Of this editor alone. */
  readonly key: number
  readonly section: Section
}

export interface Sections {
  readonly theme: Values
  readonly items: readonly Keyed[]
  readonly setTheme: (theme: Values) => void
  readonly set: (key: number, section: Section) => void
  /** @returns the key of the new one */
  readonly insert: (at: number, section: Section) => number
  readonly move: (from: number, to: number) => void
  /** @returns what puts it back where it was */
  readonly remove: (at: number) => () => void
}

/** @returns undefined for a document that cannot be edited here */
export function useSections(source: string, version: number, onChange: (source: string) => void): Sections | undefined {
  /** What was said last, here or from outside: sections from outside have other keys. */
  const known = useRef<{ source: string; document: SectionDocument | undefined; keys: readonly number[] }>(undefined)
  const made = useRef(0)
  if (known.current?.source !== source) {
    const document = documentOf(source, version)
    known.current = { source, document, keys: (document?.sections ?? []).map(() => ++made.current) }
  }
  if (!known.current.document) return undefined

  /** The newest: what undoes something comes later. */
  const present = () => {
    const { document, keys } = known.current!
    const { theme, sections } = document!
    return { theme, items: sections.map((section, n): Keyed => ({ key: keys[n]!, section })) }
  }
  const write = (theme: Values, items: readonly Keyed[]) => {
    const document = { theme, sections: items.map(({ section }) => section) }
    const next = sourceOf(document, version)
    known.current = { source: next, document, keys: items.map(({ key }) => key) }
    onChange(next)
  }
  return {
    ...present(),
    setTheme: theme => write(theme, present().items),
    set: (key, section) => {
      const { theme, items } = present()
      write(
        theme,
        items.map(one => (one.key === key ? { key, section } : one)),
      )
    },
    insert: (at, section) => {
      const { theme, items } = present()
      const key = ++made.current
      write(theme, items.toSpliced(at, 0, { key, section }))
      return key
    },
    move: (from, to) => {
      const { theme, items } = present()
      const moved = items[from]
      if (!moved || to < 0 || to >= items.length) return
      write(theme, items.toSpliced(from, 1).toSpliced(to, 0, moved))
    },
    remove: at => {
      const { theme, items } = present()
      const removed = items[at]
      if (!removed) return () => undefined
      write(theme, items.toSpliced(at, 1))
      return () => write(present().theme, present().items.toSpliced(at, 0, removed))
    },
  }
}
