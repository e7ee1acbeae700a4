/** Calls whose session has ended wait here until the person has signed in again. */
import { SharedValue, useShared } from '../lib/shared-value.ts'

interface Waiting {
  readonly resolve: () => void
  readonly reject: (reason: Error) => void
}

const waiting = new SharedValue<readonly Waiting[]>([])

/** The person chose not to sign in again. */
export class SignInGivenUp extends Error {}

export function waitForSignIn(): Promise<void> {
  return new Promise((resolve, reject) => waiting.set([...waiting.get(), { resolve, reject }]))
}

/** Whether a sign-in is waited for. */
export function useIsSignInNeeded(): boolean {
  return useShared(waiting).length > 0
}

/** Has all that wait go on. */
export function goOn(): void {
  for (const { resolve } of takeAll()) resolve()
}

/** Has all that wait fail. */
export function giveUp(): void {
  for (const { reject } of takeAll()) reject(new SignInGivenUp('The person did not sign in again.'))
}

function takeAll(): readonly Waiting[] {
  const all = waiting.get()
  waiting.set([])
  return all
}
