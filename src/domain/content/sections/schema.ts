/**
 * The document of content that is written in sections: which kinds there are, their settings with defaults, and how much there may
 * be. The editor asks for this table (`Content.GetSectionKinds`) and has no other; `versions.ts` reads documents of earlier versions.
 */
import { longestSections, mostSections } from '../../../contract/limits.ts'
import { typefaceNames } from '../typefaces.ts'
import {
  choice,
  color,
  condition,
  html,
  image,
  invalidRefusal,
  items,
  line,
  lines,
  link,
  membersOf,
  readValues,
  type Settings,
  text,
  toggle,
  type Values,
} from './settings.ts'
import { type Upgrades, upgradeDocument } from './versions.ts'

export const presentVersion = 1

/** By the version that they read; each makes the next one. Version 1 is the first. */
const upgrades: Upgrades = {}

/** Behind the section, the room above and below it, and the condition under which people get it. */
const frame = { background: color(), space: choice('normal', 'none', 'small', 'large'), shownTo: condition() }
const align = choice('left', 'center', 'right')
const centred = choice('center', 'left', 'right')
const picture = { src: image(), alt: line() }

/** Settings by the kind of the section. Those that are left out have their defaults. */
export const sectionKinds = {
  heading: { text: line(), level: choice('1', '2', '3'), align, color: color(), ...frame },
  text: { html: text(), size: choice('normal', 'small', 'large'), align, color: color(), ...frame },
  image: {
    ...picture,
    href: link(),
    width: choice('full', 'large', 'medium', 'small'),
    align: centred,
    rounded: toggle(false),
    ...frame,
  },
  imageText: {
    ...picture,
    href: link(),
    side: choice('left', 'right'),
    title: line(),
    html: text(),
    ...frame,
  },
  button: {
    text: line(),
    href: link(),
    align,
    fill: color(),
    shape: choice('rounded', 'pill', 'square'),
    wide: toggle(false),
    ...frame,
  },
  columns: {
    columns: items({ ...picture, title: line(), html: text(), label: line(), href: link() }, 2, 3),
    align,
    color: color(),
    ...frame,
  },
  divider: {
    style: choice('solid', 'dashed', 'dotted'),
    thickness: choice('1', '2', '4'),
    width: choice('full', 'half', 'short'),
    color: color(),
    ...frame,
  },
  social: {
    links: items({ name: line(), href: link() }, 0, 10),
    style: choice('text', 'buttons'),
    align: centred,
    color: color(),
    ...frame,
  },
  footer: {
    html: text(),
    address: lines(),
    unsubscribe: line('Unsubscribe'),
    preferences: line('Preferences'),
    webVersion: line('Read in your browser'),
    align: centred,
    ...frame,
  },
  raw: { html: html(), align, ...frame },
} as const satisfies Record<string, Settings>

/** An empty colour is that of the client's branding, and so is the typeface `brand`. */
export const themeSettings = {
  accent: color(),
  background: color(),
  surface: color(),
  ink: color(),
  font: choice('brand', ...typefaceNames),
  headingFont: choice('brand', ...typefaceNames),
  width: choice('600', '640', '680'),
  /** What screen readers read it in. */
  language: choice('unknown', 'en', 'de', 'fr', 'es'),
} as const satisfies Settings

export type SectionKind = keyof typeof sectionKinds
export type SectionOf<Kind extends SectionKind> = { readonly kind: Kind } & Values<(typeof sectionKinds)[Kind]>
export type Section = { readonly [Kind in SectionKind]: SectionOf<Kind> }[SectionKind]
export type Theme = Values<typeof themeSettings>

/** Of the present version, with a value for each setting. */
export interface SectionDocument {
  readonly theme: Theme
  readonly sections: readonly Section[]
}

/**
 * Reads a document of this version or an earlier one. Linear in its length, which is limited.
 * @throws Refusal InvalidSections, which names the place: `sections[3].href`
 */
export function readSections(source: string): SectionDocument {
  const {
    version: _present,
    theme = {},
    sections,
    ...others
  } = upgradeDocument(parsed(source), upgrades, presentVersion)
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw invalidRefusal(unknown.slice(0, 40), 'is no part of a document of sections')
  if (!Array.isArray(sections)) throw invalidRefusal('sections', 'must be a list')
  if (sections.length > mostSections) throw invalidRefusal('sections', `has more than ${mostSections} sections`)
  return { theme: readValues(theme, themeSettings, 'theme'), sections: sections.map(readSection) }
}

/** The document in the present version, as its author wrote it otherwise. @throws Refusal InvalidSections */
export function inPresentVersion(source: string): string {
  const document = parsed(source)
  const inPresent = upgradeDocument(document, upgrades, presentVersion)
  return inPresent === document ? source : JSON.stringify(inPresent)
}

function parsed(source: string): Readonly<Record<string, unknown>> {
  if (source.length > longestSections) throw invalidRefusal('', `is longer than ${longestSections} characters`)
  let document: unknown
  try {
    document = JSON.parse(source)
  } catch {
    throw invalidRefusal('', 'must be JSON: {"version":1,"sections":[…]}')
  }
  return membersOf(document, '')
}

function readSection(given: unknown, n: number): Section {
  const path = `sections[${n}]`
  const { kind } = membersOf(given, path)
  if (typeof kind !== 'string' || !isKind(kind)) {
    throw invalidRefusal(`${path}.kind`, `must be one of ${Object.keys(sectionKinds).join(', ')}`)
  }
  return { kind, ...readValues(given, sectionKinds[kind], path, ['kind']) } as Section // values of the settings of its kind
}

function isKind(kind: string): kind is SectionKind {
  return Object.hasOwn(sectionKinds, kind)
}
