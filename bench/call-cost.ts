import type { Program } from '../test/harness/program.ts'
import { load, post } from './load.ts'
import { processorTime } from './processes.ts'

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
