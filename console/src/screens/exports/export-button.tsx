/** Has a file made of what a screen shows: asks for the format, shows how far it is, and leads to the file. */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ParametersOf } from '../../../../src/client/client.ts'
import { call } from '../../api/call.ts'
import { Choice } from '../../ui/check.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { css, Note } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'

/** What is exported, as `Export.Create` takes it. */
export interface Exported {
  readonly Kind: 'Subscribers' | 'History' | 'Recipients' | 'Suppressions' | 'ImportVerdicts'
  readonly ListID?: string
  readonly State?: string
  readonly CampaignID?: string
  readonly ImportID?: string
}

type Format = NonNullable<ParametersOf<'Export.Create'>['Format']>

interface Of {
  readonly clientId: string
  readonly exported: Exported
  /** The screen shows less than the file will hold. */
  readonly isNarrowed?: boolean
}

export function ExportButton(of: Of) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        <Trans>Export</Trans>
      </Button>
      {isOpen && (
        <Dialog title={t`Export as a file`} onClose={() => setOpen(false)}>
          <Asked {...of} />
        </Dialog>
      )}
    </>
  )
}

function Asked(of: Of) {
  const [exportId, setExportId] = useState<string>()
  return exportId === undefined ? (
    <Formats {...of} onBegun={setExportId} />
  ) : (
    <Made clientId={of.clientId} exportId={exportId} />
  )
}

function Formats({
  clientId,
  exported,
  isNarrowed = false,
  onBegun,
}: Of & { readonly onBegun: (exportId: string) => void }) {
  const { t } = useLingui()
  const [format, setFormat] = useState<Format>('Excel')
  const submit = async () =>
    onBegun(await call('Export.Create', { ClientID: clientId, ...exported, Format: format, Gzip: false }))
  return (
    <Form submit={submit} label={t`Make the file`} isWide>
      {isNarrowed && (
        <Note tone="warn">
          <p>
            <Trans>
              The search and the dates of this screen do not count: the file holds the whole list, or one state of it.
            </Trans>
          </p>
        </Note>
      )}
      <Choice
        label={t`Format`}
        value={format}
        onChange={setFormat}
        of={[
          {
            value: 'Excel',
            label: t`CSV for Excel`,
            description: t`Opens in spreadsheets; nothing in it runs as a formula.`,
          },
          {
            value: 'Xlsx',
            label: t`Workbook (XLSX)`,
            description: t`Every cell is text, telephone numbers too.`,
          },
          { value: 'Csv', label: t`CSV for programs`, description: t`Values as they are.` },
          { value: 'JsonLines', label: t`JSON lines`, description: t`One object for each row.` },
        ]}
      />
      <p className={`${css.quiet} ${css.small}`}>
        <Trans>The file is kept for 7 days. Exports and downloads are written into the audit log.</Trans>
      </p>
    </Form>
  )
}

/** Milliseconds between two looks at an export that is being written. */
const lookMs = 1000

function Made({ clientId, exportId }: { readonly clientId: string; readonly exportId: string }) {
  const { t } = useLingui()
  const named = { ClientID: clientId, ExportID: exportId }
  const { data, error } = useQuery({
    queryKey: ['Export.Get', named],
    queryFn: ({ signal }) => call('Export.Get', named, { signal }),
    refetchInterval: ({ state }) => (state.data?.State === 'Done' || state.data?.State === 'Failed' ? false : lookMs),
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
          <Plural value={rows} one="The file is being written: # row." other="The file is being written: # rows." />
        )}
      </p>
      {isDone ? (
        <Download {...named} name={FileName} />
      ) : (
        <progress style={{ width: '100%' }} aria-label={t`Writing the file`} />
      )}
    </div>
  )
}

/** A link ends after some minutes: each download asks for one of its own. */
function Download({ name, ...named }: { readonly ClientID: string; readonly ExportID: string; readonly name: string }) {
  const { t } = useLingui()
  const follow = async () => {
    const { URL: link = '' } = await call('Export.GetLink', named)
    // answered as an attachment: the page stays
    location.assign(new URL(link).pathname)
  }
  return (
    <Form submit={follow} label={t`Download`} isWide>
      <p>
        <bdi>{name}</bdi>
      </p>
    </Form>
  )
}
