/**
 * The service for `metrics.ts`: it counts and times calls, or leaves that out, in turns of a fortieth of a second within one process under
 * one load, and sends its parent the cost of a call of each turn. The turns share everything but the counting and timing.
 */
import { readConfig } from '../src/config.ts'
import { CallFigures } from '../src/http/call-figures.ts'
import { createLog } from '../src/lib/log.ts'
import { startService } from '../src/service.ts'

/** Microseconds of processor time for each call, of turns that follow each other. The third shows what the machine's noise is. */
export interface Round {
  readonly with: number
  readonly without: number
  readonly again: number
}
export type Said = { readonly port: number; readonly apiKey: string } | { readonly rounds: readonly Round[] }

const turnMs = 25

let isCounting = true
let calls = 0
const { note } = CallFigures.prototype
CallFigures.prototype.note = function (...args) {
  calls++
  if (isCounting) note.apply(this, args)
}

const service = await startService(readConfig(process.env), createLog('warn'))
const report = (said: Said) => process.send!(said)
report({ port: Number(new URL(service.url).port), apiKey: service.login!.apiKey })

process.on('message', (many: number) => void measure(many).then(rounds => report({ rounds })))
process.on('disconnect', () => void service.stop(1_000).then(() => process.exit()))

/** The order changes from round to round: no turn always follows the same one. */
async function measure(many: number): Promise<Round[]> {
  const rounds: Round[] = []
  for (let n = 0; n < many; n++) {
    const costs = { with: 0, without: 0, again: 0 }
    const names = ['with', 'without', 'again'] as const
    for (let k = 0; k < 3; k++) {
      const name = names[(n % 2 === 0 ? n + k : n + 3 - k) % 3]!
      costs[name] = await turn(name === 'with')
    }
    rounds.push(costs)
  }
  isCounting = true
  return rounds
}

async function turn(counts: boolean): Promise<number> {
  isCounting = counts
  calls = 0
  const before = process.cpuUsage()
  await new Promise(resolve => setTimeout(resolve, turnMs))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / calls
}
