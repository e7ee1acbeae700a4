/** The frame of the mail: it is given the HTML that the service makes of the sections, and answers where things are. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { NoAnswerError } from '../../../../../../src/client/client.ts'
import { call } from '../../../../api/call.ts'
import { useDebounced } from '../../../../lib/debounced.ts'
import type { TagValues } from '../../../../lib/merge-tags.ts'
import { isReady, type Place, readPlaces } from './frame.ts'

/** Milliseconds from the last change to the next HTML. */
const settleMs = 300

export interface MailFrame {
  readonly frame: RefObject<HTMLIFrameElement | null>
  /** Undefined until it is known. */
  readonly url: string | undefined
  /** Pixels of the frame; 0 until the first HTML is shown. */
  readonly height: number
  /** By the keys of the sections, also where these have moved meanwhile. */
  readonly places: ReadonlyMap<number, readonly Place[]>
  readonly bytes: number
  readonly error: unknown
  /** @param part whose text is written over, and the height that it gets; undefined for none */
  readonly hold: (part: string | undefined, height: number) => void
}

let versions = 0

/** Another number for another text. */
function useVersion(text: string): number {
  const known = useRef({ text, version: 0 })
  if (known.current.text !== text || known.current.version === 0) known.current = { text, version: ++versions }
  return known.current.version
}

type Shown = Pick<MailFrame, 'height' | 'places'>
const nothing: Shown = { height: 0, places: new Map() }

/** @param keys of the sections in their order */
export function useMailFrame(clientId: string, source: string, keys: readonly number[], values: TagValues): MailFrame {
  const frame = useRef<HTMLIFrameElement>(null)
  const [ready, setReady] = useState(0)
  const [shown, setShown] = useState<Shown>(nothing)
  const turns = useRef({ last: 0, keys: new Map<number, readonly number[]>() }).current
  const opened = useQuery({
    queryKey: ['Content.OpenCanvas', { ClientID: clientId }],
    queryFn: ({ signal }) => call('Content.OpenCanvas', { ClientID: clientId }, { signal }),
    // its address ends; it is asked for anew with each frame
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  // one value, which is the same as long as both are
  const written = useDebounced(`${keys.join()}\n${source}`, settleMs)
  const settled = written.slice(written.indexOf('\n') + 1)
  // the document itself would be read through with each rendering
  const version = useVersion(settled)
  const compiled = useQuery({
    queryKey: ['Content.CompileSections', { ClientID: clientId }, 'marked', version],
    queryFn: ({ signal }) =>
      call('Content.CompileSections', { ClientID: clientId, Sections: settled, Marked: true }, { signal }),
    placeholderData: keepPreviousData,
    retry: (_times, error) => error instanceof NoAnswerError,
    retryDelay: 3_000,
    networkMode: 'always',
    // each document is a key of its own
    gcTime: 0,
  })
  const html = compiled.data?.Html

  const post = useCallback((message: object) => {
    // it belongs to no origin, so no origin can be named; nothing of the session is in a message
    frame.current?.contentWindow?.postMessage(message, '*')
  }, [])
  useEffect(() => {
    const onMessage = ({ source: from, data }: MessageEvent) => {
      if (from === null || from !== frame.current?.contentWindow) return
      if (isReady(data)) return setReady(times => times + 1)
      const read = readPlaces(data)
      const order = read && turns.keys.get(read.turn)
      if (!order) return
      const places = new Map(order.map((key, n) => [key, read.places.filter(({ section }) => section === n)]))
      setShown({ height: read.height, places })
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [turns])
  useEffect(() => {
    if (ready > 0) post({ kind: 'values', values })
  }, [ready, values, post])
  const order = useRef('')
  if (!compiled.isPlaceholderData) order.current = written.slice(0, written.indexOf('\n'))
  const shownOrder = order.current
  useEffect(() => {
    if (ready === 0 || html === undefined) return
    const turn = ++turns.last
    turns.keys.set(turn, shownOrder.split(',').map(Number))
    turns.keys.delete(turn - 10)
    post({ kind: 'show', html, turn })
  }, [ready, html, shownOrder, post, turns])
  const hold = useCallback(
    (part: string | undefined, height: number) => post({ kind: 'hold', part: part ?? '', height }),
    [post],
  )
  return {
    frame,
    url: opened.data?.URL,
    ...shown,
    bytes: compiled.data?.Bytes ?? 0,
    error: opened.error ?? compiled.error,
    hold,
  }
}
