/** Colours, typeface and width of the whole mail. */
import { Trans } from '@lingui/react/macro'
import content from '../content.module.css'
import type { Setting, Values } from './document.ts'
import css from './sections.module.css'
import { SettingField } from './setting-field.tsx'

/** A colour has no tags. */
const noFields: readonly string[] = []

export function ThemeForm({
  clientId,
  settings,
  theme,
  onChange,
  isLocked,
}: {
  readonly clientId: string
  readonly settings: readonly Setting[]
  readonly theme: Values
  readonly onChange: (theme: Values) => void
  readonly isLocked: boolean
}) {
  return (
    <details className={content.details}>
      <summary>
        <Trans>Colours and typeface of the mail</Trans>
      </summary>
      <p className={css.note}>
        <Trans>Empty fields use the branding of the client.</Trans>
      </p>
      <div className={css.looks}>
        {settings.map(setting => (
          <SettingField
            key={setting.Name}
            {...{ clientId, setting, onChange, isLocked }}
            of="theme"
            values={theme}
            fields={noFields}
          />
        ))}
      </div>
    </details>
  )
}
