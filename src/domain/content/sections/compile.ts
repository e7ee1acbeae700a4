/** Content that is written in sections → HTML, by a worker thread. */
import { compileMjml } from '../mjml/compile.ts'
import type { SectionBrand } from './look.ts'
import type { SectionDocument } from './schema.ts'
import { type LeftOut, toMjml, withHeld } from './to-mjml.ts'

export interface CompiledSections {
  readonly html: string
  /** In the order of the document. */
  readonly leftOut: readonly LeftOut[]
}

/** The compiler indents; Gmail cuts off what is above 102 KB. What is held has none of it yet. */
function withoutIndents(html: string): string {
  return html.replace(/\n\s+/g, '\n')
}

/** Pure. @throws Error for MJML that does not compile, which no valid document becomes */
export async function compileSections({
  document,
  brand,
  isMarked = false,
}: {
  readonly document: SectionDocument
  readonly brand: SectionBrand
  /** As for `toMjml`. */
  readonly isMarked?: boolean
}): Promise<CompiledSections> {
  const { mjml, held, leftOut } = toMjml(document, brand, isMarked)
  const { html, problems } = await compileMjml({ source: mjml })
  const error = problems.find(({ severity }) => severity === 'Error')
  if (error) throw new Error(`Sections became MJML with an error: ${error.message}`)
  return { html: withHeld(withoutIndents(html), held), leftOut }
}
