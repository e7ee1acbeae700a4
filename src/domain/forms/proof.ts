/**
 * Proof of work: the page of a form finds a number whose SHA-256 together with the token is a given one (ALTCHA, `altcha-lib`). It costs a
 * phone half a second, and more while a form gets many times its usual submissions.
 */
import { createChallenge, verifySolution } from 'altcha-lib/v1'
import type { Sql } from '../../store/connection/database.ts'
import type { FormKey } from '../../store/forms/forms.ts'
import { readPresentFlow } from '../../store/forms/waves.ts'
import type { FormTokens } from './tokens.ts'

/** Numbers to try at most; half of them on average. A phone tries 100,000 a second. */
export const usualEffort = 100_000
const mostEffort = 16 * usualEffort
/** Submissions of an hour that cost no more than usual, where a form has fewer usually. */
const freeInHour = 50

export interface Challenge {
  readonly algorithm: string
  readonly challenge: string
  readonly maxnumber: number
  readonly salt: string
  readonly signature: string
}

/** The task that goes with a token. */
export async function challengeFor(tokens: FormTokens, token: string, effort: number): Promise<Challenge> {
  const hmacKey = tokens.proofKey()!
  const { algorithm, challenge, salt, signature } = await createChallenge({
    algorithm: 'SHA-256',
    hmacKey,
    maxnumber: effort,
    salt: token,
  })
  return { algorithm, challenge, maxnumber: effort, salt, signature }
}

const longestProof = 1000

/** @param proof base64 of the task as JSON with the number that was found, as ALTCHA's widget sends it */
export async function isProven(tokens: FormTokens, token: string, proof: string): Promise<boolean> {
  const hmacKey = tokens.proofKey(token)
  if (hmacKey === undefined || proof.length > longestProof) return false
  const payload = readProof(proof)
  if (!payload || payload.salt !== `${token}&`) return false
  return verifySolution(payload, hmacKey, false)
}

function readProof(text: string) {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, 'base64').toString())
    if (typeof read !== 'object' || read === null) return undefined
    const { algorithm, challenge, number, salt, signature } = read as Record<string, unknown>
    if (algorithm !== 'SHA-256' || typeof challenge !== 'string' || typeof salt !== 'string') return undefined
    if (typeof signature !== 'string' || !Number.isSafeInteger(number)) return undefined
    return { algorithm, challenge, number: number as number, salt, signature } as const
  } catch {
    return undefined
  }
}

/** How many numbers a page has to try, by the submissions of the hour; looked up again after some seconds. */
export function effortFinder(
  sql: Sql,
  now: () => number = () => performance.now(),
): (form: FormKey) => Promise<number> {
  const known = new Map<number, { readonly at: number; readonly effort: Promise<number> }>()
  return form => {
    const before = known.get(form.formId)
    if (before && now() - before.at < keptMs) return before.effort
    if (known.size >= mostKnown) known.clear()
    const effort = readPresentFlow(sql, form).then(({ submitted, usual }) => effortAt(submitted, usual))
    effort.catch(() => known.delete(form.formId))
    known.set(form.formId, { at: now(), effort })
    return effort
  }
}
const keptMs = 10_000
const mostKnown = 1000

export function effortAt(submitted: number, usual: number): number {
  const times = submitted / Math.max(freeInHour, usual)
  return Math.round(Math.min(mostEffort, usualEffort * Math.max(1, times)))
}
