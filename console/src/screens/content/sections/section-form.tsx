/** The settings of one section: its text, and its appearance in a folded part. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Icon } from '../../../ui/icons.tsx'
import content from '../content.module.css'
import { ItemActs } from '../item-acts.tsx'
import { itemsOf, type Section, type Setting, textOf, type Values, withSetting } from './document.ts'
import { looks } from './names.ts'
import css from './sections.module.css'
import { SettingField, type SettingFieldProps } from './setting-field.tsx'
import { useSettingName } from './setting-name.ts'
import { ShownToField } from './shown-to.tsx'

export interface SectionFormProps {
  readonly clientId: string
  readonly section: Section
  readonly settings: readonly Setting[]
  readonly onChange: (section: Section) => void
  readonly isLocked: boolean
  /** Keys of custom fields. */
  readonly fields: readonly string[]
}

export function SectionForm({ clientId, section, settings, onChange, isLocked, fields }: SectionFormProps) {
  const shared = { clientId, of: section.kind, values: section, isLocked, fields }
  const change = (values: Values) => onChange({ ...values, kind: section.kind })
  const field = (setting: Setting) =>
    setting.Type === 'Items' ? (
      <ItemsField key={setting.Name} {...shared} setting={setting} onChange={change} />
    ) : (
      <SettingField key={setting.Name} {...shared} setting={setting} onChange={change} />
    )
  const isLook = ({ Name = '' }: Setting) => looks.has(Name)
  const condition = settings.find(({ Type }) => Type === 'Condition')
  const look = settings.filter(isLook)
  return (
    <div className={content.fields}>
      {settings.filter(setting => !isLook(setting) && setting !== condition).map(field)}
      {look.length > 0 && (
        <details className={content.details}>
          <summary>
            <Trans>Design</Trans>
          </summary>
          <div className={css.looks}>{look.map(field)}</div>
        </details>
      )}
      {condition && (
        <ShownToField
          {...{ clientId, fields, isLocked }}
          value={textOf(section, condition)}
          onChange={next => change(withSetting(section, condition, next))}
        />
      )}
    </div>
  )
}

function ItemsField(props: SettingFieldProps) {
  const { clientId, of: owner, setting, values, onChange, isLocked, fields } = props
  const { t } = useLingui()
  const { Name = '', Least = 0, Most = 0, Settings = [] } = setting
  const name = useSettingName()(owner, Name)
  const items = itemsOf(values, setting)
  const change = (next: readonly Values[]) => onChange(withSetting(values, setting, next))
  return (
    <fieldset className={content.repeater}>
      <legend>{name}</legend>
      {items.map((item, n) => {
        const which = n + 1
        return (
          // items have no names of their own
          <section key={`${n}`} className={content.item} aria-label={t`${name}, item ${which}`}>
            <div className={content.itemHead}>
              <p className={content.itemTitle}>{which}.</p>
              {!isLocked && <ItemActs name={name} items={items} at={n} least={Least} onChange={change} />}
            </div>
            <div className={content.fields}>
              {Settings.map(inside => (
                <SettingField
                  key={inside.Name}
                  clientId={clientId}
                  of={Name}
                  setting={inside}
                  values={item}
                  onChange={next => change(items.with(n, next))}
                  isLocked={isLocked}
                  fields={fields}
                />
              ))}
            </div>
          </section>
        )
      })}
      {!isLocked && items.length < Most && (
        <div className={content.adders}>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="plus" size={16} />}
            onClick={() => change([...items, {}])}
          >
            {owner === 'social' ? <Trans>Add a link</Trans> : <Trans>Add a column</Trans>}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
