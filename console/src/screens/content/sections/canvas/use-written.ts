/** Which text is written in the mail, and how one gets there: by a click, by a key, from one to the next. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Section, SectionKinds, Setting } from '../document.ts'
import type { Keyed } from '../use-sections.ts'
import type { Place } from './frame.ts'
import { isWrittenInPlace } from './in-place.tsx'
import { type Part, partOf } from './parts.ts'
import type { MailFrame } from './use-frame.ts'

const noSettings: readonly Setting[] = []
const noPlaces: readonly Place[] = []

export interface WrittenPart {
  /** Of the section. */
  readonly key: number
  readonly section: Section
  readonly settings: readonly Setting[]
  readonly place: Place
  readonly part: Part
}

export interface Written {
  /** Undefined while no text is written. */
  readonly present: WrittenPart | undefined
  readonly settingsOf: (kind: string) => readonly Setting[]
  readonly placesOf: (key: number) => readonly Place[]
  readonly end: () => void
  /** @param path of the part; left out for the first one @returns whether there is such a text */
  readonly begin: (key: number, path?: string) => boolean
  /** @param to the text before or after this one; left out for none */
  readonly leave: (to?: 'before' | 'after') => void
}

/** @param onBegin is called with the section whose text is written */
export function useWritten(
  items: readonly Keyed[],
  kinds: SectionKinds,
  { places, hold }: Pick<MailFrame, 'places' | 'hold'>,
  stage: RefObject<HTMLElement | null>,
  onBegin: (key: number) => void,
): Written {
  const [written, setWritten] = useState<{ readonly key: number; readonly path: string }>()
  const settingsOf = (kind: string) => kinds.Kinds?.find(({ Kind }) => Kind === kind)?.Settings ?? noSettings
  const placesOf = (key: number) => places.get(key) ?? noPlaces
  const partsOf = ({ key, section }: Keyed): readonly WrittenPart[] =>
    placesOf(key).flatMap(place => {
      const settings = settingsOf(section.kind)
      const part = partOf(section, settings, place)
      return part ? [{ key, section, settings, place, part }] : []
    })
  const isPresent = ({ key, place }: WrittenPart) => key === written?.key && place.path.join() === written.path
  const item = items.find(({ key }) => key === written?.key)
  // what is typed there is not looked at again
  const present = item && partsOf(item).find(isPresent)
  const all = () => items.flatMap(partsOf).filter(({ part }) => isWrittenInPlace(part))
  const isHeld = useRef(false)
  const held = present?.place.name
  useEffect(() => {
    if (held === undefined && isHeld.current) hold(undefined, 0)
    isHeld.current = held !== undefined
  }, [held, hold])
  function write(to: WrittenPart | undefined) {
    setWritten(to && { key: to.key, path: to.place.path.join() })
    if (to) onBegin(to.key)
  }
  return {
    present,
    settingsOf,
    placesOf,
    end: () => setWritten(undefined),
    begin: (key, path) => {
      const to = all().find(one => one.key === key && (path === undefined || one.place.path.join() === path))
      if (to) write(to)
      return to !== undefined
    },
    leave: to => {
      const texts = all()
      const next = to === undefined ? undefined : texts[texts.findIndex(isPresent) + (to === 'after' ? 1 : -1)]
      write(next)
      if (next) return
      requestAnimationFrame(() => stage.current?.querySelector<HTMLElement>(`[data-key="${written?.key}"]`)?.focus())
    },
  }
}
