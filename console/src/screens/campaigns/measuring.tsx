import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import type { Changes, Draft } from '../../drafts/parts.ts'
import css from './campaign.module.css'

/** Opens, clicks, and the tags of links. */
export function Measuring({
  draft,
  onChange,
}: {
  readonly draft: Draft
  readonly onChange: (changes: Changes) => void
}) {
  const { t } = useLingui()
  const tracking = draft.Tracking ?? { Opens: true, Clicks: true }
  const utm = draft.Utm ?? { None: false }
  const tags = [
    ['Source', 'utm_source'],
    ['Medium', 'utm_medium'],
    ['Campaign', 'utm_campaign'],
    ['Term', 'utm_term'],
    ['Content', 'utm_content'],
  ] as const
  return (
    <details className={css.more}>
      <summary>
        <Trans>Tracking and link tags</Trans>
      </summary>
      <div className={css.fields}>
        <div className={css.checks}>
          <Tick
            label={t`Count opens, if the lists allow it`}
            isOn={tracking.Opens}
            onChange={Opens => onChange({ Tracking: { ...tracking, Opens } })}
          />
          <Tick
            label={t`Count clicks, if the lists allow it`}
            isOn={tracking.Clicks}
            onChange={Clicks => onChange({ Tracking: { ...tracking, Clicks } })}
          />
          <Tick
            label={
              <>
                <Trans>Ask for consent to tracking</Trans>
                <small>
                  <Trans>
                    Nothing in this mail is tracked. It skips recipients who consented, or who were asked or refused in
                    the last six months.
                  </Trans>
                </small>
              </>
            }
            isOn={draft.AsksForConsent}
            onChange={AsksForConsent => onChange({ AsksForConsent })}
          />
          <Tick
            label={t`Do not add UTM tags to links, not even those of the client`}
            isOn={utm.None}
            onChange={None => onChange({ Utm: { ...utm, None } })}
          />
        </div>
        {!utm.None && (
          <div className={css.pair}>
            {tags.map(([tag, label]) => (
              <TextInput
                key={tag}
                label={label}
                value={utm[tag] ?? ''}
                onChange={event => onChange({ Utm: { ...utm, [tag]: event.currentTarget.value } })}
                maxLength={100}
                autoComplete="off"
              />
            ))}
          </div>
        )}
      </div>
    </details>
  )
}

export function Tick({
  label,
  isOn,
  onChange,
}: {
  readonly label: React.ReactNode
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}) {
  return (
    <label className={css.tick}>
      <input type="checkbox" checked={isOn} onChange={event => onChange(event.currentTarget.checked)} />
      <span dir="auto">{label}</span>
    </label>
  )
}
