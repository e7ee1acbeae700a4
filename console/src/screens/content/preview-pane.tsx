/** How the mail looks: on the origin of content, where it shares nothing with the console. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { LettershopError, NoAnswerError } from '../../../../src/client/client.ts'
import * as codes from '../../api/codes.ts'
import { useIsConnected } from '../../live/connection.ts'
import { Icon } from '../../ui/icons.tsx'
import { Note, css as parts, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import css from './content.module.css'
import type { Preview, PreviewOptions } from './content.ts'
import { MailFrame } from './mail-frame.tsx'
import { MailSize } from './mail-size.tsx'
import { useShownAddress } from './tags/person.ts'

export interface PreviewPaneProps {
  /** Of the query: the operation and the identifier, `['Campaign.Preview', campaignId]`. */
  readonly of: readonly [operation: string, id: string]
  readonly load: (options: PreviewOptions) => Promise<Preview>
  /** The revision that is saved; another one is loaded anew. */
  readonly revision: number
  /** The client as whose subscribers it can be seen; undefined for what cannot, such as templates. */
  readonly peopleOf?: string | undefined
  /** False: the service would refuse to compose it, and is not asked. */
  readonly isComplete?: boolean
  /** The mail can be edited where it is shown: the place for it, which is filled by the editor. */
  readonly canvasRef?: ((place: HTMLElement | null) => void) | undefined
}

const views = {
  edit: msg`Edit`,
  desktop: msg`Desktop`,
  phone: msg`Phone`,
  dark: msg`Dark`,
  plain: msg`No images`,
  text: msg`Text`,
} as const satisfies Record<string, MessageDescriptor>
type View = keyof typeof views

/** Milliseconds between two questions to a service that does not answer. */
const longestPause = 8000

function isAway(error: unknown): boolean {
  return error instanceof NoAnswerError || (error instanceof LettershopError && error.status === 503)
}

/** A draft that is saved at this moment is shown when it is. */
function isBeingSaved(error: unknown): boolean {
  return error instanceof LettershopError && error.code === codes.StaleRevision
}
const mostSaves = 3

/** Counts how often the service came back: a frame that was loaded while it was away shows an error of the browser until it is loaded anew. */
function useFrameNumber(): number {
  const isUp = useIsConnected()
  const [number, setNumber] = useState(0)
  const wasUp = useRef(isUp)
  useEffect(() => {
    if (isUp && !wasUp.current) setNumber(before => before + 1)
    wasUp.current = isUp
  }, [isUp])
  return number
}

/** Milliseconds; its addresses work for 15 minutes. */
const freshFor = 12 * 60_000

export function PreviewPane(props: PreviewPaneProps) {
  const { t } = useLingui()
  const { canvasRef, ...shown } = props
  const [view, setView] = useView(canvasRef ? 'edit' : 'desktop')
  if (view !== 'edit' || !canvasRef)
    return <SavedPreview {...shown} view={view} canEdit={canvasRef !== undefined} onView={setView} />
  return (
    <section className={css.preview} aria-label={t`Preview`}>
      <ViewChooser view={view} onChoose={setView} hasText canEdit />
      <div ref={canvasRef} />
    </section>
  )
}

/** The revision that is saved, as people get it. */
function SavedPreview({
  of: item,
  load,
  revision,
  peopleOf,
  isComplete = true,
  view,
  canEdit,
  onView,
}: Omit<PreviewPaneProps, 'canvasRef'> & {
  readonly view: View
  readonly canEdit: boolean
  readonly onView: (view: View) => void
}) {
  const { t } = useLingui()
  const [chosen, setPerson] = useShownAddress(peopleOf ?? '')
  const person = peopleOf === undefined ? '' : chosen
  const { data, error, isPending, isFetching } = useQuery({
    queryKey: [...item, revision, person],
    queryFn: ({ signal }) => load(person === '' ? { signal } : { PersonalizeAs: person, signal }),
    enabled: isComplete,
    placeholderData: (before, query) => (query?.queryKey[1] === item[1] ? before : undefined),
    staleTime: freshFor,
    refetchInterval: freshFor,
    // a service that restarts is asked until it is back, a draft until it is saved; another refusal is an answer
    retry: (failures, error) => isAway(error) || (isBeingSaved(error) && failures < mostSaves),
    retryDelay: failures => Math.min(1000 * 2 ** failures, longestPause),
  })
  const frame = useFrameNumber()
  const isIncomplete = !isComplete || (error instanceof LettershopError && error.code === codes.DraftIncomplete)
  return (
    <section className={css.preview} aria-label={t`Preview`} aria-busy={isFetching}>
      <ViewChooser {...{ view, canEdit }} onChoose={onView} hasText={data === undefined || data.Text !== undefined} />
      {peopleOf !== undefined && <PersonChooser person={person} onChoose={setPerson} />}
      {isIncomplete ? (
        <Note tone="plain">
          <p>{t`The mail is shown here as soon as it has a sender and content.`}</p>
        </Note>
      ) : (
        <Refused error={error} />
      )}
      {isPending && isComplete && <Skeletons lines={8} />}
      {data && !error && (
        <>
          {data.Subject !== undefined && (
            <p className={css.subject} dir="auto">
              {data.Subject === '' ? <span className={parts.quiet}>{t`No subject yet`}</span> : data.Subject}
            </p>
          )}
          <ShownPreview key={frame} view={view} preview={data} />
          <p className={css.previewFoot}>
            <MailSize bytes={data.HtmlSizeInBytes ?? data.SizeInBytes ?? 0} />{' '}
            <Trans>Revision {data.Revision ?? 0}</Trans>
          </p>
        </>
      )}
    </section>
  )
}

function ShownPreview({ view, preview }: { readonly view: View; readonly preview: Preview }) {
  const { t } = useLingui()
  const { HtmlURL = '', DarkURL = '', ImagesOffURL = '', DarkBy, Text } = preview
  if (view === 'text' && Text !== undefined)
    return (
      <pre className={css.text} dir="auto">
        {Text}
      </pre>
    )
  const url = { edit: HtmlURL, desktop: HtmlURL, phone: HtmlURL, text: HtmlURL, dark: DarkURL, plain: ImagesOffURL }[
    view
  ]
  return (
    <>
      {view === 'dark' && DarkBy === 'Inversion' && (
        <Note tone="plain">
          <p>{t`The mail has no dark colours of its own: each mail program inverts it in its own way.`}</p>
        </Note>
      )}
      <MailFrame key={view} url={url} width={view === 'phone' ? 375 : 680} title={t`Preview of the mail`} />
    </>
  )
}

/** The address names the chosen view. @param first what is shown where it names none */
function useView(first: 'edit' | 'desktop'): readonly [View, (view: View) => void] {
  const navigate = useNavigate()
  const { view } = useSearch({ strict: false }) as { view?: string } // of the screen that shows it
  const chosen = (Object.keys(views) as View[]).find(one => one === view) ?? first // its own keys
  const choose = (next: View) =>
    void navigate({
      to: '.',
      // typed for one screen, and several screens show this
      search: ((before: object) => ({ ...before, view: next === first ? undefined : next })) as never,
      replace: true,
      resetScroll: false,
    })
  return [chosen, choose]
}

function ViewChooser({
  view,
  onChoose,
  hasText,
  canEdit = false,
}: {
  readonly view: View
  readonly onChoose: (view: View) => void
  readonly hasText: boolean
  readonly canEdit?: boolean
}) {
  const { t, i18n } = useLingui()
  return (
    <fieldset className={css.views}>
      <legend className={css.hidden}>{t`View`}</legend>
      {(Object.keys(views) as View[]) // its own keys
        .filter(one => (one !== 'text' || hasText) && (one !== 'edit' || canEdit))
        .map(one => (
          <button key={one} type="button" aria-pressed={one === view} onClick={() => onChoose(one)}>
            {i18n._(views[one])}
          </button>
        ))}
    </fieldset>
  )
}

function PersonChooser({ person, onChoose }: { readonly person: string; readonly onChoose: (person: string) => void }) {
  const { t } = useLingui()
  const [given, setGiven] = useState(person)
  // chosen where a tag is inserted
  useEffect(() => setGiven(person), [person])
  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    onChoose(given.trim())
  }
  return (
    <form className={css.person} onSubmit={submit}>
      <TextInput
        type="email"
        size="xs"
        aria-label={t`Show it as this subscriber reads it`}
        placeholder={t`As a subscriber: address`}
        leftSection={<Icon name="person" size={14} />}
        value={given}
        onChange={event => setGiven(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" size="xs" disabled={given.trim() === person}>
        <Trans>Show</Trans>
      </Button>
      {person !== '' && (
        <Button
          variant="subtle"
          size="xs"
          onClick={() => {
            setGiven('')
            onChoose('')
          }}
        >
          <Trans>Without personal data</Trans>
        </Button>
      )}
    </form>
  )
}
