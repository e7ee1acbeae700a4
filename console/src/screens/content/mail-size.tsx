/** The size of a mail beside the one above which Gmail cuts it off. */
import { useLingui } from '@lingui/react/macro'
import { number } from '../../lib/format.ts'
import { Chip } from '../../ui/page.tsx'

/** Bytes above which Gmail cuts a mail off, with pixel and way out (reference/console.md §3). */
const clippedAbove = 102 * 1024

export function MailSize({ bytes }: { readonly bytes: number }) {
  const { t } = useLingui()
  const kilobytes = number(Math.ceil(bytes / 1024))
  if (bytes > clippedAbove) return <Chip tone="bad">{t`${kilobytes} KB: Gmail cuts it off at 102 KB`}</Chip>
  if (bytes > clippedAbove * 0.9) return <Chip tone="warn">{t`${kilobytes} of 102 KB that Gmail shows`}</Chip>
  return <Chip tone="good">{t`${kilobytes} of 102 KB that Gmail shows`}</Chip>
}
