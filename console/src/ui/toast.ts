/** Messages about what was just done, with a way back: things that can be undone are done without asking (design of the console §4.5). */
import { useSyncExternalStore } from 'react'

export interface Toast {
  readonly id: number
  readonly message: string
  readonly undo?: (() => Promise<void>) | undefined
  /** Why it could not be undone. */
  readonly error?: unknown
}

let toasts: readonly Toast[] = []
let made = 0
const listeners = new Set<() => void>()

/** More are of no use: the oldest goes. */
const most = 3

/** @param message in the words of the reader @param undo takes back what was done; @throws as Lettershop.call */
export function toast(message: string, { undo }: { readonly undo?: () => Promise<void> } = {}): void {
  change([...toasts, { id: ++made, message, undo }].slice(-most))
}

export function dismiss(id: number): void {
  change(toasts.filter(toast => toast.id !== id))
}

/** Of the toasts that are shown. */
export function undoLatest(): void {
  const latest = toasts.findLast(({ undo }) => undo !== undefined)
  if (latest) void undo(latest)
}

/** A toast whose undoing was refused stays and says why. */
export async function undo({ id, message, undo: run }: Toast): Promise<void> {
  if (!run) return
  // it is done once, however often it is asked for
  change(toasts.map(toast => (toast.id === id ? { id, message } : toast)))
  try {
    await run()
    dismiss(id)
  } catch (error) {
    change(toasts.map(toast => (toast.id === id ? { id, message, error } : toast)))
  }
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
}

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}
