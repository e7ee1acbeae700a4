/** What can be written in the mail itself: the part of a section that a place shows, and the section with another text in it. */
import { itemsOf, type Section, type Setting, textOf, withSetting } from '../document.ts'
import type { Place } from './frame.ts'

export interface Part {
  readonly setting: Setting
  /** What the name of the setting belongs to: the kind of the section, or the list of the item. */
  readonly of: string
  readonly value: string
  readonly isRich: boolean
  readonly isImage: boolean
  readonly with: (value: string) => Section
  /** With other values beside it, such as the text of an image. */
  readonly withOthers: (values: Readonly<Record<string, string>>) => Section
  /** The value of a setting beside it. */
  readonly beside: (name: string) => string
}

/** @param settings of the section's kind @returns undefined for the section itself, and for what has no setting */
export function partOf(
  section: Section,
  settings: readonly Setting[],
  { path }: Pick<Place, 'path'>,
): Part | undefined {
  const [name, number, inside] = path
  const outer = settings.find(({ Name }) => Name === name)
  if (!outer) return undefined
  if (number === undefined) {
    return {
      ...kindOf(outer),
      setting: outer,
      of: section.kind,
      value: textOf(section, outer),
      with: value => withSetting(section, outer, value),
      withOthers: values => ({ ...section, ...values }),
      beside: other => String(section[other] ?? ''),
    }
  }
  const items = itemsOf(section, outer)
  const setting = outer.Settings?.find(({ Name }) => Name === inside)
  const item = typeof number === 'number' ? items[number] : undefined
  if (!setting || !item || typeof number !== 'number') return undefined
  const withItem = (changed: typeof item) => withSetting(section, outer, items.with(number, changed))
  return {
    ...kindOf(setting),
    setting,
    of: outer.Name ?? '',
    value: textOf(item, setting),
    with: value => withItem(withSetting(item, setting, value)),
    withOthers: values => withItem({ ...item, ...values }),
    beside: other => String(item[other] ?? ''),
  }
}

function kindOf({ Type }: Setting): Pick<Part, 'isRich' | 'isImage'> {
  return { isRich: Type === 'Text', isImage: Type === 'Image' }
}
