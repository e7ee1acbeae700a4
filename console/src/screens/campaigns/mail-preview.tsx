import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { call } from '../../api/call.ts'
import type { Draft } from '../../drafts/parts.ts'
import { may, useSession } from '../../session/session.ts'
import { Empty, Panel } from '../../ui/page.tsx'
import type { PreviewOptions } from '../content/content.ts'
import { PreviewPane } from '../content/preview-pane.tsx'
import css from './campaign.module.css'

/** The mail as readers see it, of the revision that is saved. */
export function MailPreview({
  clientId,
  campaignId,
  draft,
}: {
  readonly clientId: string
  readonly campaignId: string
  readonly draft: Pick<Draft, 'Revision' | 'Content'>
}) {
  const { t } = useLingui()
  const session = useSession()
  const load = useCallback(
    ({ PersonalizeAs = '', signal }: PreviewOptions) =>
      call('Campaign.Preview', { CampaignID: campaignId, PersonalizeAs }, { signal }),
    [campaignId],
  )
  return (
    <aside className={css.preview} aria-label={t`Preview`}>
      {draft.Content ? (
        <PreviewPane
          of={['Campaign.Preview', campaignId]}
          load={load}
          revision={draft.Revision}
          canPersonalize={may(session, 'ReadAudience', clientId)}
        />
      ) : (
        <Panel title={t`Preview`}>
          <Empty icon="campaign" title={t`No preview yet`}>
            <Trans>
              The mail is shown here as soon as it has content: on a desktop, on a phone, in dark mode and as text.
            </Trans>
          </Empty>
        </Panel>
      )}
    </aside>
  )
}
