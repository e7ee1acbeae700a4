/**
 * What was typed and is not yet acknowledged, kept in this browser. In IndexedDB, so that it outlives the page; where that is switched
 * off, in memory, for as long as the page is open.
 */

export interface LocalCopy<Changes> {
  /** Of the campaign and who writes it. */
  readonly of: string
  /** Each tab has copies of its own. */
  readonly tab: string
  /** The revision it is based on. */
  readonly revision: number
  /** What the changed parts were in that revision. */
  readonly before: Changes
  readonly changes: Changes
  /** Milliseconds since 1970. */
  readonly at: number
}

const memory = new Map<string, LocalCopy<unknown>>()
const storeName = 'copies'
/** Whether what is kept outlives the page. */
let isLasting = false
let opened: Promise<IDBDatabase | undefined> | undefined

export async function keepCopy<Changes>(copy: LocalCopy<Changes>): Promise<void> {
  memory.set(keyOf(copy), copy)
  await inStore('readwrite', store => store.put(copy, keyOf(copy)))
}

export async function dropCopy(copy: { readonly of: string; readonly tab: string }): Promise<void> {
  memory.delete(keyOf(copy))
  await inStore('readwrite', store => store.delete(keyOf(copy)))
}

/** The oldest first. */
export async function copiesOf<Changes>(name: string): Promise<readonly LocalCopy<Changes>[]> {
  const range = IDBKeyRange.bound(`${name} `, `${name} \uffff`)
  const stored = await inStore<LocalCopy<unknown>[]>('readonly', store => store.getAll(range))
  const found = stored ?? [...memory.values()].filter(copy => copy.of === name)
  // they were written here with the type that they are read as
  return found.toSorted((one, other) => one.at - other.at) as LocalCopy<Changes>[]
}

function keyOf({ of: name, tab }: { readonly of: string; readonly tab: string }): string {
  return `${name} ${tab}`
}

/** @returns undefined where the browser keeps nothing */
async function inStore<Value>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest,
): Promise<Value | undefined> {
  opened ??= open()
  const database = await opened
  if (!database) return undefined
  return new Promise(resolve => {
    try {
      const request = ask(database.transaction(storeName, mode).objectStore(storeName))
      request.onsuccess = () => resolve(request.result as Value) // as it was put
      request.onerror = () => resolve(undefined)
    } catch {
      // the browser has closed it, to free room or because another version opened it
      opened = undefined
      resolve(undefined)
    }
  })
}

function open(): Promise<IDBDatabase | undefined> {
  return new Promise(resolve => {
    try {
      const request = indexedDB.open('lettershop-drafts', 1)
      request.onupgradeneeded = () => request.result.createObjectStore(storeName)
      request.onsuccess = () => {
        const database = request.result
        database.onversionchange = () => database.close()
        isLasting = true
        resolve(database)
      }
      request.onerror = () => resolve(undefined)
      request.onblocked = () => resolve(undefined)
    } catch {
      resolve(undefined)
    }
  })
}

export function outlivesPage(): boolean {
  return isLasting
}

/** Of this tab; it stays the same when the page is loaded again. */
export function tabName(): string {
  const name = 'lettershop-tab'
  const made = [...crypto.getRandomValues(new Uint8Array(8))].map(byte => byte.toString(16).padStart(2, '0')).join('')
  try {
    const known = sessionStorage.getItem(name) ?? made
    sessionStorage.setItem(name, known)
    return known
  } catch {
    return made
  }
}
