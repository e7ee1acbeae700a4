import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { call } from '../../api/call.ts'
import type { Draft } from '../../drafts/parts.ts'
import { may, useSession } from '../../session/session.ts'
import { Empty, Panel } from '../../ui/page.tsx'
import type { PreviewOptions } from '../content/content.ts'
import { PreviewPane } from '../content/preview-pane.tsx'
import css from './campaign.module.css'
import { useVariant } from './use-variant.tsx'

/** The mail as readers see it, of the revision that is saved. */
export function MailPreview({
  clientId,
  campaignId,
  draft,
  canvasRef,
}: {
  readonly clientId: string
  readonly campaignId: string
  readonly draft: Pick<Draft, 'Revision' | 'Content' | 'FromEmail'>
  /** As for the preview. */
  readonly canvasRef?: ((place: HTMLElement | null) => void) | undefined
}) {
  const { t } = useLingui()
  const session = useSession()
  const { variant, choice } = useVariant(campaignId)
  const load = useCallback(
    ({ PersonalizeAs = '', signal }: PreviewOptions) =>
      call('Campaign.Preview', { CampaignID: campaignId, PersonalizeAs, Variant: variant }, { signal }),
    [campaignId, variant],
  )
  return (
    <aside className={css.preview} aria-label={t`Preview`}>
      {choice}
      {/* without a sender the service refuses to compose it, and the browser would log an error; sections can be edited all the same */}
      {draft.Content && (draft.FromEmail || canvasRef) ? (
        <PreviewPane
          of={['Campaign.Preview', `${campaignId}${variant}`]}
          load={load}
          revision={draft.Revision}
          isComplete={Boolean(draft.FromEmail)}
          peopleOf={may(session, 'ReadAudience', clientId) ? clientId : undefined}
          canvasRef={canvasRef}
        />
      ) : (
        <Panel title={t`Preview`}>
          <Empty icon="campaign" title={t`No preview yet`}>
            <Trans>
              The mail is shown here as soon as it has a sender and content: on a desktop, on a phone, in dark mode and
              as text.
            </Trans>
          </Empty>
        </Panel>
      )}
    </aside>
  )
}
