/** The first step of an import: the file, the list it goes to, and where its people agreed to be mailed. */
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { LettershopError } from '../../../../src/client/client.ts'
import { call, read } from '../../api/call.ts'
import * as codes from '../../api/codes.ts'
import { newKey } from '../../lib/new-key.ts'
import { reread } from '../../live/reread.ts'
import { Form } from '../../ui/form.tsx'
import { Help } from '../../ui/help.tsx'
import { css, Empty, Note, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { NewList } from '../lists/new-list.tsx'
import { emptyNote, noteOf, storeNote } from './consent-note.ts'
import { FileStep } from './file-step.tsx'
import { noteBegun } from './first-look.tsx'
import { Steps } from './steps.tsx'

const route = getRouteApi('/inside/clients/$clientId/imports/new')

export function NewImport() {
  const { t } = useLingui()
  const { clientId } = route.useParams()
  const { upload, file } = route.useSearch()
  const navigate = useNavigate({ from: '/clients/$clientId/imports/new' })
  const { data: lists, error, isPending } = useQuery(read('Client.GetLists', { ClientID: clientId }))
  const change = (changes: { upload?: string | undefined; file?: string | undefined }) =>
    void navigate({ search: before => ({ ...before, ...changes }), replace: true, resetScroll: false })
  return (
    <Page title={t`Import people`} lead={t`An import sends no mail and does not resubscribe people who unsubscribed.`}>
      <Steps at={1} />
      {isPending && <Skeletons lines={4} />}
      <Refused error={error} />
      {lists?.length === 0 && (
        <Panel>
          <Empty icon="list" title={t`No lists yet`} action={<NewList clientId={clientId} />}>
            <Trans>People are imported into a list. Create the first list, then come back.</Trans>
          </Empty>
        </Panel>
      )}
      {lists && lists.length > 0 && (
        <>
          <Panel title={t`File`}>
            <FileStep
              clientId={clientId}
              uploaded={upload === undefined ? undefined : (file ?? t`A file`)}
              onUploaded={(id, name) => change({ upload: id, file: name })}
              onForget={() => change({ upload: undefined, file: undefined })}
            />
          </Panel>
          <Panel
            title={t`List and consent`}
            text={t`Where these people agreed to receive mail. It is stored with each of them as proof.`}
          >
            <Details clientId={clientId} lists={lists} onGone={() => change({ upload: undefined, file: undefined })} />
          </Panel>
        </>
      )}
    </Page>
  )
}

function Details({
  clientId,
  lists,
  onGone,
}: {
  readonly clientId: string
  readonly lists: readonly { readonly ListID?: string; readonly Name?: string }[]
  /** The upload is not there any more. */
  readonly onGone: () => void
}) {
  const { t } = useLingui()
  const { list, upload } = route.useSearch()
  const navigate = useNavigate()
  const [note, setNote] = useState(() => noteOf(clientId))
  const [listId, setListId] = useState(list ?? lists[0]?.ListID ?? '')
  const [isMissing, setMissing] = useState(false)
  const [key] = useState(newKey)
  const change = (changes: Partial<typeof note>) => {
    setNote({ ...note, ...changes })
    storeNote(clientId, { ...note, ...changes })
  }
  async function submit() {
    setMissing(upload === undefined)
    if (upload === undefined) return
    const given = { ConsentSource: note.source, ConsentDate: note.date, ConsentWording: note.wording }
    try {
      const importId = await call(
        'Import.Create',
        { ListID: listId, UploadID: upload, ...given },
        { idempotencyKey: `${key}-${upload}` },
      )
      storeNote(clientId, emptyNote)
      noteBegun(importId)
      await reread('imports')
      await navigate({ to: '/clients/$clientId/imports/$importId', params: { clientId, importId }, replace: true })
    } catch (error) {
      if (error instanceof LettershopError && error.code === codes.UnknownUpload) onGone()
      throw error
    }
  }
  return (
    <Form submit={submit} label={t`Read the file`} isWide>
      {isMissing && upload === undefined && (
        <Note tone="bad" role="alert">
          <p>
            <Trans>Choose a file first.</Trans>
          </p>
        </Note>
      )}
      <NativeSelect
        label={t`List`}
        value={listId}
        onChange={event => setListId(event.currentTarget.value)}
        data={lists.map(({ ListID = '', Name = '' }) => ({ value: ListID, label: Name }))}
      />
      <TextInput
        label={t`Where they agreed`}
        description={t`Such as “the form on our website” or “cards at the trade fair in Kiel”.`}
        value={note.source}
        onChange={event => change({ source: event.currentTarget.value })}
        maxLength={1000}
        autoComplete="off"
        required
      />
      <TextInput
        type="date"
        label={t`When they agreed`}
        description={
          <Help>{t`The first day of a longer period. Columns of the file can contain it for each person.`}</Help>
        }
        value={note.date}
        onChange={event => change({ date: event.currentTarget.value })}
        min="1990-01-01"
        required
      />
      <TextInput
        label={t`What they agreed to`}
        description={t`The text they read, such as “Yes, send me the newsletter”.`}
        value={note.wording}
        onChange={event => change({ wording: event.currentTarget.value })}
        maxLength={1000}
        autoComplete="off"
        required
      />
      <p className={`${css.quiet} ${css.small}`}>
        <Trans>
          The next step shows the columns, unless all of them are recognised. Nothing is imported before you have
          reviewed the result.
        </Trans>
      </p>
    </Form>
  )
}
