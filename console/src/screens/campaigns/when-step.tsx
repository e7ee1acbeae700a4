import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/call.ts'
import type { Draft } from '../../drafts/parts.ts'
import { JudgedAtStart, namesSegments } from './audience-step.tsx'
import css from './campaign.module.css'
import { Clocks } from './clocks.tsx'
import { Timing } from './timing.tsx'

/** Now, or at a date of the client's clock. */
export function WhenStep({
  clientId,
  campaignId,
  draft,
  at,
  onChange,
}: {
  readonly clientId: string
  readonly campaignId: string
  readonly draft: Draft
  readonly at: string | undefined
  readonly onChange: (at: string | undefined) => void
}) {
  const { t } = useLingui()
  const { data: options } = useQuery(read('Client.GetOptions', { ClientID: clientId }))
  const seconds = options?.StopSeconds ?? 0
  return (
    <div className={css.fields}>
      <div className={css.checks}>
        <label className={css.tick}>
          <input type="radio" name="when" checked={at === undefined} onChange={() => onChange(undefined)} />
          <span>
            <Trans>Immediately</Trans>
            {seconds > 0 && (
              <small>
                <Trans>It is sent {seconds} seconds later and can be stopped until then.</Trans>
              </small>
            )}
          </span>
        </label>
        <label className={css.tick}>
          <input
            type="radio"
            name="when"
            checked={at !== undefined}
            onChange={() => onChange(at ?? tomorrowMorning())}
          />
          <span>
            <Trans>At a date and time</Trans>
          </span>
        </label>
      </div>
      {at !== undefined && (
        <>
          <TextInput
            type="datetime-local"
            label={t`Date and time in the client’s time zone`}
            value={at}
            onChange={event => event.currentTarget.value !== '' && onChange(event.currentTarget.value.slice(0, 16))}
            maw="18rem"
          />
          <Clocks clientId={clientId} date={`${at.replace('T', ' ')}:00`} hasHints />
          {namesSegments(draft) && <JudgedAtStart />}
        </>
      )}
      <Timing campaignId={campaignId} draft={draft} at={at} />
    </div>
  )
}

/** A beginning: the clock of the client may be on another day, which the lines below show. */
function tomorrowMorning(): string {
  const day = new Date(Date.now() + 86_400_000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}T09:00`
}
