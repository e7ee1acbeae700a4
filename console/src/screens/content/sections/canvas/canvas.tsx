/**
 * The mail as the service makes it, and in it what is edited: a frame that only shows, and over it the sections, their tools, and the text that is
 * written. See docs/decisions/console.md#a-mail-is-edited-over-a-frame-that-only-shows-it.
 */
import { Trans, useLingui } from '@lingui/react/macro'
import { type DragEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useStable } from '../../../../lib/use-stable.ts'
import { Icon } from '../../../../ui/icons.tsx'
import { Note, Skeletons } from '../../../../ui/page.tsx'
import { Refused } from '../../../../ui/refused.tsx'
import { MailSize } from '../../mail-size.tsx'
import { Tool } from '../../rich-toolbar.tsx'
import { shownValues, useShownPerson } from '../../tags/person.ts'
import { PersonField } from '../../tags/tag-picker.tsx'
import type { SectionKinds, Setting } from '../document.ts'
import type { SectionActs } from '../section-row.tsx'
import { useSettingName } from '../setting-name.ts'
import type { Keyed, Sections } from '../use-sections.ts'
import css from './canvas.module.css'
import { type CanvasActs, CanvasSection } from './canvas-section.tsx'
import type { Place } from './frame.ts'
import { InPlace, isWrittenInPlace } from './in-place.tsx'
import { partOf } from './parts.ts'
import { SectionTools } from './section-tools.tsx'
import { useCanvasDrag } from './use-canvas-drag.ts'
import { useMailFrame } from './use-frame.ts'

export interface CanvasProps {
  readonly clientId: string
  readonly fields: readonly string[]
  readonly sections: Sections
  readonly source: string
  readonly kinds: SectionKinds
  /** The key of the section that is open. */
  readonly opened: number | undefined
  /** @param isFormWanted whether its settings are to be seen, not only the mail */
  readonly onOpen: (key: number, isFormWanted: boolean) => void
  readonly onMove: (from: number, to: number) => void
  readonly acts: SectionActs
  readonly labelOf: (kind: string) => string
  /** An image for a part of a section, or for a new section after it. @param files that were dropped or pasted */
  readonly onPicture: (key: number, path: Place['path'] | undefined, files: readonly File[]) => void
}

const noSettings: readonly Setting[] = []
const noPlaces: readonly Place[] = []

/** Pixels: a mail that is narrower is shown as on a phone. */
const narrow = 480

export function Canvas(props: CanvasProps) {
  const { clientId, fields, sections, source, kinds, opened, onOpen, onMove, labelOf, onPicture } = props
  const { t } = useLingui()
  const nameOf = useSettingName()
  const { items } = sections
  const person = useShownPerson(clientId)
  const values = useFrameValues(fields, person.values)
  const mail = useMailFrame(
    clientId,
    source,
    items.map(({ key }) => key),
    values,
  )
  const scroller = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const [bar, setBar] = useState<HTMLElement | null>(null)
  const { width, scale } = useRoom(scroller, Number(sections.theme.width) || 600)
  /** The part that is written: its section and its class. */
  const [written, setWritten] = useState<{ readonly key: number; readonly path: string }>()
  const spans = items.map(
    ({ key }) => mail.places.get(key)?.find(({ path }) => path.length === 0) ?? { top: 0, height: 0 },
  )
  const drag = useCanvasDrag(scroller, stage, scale, spans, onMove)

  const settingsOf = (kind: string) => kinds.Kinds?.find(({ Kind }) => Kind === kind)?.Settings ?? noSettings
  /** Of a section, those that can be written in the mail. */
  const partsOf = ({ key, section }: Keyed) =>
    (mail.places.get(key) ?? noPlaces).flatMap(place => {
      const part = partOf(section, settingsOf(section.kind), place)
      return part ? [{ key, section, settings: settingsOf(section.kind), place, part }] : []
    })
  const openItem = items.find(({ key }) => key === written?.key)
  // it stays written while it is: what is typed there is not looked at again
  const present = openItem && partsOf(openItem).find(({ place }) => place.path.join() === written?.path)
  const allParts = () => items.flatMap(partsOf).filter(({ part }) => isWrittenInPlace(part))
  const hold = mail.hold
  const isHeld = useRef(false)
  const held = present?.place.name
  useEffect(() => {
    if (held === undefined && isHeld.current) hold(undefined, 0)
    isHeld.current = held !== undefined
  }, [held, hold])
  function write(to: ReturnType<typeof partsOf>[number] | undefined) {
    setWritten(to && { key: to.key, path: to.place.path.join() })
    if (to && to.key !== opened) onOpen(to.key, false)
  }
  function leave(to?: 'before' | 'after') {
    const all = allParts()
    const at = all.findIndex(({ place, key }) => key === written?.key && place.path.join() === written.path)
    const next = to === undefined ? undefined : all[at + (to === 'after' ? 1 : -1)]
    const { key } = present ?? {}
    write(next)
    if (!next) requestAnimationFrame(() => stage.current?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus())
  }
  const canvasActs: CanvasActs = useStable({
    ...props.acts,
    open: (key: number, isFormWanted: boolean) => {
      setWritten(undefined)
      onOpen(key, isFormWanted)
    },
    write: (key: number, path?: string) => {
      const parts = allParts().filter(one => one.key === key)
      const to = path === undefined ? parts[0] : parts.find(({ place }) => place.path.join() === path)
      if (to) write(to)
      else onOpen(key, true)
    },
    picture: (key: number, path: Place['path']) => onPicture(key, path, []),
    drop: (event: DragEvent, key: number, path: Place['path'] | undefined) => dropOn(event, key, path),
  })
  useScrollTo(scroller, scale, opened, mail.places, written !== undefined)
  const dropOn = (event: DragEvent, key: number, path: Place['path'] | undefined) => {
    const files = [...event.dataTransfer.files].filter(({ type }) => type.startsWith('image/'))
    if (files.length === 0) return
    event.preventDefault()
    onPicture(key, path, files)
  }
  return (
    <div className={css.canvas} data-canvas="" data-letter="">
      <div className={css.bar}>
        <Tool label={t`Undo (Ctrl-Z)`} isOff={!sections.canUndo} onClick={sections.undo}>
          <Icon name="undo" size={16} />
        </Tool>
        <Tool label={t`Redo (Ctrl-Shift-Z)`} isOff={!sections.canRedo} onClick={sections.redo}>
          <Icon name="redo" size={16} />
        </Tool>
        <div ref={setBar} className={css.tools}>
          {!present && (
            <span className={css.hint}>
              <Trans>Click a text to write, drag a section to move it.</Trans>
            </span>
          )}
        </div>
      </div>
      {mail.error !== null && mail.height === 0 && <Refused error={mail.error} />}
      {mail.error !== null && mail.height > 0 && (
        <Note tone="warn" role="status">
          <Trans>The mail cannot be shown anew at this moment. What you write is kept.</Trans>
        </Note>
      )}
      <div
        ref={scroller}
        className={css.scroller}
        onPaste={event => {
          const files = [...event.clipboardData.files].filter(({ type }) => type.startsWith('image/'))
          const key = opened ?? items.at(-1)?.key
          if (files.length === 0 || key === undefined || event.defaultPrevented) return
          event.preventDefault()
          onPicture(key, undefined, files)
        }}
      >
        {mail.height === 0 && !mail.error && <Skeletons lines={8} />}
        <div className={css.sized} style={{ height: mail.height * scale }}>
          <div ref={stage} className={css.stage} style={{ width, height: mail.height, transform: `scale(${scale})` }}>
            {mail.url !== undefined && (
              // no origin: it shares nothing with the console, and is shown only
              <iframe
                ref={mail.frame}
                src={mail.url}
                title={t`The mail`}
                sandbox="allow-scripts"
                referrerPolicy="no-referrer"
                tabIndex={-1}
                inert
                style={{ width, height: Math.max(40, mail.height) }}
              />
            )}
            <ol className={css.sections} aria-label={t`Mail, to be edited`}>
              {items.map(({ key, section }, n) => (
                <CanvasSection
                  key={key}
                  {...{ section, drag, scale }}
                  id={key}
                  acts={canvasActs}
                  at={n}
                  count={items.length}
                  label={labelOf(section.kind)}
                  settings={settingsOf(section.kind)}
                  places={mail.places.get(key) ?? noPlaces}
                  isOpen={opened === key}
                  isTabStop={opened === key || (n === 0 && !items.some(one => one.key === opened))}
                  isWritten={present !== undefined && written?.key === key}
                />
              ))}
            </ol>
            {present && bar && (
              <InPlace
                key={`${present.key} ${present.place.path.join()}`}
                {...{ clientId, fields, bar }}
                label={`${labelOf(present.section.kind)}: ${nameOf(present.part.of, present.part.setting.Name ?? '')}`}
                place={present.place}
                part={present.part}
                turn={sections.turn}
                onChange={value => sections.set(present.key, present.part.with(value))}
                onSize={height => mail.hold(present.place.name, height)}
                onLeave={leave}
                onFiles={files => {
                  onPicture(present.key, undefined, files)
                  return true
                }}
              >
                <SectionTools
                  section={present.section}
                  settings={present.settings}
                  theme={sections.theme}
                  themeSettings={kinds.Theme ?? []}
                  onChange={section => sections.set(present.key, section)}
                />
              </InPlace>
            )}
          </div>
        </div>
      </div>
      <div className={css.foot}>
        <PersonField clientId={clientId} size="xs" />
        <MailSize bytes={mail.bytes} />
      </div>
    </div>
  )
}

/** With a name for each field that is a tag without a fallback, too. */
function useFrameValues(fields: readonly string[], values: Readonly<Record<string, string>>) {
  const names = fields.join('\n').toLowerCase()
  const all = useMemo(() => {
    const known = [...names.split('\n').filter(Boolean), 'firstname', 'lastname', 'fullname', 'email']
    return { ...Object.fromEntries(known.map(name => [name, ''])), ...values }
  }, [names, values])
  useEffect(() => shownValues.set(values), [values])
  return all
}

/** How wide the mail is shown, and how much smaller. @param wanted the width of the mail */
function useRoom(scroller: React.RefObject<HTMLElement | null>, wanted: number) {
  const [room, setRoom] = useState(wanted)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setRoom(Math.round(entry.contentRect.width)))
    observer.observe(scroller.current!) // it is rendered by now
    return () => observer.disconnect()
  }, [scroller])
  const width = Math.max(280, room < narrow ? room : Math.max(room, wanted + 16))
  return { width, scale: Math.min(1, room / width) }
}

/** Shows the section that was opened elsewhere. */
function useScrollTo(
  scroller: React.RefObject<HTMLElement | null>,
  scale: number,
  opened: number | undefined,
  places: ReadonlyMap<number, readonly Place[]>,
  isWritten: boolean,
) {
  const shown = useRef<number>(undefined)
  const scroll = useCallback(
    (top: number, height: number) => {
      const { current } = scroller
      if (!current) return
      const [from, to] = [top * scale, (top + height) * scale]
      if (from >= current.scrollTop && to <= current.scrollTop + current.clientHeight) return
      const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
      current.scrollTo({ top: Math.max(0, from - 48), behavior: isCalm ? 'auto' : 'smooth' })
    },
    [scroller, scale],
  )
  useEffect(() => {
    if (opened === shown.current) return
    const place = opened === undefined ? undefined : places.get(opened)?.find(({ path }) => path.length === 0)
    // a new one has no place yet
    if (opened !== undefined && !place) return
    shown.current = opened
    if (place && !isWritten) scroll(place.top, place.height)
  }, [opened, places, isWritten, scroll])
}
