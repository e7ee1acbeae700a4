/** The record types of MJML, of the editable regions of templates, and of starter templates. */
import { boolean, enumeration, int, list, longText, record, text } from './shapes.ts'

/** UTF-16 units of an MJML document. */
export const longestMjml = 500_000
/** UTF-16 units of a document of sections; what they may hold: domain/content/sections/schema.ts. */
export const longestSections = 250_000
export const mostSections = 60
/** Regions of a template, those in repeaters included; also values that are given for them at once. */
export const mostRegions = 1_000
/** UTF-16 units of what a region is to hold; single lines and addresses have limits of their own. */
const longestRegion = 100_000

/** With an Error there is no HTML. */
export const Severity = enumeration('MjmlSeverity', 'Error', 'Warning')

export const MjmlProblem = record('MjmlProblem', {
  Line: int,
  Column: int,
  Tag: text,
  Message: text,
  Severity,
})

export const CompiledMjml = record('CompiledMjml', { Html: text, Bytes: int, Problems: list(MjmlProblem) })

export const RegionKind = enumeration('RegionKind', 'SingleLine', 'MultiLine', 'Image', 'Repeater')

const region = {
  Name: text,
  Label: text,
  Kind: RegionKind,
  Content: text,
  Alt: text,
  CanLink: boolean,
  Href: text,
  Width: int,
  Height: int,
}

/** A region of an item; a repeater holds no other. */
export const ItemRegion = record('ItemRegion', region)

export const RegionLayout = record('RegionLayout', { Label: text, Regions: list(ItemRegion) })

export const TemplateRegion = record('TemplateRegion', { ...region, Layouts: list(RegionLayout) })

const value = { Name: text, Content: longText(longestRegion), Alt: text, Href: text }

export const ItemRegionValue = record('ItemRegionValue', value)

export const RegionItem = record('RegionItem', { Layout: text, Regions: list(ItemRegionValue) })

export const RegionValue = record('RegionValue', { ...value, Items: list(RegionItem) })

/** Values by position. A region without one is left out, unlike those of RegionValue. */
const placedText = record('PlacedText', { Content: longText(longestRegion), Href: text })
const placedLeaves = {
  Singlelines: list(placedText),
  Multilines: list(placedText),
  Images: list(record('PlacedImage', { Content: text, Alt: text, Href: text })),
}
const placedItem = record('PlacedItem', { Layout: text, ...placedLeaves })

export const PlacedContent = record('PlacedContent', {
  ...placedLeaves,
  Repeaters: list(record('PlacedRepeater', { Items: list(placedItem) })),
})

export const FilledTemplate = record('FilledTemplate', { Html: text, Bytes: int })

export const Starter = record('Starter', { Starter: text, Name: text, About: text })

/** Line and Lines are text, Text is HTML of a few elements, Html any HTML; Items are lists of values of their own settings. */
export const SectionSettingType = enumeration(
  'SectionSettingType',
  'Line',
  'Lines',
  'Text',
  'Html',
  'Image',
  'Link',
  'Color',
  'Choice',
  'Switch',
  'Items',
)

const setting = { Name: text, Type: SectionSettingType, Default: text, Longest: int, Choices: list(text) }

/** A setting of an item; an item holds no other items. */
export const SectionItemSetting = record('SectionItemSetting', setting)

export const SectionSetting = record('SectionSetting', {
  ...setting,
  Least: int,
  Most: int,
  Settings: list(SectionItemSetting),
})

export const SectionKind = record('SectionKind', { Kind: text, Settings: list(SectionSetting) })

export const SectionKinds = record('SectionKinds', {
  Version: int,
  Longest: int,
  Most: int,
  Theme: list(SectionSetting),
  Kinds: list(SectionKind),
})

/** Addresses that the mail leaves out. */
export const SectionLeftOut = record('SectionLeftOut', { Path: text, Message: text })

export const CompiledSections = record('CompiledSections', { Html: text, Bytes: int, LeftOut: list(SectionLeftOut) })
