/** Who else has an editor open: this page holds its own lease, and the live stream reports when those of others begin and end. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callLast, callOnce, queryClient } from '../api/call.ts'

/** What is edited. */
export type EditedItem = { readonly CampaignID: string } | { readonly TemplateID: string }

/** Milliseconds between two calls; the service's lease is longer than three of them. */
const renewMs = 20_000
const none: readonly string[] = []

/** @param isEditing false where it is only looked at @returns first names */
export function useOtherEditors(item: EditedItem, isEditing: boolean): readonly string[] {
  const [operation, id] = operationOf(item)
  const { data } = useQuery({
    queryKey: [operation, { ...item, Editing: isEditing }],
    // in the background: no dialog for a session that has ended
    queryFn: ({ signal }) => setEditing(item, isEditing, signal),
    staleTime: 0,
    retry: false,
    refetchInterval: renewMs,
    refetchIntervalInBackground: true,
  })
  useEffect(() => {
    if (!isEditing) return
    const leave = () =>
      callLast(operation, { [operation === 'Campaign.SetEditing' ? 'CampaignID' : 'TemplateID']: id, Editing: false })
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [operation, id, isEditing])
  return data?.Editors ?? none
}

/** A lease of a campaign or of a template has begun or was given back. */
export function editorsHaveChanged(publicId: string): void {
  void queryClient.invalidateQueries({ queryKey: ['Campaign.SetEditing', { CampaignID: publicId }] })
  void queryClient.invalidateQueries({ queryKey: ['Template.SetEditing', { TemplateID: publicId }] })
}

function operationOf(item: EditedItem) {
  return 'CampaignID' in item
    ? (['Campaign.SetEditing', item.CampaignID] as const)
    : (['Template.SetEditing', item.TemplateID] as const)
}

function setEditing(item: EditedItem, Editing: boolean, signal: AbortSignal) {
  return 'CampaignID' in item
    ? callOnce('Campaign.SetEditing', { ...item, Editing }, { signal })
    : callOnce('Template.SetEditing', { ...item, Editing }, { signal })
}
