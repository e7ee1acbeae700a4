/** Values over time: drawn by uPlot, said in a sentence, and as a table for who cannot see or wants the numbers. */
import 'uplot/dist/uPlot.min.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import UPlot from 'uplot'
import { dayOf, number } from '../lib/format.ts'
import css from './chart.module.css'
import { Table } from './table.tsx'

export interface ChartSeries {
  readonly label: string
  /** `strong` for what counts, `pale` for what is shown beside it, `bad` for what should not happen. */
  readonly tone: 'strong' | 'second' | 'pale' | 'bad'
  /** A limit that others are compared with: a broken line without points. */
  readonly isLimit?: boolean
  /** One for each moment; null where nothing is known. */
  readonly values: readonly (number | null)[]
}

export interface ChartProps {
  readonly title: string
  /** What the chart shows, in words. */
  readonly sentence: string
  /** Ascending moments in seconds since 1970, as wall-clock time written in UTC: what the service says is never converted. */
  readonly at: readonly number[]
  readonly series: readonly ChartSeries[]
  readonly kind?: 'line' | 'bars'
  /** How a moment is written; a day unless said. */
  readonly label?: (at: number) => string
  /** How a moment is written below the chart, in less room. */
  readonly shortLabel?: (at: number) => string
  /** Names of the moments, such as campaigns; they are marked by points. */
  readonly names?: readonly string[]
  /** Heading of the names in the table. */
  readonly nameHead?: string
  /** How a value is written; a whole number unless said. */
  readonly format?: (value: number) => string
  /** The vertical axis reaches this value at least. */
  readonly reach?: number
  /** CSS pixels. */
  readonly height?: number
}

export function Chart(props: ChartProps) {
  const { title, sentence, at, series, label = dayOf, names, nameHead, format = number } = props
  const [hovered, setHovered] = useState<number | undefined>()
  const { t } = useLingui()
  const moment = hovered === undefined ? undefined : at[hovered]
  return (
    <figure className={css.chart} aria-label={title}>
      <figcaption>
        <p className={css.sentence}>{sentence}</p>
        <p className={css.legend}>
          {series.map(({ label: name, tone, values }) => (
            <span key={name} className={css[tone]}>
              {name}
              {hovered !== undefined && <strong> {formatValue(values[hovered], format)}</strong>}
            </span>
          ))}
          <span className={css.moment}>
            {names && hovered !== undefined && <bdi>{names[hovered]} · </bdi>}
            {moment === undefined ? '' : label(moment)}
          </span>
        </p>
      </figcaption>
      <Drawing {...props} label={label} format={format} onHover={setHovered} />
      <details className={css.numbers}>
        <summary>
          <Trans>Show as a table</Trans>
        </summary>
        <Table heads={[...(names ? [nameHead ?? ''] : []), t`Date`, ...series.map(({ label: name }) => name)]}>
          {at.map((time, n) => (
            <tr key={`${time} ${n}`}>
              {names && (
                <td>
                  <bdi>{names[n]}</bdi>
                </td>
              )}
              <td data-label={names && t`Date`}>{label(time)}</td>
              {series.map(({ label: name, values }) => (
                <td key={name} data-label={name}>
                  {formatValue(values[n], format)}
                </td>
              ))}
            </tr>
          ))}
        </Table>
      </details>
    </figure>
  )
}

function formatValue(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? '–' : format(value)
}

interface DrawingProps extends ChartProps {
  readonly label: (at: number) => string
  readonly format: (value: number) => string
  readonly onHover: (index: number | undefined) => void
}

/** The canvas; it follows the width of its place and the colours of the scheme. */
function Drawing(props: DrawingProps) {
  const { at, series, kind = 'line', height = 220, label, shortLabel = label, names, format, reach, onHover } = props
  const place = useRef<HTMLDivElement>(null)
  const [scheme, setScheme] = useState(0)
  useEffect(() => {
    const observer = new MutationObserver(() => setScheme(before => before + 1))
    observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })
    return () => observer.disconnect()
  }, [])
  // the scheme is one of its reasons: colours are read anew
  useEffect(() => {
    const { current } = place
    if (!current) return
    const data = [at, ...series.map(({ values }) => values)] as unknown as UPlot.AlignedData
    const options = optionsOf(
      { series, kind, height, label: shortLabel, format, reach, hasPoints: names !== undefined, onHover },
      current,
    )
    const drawn = new UPlot(options, data, current)
    const sizes = new ResizeObserver(() => drawn.setSize({ width: current.clientWidth, height }))
    sizes.observe(current)
    return () => {
      sizes.disconnect()
      drawn.destroy()
    }
  }, [at, series, kind, height, label, names, format, reach, onHover, scheme])
  return <div ref={place} className={css.canvas} style={{ height }} aria-hidden="true" />
}

interface DrawnOptions extends Pick<DrawingProps, 'series' | 'kind' | 'label' | 'format' | 'onHover'> {
  readonly reach: number | undefined
  readonly height: number
  readonly hasPoints: boolean
}

function optionsOf(
  { series, kind, height, label, format, reach = 4, hasPoints, onHover }: DrawnOptions,
  place: HTMLElement,
): UPlot.Options {
  const style = getComputedStyle(place)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const font = `12px ${style.fontFamily}`
  const axis = { font, stroke: colour('--quiet'), ticks: { show: false } }
  const bars = kind === 'bars' ? UPlot.paths.bars!({ size: [0.7, 40] }) : undefined
  const isWhole = format === number
  return {
    width: place.clientWidth,
    height,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    // moments are wall-clock time
    tzDate: at => UPlot.tzDate(new Date(at * 1000), 'Etc/UTC'),
    scales: {
      x: { time: true },
      y: { range: (_, min, max) => [Math.min(0, min * 1.08), Math.max(max * 1.08, reach)] },
    },
    axes: [
      { ...axis, grid: { show: false }, values: (_, moments) => moments.map(label), space: 90, size: 30 },
      {
        ...axis,
        grid: { stroke: colour('--edge'), width: 1 },
        values: (_, values) => values.map(value => (!isWhole || Number.isInteger(value) ? format(value) : '')),
        size: (_, values) => 16 + 7 * Math.max(1, ...(values ?? []).map(text => text.length)),
      },
    ],
    series: [{}, ...series.map(one => seriesOf(one, colour(`--chart-${one.tone}`), bars, hasPoints))],
    hooks: { setCursor: [({ cursor }) => onHover(cursor.idx ?? undefined)] },
  }
}

function seriesOf(
  { tone, isLimit = false }: ChartSeries,
  stroke: string,
  bars: UPlot.Series.PathBuilder | undefined,
  hasPoints: boolean,
): UPlot.Series {
  if (isLimit) return { stroke, width: 1.5, dash: [6, 5], points: { show: false }, spanGaps: true }
  const common = { stroke, width: 2, points: { show: hasPoints, size: 7, fill: stroke }, spanGaps: false }
  if (bars) return { ...common, width: 0, fill: stroke, paths: bars }
  return tone === 'strong' && !hasPoints
    ? { ...common, fill: `color-mix(in srgb, ${stroke} 12%, transparent)` }
    : common
}
