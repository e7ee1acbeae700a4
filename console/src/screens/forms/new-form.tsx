/** A new form needs a name and a list; everything else can be set when it is there. */
import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, read } from '../../api/call.ts'
import { isLanguage } from '../../lib/languages.ts'
import { newKey } from '../../lib/new-key.ts'
import { reread } from '../../live/reread.ts'
import { useSession } from '../../session/session.ts'
import { Check } from '../../ui/check.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { Help } from '../../ui/help.tsx'
import layout from '../../ui/layout.module.css'
import { Note, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import checks from '../profile/profile.module.css'

export function NewForm({ clientId, onClose }: { readonly clientId: string; readonly onClose: () => void }) {
  const { t } = useLingui()
  const { data: lists, error, isPending } = useQuery(read('Client.GetLists', { ClientID: clientId }))
  const navigate = useNavigate()
  const { Language: spoken } = useSession()
  const [title, setTitle] = useState('')
  // the only list is the one that is meant
  const only = lists?.length === 1 ? [lists[0]?.ListID ?? ''] : []
  const [ticked, setTicked] = useState<readonly string[]>()
  const chosen = ticked ?? only
  const [idempotencyKey, setKey] = useState(newKey)
  async function submit() {
    const parameters = {
      ClientID: clientId,
      Title: title.trim(),
      Paused: false,
      Lists: chosen.map(ListID => ({ ListID, Title: '', Description: '' })),
      Name: 'Optional' as const,
      Language: isLanguage(spoken) ? spoken : '',
    }
    const formId = await call('Form.Create', parameters, { idempotencyKey })
    await reread('forms')
    await navigate({ to: '/clients/$clientId/forms/$formId', params: { clientId, formId } })
  }
  return (
    <Dialog title={t`New form`} onClose={onClose}>
      <Form submit={submit} label={t`Create the form`} isWide>
        <TextInput
          label={t`Name of the form`}
          description={<Help>{t`For you alone; people who sign up do not see it.`}</Help>}
          value={title}
          onChange={event => {
            setKey(newKey())
            setTitle(event.currentTarget.value)
          }}
          maxLength={100}
          autoComplete="off"
          required
          data-first
        />
        {isPending && <Skeletons lines={3} />}
        <Refused error={error} />
        {lists?.length === 0 && <NoLists clientId={clientId} />}
        {lists && lists.length > 0 && (
          <fieldset className={`${checks.checks} ${layout.scrolled12}`}>
            <legend>
              <Trans>People sign up to</Trans>
            </legend>
            {lists.map(({ ListID = '', Name = '' }) => (
              <Check
                key={ListID}
                label={Name}
                checked={chosen.includes(ListID)}
                onChange={isChosen => {
                  setKey(newKey())
                  setTicked(isChosen ? [...chosen, ListID] : chosen.filter(one => one !== ListID))
                }}
              />
            ))}
          </fieldset>
        )}
      </Form>
    </Dialog>
  )
}

function NoLists({ clientId }: { readonly clientId: string }) {
  return (
    <Note tone="plain">
      <p>
        <Trans>People sign up to a list, and this client has none yet.</Trans>{' '}
        <Link to="/clients/$clientId/lists" params={{ clientId }}>
          <Trans>Go to the lists</Trans>
        </Link>
      </p>
    </Note>
  )
}
