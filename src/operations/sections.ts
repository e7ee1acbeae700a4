/** Content.GetSectionKinds, CompileSections and OpenCanvas: sections without a draft. */
import { longestSections, mostSections } from '../contract/limits.ts'
import { compiledSections } from '../domain/campaigns/drafting/sections-source.ts'
import { openCanvas } from '../domain/campaigns/mails/preview.ts'
import { lookOf, noBrand } from '../domain/content/sections/look.ts'
import { presentVersion, sectionKinds, themeSettings } from '../domain/content/sections/schema.ts'
import { readValues, type Setting, type Settings } from '../domain/content/sections/settings.ts'
import { findBrandingOf } from '../store/accounts/branding.ts'
import { type Handlers, sourceParts } from './dependencies.ts'
import { partsOf } from './previews.ts'

type Names = 'Content.GetSectionKinds' | 'Content.CompileSections' | 'Content.OpenCanvas'

export const sections: Pick<Handlers, Names> = {
  async 'Content.CompileSections'({ Sections, Marked }, { client }, parts) {
    const isMarked = Marked === true
    const { html, leftOut } = await compiledSections(sourceParts(parts), Sections ?? '', client.clientId, isMarked)
    return {
      Html: html,
      Bytes: Buffer.byteLength(html),
      LeftOut: leftOut.map(({ path, message }) => ({ Path: path, Message: message })),
    }
  },

  async 'Content.OpenCanvas'(_params, { client, origin }, dependencies) {
    const { canvas, expires } = await openCanvas(partsOf(dependencies, origin), client)
    return { URL: canvas, ExpiresDate: expires }
  },

  async 'Content.GetSectionKinds'(_params, { client }, { db }) {
    const look = lookOf(readValues({}, themeSettings, ''), (await findBrandingOf(db, client.clientId)) ?? noBrand)
    const colours: Readonly<Record<string, string>> = {
      ...{ accent: look.accent, background: look.background, surface: look.surface, ink: look.ink },
    }
    return {
      Version: presentVersion,
      Longest: longestSections,
      Most: mostSections,
      Theme: settingsOf(themeSettings).map(one => ({ ...one, Default: colours[one.Name] ?? one.Default })),
      Kinds: Object.entries(sectionKinds).map(([Kind, settings]) => ({ Kind, Settings: settingsOf(settings) })),
    }
  },
}

function settingsOf(settings: Settings) {
  return Object.entries(settings).map(([name, setting]) => {
    const isList = setting.type === 'Items'
    return {
      ...described(name, setting),
      Least: isList ? setting.least : 0,
      Most: isList ? setting.most : 0,
      Settings: isList ? Object.entries(setting.settings).map(([inside, one]) => described(inside, one)) : [],
    }
  })
}

function described(name: string, setting: Setting) {
  return {
    Name: name,
    Type: setting.type,
    Default: setting.type === 'Items' ? '' : String(setting.initial),
    Longest: 'longest' in setting ? setting.longest : 0,
    Choices: setting.type === 'Choice' ? setting.choices : [],
  }
}
