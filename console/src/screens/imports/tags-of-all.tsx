/** Tags that everybody in the file gets, besides those of a column. */
import { useLingui } from '@lingui/react/macro'
import { Panel } from '../../ui/page.tsx'
import type { TagLabel } from '../tags/tag-chip.tsx'
import { TagList } from '../tags/tag-chip.tsx'
import { isSameName, TagInput, useTags } from '../tags/tag-input.tsx'
import type { Changes, Mapping } from './columns.ts'

export function TagsOfAll({
  clientId,
  mapping: { Tags = [] },
  onChange,
}: {
  readonly clientId: string
  readonly mapping: Mapping
  readonly onChange: (changes: Changes) => void
}) {
  const { t } = useLingui()
  const known = useTags(clientId)
  const shown = Tags.map(
    (Name): TagLabel => known.find(tag => isSameName(tag.Name ?? '', Name)) ?? { TagID: Name, Name, Color: 'Grey' },
  )
  return (
    <Panel title={t`Tags for all`} text={t`Everybody in the file gets them. Undoing the import takes them away again.`}>
      <TagList
        of={shown}
        onRemove={({ Name = '' }) => onChange({ Tags: Tags.filter(name => !isSameName(name, Name)) })}
      />
      <TagInput
        clientId={clientId}
        mayCreate
        isBusy={false}
        onAdd={name => onChange({ Tags: [...Tags.filter(one => !isSameName(one, name)), name] })}
      />
    </Panel>
  )
}
