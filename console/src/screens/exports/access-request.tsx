/** Has all that is known of a contact put together as one ZIP, and leads to it. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Form } from '../../ui/form.tsx'
import { css } from '../../ui/page.tsx'
import { ExportProgress } from './export-button.tsx'

interface Of {
  readonly clientId: string
  readonly address: string
}

export function AccessRequest(contact: Of) {
  const { t } = useLingui()
  return (
    <DialogButton
      variant="default"
      dialog={close => (
        <Dialog title={t`Access request`} onClose={close}>
          <AccessRequestForm {...contact} />
        </Dialog>
      )}
    >
      <Trans>Access request</Trans>
    </DialogButton>
  )
}

function AccessRequestForm({ clientId, address }: Of) {
  const { t } = useLingui()
  const [exportId, setExportId] = useState<string>()
  if (exportId !== undefined) return <ExportProgress clientId={clientId} exportId={exportId} />
  const asked = {
    ClientID: clientId,
    Kind: 'AccessRequest',
    Email: address,
    Format: 'Zip',
    Gzip: false,
  } as const
  return (
    <Form submit={async () => setExportId(await call('Export.Create', asked))} label={t`Create the file`} isWide>
      <p>
        <Trans>
          A ZIP file with all data about <bdi>{address}</bdi>, for a person who requests it: a page to print, the data
          for programs, and the mails as they were sent.
        </Trans>
      </p>
      <p className={`${css.quiet} ${css.small}`}>
        <Trans>The file is stored for 7 days. Exports and downloads are recorded in the audit log.</Trans>
      </p>
    </Form>
  )
}
