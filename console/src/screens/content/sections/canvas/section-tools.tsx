/** Size, alignment and colour of a section, beside the tools of its text. They are settings of the section, so the mail looks as the service makes it. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Icon, type IconName } from '../../../../ui/icons.tsx'
import { Tool } from '../../rich-toolbar.tsx'
import { ColorField } from '../color-field.tsx'
import { type Section, type Setting, textOf, type Values, withSetting } from '../document.ts'
import { useChoiceName } from '../setting-field.tsx'
import { useSettingName } from '../setting-name.ts'
import css from './canvas.module.css'

export interface SectionToolsProps {
  readonly section: Section
  readonly settings: readonly Setting[]
  readonly theme: Values
  readonly themeSettings: readonly Setting[]
  readonly onChange: (section: Section) => void
}

const alignIcons: Readonly<Record<string, IconName>> = { left: 'alignLeft', center: 'alignCenter', right: 'alignRight' }

export function SectionTools({ section, settings, theme, themeSettings, onChange }: SectionToolsProps) {
  const choiceOf = useChoiceName()
  const nameOf = useSettingName()
  const find = (...names: readonly string[]) => settings.find(({ Name = '' }) => names.includes(Name))
  const size = find('size', 'level')
  const align = find('align')
  const color = find('color', 'fill')
  const set = (setting: Setting, value: string) => onChange(withSetting(section, setting, value))
  return (
    <>
      {size && (
        <select
          className={css.size}
          aria-label={nameOf(section.kind, size.Name ?? '')}
          value={textOf(section, size)}
          onChange={event => set(size, event.currentTarget.value)}
        >
          {(size.Choices ?? []).map(one => (
            <option key={one} value={one}>
              {choiceOf(size.Name ?? '', one)}
            </option>
          ))}
        </select>
      )}
      {align?.Choices?.toSorted((one, other) => order(one) - order(other)).map(one => (
        <Tool
          key={one}
          label={`${nameOf(section.kind, 'align')}: ${choiceOf('align', one)}`}
          isOn={textOf(section, align) === one}
          onClick={() => set(align, one)}
        >
          <Icon name={alignIcons[one] ?? 'alignLeft'} size={16} />
        </Tool>
      ))}
      {color && (
        <ColorTool
          {...{ theme, themeSettings }}
          label={nameOf(section.kind, color.Name ?? '')}
          value={textOf(section, color)}
          onChoose={value => set(color, value)}
        />
      )}
    </>
  )
}

function order(choice: string): number {
  return Object.keys(alignIcons).indexOf(choice)
}

function ColorTool({
  label,
  value,
  theme,
  themeSettings,
  onChoose,
}: Pick<SectionToolsProps, 'theme' | 'themeSettings'> & {
  readonly label: string
  readonly value: string
  readonly onChoose: (color: string) => void
}) {
  const { t } = useLingui()
  const nameOf = useSettingName()
  const [isOpen, setOpen] = useState(false)
  const brand = themeSettings
    .filter(({ Type }) => Type === 'Color')
    .map(setting => ({
      name: nameOf('theme', setting.Name ?? ''),
      color: textOf(theme, setting) || (setting.Default ?? ''),
    }))
  const choose = (color: string) => {
    setOpen(false)
    onChoose(color)
  }
  return (
    <>
      <Tool label={label} onClick={() => setOpen(true)}>
        <Icon name="palette" size={16} />
      </Tool>
      {isOpen && (
        <Dialog title={label} onClose={() => setOpen(false)}>
          <div className={css.colors}>
            <button type="button" data-first="" aria-pressed={value === ''} onClick={() => choose('')}>
              <Trans>Same as the mail</Trans>
            </button>
            {brand.map(({ name, color }) => (
              <button key={name} type="button" aria-pressed={value === color} onClick={() => choose(color)}>
                <span style={{ background: color }} />
                {name}
              </button>
            ))}
            <ColorField label={t`Another colour`} value={value} initial="" onChange={onChoose} isLocked={false} />
          </div>
        </Dialog>
      )}
    </>
  )
}
