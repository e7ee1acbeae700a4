/** A mail that is composed of sections. The service turns them into what is sent; here they are put in order and filled in. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { read } from '../../../api/call.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { Note, Skeletons } from '../../../ui/page.tsx'
import { Refused } from '../../../ui/refused.tsx'
import { toast } from '../../../ui/toast.ts'
import content from '../content.module.css'
import type { ContentEditorProps } from '../props.ts'
import { TextPart } from '../text-part.tsx'
import { AddSection } from './add-section.tsx'
import { BlockChoices } from './blocks.tsx'
import { Canvas } from './canvas/canvas.tsx'
import type { Place } from './canvas/frame.ts'
import { partOf } from './canvas/parts.ts'
import type { SectionKinds, Setting } from './document.ts'
import { kindNames } from './names.ts'
import { PictureDialog } from './picture-dialog.tsx'
import { type SectionActs, SectionRow } from './section-row.tsx'
import css from './sections.module.css'
import { ThemeForm } from './theme-form.tsx'
import { useDrag } from './use-drag.ts'
import { type Keyed, type Sections, useSections } from './use-sections.ts'
import { useUndoKeys } from './use-undo-keys.ts'

export function SectionsEditor(props: ContentEditorProps) {
  const { data, error, isPending } = useQuery(read('Content.GetSectionKinds', { ClientID: props.clientId }))
  if (isPending) return <Skeletons lines={6} />
  if (error) return <Refused error={error} />
  return <Editor {...props} kinds={data} />
}

interface EditorProps extends ContentEditorProps {
  readonly kinds: SectionKinds
}

function Editor(props: EditorProps) {
  const { t } = useLingui()
  const { content: given, onChange, isLocked = false } = props
  const { Sections: source = '', Text = '' } = given ?? {}
  const sections = useSections(source, Text, props.kinds.Version ?? 1, (next, text) =>
    onChange({ Kind: 'Sections', Sections: next, Text: text }),
  )
  useUndoKeys(isLocked ? undefined : sections)
  if (sections) return <Letter {...props} source={source} sections={sections} />
  return (
    <Note tone="plain">
      <p>{t`These sections were written by another version of Lettershop. They are kept unchanged and cannot be edited here.`}</p>
    </Note>
  )
}

const noFields: readonly string[] = []
const noSettings: readonly Setting[] = []

function Letter({
  clientId,
  isLocked = false,
  place,
  fields = noFields,
  sectionCounts,
  canvas,
  kinds,
  source,
  sections,
}: EditorProps & { readonly source: string; readonly sections: Sections }) {
  const { t, i18n } = useLingui()
  const { Kinds = [], Theme = [] } = kinds
  const keys = sections.items.map(({ key }) => key)
  const [opened, setOpened] = useOpened(keys, place?.section)
  const [focused, setFocused] = useState(() => (place?.section ? keys[place.section - 1] : undefined))
  const [said, say] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const drag = useDrag(list, (from, to) => moveTo(from, to))
  const { items, theme, text } = sections
  const labelOf = (kind: string) => (kindNames[kind] ? i18n._(kindNames[kind].label) : kind)
  function moveTo(from: number, to: number) {
    const item = items[from]
    if (!item || to < 0 || to >= items.length) return
    sections.move(from, to)
    setFocused(item.key)
    const [label, place, count] = [labelOf(item.section.kind), to + 1, items.length]
    say(t`${label}: position ${place} of ${count}`)
  }
  function add(at: number, section: (typeof items)[number]['section']) {
    const key = sections.insert(at, section)
    setOpened(key)
    setFocused(key)
  }
  function addBehind(section: (typeof items)[number]['section']) {
    const after = items.findIndex(({ key }) => key === opened)
    add(after < 0 ? placeBeforeFooter(items) : after + 1, section)
  }
  function remove(at: number) {
    const item = items[at]
    if (!item) return
    const putBack = sections.remove(at)
    setFocused((items[at + 1] ?? items[at - 1])?.key)
    const label = labelOf(item.section.kind)
    toast(t`“${label}” was removed.`, { undo: async () => putBack() })
  }
  /** In the mail a section was chosen. */
  function openFromMail(key: number, isFormWanted: boolean) {
    setFocused(undefined)
    setOpened(key)
    // one below the other the mail would go out of sight
    if (!isFormWanted && !hasTwoColumns()) return
    requestAnimationFrame(() => showRow(list.current?.children[items.findIndex(one => one.key === key)]))
  }
  const atOf = (key: number) => sections.items.findIndex(one => one.key === key)
  const acts: SectionActs = useStable({
    change: sections.set,
    toggle: (key: number) => {
      setFocused(undefined)
      setOpened(opened === key ? undefined : key)
    },
    move: (key: number, to: number) => moveTo(atOf(key), to),
    duplicate: (key: number) => {
      const item = items[atOf(key)]
      if (item) add(atOf(key) + 1, item.section)
    },
    remove: (key: number) => remove(atOf(key)),
  })
  return (
    <div className={content.fields} data-letter="">
      <ThemeForm clientId={clientId} settings={Theme} theme={theme} onChange={sections.setTheme} isLocked={isLocked} />
      <ol ref={list} className={css.rows} aria-label={t`Sections`}>
        {items.map(({ key, section }, at) => (
          <SectionRow
            key={key}
            {...{ clientId, section, at, isLocked, drag, fields, version: kinds.Version ?? 1 }}
            recipients={sectionCounts?.get(at + 1)}
            id={key}
            acts={acts}
            settings={Kinds.find(({ Kind }) => Kind === section.kind)?.Settings ?? noSettings}
            count={items.length}
            isOpen={opened === key}
            hasFocus={focused === key}
          />
        ))}
      </ol>
      <Said words={said} />
      {items.length === 0 && <NoSections />}
      {!isLocked && <Adder {...{ clientId, items, kinds }} onAdd={addBehind} />}
      <TextPart value={text} onChange={sections.setText} isLocked={isLocked} />
      {canvas && !isLocked && (
        <MailOf
          {...{ clientId, fields, sections, kinds, opened, labelOf, source, acts, canvas }}
          onOpen={openFromMail}
          onMove={moveTo}
        />
      )}
    </div>
  )
}

function Adder({
  clientId,
  items,
  kinds: { Kinds = [], Version = 1, Most = 0 },
  onAdd,
}: {
  readonly clientId: string
  readonly items: readonly Keyed[]
  readonly kinds: SectionKinds
  readonly onAdd: (section: Keyed['section']) => void
}) {
  return (
    <AddSection
      kinds={Kinds.map(({ Kind = '' }) => Kind)}
      isFull={items.length >= Most}
      onAdd={kind => onAdd({ kind })}
      blocks={close => (
        <BlockChoices
          clientId={clientId}
          version={Version}
          onAdd={section => {
            close()
            onAdd(section)
          }}
        />
      )}
    />
  )
}

/** What moved, for screen readers. */
function Said({ words }: { readonly words: string }) {
  return (
    <p className={content.hidden} role="status">
      {words}
    </p>
  )
}

function NoSections() {
  return (
    <p className={content.hint}>
      <Trans>The mail has no sections. Add one to start.</Trans>
    </p>
  )
}

/** The mail, in its place beside the editor. */
function MailOf({
  canvas,
  ...props
}: Omit<Parameters<typeof Canvas>[0], 'onPicture'> & { readonly canvas: HTMLElement }) {
  const [picture, setPicture] = useState<WantedPicture>()
  const { clientId, sections, kinds } = props
  return (
    <>
      {createPortal(
        <Canvas {...props} onPicture={(key, path, files) => setPicture({ key, path, file: files[0] })} />,
        canvas,
      )}
      {picture && (
        <PictureOf {...{ clientId, sections, kinds }} wanted={picture} onClose={() => setPicture(undefined)} />
      )}
    </>
  )
}

/** Scrolls to a row whose head is out of sight. */
function showRow(row: Element | undefined): void {
  const top = row?.getBoundingClientRect().top ?? 0
  if (top < headOfPage || top > innerHeight - 2 * headOfPage) row?.scrollIntoView({ block: 'start' })
}

interface WantedPicture {
  /** Of the section. */
  readonly key: number
  /** Of the image in it; undefined for a section of its own after it, unless it has one image. */
  readonly path: Place['path'] | undefined
  readonly file: File | undefined
}

/** Chooses the image of a part, or makes a section of a file that was dropped or pasted. */
function PictureOf({
  clientId,
  sections,
  kinds,
  wanted: { key, path, file },
  onClose,
}: {
  readonly clientId: string
  readonly sections: Sections
  readonly kinds: SectionKinds
  readonly wanted: WantedPicture
  readonly onClose: () => void
}) {
  const at = sections.items.findIndex(one => one.key === key)
  const found = sections.items[at]
  const settings = kinds.Kinds?.find(({ Kind }) => Kind === found?.section.kind)?.Settings ?? []
  const own = path ?? (settings.some(({ Name }) => Name === 'src') ? ['src'] : undefined)
  const part = own && found && partOf(found.section, settings, { path: own })
  return (
    <PictureDialog
      clientId={clientId}
      file={file}
      present={{ src: part?.value ?? '', alt: part?.beside('alt') ?? '' }}
      onClose={onClose}
      onChoose={picture => {
        onClose()
        if (part) sections.set(key, part.withOthers({ ...picture }) as Keyed['section'])
        else sections.insert(at < 0 ? sections.items.length : at + 1, { kind: 'image', ...picture })
      }}
    />
  )
}

/** Pixels that stay at the top of the page; as many below are the head of a section and its first field. */
const headOfPage = 80

/** As campaign.module.css sets the editor and the mail side by side. */
function hasTwoColumns(): boolean {
  return matchMedia('(min-width: 75em)').matches
}

/** The footer stays the last one. */
function placeBeforeFooter(items: readonly { readonly section: { readonly kind: string } }[]): number {
  return items.at(-1)?.section.kind === 'footer' ? items.length - 1 : items.length
}

/**
 * The open section; its place is part of the address.
 * @param keys of the sections in their order
 * @param wanted the number of the one that is opened first, whatever the address says
 */
function useOpened(
  keys: readonly number[],
  wanted: number | undefined,
): readonly [number | undefined, (key: number | undefined) => void] {
  const navigate = useNavigate()
  const { section } = useSearch({ strict: false }) as { section?: number } // of the screen that shows it
  const [opened, setOpened] = useState(() => keys[(wanted ?? section ?? 0) - 1])
  const open = (key: number | undefined) => {
    setOpened(key)
    const at = key === undefined ? -1 : keys.indexOf(key)
    // one that was just added has no place yet
    const place = key === undefined ? undefined : (at < 0 ? keys.length : at) + 1
    void navigate({
      to: '.',
      // typed for one screen, and several screens show this
      search: ((before: object) => ({ ...before, section: place })) as never,
      replace: true,
      resetScroll: false,
    })
  }
  return [keys.includes(opened ?? 0) ? opened : undefined, open]
}
