/** What kind of mail came back, and why. */
import { useLingui } from '@lingui/react/macro'
import { classes, kinds } from './words.ts'

export function MailKind({
  kind = '',
  reason = '',
}: {
  readonly kind: string | undefined
  readonly reason: string | undefined
}) {
  const { t, i18n } = useLingui()
  const name = kinds[kind] ? i18n._(kinds[kind]) : kind || t`Not processed yet`
  const why = classes[reason] ? i18n._(classes[reason]) : reason
  return why === '' ? name : `${name}: ${why}`
}
