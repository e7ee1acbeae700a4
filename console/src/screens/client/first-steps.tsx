/** What a new client needs before its first campaign: shown until one was sent. */

import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { may, useSession } from '../../session/session.ts'
import { Icon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/page.tsx'
import { PathLink } from '../../ui/path-link.tsx'
import home from '../home.module.css'
import { NewList } from '../lists/new-list.tsx'
import type { Overview } from './overview.ts'

export function FirstSteps({ clientId, overview }: { readonly clientId: string; readonly overview: Overview }) {
  const { t } = useLingui()
  const session = useSession()
  const { Lists = [], Domains, Last, Next } = overview
  // what the role does not see, it does not teach
  if (!Last || !Domains || Last.length > 0) return null
  const hasList = Lists.length > 0
  const hasDomain = Domains.some(({ Verified }) => Verified)
  const hasNext = (Next ?? []).length > 0
  if (hasList && hasDomain && hasNext) return null
  const base = `/clients/${clientId}`
  const [list] = Lists
  return (
    <div className={home.setup}>
      <Panel title={t`First steps`} text={t`Then the first campaign can be sent.`}>
        <ol className={home.steps}>
          <Step
            isDone={hasList}
            label={t`The first list`}
            how={t`It contains the people who asked for one kind of mail.`}
          >
            {hasList ? (
              <Link to="/clients/$clientId/lists/$listId" params={{ clientId, listId: list?.ListID ?? '' }} dir="auto">
                {list?.Name}
              </Link>
            ) : (
              may(session, 'ChangeAudience', clientId) && <NewList clientId={clientId} />
            )}
          </Step>
          <Step
            isDone={hasDomain}
            label={t`A sending domain`}
            how={t`Mails from a verified domain are signed and better delivered. You publish some DNS records for it.`}
          >
            <PathLink to={`${base}/domains`}>
              <Trans>Sending domains</Trans>
            </PathLink>
          </Step>
          <Step isDone={hasNext} label={t`The first campaign`} how={t`Write it, send yourself a test, and send it.`}>
            <PathLink to={`${base}/campaigns`}>
              <Trans>Campaigns</Trans>
            </PathLink>
          </Step>
        </ol>
      </Panel>
    </div>
  )
}

function Step({
  isDone,
  label,
  how,
  children,
}: {
  readonly isDone: boolean
  readonly label: string
  readonly how: string
  readonly children: ReactNode
}) {
  const { t } = useLingui()
  return (
    <li>
      <span
        className={home.dot}
        data-done={isDone ? '' : undefined}
        role="img"
        aria-label={isDone ? t`Done` : t`To do`}
      >
        {isDone && <Icon name="check" size={14} />}
      </span>
      <span>
        <b>{label}</b>
        {!isDone && <p>{how}</p>}
      </span>
      <span>{children}</span>
    </li>
  )
}
