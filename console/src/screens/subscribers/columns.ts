/** Which columns of the subscribers a person wants to see, remembered in this browser. */
import { useState } from 'react'
import { useSession } from '../../session/session.ts'

/** Besides the address, which is always there. `field:City` is a custom field. */
export const usualColumns: readonly string[] = ['name', 'state', 'stateDate', 'joined']
const shownAtFirst: readonly string[] = ['name', 'state', 'joined']

const fieldPrefix = 'field:'
export const fieldColumn = (key: string) => `${fieldPrefix}${key}`
/** Undefined for a column that is no custom field. */
export const fieldOf = (column: string) =>
  column.startsWith(fieldPrefix) ? column.slice(fieldPrefix.length) : undefined

export function useColumns() {
  const { PersonID, Username } = useSession()
  const name = `lettershop-subscriber-columns:${PersonID || Username}`
  const [columns, setColumns] = useState(() => readStoredColumns(name) ?? shownAtFirst)
  function change(column: string, isShown: boolean) {
    const next = isShown ? [...columns, column] : columns.filter(one => one !== column)
    setColumns(next)
    try {
      localStorage.setItem(name, JSON.stringify(next))
    } catch {
      // storage is switched off: the choice lasts until the screen is left
    }
  }
  return [columns, change] as const
}

function readStoredColumns(name: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(name) ?? 'null')
    return Array.isArray(value) && value.every(one => typeof one === 'string') ? value : undefined
  } catch {
    return undefined
  }
}
