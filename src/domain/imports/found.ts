/**
 * What is kept of a file for its mapping: as a database can hold it, and no more than a review shows. A hostile file has 100 parts of
 * 500 columns, whose first rows would be 100 MB; it is a thread that cuts them.
 */
import { storableText } from '../../lib/storable-text.ts'
import { type ImportPart, importLimits, type SourceFound } from './source.ts'

/** UTF-16 units of a cell that are shown while columns are mapped. */
const longestSample = 250
/** Of all headers together, and of all first rows together, about; each cell keeps `leastLength` in any case. */
const mostUnits = 1_000_000
const leastLength = 20
/** First rows of all parts together. */
const mostRows = 500
/** UTF-16 units of a cell that is shown while a header is chosen, or an encoding. */
const longestShown = 60
/** Columns of all parts together of which it is kept what they hold; of more it is found again when they are judged. */
const mostFound = 5_000

export function storableFound(found: SourceFound): SourceFound {
  const { parts } = found
  const rows = Math.min(importLimits.sampleRows, Math.ceil(mostRows / parts.length))
  const kept = parts.map(part => ({ ...part, sample: part.sample.slice(0, rows).map(withinLimit) }))
  const header = lengthOf(kept.map(part => part.header ?? []))
  const sample = lengthOf(kept.flatMap(part => part.sample))
  const columns = parts.reduce((sum, part) => sum + (part.found?.length ?? 0), 0)
  const shown = (cell: string) => storableText(cell, longestShown)
  return {
    ...found,
    ...(found.encodingChoices && {
      encodingChoices: found.encodingChoices.map(({ encoding, samples }) => ({
        encoding,
        samples: samples.map(shown),
      })),
    }),
    parts: kept.map(
      ({ found: columnsFound, head, ...part }): ImportPart => ({
        ...part,
        ...(columnsFound && columns <= mostFound ? { found: columnsFound } : {}),
        ...(head && { head: head.map(({ line, cells }) => ({ line, cells: cells.map(shown) })) }),
        name: storableText(part.name, longestSample),
        header: part.header && withinLimit(part.header).map(cell => storableText(cell, header)),
        sample: part.sample.map(row => row.map(cell => storableText(cell, sample))),
      }),
    ),
  }
}

const withinLimit = (row: readonly string[]) => row.slice(0, importLimits.columns)

/** How much each of these cells may keep. */
function lengthOf(rows: readonly (readonly string[])[]): number {
  const cells = rows.reduce((sum, row) => sum + row.length, 0)
  return Math.max(leastLength, Math.min(longestSample, Math.floor(mostUnits / Math.max(1, cells))))
}
