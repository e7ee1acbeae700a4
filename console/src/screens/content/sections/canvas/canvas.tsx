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
import type { SectionKinds } from '../document.ts'
import type { SectionActs } from '../section-row.tsx'
import { useSettingName } from '../setting-name.ts'
import type { Sections } from '../use-sections.ts'
import css from './canvas.module.css'
import { type CanvasActs, CanvasSection } from './canvas-section.tsx'
import type { Place } from './frame.ts'
import { InPlace } from './in-place.tsx'
import { SectionTools } from './section-tools.tsx'
import { useCanvasDrag } from './use-canvas-drag.ts'
import { type MailFrame, useMailFrame } from './use-frame.ts'
import { useWritten, type Written, type WrittenPart } from './use-written.ts'

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

/** Pixels: a mail that is narrower is shown as on a phone. */
const narrow = 480

export function Canvas(props: CanvasProps) {
  const { clientId, fields, sections, source, kinds, opened, onOpen, onMove, labelOf, onPicture } = props
  const { t } = useLingui()
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
  const spans = items.map(
    ({ key }) => mail.places.get(key)?.find(({ path }) => path.length === 0) ?? { top: 0, height: 0 },
  )
  const drag = useCanvasDrag(scroller, stage, scale, spans, onMove)

  const text = useWritten(items, kinds, mail, stage, key => key !== opened && onOpen(key, false))
  const { present, settingsOf, placesOf } = text
  const canvasActs: CanvasActs = useStable({
    ...props.acts,
    open: (key: number, isFormWanted: boolean) => {
      text.end()
      onOpen(key, isFormWanted)
    },
    write: (key: number, path?: string) => {
      if (!text.begin(key, path)) onOpen(key, true)
    },
    picture: (key: number, path: Place['path']) => onPicture(key, path, []),
    drop: (event: DragEvent, key: number, path: Place['path'] | undefined) =>
      takeImages(event, event.dataTransfer, files => onPicture(key, path, files)),
  })
  useScrollTo(scroller, scale, opened, mail.places, present !== undefined)
  return (
    <div className={css.canvas} data-canvas="" data-letter="">
      <CanvasBar sections={sections} toolsRef={setBar} isWriting={present !== undefined} />
      <CanvasError error={mail.error} isShown={mail.height > 0} />
      <div
        ref={scroller}
        className={css.scroller}
        onPaste={event => {
          const key = opened ?? items.at(-1)?.key
          if (key === undefined || event.defaultPrevented) return
          takeImages(event, event.clipboardData, files => onPicture(key, undefined, files))
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
                  places={placesOf(key)}
                  isOpen={opened === key}
                  isTabStop={opened === key || (n === 0 && !items.some(one => one.key === opened))}
                  isWritten={present?.key === key}
                />
              ))}
            </ol>
            {present && bar && (
              <WrittenText
                {...{ clientId, fields, sections, kinds, labelOf, onPicture, bar, mail, present }}
                onLeave={text.leave}
              />
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

/** Undo, redo, and the place for the tools of the text that is written. */
function CanvasBar({
  sections,
  toolsRef,
  isWriting,
}: Pick<CanvasProps, 'sections'> & {
  readonly toolsRef: (place: HTMLElement | null) => void
  readonly isWriting: boolean
}) {
  const { t } = useLingui()
  return (
    <div className={css.bar}>
      <Tool label={t`Undo (Ctrl-Z)`} isOff={!sections.canUndo} onClick={sections.undo}>
        <Icon name="undo" size={16} />
      </Tool>
      <Tool label={t`Redo (Ctrl-Shift-Z)`} isOff={!sections.canRedo} onClick={sections.redo}>
        <Icon name="redo" size={16} />
      </Tool>
      <div ref={toolsRef} className={css.tools}>
        {!isWriting && (
          <span className={css.hint}>
            <Trans>Click a text to write, drag a section to move it.</Trans>
          </span>
        )}
      </div>
    </div>
  )
}

/** @param isShown whether the mail is there as it was before */
function CanvasError({ error, isShown }: { readonly error: unknown; readonly isShown: boolean }) {
  if (error === null || !isShown) return <Refused error={error} />
  return (
    <Note tone="warn" role="status">
      <Trans>The mail cannot be shown anew at this moment. What you write is kept.</Trans>
    </Note>
  )
}

function WrittenText({
  clientId,
  fields,
  sections,
  kinds,
  labelOf,
  onPicture,
  bar,
  mail,
  present: { key, section, settings, place, part },
  onLeave,
}: Pick<CanvasProps, 'clientId' | 'fields' | 'sections' | 'kinds' | 'labelOf' | 'onPicture'> & {
  readonly bar: HTMLElement
  readonly mail: Pick<MailFrame, 'hold'>
  readonly present: WrittenPart
  readonly onLeave: Written['leave']
}) {
  const nameOf = useSettingName()
  return (
    <InPlace
      key={`${key} ${place.path.join()}`}
      {...{ clientId, fields, bar, place, part, onLeave }}
      label={`${labelOf(section.kind)}: ${nameOf(part.of, part.setting.Name ?? '')}`}
      turn={sections.turn}
      onChange={value => sections.set(key, part.with(value))}
      onSize={height => mail.hold(place.name, height)}
      onFiles={files => {
        onPicture(key, undefined, files)
        return true
      }}
    >
      <SectionTools
        {...{ section, settings }}
        theme={sections.theme}
        themeSettings={kinds.Theme ?? []}
        onChange={next => sections.adjust(key, section, next)}
      />
    </InPlace>
  )
}

/** Takes the images of what was dropped or pasted, if it has any. */
function takeImages(
  event: { preventDefault: () => void },
  { files: given }: DataTransfer,
  take: (files: readonly File[]) => void,
): void {
  const files = [...given].filter(({ type }) => type.startsWith('image/'))
  if (files.length === 0) return
  event.preventDefault()
  take(files)
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
