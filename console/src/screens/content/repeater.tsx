/** Any number of items of a template, each in one of its layouts. */
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Icon } from '../../ui/icons.tsx'
import css from './content.module.css'
import type { Region, RegionItem, RegionValue } from './content.ts'
import { ItemActs } from './item-acts.tsx'
import { RegionField } from './region-field.tsx'
import { labelOf, withValue } from './values.ts'

export interface RepeaterProps {
  readonly clientId: string
  readonly region: Region
  readonly value: RegionValue | undefined
  readonly onChange: (value: RegionValue) => void
  readonly isLocked: boolean
  /** Keys of custom fields. */
  readonly fields?: readonly string[] | undefined
}

export function Repeater({ clientId, region, value, onChange, isLocked, fields }: RepeaterProps) {
  const { t } = useLingui()
  const { Name = '', Label = '', Layouts = [] } = region
  const name = labelOf(Label, Name)
  // the template shows each layout once
  const items = value?.Items ?? Layouts.map(({ Label: layout = '' }): RegionItem => ({ Layout: layout, Regions: [] }))
  const change = (next: RegionItem[]) => onChange({ Name, Items: next })
  return (
    <fieldset className={css.repeater}>
      <legend>{name}</legend>
      {items.map((item, n) => {
        const layout = Layouts.find(one => one.Label === item.Layout) ?? Layouts[0]
        const which = n + 1
        const values = item.Regions ?? []
        return (
          <section key={`${n}`} className={css.item} aria-label={t`${name}, item ${which}`}>
            <div className={css.itemHead}>
              <p className={css.itemTitle}>
                {which}. <bdi>{layout?.Label}</bdi>
              </p>
              {!isLocked && <ItemActs name={name} items={items} at={n} onChange={change} />}
            </div>
            {layout?.Regions?.map(inside => (
              <RegionField
                key={inside.Name}
                clientId={clientId}
                region={inside}
                value={values.find(one => one.Name === inside.Name)}
                onChange={given => change(items.with(n, { ...item, Regions: withValue(values, given) }))}
                isLocked={isLocked}
                fields={fields}
              />
            ))}
          </section>
        )
      })}
      {!isLocked && (
        <div className={css.adders}>
          {Layouts.map(({ Label: layout = '' }) => (
            <Button
              key={layout}
              variant="default"
              size="compact-sm"
              leftSection={<Icon name="plus" size={16} />}
              onClick={() => change([...items, { Layout: layout, Regions: [] }])}
            >
              {t`Add ${layout}`}
            </Button>
          ))}
        </div>
      )}
    </fieldset>
  )
}
