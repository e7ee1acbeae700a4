/** A letter of sections as a template: its texts, images and buttons become editable regions. */
import { compileMjml } from '../mjml/compile.ts'
import type { SectionBrand } from './look.ts'
import type { SectionDocument } from './schema.ts'
import { type Held, toMjml, withHeld } from './to-mjml.ts'

/** What the regions are called, in the language of the letter. */
export interface RegionLabels {
  readonly heading: string
  readonly text: string
  readonly button: string
  readonly image: string
}

/** Pure. Regions of one label get numbers where templates are read. @returns HTML with regions */
export async function compileAsTemplate({
  document,
  brand,
  labels,
}: {
  readonly document: SectionDocument
  readonly brand: SectionBrand
  readonly labels: RegionLabels
}): Promise<{ readonly html: string }> {
  const { mjml, held, kinds } = toMjml(document, brand)
  const { html, problems } = await compileMjml({ source: mjml })
  const error = problems.find(({ severity }) => severity === 'Error')
  if (error) throw new Error(`Sections became MJML with an error: ${error.message}`)
  const tag = (name: 'singleline' | 'multiline', label: string, inside: string) =>
    `<${name} label="${label}">${inside}</${name}>`
  const opened = html
    .replace(/\n\s+/g, '\n')
    .replace(/<img\b/g, `<img editable="true" label="${labels.image}"`)
    .replace(/<a\b[^<>]*>\s*<!--held(\d+)-->\s*<\/a>/g, (link, n: string) =>
      kinds[Number(n)] === 'button' ? tag('singleline', labels.button, link) : link,
    )
  const texts = held.map((text, n) => {
    const kind: Held | undefined = kinds[n]
    if (kind === 'text') return tag('multiline', labels.text, text)
    if (kind !== 'line') return text
    return text.replace(
      /^(<h\d[^>]*>)([\s\S]*)(<\/h\d>)$/,
      (_all, start: string, words: string, end: string) => `${start}${tag('singleline', labels.heading, words)}${end}`,
    )
  })
  return { html: withHeld(opened, texts) }
}
