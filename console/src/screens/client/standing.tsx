/** Complaints and bounces against what is allowed, what may still be sent today, and the sending domains. */

import { Trans, useLingui } from '@lingui/react/macro'
import { dateTime, number, percentOf } from '../../lib/format.ts'
import { Chip, css, Panel } from '../../ui/page.tsx'
import { type Rate, Share } from '../../ui/share.tsx'
import own from './client-home.module.css'
import type { Overview } from './overview.ts'

export function Standing({ overview: { Standing, Last, Limit, Domains } }: { readonly overview: Overview }) {
  const { t } = useLingui()
  const bounced = (Last ?? []).reduce<Rate>(
    (sum, { Bounced }) => ({ Count: sum.Count + (Bounced?.Count ?? 0), Of: sum.Of + (Bounced?.Of ?? 0) }),
    { Count: 0, Of: 0 },
  )
  if (!Standing && !Limit && !Last) return null
  return (
    <Panel title={t`Sending health`}>
      <dl className={own.standing}>
        {Standing && (
          <div>
            <dt>
              <Trans>Complaints in 30 days</Trans>
            </dt>
            <dd>
              <Complaints of={Standing} />
            </dd>
          </div>
        )}
        {Last && Last.length > 0 && (
          <div>
            <dt>
              <Trans>Bounces of the last campaigns</Trans>
            </dt>
            <dd>
              <Share of={bounced} />
            </dd>
          </div>
        )}
        {Limit && (
          <div>
            <dt>
              <Trans>Sent today</Trans>
            </dt>
            <dd>
              <SentToday limit={Limit} />
            </dd>
          </div>
        )}
        {Domains && Domains.length > 0 && (
          <div>
            <dt>
              <Trans>Sending domains</Trans>
            </dt>
            <dd className={css.actions}>
              {Domains.map(({ Domain, Verified }) => (
                <Chip key={Domain} tone={Verified ? 'good' : 'warn'} icon="shield">
                  {Domain}{' '}
                  {Verified ? (
                    <Trans comment="a domain">verified</Trans>
                  ) : (
                    <Trans comment="a domain">not verified</Trans>
                  )}
                </Chip>
              ))}
            </dd>
          </div>
        )}
      </dl>
    </Panel>
  )
}

/** @param percent a number of percent; empty for none */
function limitOf(percent: string | undefined): string {
  return percent ? percentOf(Number(percent) / 100) : '–'
}

function Complaints({ of: standing }: { readonly of: NonNullable<Overview['Standing']> }) {
  const { Complaints = nothing, WarnAbove, HoldAbove, Held } = standing
  const isNone = Complaints.Of === 0
  return (
    <>
      <span className={css.actions}>
        <span>{isNone ? <Trans>No mail was sent.</Trans> : <Share of={Complaints} />}</span>
        {Held ? (
          <Chip tone="bad" icon="hand">
            <Trans>On hold</Trans>
          </Chip>
        ) : isAbove(Complaints, WarnAbove) ? (
          <Chip tone="warn">
            <Trans>Above the warning</Trans>
          </Chip>
        ) : isNone ? null : (
          <Chip tone="good">
            <Trans>No problems</Trans>
          </Chip>
        )}
      </span>
      {(WarnAbove || HoldAbove) && (
        <div className={`${css.quiet} ${css.small}`}>
          <Trans>
            Warning above {limitOf(WarnAbove)}, hold above {limitOf(HoldAbove)}
          </Trans>
        </div>
      )}
    </>
  )
}

const nothing: Rate = { Count: 0, Of: 0 }

function SentToday({ limit: { DailyLimit, SentToday, NextDate } }: { readonly limit: NonNullable<Overview['Limit']> }) {
  if (DailyLimit === 0) {
    return (
      <>
        {number(SentToday)}{' '}
        <span className={`${css.quiet} ${css.small}`}>
          <Trans>· no daily limit</Trans>
        </span>
      </>
    )
  }
  return (
    <>
      <Trans>
        {number(SentToday)} of {number(DailyLimit)}
      </Trans>
      <div className={`${css.quiet} ${css.small}`}>
        <Trans>Next day starts {dateTime(NextDate)}</Trans>
      </div>
    </>
  )
}

/** @param limit percent as the service writes it; empty for none */
export function isAbove(rate: Rate | undefined, limit: string | undefined): boolean {
  if (!rate || !limit || rate.Of === 0) return false
  return (rate.Count / rate.Of) * 100 > Number(limit)
}
