/** The name of a setting in the words of the console. */
import { useLingui } from '@lingui/react/macro'
import { settingNames } from './names.ts'

export function useSettingName(): (owner: string, name: string) => string {
  const { i18n } = useLingui()
  return (owner, name) => {
    const known = settingNames[`${owner}.${name}`] ?? settingNames[name]
    return known ? i18n._(known) : name
  }
}
