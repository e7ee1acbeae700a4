/** What every benchmark prints: medians of interleaved rounds, as a Markdown table. */

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** The first row gives the headings. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const [headings = [], ...body] = rows
  console.log(`| ${headings.join(' | ')} |`)
  console.log(`|${headings.map(() => '---').join('|')}|`)
  for (const row of body) console.log(`| ${row.join(' | ')} |`)
  console.log()
}

export function count(value: number): string {
  return Math.round(value).toLocaleString('en')
}

export function ratio(one: number, other: number): string {
  return (one / other).toFixed(2)
}
