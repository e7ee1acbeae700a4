/** What a call costs the service, to compare other costs with. */
import { readFileSync } from 'node:fs'
import type { Program } from '../test/harness/program.ts'
import { load, post } from './load.ts'

type Called = Pick<Program, 'apiKey' | 'url' | 'child'>

/** @returns microseconds of processor time of the service for each call of `User.GetSystemDate` over JSON */
export function smallestCallCost(program: Called): Promise<number> {
  return callCost(program, 'User.GetSystemDate', {})
}

/** The same of any call. */
export async function callCost({ apiKey, url, child }: Called, operation: string, params: object): Promise<number> {
  const request = post(
    `/api/json/${operation}`,
    { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}` },
    JSON.stringify(params),
  )
  const before = processorTime(child.pid!)
  const port = Number(new URL(url).port)
  const { requests } = await load({ port, connections: 16, seconds: 2, request: () => request })
  return (processorTime(child.pid!) - before) / requests
}

/** Of another process on Linux, in microseconds: ticks of 10 ms. */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}
