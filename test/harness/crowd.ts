/** A crowd that asks for one document of a service, and what /health answers meanwhile. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

export interface CrowdOrder {
  /** Of the service. */
  readonly url: string
  readonly path: string
  /** Accept-Encoding. */
  readonly encoding: string
  readonly connections: number
  /** On each connection, sent at once. */
  readonly requests: number
}

export interface CrowdReport {
  /** Answers with 200. */
  readonly answered: number
  readonly octets: number
  /** When its first octet came and its last connection ended, by Date.now(). */
  readonly began: number
  readonly ended: number
}

/** @returns when all of it were answered, or cut */
export async function runCrowd(order: CrowdOrder): Promise<CrowdReport> {
  const child = fork(new URL('./crowd-process.ts', import.meta.url))
  child.send(order)
  const [report] = await once(child, 'message')
  return report as CrowdReport // it sends nothing else
}

/**
 * Asks for /health without a break.
 * @param onAnswer is called with the time of each answer, by Date.now(), and its text
 * @returns what ends it
 */
export function watchHealth(url: string, onAnswer: (at: number, text: string) => void): () => Promise<void> {
  let isGoing = true
  const watching = (async () => {
    while (isGoing) {
      const answer = await fetch(`${url}/health`)
      const text = await answer.text()
      onAnswer(Date.now(), text)
      await sleep(2)
    }
  })()
  return () => {
    isGoing = false
    return watching
  }
}

/** The longest time without an answer while the crowd was answered, in milliseconds. */
export function longestSilence(answers: readonly number[], { began, ended }: CrowdReport): number {
  const times = [began, ...answers.filter(at => at > began && at < ended), ended]
  return Math.max(...times.slice(1).map((at, n) => at - times[n]!))
}
