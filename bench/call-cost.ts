import type { Program } from '../test/harness/program.ts'
import { load, post } from './load.ts'
import { processorTime, processorTimeOfServer } from './processes.ts'

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
  const { service } = await requestCost({ port: Number(new URL(url).port), pid: child.pid!, request: () => request })
  return service
}

export interface Cost {
  /** Microseconds of processor time of the service for each request. */
  readonly service: number
  /** The same of PostgreSQL; 0 where it is not given. */
  readonly database: number
  readonly perSecond: number
}

/** @throws Error when a request failed, or none was answered */
export async function requestCost({
  port,
  pid,
  postmaster,
  request,
  connections = 16,
  seconds = 2,
}: {
  readonly port: number
  readonly pid: number
  readonly postmaster?: number
  readonly request: () => Buffer
  readonly connections?: number
  readonly seconds?: number
}): Promise<Cost> {
  const ofDatabase = () => (postmaster === undefined ? 0 : processorTimeOfServer(postmaster))
  const [service, database] = [processorTime(pid), ofDatabase()]
  const { requests, failures, perSecond } = await load({ port, connections, seconds, request })
  if (failures > 0 || requests === 0) throw new Error(`${failures} of ${requests} requests failed.`)
  return {
    service: (processorTime(pid) - service) / requests,
    database: (ofDatabase() - database) / requests,
    perSecond,
  }
}
