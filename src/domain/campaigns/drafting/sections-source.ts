/** Sections as the source of a draft: a JSON document that is kept as it was written, and compiled by a thread when it is needed. */
import { findBrandingOf } from '../../../store/accounts/branding.ts'
import { brandOfSections, noBrand } from '../../content/sections/look.ts'
import { inPresentVersion, readSections } from '../../content/sections/schema.ts'
import { taskAnswer } from '../../content/tasks.ts'
import { type Finding, finding } from '../findings/check-findings.ts'
import { leftOutSentence } from '../findings/finding-places.ts'
import { importContent } from './draft-content.ts'
import { givenText, isGiven, type Kind, noSource, noText, refuseTooLong, type SourceParts } from './source-kinds.ts'

export const sectionsKind: Kind = {
  members: ['Sections', 'Text'],
  needsPresent: false,
  async read({ Sections, ...given }) {
    const text = givenText(given)
    if (!isGiven(Sections) && text === null) return noSource
    const source = isGiven(Sections) ? Sections! : emptyDocument
    refuseTooLong('Sections and Text', source, text)
    readSections(source)
    return { text: { ...noText, kind: 'sections', html: source, text }, files: [], ownFiles: [] }
  },
  written: ({ text: { html, text } }) => ({ Kind: 'Sections', Sections: readable(html), Text: text ?? '' }),
  async importSource({ html: source, text }, parts, clientId) {
    return importContent(parts, clientId, (await compiledSections(parts, source, clientId)).html, text)
  },
}

const emptyDocument = '{"version":1,"sections":[]}'

/** In the version that editors know; a document that a newer Lettershop wrote is returned unchanged. */
function readable(source: string): string {
  try {
    return inPresentVersion(source)
  } catch {
    return source
  }
}

/** @param isMarked as for `toMjml`. @throws Refusal InvalidSections, RequestTimeout */
export async function compiledSections(
  { db, contentTasks }: Pick<SourceParts, 'db' | 'contentTasks'>,
  source: string,
  clientId: number,
  isMarked = false,
) {
  const document = readSections(source)
  const brand = (await findBrandingOf(db, clientId)) ?? noBrand
  const given = { document, brand: brandOfSections(brand), isMarked }
  return taskAnswer('InvalidSections', contentTasks.compileSections(given, { key: clientId }))
}

/** What a check says of sections. @throws Refusal as compiling does */
export async function readSectionsFindings(
  parts: Pick<SourceParts, 'db' | 'contentTasks'>,
  source: string,
  clientId: number,
): Promise<readonly Finding[]> {
  const { leftOut } = await compiledSections(parts, source, clientId)
  const { sections } = readSections(source)
  return leftOut.map(one => finding('SectionIncomplete', leftOutSentence(one, sections)))
}
