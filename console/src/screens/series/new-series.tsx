/** A new series needs a name and a list; it begins with one step, and starts when someone joins. */
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, read } from '../../api/call.ts'
import { newKey } from '../../lib/new-key.ts'
import { reread } from '../../live/reread.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { Note, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'

export function NewSeries({ clientId, onClose }: { readonly clientId: string; readonly onClose: () => void }) {
  const { t } = useLingui()
  const { data: lists, error, isPending } = useQuery(read('Client.GetLists', { ClientID: clientId }))
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [list, setList] = useState<string>()
  const chosen = list ?? lists?.[0]?.ListID ?? ''
  const [idempotencyKey, setKey] = useState(newKey)
  async function submit() {
    const seriesId = await call(
      'Series.Create',
      { ListID: chosen, Name: name.trim(), Trigger: 'Joined', Steps: [{ DelayMinutes: 0 }] },
      { idempotencyKey },
    )
    await reread('series')
    await navigate({ to: '/clients/$clientId/series/$seriesId', params: { clientId, seriesId } })
  }
  return (
    <Dialog title={t`New series`} onClose={onClose}>
      {isPending && <Skeletons lines={3} />}
      <Refused error={error} />
      {lists?.length === 0 && (
        <Note tone="plain">
          <p>
            <Trans>A series goes to members of a list, and this client has none yet.</Trans>{' '}
            <Link to="/clients/$clientId/lists" params={{ clientId }}>
              <Trans>Go to the lists</Trans>
            </Link>
          </p>
        </Note>
      )}
      {lists && lists.length > 0 && (
        <Form submit={submit} label={t`Create the series`} isWide>
          <TextInput
            label={t`Name of the series`}
            value={name}
            onChange={event => {
              setKey(newKey())
              setName(event.currentTarget.value)
            }}
            maxLength={200}
            autoComplete="off"
            required
            data-first
          />
          <NativeSelect
            label={t`List`}
            value={chosen}
            onChange={event => {
              setKey(newKey())
              setList(event.currentTarget.value)
            }}
            data={lists.map(({ ListID = '', Name = '' }) => ({ value: ListID, label: Name }))}
          />
        </Form>
      )}
    </Dialog>
  )
}
