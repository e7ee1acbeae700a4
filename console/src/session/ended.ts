/** Calls whose session has ended wait here until the person has signed in again. */
import { useSyncExternalStore } from 'react'

interface Waiting {
  readonly resolve: () => void
  readonly reject: (reason: Error) => void
}

let waiting: readonly Waiting[] = []
const listeners = new Set<() => void>()

/** The person chose not to sign in again. */
export class SignInGivenUp extends Error {}

export function waitForSignIn(): Promise<void> {
  return new Promise((resolve, reject) => change([...waiting, { resolve, reject }]))
}

/** Whether a sign-in is waited for. */
export function useIsSignInNeeded(): boolean {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting.length > 0,
  )
}

/** Has all that wait go on. */
export function goOn(): void {
  for (const { resolve } of change([])) resolve()
}

/** Has all that wait fail. */
export function giveUp(): void {
  for (const { reject } of change([])) reject(new SignInGivenUp('The person did not sign in again.'))
}

/** @returns those that waited before */
function change(next: readonly Waiting[]): readonly Waiting[] {
  const before = waiting
  waiting = next
  for (const listener of listeners) listener()
  return before
}
