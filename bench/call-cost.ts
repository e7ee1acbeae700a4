/** What the smallest call costs the service, to compare other costs with. */
import { readFileSync } from 'node:fs'
import { load, post } from './load.ts'
import type { Product } from './product.ts'

/** @returns microseconds of processor time of the service for each call of `User.GetSystemDate` over JSON */
export async function smallestCallCost({ apiKey, port, child }: Product): Promise<number> {
  const request = post(
    '/api/json/User.GetSystemDate',
    { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}` },
    '{}',
  )
  const before = processorTime(child.pid!)
  const { requests } = await load({ port, connections: 16, seconds: 2, request: () => request })
  return (processorTime(child.pid!) - before) / requests
}

/** Of another process on Linux, in microseconds: ticks of 10 ms. */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}
