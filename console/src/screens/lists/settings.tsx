/** What is set for a list: how one gets on it and off it, its language, the law and consent; and its end. */

import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call, queryClient, read } from '../../api/call.ts'
import { languages } from '../../lib/languages.ts'
import { reread } from '../../live/reread.ts'
import { may, useSession } from '../../session/session.ts'
import { Form } from '../../ui/form.tsx'
import { Note, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { toast } from '../../ui/toast.ts'
import { UsingSegments } from '../segments/using-segments.tsx'
import { Archive } from './archive.tsx'
import { ConsentRules } from './consent-rules.tsx'
import type { ListProps } from './list-props.ts'
import { PreferencePage } from './preference-page.tsx'
import { SettingsFields } from './settings-fields.tsx'

export function Settings({ clientId, listId }: ListProps) {
  const { t } = useLingui()
  const session = useSession()
  const detail = useQuery(read('List.GetDetail', { ListID: listId }))
  const options = useQuery(read('List.GetOptions', { ListID: listId }))
  const rules = useQuery(read('List.GetConsentRules', { ListID: listId }))
  const page = useQuery(read('List.GetPreferencePage', { ListID: listId }))
  const archive = useQuery(read('List.GetArchive', { ListID: listId }))
  if (!may(session, 'ChangeAudience', clientId)) {
    return <Note tone="plain">{t`Your role cannot change the settings of lists.`}</Note>
  }
  return (
    <>
      <Panel title={t`Subscribing and unsubscribing`}>
        <Refused error={detail.error} />
        {detail.data ? <Pages listId={listId} detail={detail.data} /> : detail.isPending && <Skeletons lines={5} />}
      </Panel>
      <Panel title={t`Unsubscribing and language`}>
        <Refused error={options.error} />
        {options.data ? (
          <Options listId={listId} options={options.data} />
        ) : (
          options.isPending && <Skeletons lines={4} />
        )}
      </Panel>
      <Panel
        title={t`Consent and law`}
        text={t`What may be recorded of the subscribers, and what the law that applies to them asks for.`}
      >
        <Refused error={rules.error} />
        {rules.data ? <ConsentRules listId={listId} rules={rules.data} /> : rules.isPending && <Skeletons lines={5} />}
      </Panel>
      <Panel
        title={t`Preferences page of readers`}
        text={t`What readers see of this list where they choose their mails.`}
      >
        <Refused error={page.error} />
        {page.data ? <PreferencePage listId={listId} shown={page.data} /> : page.isPending && <Skeletons lines={4} />}
      </Panel>
      <Panel title={t`Public archive`} text={t`A page and a feed of the campaigns that were sent to this list.`}>
        <Refused error={archive.error} />
        {archive.data ? (
          <Archive clientId={clientId} listId={listId} archive={archive.data} />
        ) : (
          archive.isPending && <Skeletons lines={4} />
        )}
      </Panel>
      <Panel title={t`Delete the list`} text={t`Its subscribers are deleted with it. It can be restored for 30 days.`}>
        <DeleteList clientId={clientId} listId={listId} title={detail.data?.Title ?? ''} />
      </Panel>
    </>
  )
}

/** What was typed stays when the list is read again. */
function Pages({ listId, detail }: { readonly listId: string; readonly detail: ValueOf<'List.GetDetail'> }) {
  const { t } = useLingui()
  const [settings, setSettings] = useState({
    Title: detail.Title ?? '',
    ConfirmOptIn: detail.ConfirmOptIn,
    UnsubscribePage: detail.UnsubscribePage ?? '',
    ConfirmationSuccessPage: detail.ConfirmationSuccessPage ?? '',
  })
  async function submit() {
    await call('List.Update', { ListID: listId, ...settings })
    await reread('listDetail')
    toast(t`The settings are saved.`)
  }
  return (
    <Form submit={submit} label={t`Save`}>
      <SettingsFields value={settings} onChange={setSettings} />
    </Form>
  )
}

function Options({ listId, options }: { readonly listId: string; readonly options: ValueOf<'List.GetOptions'> }) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState({
    UnsubscribeScope: options.UnsubscribeScope,
    Language: options.Language ?? '',
  })
  async function submit() {
    // tracking is chosen with the other rules of consent
    await call('List.SetOptions', { ListID: listId, ...chosen, Tracking: options.Tracking })
    await reread('listOptions')
    toast(t`The settings are saved.`)
  }
  // a language that the console does not speak stays as it is
  const known = Object.entries(languages).map(([value, label]) => ({ value, label }))
  const all = known.some(({ value }) => value === chosen.Language)
    ? known
    : [{ value: chosen.Language, label: chosen.Language }, ...known]
  return (
    <Form submit={submit} label={t`Save`}>
      <NativeSelect
        label={t`Unsubscribing applies to`}
        value={chosen.UnsubscribeScope}
        onChange={event =>
          setChosen({ ...chosen, UnsubscribeScope: event.currentTarget.value as typeof chosen.UnsubscribeScope })
        }
        data={[
          { value: 'List', label: t`only this list` },
          { value: 'Client', label: t`all mail of this client` },
        ]}
      />
      <NativeSelect
        label={t`Language of its pages and mails`}
        value={chosen.Language}
        onChange={event => setChosen({ ...chosen, Language: event.currentTarget.value })}
        data={all}
      />
    </Form>
  )
}

function DeleteList({ clientId, listId, title }: ListProps & { readonly title: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      await call('List.Delete', { ListID: listId })
      // the lists are shown next, before they are read again
      queryClient.setQueryData(read('Client.GetLists', { ClientID: clientId }).queryKey, lists =>
        lists?.filter(({ ListID }) => ListID !== listId),
      )
      await navigate({ to: '/clients/$clientId/lists', params: { clientId } })
      await reread('lists')
      toast(t`The list “${title}” was deleted.`, {
        undo: async () => {
          await call('Deleted.Restore', { Kind: 'List', ID: listId })
          await reread('lists')
        },
      })
    },
  })
  return (
    <>
      <UsingSegments clientId={clientId} of={{ kind: 'List', key: listId }} />
      <Refused error={error} />
      <Button variant="default" loading={isPending} onClick={() => mutate()} mt="md">
        <Trans>Delete the list</Trans>
      </Button>
    </>
  )
}
