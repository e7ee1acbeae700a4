/** The name of a setting in the words of the console. */
import { useLingui } from '@lingui/react/macro'
import { settingNames } from './names.ts'

export function useSettingName(): (of: string, name: string) => string {
  const { i18n } = useLingui()
  return (of, name) => {
    const known = settingNames[`${of}.${name}`] ?? settingNames[name]
    return known ? i18n._(known) : name
  }
}
