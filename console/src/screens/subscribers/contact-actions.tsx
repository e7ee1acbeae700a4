/** What can be done with a contact of a list: changing what is known, taking it off, adding it again. */

import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read } from '../../api/call.ts'
import { reread } from '../../live/reread.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { css } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { toast } from '../../ui/toast.ts'
import { EditSubscriber } from './edit-subscriber.tsx'
import type { Member } from './member.ts'
import type { State } from './state-words.ts'

export function ContactActions({
  member,
  state,
  listId,
}: {
  readonly member: Member
  readonly state: State
  readonly listId: string
}) {
  const { t } = useLingui()
  const [isEditing, setEditing] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const unsubscribe = useUnsubscribe(member, listId)
  const remove = useDelete(member, listId)
  return (
    <>
      <div className={css.actions}>
        {state === 'Active' ? (
          <>
            <Button variant="default" onClick={() => setEditing(true)}>
              <Trans>Change name and fields</Trans>
            </Button>
            <Button variant="default" loading={unsubscribe.isPending} onClick={() => unsubscribe.mutate()}>
              <Trans>Unsubscribe</Trans>
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={() => setAdding(true)}>
            <Trans>Add again</Trans>
          </Button>
        )}
        {(state === 'Active' || state === 'Unconfirmed') && (
          <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
            <Trans>Remove from the list</Trans>
          </Button>
        )}
      </div>
      <Refused error={unsubscribe.error ?? remove.error} />
      {isEditing && (
        <Dialog title={t`Change name and fields`} onClose={() => setEditing(false)}>
          <EditSubscriber member={member} listId={listId} onDone={() => setEditing(false)} />
        </Dialog>
      )}
      {isAdding && (
        <Dialog title={t`Add again`} onClose={() => setAdding(false)}>
          <AddAgain member={member} listId={listId} onDone={() => setAdding(false)} />
        </Dialog>
      )}
    </>
  )
}

/** It can be undone where that brings everything back: the opt-out is of this list alone, and no confirmation is asked for. */
function useUnsubscribe({ EmailAddress = '' }: Member, listId: string) {
  const { t } = useLingui()
  const { data: options } = useQuery(read('List.GetOptions', { ListID: listId }))
  const { data: detail } = useQuery(read('List.GetDetail', { ListID: listId }))
  return useMutation({
    mutationFn: async () => {
      await call('Subscriber.Unsubscribe', { ListID: listId, Email: EmailAddress })
      await reread('members')
      const isUndoable = options?.UnsubscribeScope === 'List' && detail?.ConfirmOptIn === false
      const undo = async () => {
        await call('Subscriber.AddAndResubscribe', { ListID: listId, Email: EmailAddress, Name: '' })
        await reread('members')
      }
      toast(t`${EmailAddress} was unsubscribed.`, isUndoable ? { undo } : {})
    },
  })
}

/** It is a state, and Subscriber.Restore takes it back. */
function useDelete({ EmailAddress = '' }: Member, listId: string) {
  const { t } = useLingui()
  const named = { ListID: listId, Email: EmailAddress }
  return useMutation({
    mutationFn: async () => {
      await call('Subscriber.Delete', named)
      await reread('members')
      const undo = async () => {
        await call('Subscriber.Restore', named)
        await reread('members')
      }
      toast(t`${EmailAddress} was removed from the list.`, { undo })
    },
  })
}

function AddAgain({
  member: { EmailAddress = '', Name = '', CustomFields = [] },
  listId,
  onDone,
}: {
  readonly member: Member
  readonly listId: string
  readonly onDone: () => void
}) {
  const { t } = useLingui()
  const { data: detail } = useQuery(read('List.GetDetail', { ListID: listId }))
  async function submit() {
    // what is known is given again: fields that are left out would be erased
    await call('Subscriber.AddAndResubscribeWithCustomFields', {
      ListID: listId,
      Email: EmailAddress,
      Name,
      CustomFields,
    })
    onDone()
    await reread('members')
  }
  return (
    <Form submit={submit} label={t`Add again`}>
      <p>
        <Trans>
          Do this only if <bdi>{EmailAddress}</bdi> has asked for it: you may have to prove it.
        </Trans>
      </p>
      {detail?.ConfirmOptIn && (
        <p>
          <Trans>A mail asks for a confirmation first; until then the address stays unconfirmed.</Trans>
        </p>
      )}
    </Form>
  )
}
