/** Who else has the editor of what is shown open, beside whether it is saved. */
import { useLingui } from '@lingui/react/macro'
import { listOf } from '../lib/format.ts'
import { type EditedItem, useOtherEditors } from '../live/editing.ts'
import { Chip } from '../ui/page.tsx'

/** @param isEditing whether this page counts as one, too */
export function OtherEditors({ of: item, isEditing }: { readonly of: EditedItem; readonly isEditing: boolean }) {
  const { t } = useLingui()
  const names = useOtherEditors(item, isEditing).map(shorten)
  const all = listOf(names)
  const [first = '', ...rest] = names
  // a region that is there before its text is read out
  return (
    <span role="status">
      {names.length > 0 && (
        <Chip tone="plain" icon="people">
          {rest.length === 0 ? t`${first} is editing` : t`${all} are editing`}
        </Chip>
      )}
    </span>
  )
}

/** UTF-16 units of a name beside a title on a phone. */
const longestName = 24

function shorten(name: string): string {
  return name.length <= longestName ? name : `${name.slice(0, longestName - 1).trimEnd()}…`
}
