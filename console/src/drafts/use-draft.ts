/** Drafts of screens: one store for one campaign, which goes on saving when the screen is left. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { read } from '../api/call.ts'
import { useShared } from '../lib/shared-value.ts'
import { useSession } from '../session/session.ts'
import { DraftStore, type DraftView } from './draft-store.ts'
import { outlivesPage } from './local-copies.ts'
import type { Draft } from './parts.ts'

const stores = new Map<string, DraftStore>()

/** @returns without `store` while it is read, or where it cannot be */
export function useDraftStore(campaignId: string): {
  readonly store: DraftStore | undefined
  readonly draft: Draft | undefined
  readonly error: unknown
} {
  const { PersonID = '', Username = '' } = useSession()
  const { data, error } = useQuery(read('Campaign.GetDraft', { CampaignID: campaignId }))
  const who = PersonID || Username
  const store = useMemo(() => {
    const known = stores.get(campaignId)
    if (known || !data) return known
    const made = new DraftStore(data, who)
    stores.set(campaignId, made)
    return made
  }, [campaignId, data, who])
  useEffect(() => {
    if (data) store?.receive(data)
  }, [data, store])
  useHurry(store)
  return { store, draft: data, error }
}

/** What a store shows. */
export function useDraftView(store: DraftStore): DraftView {
  return useShared(store.view)
}

/** Saves when a field or the page is left, and when the connection is back; asks before text is closed that this browser cannot keep. */
function useHurry(store: DraftStore | undefined): void {
  useEffect(() => {
    if (!store) return
    const onHide = () => document.visibilityState === 'hidden' && store.hurry()
    const onLeave = (event: BeforeUnloadEvent) => {
      store.hurry()
      if (!store.isSaved && !outlivesPage()) event.preventDefault()
    }
    document.addEventListener('focusout', store.hurry)
    document.addEventListener('visibilitychange', onHide)
    addEventListener('online', store.hurry)
    addEventListener('beforeunload', onLeave)
    return () => {
      store.hurry()
      document.removeEventListener('focusout', store.hurry)
      document.removeEventListener('visibilitychange', onHide)
      removeEventListener('online', store.hurry)
      removeEventListener('beforeunload', onLeave)
    }
  }, [store])
}
