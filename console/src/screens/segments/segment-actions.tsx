/** What one does with a segment: save, save as, use in a campaign, export, change its people, delete. */

import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, queryClient, read } from '../../api/call.ts'
import { newKey } from '../../lib/new-key.ts'
import { useSaveKey } from '../../lib/save-key.ts'
import { reread } from '../../live/reread.ts'
import { may, useSession } from '../../session/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import layout from '../../ui/layout.module.css'
import { Refused } from '../../ui/refused.tsx'
import { toast } from '../../ui/toast.ts'
import { BulkChangeButton } from '../bulk-changes/bulk-change.tsx'
import { lastSender } from '../campaigns/last-sender.ts'
import { ExportButton } from '../exports/export-button.tsx'
import { draftSegment } from './audience.ts'
import type { Editor } from './editor.ts'
import { NameDialog } from './name-dialog.tsx'
import { SaveAsTemplate } from './templates.tsx'
import { isWhole } from './use-count.ts'
import { treeOf, treeQuery } from './use-segment.ts'

export function SegmentActions({ editor }: { readonly editor: Editor }) {
  const { t } = useLingui()
  const session = useSession()
  const { segment, isLocked } = editor
  const { segmentId, owner, title, savedTitle, isChanged, isSaving } = segment
  const { clientId, listId } = owner
  const isOfClient = listId === ''
  const navigate = useNavigate()
  const seesPeople = may(session, 'ReadAudience', clientId)
  const mayUse = may(session, 'Draft', clientId)
  const lists = useQuery({ ...read('Client.GetLists', { ClientID: clientId }), enabled: segmentId !== undefined })
  const isSavable = isChanged && title.trim() !== '' && isWhole(editor.root)
  async function save() {
    if (isLocked || !isSavable || isSaving) return
    const saved = await segment.save()
    if (saved === undefined) return
    toast(t`The segment “${title}” is saved.`)
    if (segmentId === undefined)
      await navigate({
        to: '/clients/$clientId/segments/$segmentId',
        params: { clientId, segmentId: saved },
        replace: true,
      })
  }
  useSaveKey(save)
  return (
    <>
      {segmentId !== undefined && (
        <>
          {mayUse && <UseInCampaign editor={editor} />}
          {seesPeople && (!isOfClient || lists.data) && (
            <ExportButton
              clientId={clientId}
              exported={{ Kind: 'Subscribers', ListID: listId, Segment: savedTitle }}
              lists={isOfClient ? lists.data : undefined}
            />
          )}
          {!isLocked && lists.data && (
            <BulkChangeButton
              label={t`Change all`}
              clientId={clientId}
              listId={listId || (lists.data[0]?.ListID ?? '')}
              lists={lists.data}
              rule={{ Segment: savedTitle }}
              actions={['SetField', 'ClearField', 'Copy', 'Move', 'Unsubscribe', 'Delete']}
              isOfAllLists={isOfClient}
            />
          )}
          {!isLocked && <DeleteSegment clientId={clientId} segmentId={segmentId} title={title} />}
        </>
      )}
      {!isLocked && segmentId !== undefined && <SaveAs editor={editor} />}
      {!isLocked && segmentId !== undefined && <SaveAsTemplate editor={editor} />}
      {!isLocked && (
        <Button
          aria-keyshortcuts="Control+S"
          title="Ctrl-S"
          loading={isSaving}
          disabled={!isSavable}
          onClick={() => void save()}
        >
          <Trans>Save</Trans>
        </Button>
      )}
    </>
  )
}

/** Begins a campaign that goes to the segment as it is saved. */
function UseInCampaign({ editor: { segment } }: { readonly editor: Editor }) {
  const navigate = useNavigate()
  const { segmentId = '', owner, savedTitle } = segment
  const { clientId, listId } = owner
  /** One campaign, however often the button is pressed. */
  const [idempotencyKey, setIdempotencyKey] = useState(newKey)
  const use = useMutation({
    mutationFn: async () =>
      call(
        'Campaign.CreateDraft',
        {
          ClientID: clientId,
          ...(await lastSender(clientId)),
          Audience: {
            Segments: [draftSegment({ id: segmentId, title: savedTitle, isOfClient: listId === '', listId })],
          },
        },
        { idempotencyKey },
      ),
    onSuccess: ({ CampaignID: campaignId = '' }) => {
      setIdempotencyKey(newKey())
      void reread('campaignList')
      return navigate({
        to: '/clients/$clientId/campaigns/$campaignId',
        params: { clientId, campaignId },
        search: { open: 'audience' },
      })
    },
  })
  return (
    <>
      <Button variant="default" loading={use.isPending} onClick={() => use.mutate()}>
        <Trans>Use in a campaign</Trans>
      </Button>
      <Refused error={use.error} />
    </>
  )
}

/** Another segment with the conditions as they are on the screen. */
function SaveAs({ editor: { segment, root } }: { readonly editor: Editor }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { owner, title } = segment
  async function submit(name: string, idempotencyKey: string, close: () => void) {
    const { clientId, listId } = owner
    const segmentId = await call(
      'Segment.SetTree',
      { ClientID: clientId, ListID: listId, Title: name, Tree: treeOf(root) },
      { idempotencyKey },
    )
    await reread('segments')
    close()
    toast(t`The segment “${name}” is saved.`)
    await navigate({ to: '/clients/$clientId/segments/$segmentId', params: { clientId, segmentId } })
  }
  return (
    <DialogButton
      variant="default"
      disabled={!isWhole(root)}
      dialog={close => (
        <NameDialog
          title={t`Save as another segment`}
          label={t`Name of the segment`}
          name={t`${title} (copy)`}
          submitLabel={t`Save`}
          onClose={close}
          onSubmit={(name, idempotencyKey) => submit(name, idempotencyKey, close)}
        />
      )}
    >
      <Trans>Save as …</Trans>
    </DialogButton>
  )
}

/** Deletes it at once, with a way back; where something uses it, that is named instead. */
export function DeleteSegment({
  clientId,
  segmentId,
  title,
  isSmall = false,
}: {
  readonly clientId: string
  readonly segmentId: string
  readonly title: string
  readonly isSmall?: boolean
}) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [isRefusedOpen, setRefusedOpen] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const { ListID = '', Title = '', Tree } = await queryClient.fetchQuery({ ...treeQuery(segmentId), staleTime: 0 })
      await call('Segment.Remove', { SegmentID: segmentId })
      // its own page is left; a table stays
      if (!isSmall) await navigate({ to: '/clients/$clientId/segments', params: { clientId } })
      await reread('segments')
      toast(t`The segment “${Title}” was deleted.`, {
        undo: async () => {
          await call('Segment.SetTree', { ClientID: clientId, ListID, Title, Tree: Tree ?? { Match: 'All' } })
          await reread('segments')
        },
      })
    },
    onError: () => setRefusedOpen(true),
  })
  return (
    <>
      <Button
        variant="default"
        loading={isPending}
        onClick={() => mutate()}
        {...(isSmall && { size: 'compact-sm', 'aria-label': t`Delete ${title}` })}
      >
        <Trans>Delete</Trans>
      </Button>
      {isRefusedOpen && (
        <Dialog title={title} onClose={() => setRefusedOpen(false)}>
          <Refused error={error} />
          <Users clientId={clientId} segmentId={segmentId} />
        </Dialog>
      )}
    </>
  )
}

/** The segments that refer to it. */
function Users({ clientId, segmentId }: { readonly clientId: string; readonly segmentId: string }) {
  const { data } = useQuery(read('Segment.ListAll', { ClientID: clientId }))
  const { UsedBy = [] } = data?.find(({ SegmentID }) => SegmentID === segmentId) ?? {}
  if (UsedBy.length === 0) return null
  return (
    <div className={layout.top12}>
      <p>
        <Trans>It is used by these segments:</Trans>
      </p>
      <ul>
        {UsedBy.map(name => (
          <li key={name} dir="auto">
            {name}
          </li>
        ))}
      </ul>
    </div>
  )
}
