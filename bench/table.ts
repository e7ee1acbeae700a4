/** What every benchmark prints: medians of interleaved rounds, as a Markdown table. */

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** The first row gives the headings. @throws Error for a cell that is no number though it should be one: nothing was measured */
export function printTable(rows: readonly (readonly string[])[]): void {
  const [headings = [], ...body] = rows
  for (const row of body) {
    const wrong = row.find(cell => /\bNaN\b|\bInfinity\b|∞|undefined/.test(cell))
    if (wrong !== undefined) throw new Error(`Nothing was measured: ${row.join(' | ')}`)
  }
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
