/** Where the links of a letter lead, asked as a reader's browser would ask, within bounds. What fails is a finding. */
import { type Fetch, FetchRefused } from '../../../lib/fetcher.ts'
import { type Finding, finding } from '../findings/check-findings.ts'
import { type Link, shownLink } from '../findings/links.ts'

export interface LinkLimits {
  readonly most: number
  readonly atOnce: number
  /** Each. */
  readonly timeoutMs: number
  /** All of them. */
  readonly togetherMs: number
}

export const linkLimits: LinkLimits = { most: 100, atOnce: 4, timeoutMs: 10_000, togetherMs: 30_000 }

/** Statuses of hosts that want to know who asks, or are asked too often: a reader may well see the page. */
const reserved = new Set([401, 403, 407, 429, 451, 999])

/** @param links to web addresses, each once */
export async function checkLinks(
  links: readonly Link[],
  fetch: Fetch,
  { most, atOnce, timeoutMs, togetherMs }: LinkLimits = linkLimits,
): Promise<readonly Finding[]> {
  const end = performance.now() + togetherMs
  const asked = links.slice(0, most)
  const found = new Map<number, Finding | undefined>()
  let next = 0
  async function worker() {
    while (next < asked.length) {
      const index = next++
      const left = Math.floor(end - performance.now())
      if (left < 1) return
      found.set(index, await checkLink(asked[index]!, fetch, Math.min(timeoutMs, left)))
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, asked.length) }, worker))
  const unasked = links.filter((_, index) => !found.has(index))
  return [
    ...[...found].sort(([a], [b]) => a - b).flatMap(([, one]) => one ?? []),
    ...(unasked.length === 0
      ? []
      : [finding('LinkNotChecked', `${unasked.length} of ${links.length}: ${unasked[0]!.url} …`)]),
  ]
}

async function checkLink(link: Link, fetch: Fetch, timeoutMs: number): Promise<Finding | undefined> {
  const { url } = link
  const start = performance.now()
  const left = () => Math.max(1, Math.floor(timeoutMs - (performance.now() - start)))
  try {
    const head = await fetch(url, { maxBytes: 0, timeoutMs, method: 'HEAD' }).catch(() => undefined)
    if (head && head.status < 400) return undefined
    // many servers do not know HEAD, or answer it wrongly
    const { status } = await fetch(url, { maxBytes: 0, timeoutMs: left(), method: 'GET without body' })
    if (status < 400) return undefined
    return finding(reserved.has(status) ? 'LinkNotChecked' : 'BrokenLink', `${shownLink(link)}: it answers ${status}`)
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    return finding('BrokenLink', `${shownLink(link)}: ${error.message}`)
  }
}
