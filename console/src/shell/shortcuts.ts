/** Keys: `Ctrl-K` opens the palette, `g` and another key lead to a place, `/` finds, `z` undoes, `?` shows the keys there are. */
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useSession } from '../session/session.ts'
import { undoLatest } from '../ui/toast.ts'
import { useClientAtHand } from './client-at-hand.ts'
import type { Overlay } from './overlay.ts'
import { accountPlaces, clientPlaces, clientsPlace, homePlace, isOpenTo } from './places.ts'

/** Milliseconds within which the second key of a pair is pressed. */
const pairWithin = 1500

export function useShortcuts(open: (overlay: Overlay) => void): void {
  const navigate = useNavigate()
  const session = useSession()
  const clientId = useClientAtHand()?.ClientID
  const begun = useRef(0)

  useEffect(() => {
    function placeOf(key: string): string | undefined {
      const general = [homePlace, clientsPlace, ...accountPlaces].find(place => place.key === key)
      if (general) return isOpenTo(general, session) ? general.path : undefined
      const ofClient = clientPlaces.find(place => place.key === key)
      if (!ofClient) return undefined
      // without a client one is chosen first
      if (clientId === undefined) return clientsPlace.path
      return isOpenTo(ofClient, session, clientId) ? `/clients/${clientId}${ofClient.path}` : undefined
    }

    function onKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        return open('palette')
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isCovered()) return
      const isSecond = Date.now() - begun.current < pairWithin
      begun.current = 0
      if (isSecond) {
        const to = placeOf(event.key)
        if (to === undefined) return
        event.preventDefault()
        return void navigate({ to })
      }
      if (event.key === 'g') begun.current = Date.now()
      else if (event.key === 'z') undoLatest()
      else if (event.key === '?') open('shortcuts')
      else if (event.key === '/') {
        event.preventDefault()
        openSearch(open)
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [navigate, open, session, clientId])
}

/** The search of the screen, where it has one; else the palette. */
function openSearch(open: (overlay: Overlay) => void): void {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]')
  if (field) field.focus()
  else open('palette')
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}

/** Keys belong to what is open over the screen. */
function isCovered(): boolean {
  return document.querySelector('dialog[open], [popover]:popover-open') !== null
}
