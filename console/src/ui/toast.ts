/** Messages about what was just done, with a way back: things that can be undone are done without asking (design of the console §4.5). */
import { SharedValue, useShared } from '../lib/shared-value.ts'

export interface Toast {
  readonly id: number
  readonly message: string
  readonly undo?: (() => Promise<void>) | undefined
  /** Why it could not be undone. */
  readonly error?: unknown
}

const toasts = new SharedValue<readonly Toast[]>([])
let made = 0

/** More are of no use: the oldest goes. */
const most = 3

/** @param message in the words of the reader @param undo takes back what was done; @throws as Lettershop.call */
export function toast(message: string, { undo }: { readonly undo?: () => Promise<void> } = {}): void {
  toasts.set([...toasts.get(), { id: ++made, message, undo }].slice(-most))
}

export function dismiss(id: number): void {
  toasts.set(toasts.get().filter(toast => toast.id !== id))
}

/** Of the toasts that are shown. */
export function undoLatest(): void {
  const latest = toasts.get().findLast(({ undo }) => undo !== undefined)
  if (latest) void undo(latest)
}

/** A toast whose undoing was refused stays and says why. */
export async function undo({ id, message, undo: run }: Toast): Promise<void> {
  if (!run) return
  // it is done once, however often it is asked for
  replace({ id, message })
  try {
    await run()
    dismiss(id)
  } catch (error) {
    replace({ id, message, error })
  }
}

export function useToasts(): readonly Toast[] {
  return useShared(toasts)
}

function replace(next: Toast): void {
  toasts.set(toasts.get().map(toast => (toast.id === next.id ? next : toast)))
}
