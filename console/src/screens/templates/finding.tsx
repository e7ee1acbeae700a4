/** Finding a template by a part of its name: what the screen of templates and a new campaign have in common. */
import { Trans } from '@lingui/react/macro'
import { css as parts } from '../../ui/page.tsx'

/** More than fit at a glance are searched. */
export const mostUnsearched = 6

/** @param find as it was typed; blank for every name */
export function isFound(name: string, find: string): boolean {
  return name.toLocaleLowerCase().includes(find.trim().toLocaleLowerCase())
}

/** What is said where no template is found, or more than are shown. */
export function FoundNote({ found, most }: { readonly found: number; readonly most: number }) {
  if (found > 0 && found <= most) return null
  return (
    <p className={parts.quiet} role="status">
      {found === 0 ? <Trans>No template has this name.</Trans> : <Trans>Type to find more.</Trans>}
    </p>
  )
}
