/**
 * What we use of mjml-core and mjml-preset-core: CommonJS without types. They are loaded with the first document, which takes a
 * quarter of a second, and through `require`, since loaders differ in what an import of them gives.
 */
import { createRequire } from 'node:module'

export interface MjmlNode {
  readonly tagName: string
  readonly line: number
  readonly attributes: Readonly<Record<string, string | boolean>>
  readonly children: readonly MjmlNode[]
  /** Of elements whose content is HTML or text. */
  readonly content?: string
}

interface Preset {
  readonly components: readonly { readonly endingTag?: boolean; getTagName(): string }[]
}

type Compile = (
  document: MjmlNode,
  options: {
    readonly presets: readonly Preset[]
    readonly validationLevel: 'soft'
    readonly fonts: Readonly<Record<string, string>>
  },
) => Promise<{
  readonly html: string
  readonly errors: readonly { readonly line: number; readonly tagName: string; readonly message: string }[]
}>

interface Mjml {
  readonly compile: Compile
  readonly preset: Preset
  /** Names of elements whose content is taken as it is. */
  readonly opaque: ReadonlySet<string>
}

let loaded: Mjml | undefined

export function loadMjml(): Mjml {
  if (loaded) return loaded
  const require = createRequire(import.meta.url)
  const { default: compile } = require('mjml-core') as { readonly default: Compile } // it has no types
  const preset = require('mjml-preset-core') as Preset // nor has this
  const opaque = preset.components.filter(({ endingTag }) => endingTag).map(component => component.getTagName())
  loaded = { compile, preset, opaque: new Set(opaque) }
  return loaded
}
