/** The rows of a long table: above 200 of them, those alone are in the page that are near to what is seen. The window scrolls. */
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

const mostWhole = 200
/** Pixels, until rows have been measured: they are higher on a phone. */
const firstHeight = 48

/** What the <tr> of a row carries. */
export interface RowProps {
  readonly ref?: (row: HTMLTableRowElement | null) => void
  readonly 'data-index'?: number
  readonly 'aria-rowindex'?: number
}

export interface VirtualRowsProps<Row> {
  readonly rows: readonly Row[]
  readonly columns: number
  readonly keyOf: (row: Row) => string
  readonly children: (row: Row, props: RowProps) => ReactNode
}

export function VirtualRows<Row>(props: VirtualRowsProps<Row>) {
  const { rows, children } = props
  return rows.length > mostWhole ? <Virtual {...props} /> : rows.map(row => children(row, {}))
}

function Virtual<Row>({ rows, columns, keyOf, children }: VirtualRowsProps<Row>) {
  const first = useRef<HTMLTableRowElement>(null)
  const [{ scrollMargin, height }, setPlace] = useState({ scrollMargin: 0, height: firstHeight })
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => height,
    getItemKey: index => keyOf(rows[index]!),
    overscan: 12,
    scrollMargin,
    // to the fraction of a pixel, as what is estimated: a difference would be made good by scrolling, which breaks off a scroll of the reader's
    measureElement: row => row.getBoundingClientRect().height,
  })
  useLayoutEffect(() => {
    const { current } = first
    if (!current) return
    const rowHeight = current.nextElementSibling?.getBoundingClientRect().height
    setPlace({
      scrollMargin: current.getBoundingClientRect().top + window.scrollY,
      height: rowHeight === undefined || rowHeight === 0 ? firstHeight : rowHeight,
    })
  }, [])
  // what was estimated is estimated anew: a table that grows while one scrolls moves what one wants to click
  useLayoutEffect(() => virtualizer.measure(), [height, virtualizer])
  const items = virtualizer.getVirtualItems()
  const before = (items[0]?.start ?? scrollMargin) - scrollMargin
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? scrollMargin) - scrollMargin)
  return (
    <>
      <tr ref={first}>
        <td colSpan={columns} style={{ height: before, padding: 0, border: 0 }} />
      </tr>
      {items.map(({ index }) =>
        children(rows[index]!, {
          ref: virtualizer.measureElement,
          'data-index': index,
          // the heading is the first row
          'aria-rowindex': index + 2,
        }),
      )}
      <tr>
        <td colSpan={columns} style={{ height: after, padding: 0, border: 0 }} />
      </tr>
    </>
  )
}
