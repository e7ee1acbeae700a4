/** The page on which people without a mail of the client ask for the link to their preferences. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { LettershopError } from '../../../../src/client/client.ts'
import { read } from '../../api/call.ts'
import * as codes from '../../api/codes.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { css, Panel } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'

export function LeavePage({ clientId }: { readonly clientId: string }) {
  const { t } = useLingui()
  const { data, error } = useQuery(read('Client.GetLeavePage', { ClientID: clientId }))
  const isMissing = error instanceof LettershopError && error.code === codes.PublicUrlRequired
  return (
    <Panel
      title={t`Unsubscribing without a mail`}
      text={t`A public page for your imprint or website. People enter their address and get a mail with the link to their preferences.`}
    >
      {isMissing ? (
        <p className={css.quiet}>
          <Trans>The page needs the public URL of this installation.</Trans>
        </p>
      ) : (
        <Refused error={error} />
      )}
      {data?.URL && <CopyText text={data.URL} />}
    </Panel>
  )
}
