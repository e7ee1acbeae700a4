/** A template whose open places are filled in by a form: its author owns the frame. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/call.ts'
import { Note, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import css from './content.module.css'
import type { Content, RegionValue } from './content.ts'
import type { ContentEditorProps } from './props.ts'
import { RegionField } from './region-field.tsx'
import { Repeater } from './repeater.tsx'
import { TextPart } from './text-part.tsx'
import { withValue } from './values.ts'

export function RegionsEditor({
  clientId,
  content = { Kind: 'Regions' },
  onChange,
  isLocked = false,
  fields,
}: ContentEditorProps) {
  const { t } = useLingui()
  const { TemplateID = '', Template, Values = [], Text = '' } = content
  const { data, error, isPending } = useQuery(read('Template.GetRegions', { TemplateID }))
  const { Revision = 0, NewestRevision = 0 } = Template ?? {}
  const base: Content = { Kind: 'Regions', TemplateID, ...(Template && { Template }), Values, Text }
  const change = (value: RegionValue) => onChange({ ...base, Values: withValue(Values, value) })
  if (isPending) return <Skeletons lines={6} />
  return (
    <div className={css.fields}>
      <Refused error={error} />
      {Revision > 0 && NewestRevision > Revision && (
        <Note tone="plain">
          <p>
            <Trans>The template has changed since you chose it. This content keeps its copy.</Trans>{' '}
            {!isLocked && (
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => onChange({ ...base, Template: { Revision: NewestRevision, NewestRevision } })}
              >
                <Trans>Use the newer one</Trans>
              </Button>
            )}
          </p>
        </Note>
      )}
      {data?.length === 0 && (
        <Note tone="plain">
          <p>{t`This template has no editable regions. It is sent as it is.`}</p>
        </Note>
      )}
      {data?.map(region => {
        const value = Values.find(({ Name }) => Name === region.Name)
        const shared = { clientId, region, value, isLocked, fields, onChange: change }
        return region.Kind === 'Repeater' ? (
          <Repeater key={region.Name} {...shared} />
        ) : (
          <RegionField key={region.Name} {...shared} />
        )
      })}
      <TextPart value={Text} onChange={text => onChange({ ...base, Text: text })} isLocked={isLocked} />
    </div>
  )
}
