/** How far the campaign is: one bar of the ledger's states, the rate, what waits and why, and what may be done about it. */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { number, percentage } from '../../lib/format.ts'
import { Icon } from '../../ui/icons.tsx'
import layout from '../../ui/layout.module.css'
import { css, Panel } from '../../ui/page.tsx'
import { LifecycleActions } from './lifecycle.tsx'
import type { PartProps } from './part-props.ts'
import { useRate } from './rate.ts'
import own from './report.module.css'
import { openOf, type Progress, recipientStates, recipientWords } from './states.ts'
import { useWaiting, WaitNotes } from './wait-notes.tsx'

export function LiveProgress(props: PartProps) {
  const { t } = useLingui()
  const { progress } = props
  const title = progress.State === 'Sending' ? t`Sending` : t`Delivery`
  return (
    <Panel title={title} actions={<LifecycleActions {...props} />}>
      <div>
        <Headline {...props} />
        <Bar progress={progress} />
        <Legend {...props} />
        <WaitNotes {...props} />
      </div>
    </Panel>
  )
}

function Headline({ clientId, campaignId, progress }: PartProps) {
  const waiting = useWaiting(clientId, campaignId, progress)?.Waiting ?? 0
  const { Recipients, State } = progress
  const open = openOf(progress)
  const done = Recipients - open
  const rate = useRate(progress, waiting)
  const share = percentage(done, Recipients)
  return (
    <p className={own.headline} role="status">
      <strong>{share ?? number(done)}</strong>{' '}
      <span>
        <Trans>
          {number(done)} of {number(Recipients)} done
        </Trans>
        {State === 'Sending' && rate !== undefined && (
          <>
            {' · '}
            <Plural value={Math.round(rate.perMinute)} one="# a minute" other="# a minute" />
            {rate.minutesLeft !== undefined && (
              <>
                {' · '}
                <Plural value={rate.minutesLeft} one="about a minute left" other="about # minutes left" />
              </>
            )}
          </>
        )}
        {State === 'Sent' && open === 0 && (
          <>
            {' · '}
            <Trans>finished</Trans>
          </>
        )}
      </span>
    </p>
  )
}

/** A segment is at least three pixels wide, so that one of a million is seen. */
function Bar({ progress }: { readonly progress: Progress }) {
  const { i18n } = useLingui()
  const shown = recipientStates.filter(state => progress[state] > 0)
  const sentence = shown.map(state => `${i18n._(recipientWords[state].label)}: ${number(progress[state])}`).join(', ')
  return (
    <div className={own.bar} role="img" aria-label={sentence}>
      {shown.map(state => (
        <span
          key={state}
          className={state === 'Planned' ? own.planned : undefined}
          style={{ flexGrow: progress[state], backgroundColor: recipientWords[state].colour }}
        />
      ))}
    </div>
  )
}

function Legend({ clientId, campaignId, progress }: PartProps) {
  const { i18n } = useLingui()
  return (
    <ul className={own.legend}>
      {recipientStates
        .filter(state => progress[state] > 0)
        .map(state => {
          const { label, meaning, icon, tone, colour } = recipientWords[state]
          return (
            <li key={state}>
              <Link
                to="/clients/$clientId/campaigns/$campaignId/report"
                params={{ clientId, campaignId }}
                search={{ tab: 'recipients', state }}
                resetScroll={false}
                title={i18n._(meaning)}
              >
                <span className={own.swatch} style={{ backgroundColor: colour }} />
                <span className={`${css[tone]} ${layout.toned}`}>
                  <Icon name={icon} size={15} />
                </span>
                <span>{i18n._(label)}</span>
                <strong>{number(progress[state])}</strong>
              </Link>
            </li>
          )
        })}
    </ul>
  )
}
