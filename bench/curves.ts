/** Draws measurements over time as an SVG: panels below each other, each with its lines, its unit and its scale. */

export interface Panel {
  readonly title: string
  readonly unit: string
  readonly lines: readonly { readonly name: string; readonly values: readonly number[] }[]
}

const width = 860
const left = 64
const right = 150
const panelHeight = 150
const gap = 46
const top = 40
/** Of Okabe and Ito: people who see colours differently distinguish these. */
const colours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00']

/** @param minutes how long the measurement took, all panels over the same time */
export function drawCurves(title: string, minutes: number, panels: readonly Panel[]): string {
  const height = top + panels.length * (panelHeight + gap)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="${left}" y="22" font-size="15" font-weight="600">${escapeXml(title)}</text>`,
    ...panels.map((panel, n) => drawPanel(panel, top + n * (panelHeight + gap), minutes)),
    '</svg>',
    '',
  ].join('\n')
}

function drawPanel({ title, unit, lines }: Panel, y: number, minutes: number): string {
  const most = roundUp(Math.max(1e-9, ...lines.flatMap(({ values }) => values)))
  const plotWidth = width - left - right
  const plotTop = y + 16
  const at = (value: number) => plotTop + panelHeight * (1 - value / most)
  const grid = [0, 0.5, 1].map(
    part =>
      `<path d="M${left} ${at(part * most)}h${plotWidth}" stroke="#ddd"/>` +
      `<text x="${left - 6}" y="${at(part * most) + 4}" text-anchor="end" fill="#555">${format(part * most)}</text>`,
  )
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(
    part =>
      `<text x="${left + part * plotWidth}" y="${plotTop + panelHeight + 14}" text-anchor="middle" fill="#555">${Math.round(part * minutes)} min</text>`,
  )
  const curves = lines.map(({ name, values }, n) => {
    const step = plotWidth / Math.max(1, values.length - 1)
    const points = values.map((value, i) => `${(left + i * step).toFixed(1)},${at(value).toFixed(1)}`)
    const colour = colours[n % colours.length]
    return (
      `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="1.4"/>` +
      `<text x="${width - right + 10}" y="${plotTop + 12 + n * 15}" fill="${colour}">${escapeXml(name)}</text>`
    )
  })
  const heading = `<text x="${left}" y="${y + 6}" font-weight="600">${escapeXml(`${title}, ${unit}`)}</text>`
  return [heading, ...grid, ...ticks, ...curves].join('\n')
}

/** The next of 1, 2, 5, 10, 20 … */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5].find(step => step * power >= value) ?? 10) * power
}

function format(value: number): string {
  return value >= 10 || value === 0 ? String(Math.round(value)) : value.toPrecision(2)
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
