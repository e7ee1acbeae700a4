/** Draws what the panels of deploy/grafana/lettershop.json show: their titles, places, units and legends, and series of Prometheus. */

export interface Panel {
  readonly type: string
  readonly title: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly fieldConfig: {
    readonly defaults: {
      readonly unit?: string
      readonly noValue?: string
      readonly custom?: { readonly stacking?: { readonly mode: string } }
    }
  }
  readonly targets: readonly { readonly expr: string; readonly legendFormat?: string }[]
}

export interface Series {
  readonly name: string
  /** Seconds since 1970 and the value. */
  readonly points: readonly (readonly [at: number, value: number])[]
}

/** Pixels of one column and one row of Grafana's grid. */
const column = 66
const row = 30
const colours = ['#3274d9', '#e0752d', '#299c46', '#e24d42', '#8f3bb8', '#1f9c9c', '#b58900', '#70706f']

/** @returns a page of its own, without a script */
export function dashboardPage(title: string, panels: readonly (readonly [Panel, readonly Series[]])[]): string {
  const height = Math.max(...panels.map(([{ gridPos }]) => gridPos.y + gridPos.h)) * row
  const drawn = panels.map(([panel, series]) => {
    const { x, y, w, h } = panel.gridPos
    const box = `left:${x * column + 4}px;top:${y * row + 4}px;width:${w * column - 8}px;height:${h * row - 8}px`
    return `<section style="${box}"><h2>${text(panel.title)}</h2>${panel.type === 'stat' ? stat(panel, series) : chart(panel, series)}</section>`
  })
  return `<!doctype html><meta charset="utf-8"><title>${text(title)}</title><style>
body { margin: 0; background: #f4f5f5; color: #24292e; font: 12px/1.3 system-ui, sans-serif }
h1 { margin: 0; padding: 12px 8px; font-size: 18px; font-weight: 500 }
main { position: relative; width: ${24 * column}px; height: ${height}px }
section { position: absolute; box-sizing: border-box; overflow: hidden; padding: 6px 8px; border: 1px solid #dfe1e4; border-radius: 2px; background: #fff }
h2 { margin: 0 0 2px; font-size: 12px; font-weight: 500 }
p { margin: 0; text-align: center; font-size: 30px; line-height: 66px }
ul { display: flex; flex-wrap: wrap; gap: 1px 10px; margin: 0; padding: 0; list-style: none; font-size: 11px }
i { display: inline-block; width: 12px; height: 3px; margin-right: 4px; vertical-align: middle }
</style><h1>${text(title)}</h1><main>${drawn.join('\n')}</main>`
}

function stat({ fieldConfig }: Panel, [first]: readonly Series[]): string {
  const value = first?.points.at(-1)?.[1]
  return `<p>${value === undefined ? 'No data' : text(inUnit(value, fieldConfig.defaults.unit))}</p>`
}

function chart({ gridPos, fieldConfig: { defaults } }: Panel, series: readonly Series[]): string {
  const filled = series.filter(({ points }) => points.length > 0)
  if (filled.length === 0) return `<p>${text(defaults.noValue ?? 'No data')}</p>`
  const size = { width: gridPos.w * column - 26, height: gridPos.h * row - 68 }
  const isStacked = defaults.custom?.stacking?.mode === 'normal'
  const times = filled.flatMap(({ points }) => points.map(([at]) => at))
  const [from, until] = [Math.min(...times), Math.max(...times)]
  const below = new Map<number, number>()
  const lines = filled.map(({ points }) =>
    points.map(([at, value]) => {
      const shown = isStacked ? (below.get(at) ?? 0) + value : value
      below.set(at, shown)
      return [at, shown] as const
    }),
  )
  const top = niceTop(Math.max(...lines.flatMap(line => line.map(([, value]) => value))))
  const left = 58
  const xOf = (at: number) => left + ((at - from) / Math.max(1, until - from)) * (size.width - left - 4)
  const yOf = (value: number) => 6 + (1 - value / top) * (size.height - 24)
  const grid = [0, 0.5, 1].map(share => {
    const y = yOf(top * share)
    return `<path d="M${left} ${y}H${size.width}" stroke="#e4e6e8"/><text x="${left - 6}" y="${y + 4}" text-anchor="end">${text(inUnit(top * share, defaults.unit))}</text>`
  })
  const clock = [from, (from + until) / 2, until].map((at, n) => {
    const label = new Date(at * 1_000).toISOString().slice(11, 19)
    return `<text x="${xOf(at)}" y="${size.height - 2}" text-anchor="${['start', 'middle', 'end'][n]}">${label}</text>`
  })
  const paths = lines.map((line, n) => {
    const d = line.map(([at, value], k) => `${k === 0 ? 'M' : 'L'}${xOf(at).toFixed(1)} ${yOf(value).toFixed(1)}`)
    return `<path d="${d.join('')}" fill="none" stroke="${colours[n % colours.length]}" stroke-width="1.6"/>`
  })
  const legend = filled.map(
    ({ name }, n) => `<li><i style="background:${colours[n % colours.length]}"></i>${text(name)}</li>`,
  )
  return `<svg width="${size.width}" height="${size.height}" font-size="10" fill="#6e7379">${grid.join('')}${clock.join('')}${paths.join('')}</svg><ul>${legend.join('')}</ul>`
}

/** A round number that is not below the value. */
function niceTop(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 5, 10].map(factor => factor * power).find(one => one >= value)!
}

/** As Grafana writes the units of the dashboard. */
function inUnit(value: number, unit: string | undefined): string {
  const short = (number: number) => String(Number(number.toPrecision(3)))
  switch (unit) {
    case 's':
      if (value === 0) return '0 s'
      if (value < 1) return `${short(value * 1_000)} ms`
      return value < 120
        ? `${short(value)} s`
        : value < 7_200
          ? `${short(value / 60)} min`
          : `${short(value / 3_600)} h`
    case 'bytes':
      return value < 1_048_576 ? `${short(value / 1_024)} KiB` : `${short(value / 1_048_576)} MiB`
    case 'percentunit':
      return `${short(value * 100)} %`
    case 'ops':
      return `${short(value)}/s`
    default:
      return short(value)
  }
}

function text(words: string): string {
  return words.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)
}
