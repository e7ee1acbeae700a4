/** The steps of an import with the present one marked: file, columns, review, import. */
import { Trans, useLingui } from '@lingui/react/macro'
import own from './imports.module.css'

export type Step = 1 | 2 | 3 | 4

export function Steps({ at }: { readonly at: Step }) {
  const { t } = useLingui()
  const names = [t`File`, t`Columns`, t`Review`, t`Import`]
  return (
    <ol className={own.steps} aria-label={t`Steps of the import`}>
      {names.map((name, n) => (
        <li key={name} aria-current={n + 1 === at ? 'step' : undefined} data-done={n + 1 < at || undefined}>
          <span aria-hidden="true">{n + 1}</span>
          {name}
          {n + 1 < at && (
            <span className={own.hidden}>
              <Trans comment="a step of an import">done</Trans>
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
