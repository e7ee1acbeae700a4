/** Has a file made of what a screen shows: asks for the format, shows how far it is, and leads to the file. */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { reread } from '../../live/reread.ts'
import { Choice } from '../../ui/check.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Form } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { css, Note } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import type { NamedList } from '../lists/named-list.ts'
import { download } from './download.ts'
import { formatWords, isUnderWay, type Kind, kindWords, lookMs, type TableFormat, tableFormats } from './words.ts'

/** What is exported, as `Export.Create` takes it. */
export interface Exported {
  readonly Kind: Kind
  readonly ListID?: string
  readonly Segment?: string
  readonly State?: string
  readonly CampaignID?: string
  readonly ImportID?: string
  readonly Undoing?: 'LeftAlone'
  readonly Scope?: 'Account' | 'Client' | 'List'
}

interface Of {
  readonly clientId: string
  readonly exported: Exported
  /** What else can be chosen, each of another kind. */
  readonly others?: readonly Exported[]
  /** What the screen shows is less than the file will hold: how much that is. */
  readonly narrowed?: string | undefined
  /** Name of the client that keeps the file, where the screen is not one of that client. */
  readonly keeper?: string
  /** Lists of which one is chosen, in place of that of `exported`. */
  readonly lists?: readonly NamedList[] | undefined
}

/** @param name what the button is about, where the word Export alone does not say it; it is small then */
export function ExportButton({ name, ...request }: Of & { readonly name?: string }) {
  const { t } = useLingui()
  return (
    <DialogButton
      variant="default"
      {...(name !== undefined && { size: 'compact-sm', 'aria-label': t`Export ${name}` })}
      dialog={close => (
        <Dialog title={t`Export as a file`} onClose={close}>
          <ExportDialog {...request} />
        </Dialog>
      )}
    >
      <Trans>Export</Trans>
    </DialogButton>
  )
}

function ExportDialog(request: Of) {
  const [exportId, setExportId] = useState<string>()
  return exportId === undefined ? (
    <ExportForm {...request} onBegun={setExportId} />
  ) : (
    <ExportProgress clientId={request.clientId} exportId={exportId} />
  )
}

function ExportForm({
  clientId,
  exported,
  others = [],
  narrowed,
  keeper,
  lists = [],
  onBegun,
}: Of & { readonly onBegun: (exportId: string) => void }) {
  const { t, i18n } = useLingui()
  const [format, setFormat] = useState<TableFormat>('Excel')
  const [kind, setKind] = useState(exported.Kind)
  const [listId, setListId] = useState(lists[0]?.ListID)
  const all = [exported, ...others]
  const chosen = all.find(({ Kind }) => Kind === kind) ?? exported
  async function submit() {
    const begun = await call('Export.Create', {
      ClientID: clientId,
      ...chosen,
      ...(listId !== undefined && { ListID: listId }),
      Format: format,
      Gzip: false,
    })
    await reread('exports')
    onBegun(begun)
  }
  return (
    <Form submit={submit} label={t`Create the file`} isWide>
      {narrowed !== undefined && (
        <Note tone="warn">
          <p>{narrowed}</p>
        </Note>
      )}
      {listId !== undefined && (
        <NativeSelect
          label={t`From the list`}
          value={listId}
          onChange={event => setListId(event.currentTarget.value)}
          data={lists.map(({ ListID = '', Name = '' }) => ({ value: ListID, label: Name }))}
        />
      )}
      {others.length > 0 && (
        <Choice
          label={t`What`}
          value={kind}
          onChange={setKind}
          of={all.map(({ Kind: value }) => ({
            value,
            label: i18n._(kindWords[value].label),
            description: i18n._(kindWords[value].meaning),
          }))}
        />
      )}
      <Choice
        label={t`Format`}
        value={format}
        onChange={setFormat}
        of={tableFormats.map(value => ({
          value,
          label: i18n._(formatWords[value].label),
          description: i18n._(formatWords[value].meaning),
        }))}
      />
      {keeper !== undefined && (
        <p className={css.small}>
          <Trans>
            The file is stored with the exports of <bdi>{keeper}</bdi>.
          </Trans>
        </p>
      )}
      <p className={`${css.quiet} ${css.small}`}>
        <Trans>The file is stored for 7 days. Exports and downloads are recorded in the audit log.</Trans>
      </p>
    </Form>
  )
}

/** How far an export is, and the way to its file. */
export function ExportProgress({ clientId, exportId }: { readonly clientId: string; readonly exportId: string }) {
  const { t } = useLingui()
  const named = { ClientID: clientId, ExportID: exportId }
  const { data, error } = useQuery({
    queryKey: ['Export.Get', named],
    queryFn: ({ signal }) => call('Export.Get', named, { signal }),
    refetchInterval: ({ state }) => (state.data && !isUnderWay(state.data) ? false : lookMs),
  })
  const rows = data?.RowsWritten ?? 0
  if (error) return <Refused error={error} />
  if (data?.State === 'Failed')
    return (
      <Note tone="bad" role="alert">
        <p>{data.Problem}</p>
      </Note>
    )
  const isDone = data?.State === 'Done'
  const { FileName = '' } = data ?? {}
  return (
    <div className={css.form}>
      <p role="status">
        {isDone ? (
          <Plural value={rows} one="The file is ready: # row." other="The file is ready: # rows." />
        ) : (
          <Plural value={rows} one="Creating the file: # row." other="Creating the file: # rows." />
        )}
      </p>
      {isDone ? (
        <Download {...named} name={FileName} />
      ) : (
        <progress className={layout.full} aria-label={t`Creating the file`} />
      )}
      <p className={css.small}>
        <Link to="/clients/$clientId/exports" params={{ clientId }}>
          <Trans>All exports</Trans>
        </Link>
      </p>
    </div>
  )
}

function Download({ name, ...named }: { readonly ClientID: string; readonly ExportID: string; readonly name: string }) {
  const { t } = useLingui()
  return (
    <Form submit={() => download(named)} label={t`Download`} isWide>
      <p>
        <bdi>{name}</bdi>
      </p>
    </Form>
  )
}
