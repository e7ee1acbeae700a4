import { recordSystemChange } from '../domain/audit/system.ts'
import { pausable } from '../domain/background/works.ts'
import { line } from '../domain/text-rules/single-line.ts'
import type { Database } from '../store/connection/database.ts'
import { endPause, findActivePauses, placePause } from '../store/limits/pauses.ts'
import { say, withDatabase } from './run.ts'

const longestReason = 500

/** `lettershop pause [WORK [--reason TEXT]]`: pauses background work on all machines; without a name it lists what is paused. */
export async function pause(args: readonly string[]): Promise<number> {
  const [work, option, text, ...more] = args
  if (work === undefined) return withDatabase('lettershop pause', list)
  if (!pausable.includes(work)) return refuse(`There is no background work "${work}".`)
  if (more.length > 0 || (option !== undefined && (option !== '--reason' || text === undefined)))
    return refuse('lettershop pause takes one name, and --reason with a text in quotes.')
  const reason = line(text ?? '', { max: longestReason })
  if (reason === undefined) return refuse(`A reason is one line of at most ${longestReason} characters.`)
  return withDatabase('lettershop pause', async db => {
    await placePause(db, work, reason)
    await recordSystemChange(db, 'lettershop pause', work)
    process.stdout.write(`Paused on all machines: ${work}. To go on: lettershop resume ${work}\n`)
    return 0
  })
}

/** `lettershop resume WORK`: ends a pause. */
export async function resume(args: readonly string[]): Promise<number> {
  const [work, ...more] = args
  if (work === undefined || more.length > 0) return refuse('lettershop resume takes one name.')
  if (!pausable.includes(work)) return refuse(`There is no background work "${work}".`)
  return withDatabase('lettershop resume', async db => {
    const isEnded = await endPause(db, work)
    if (isEnded) await recordSystemChange(db, 'lettershop resume', work)
    process.stdout.write(isEnded ? `It goes on: ${work}.\n` : `${work} was not paused.\n`)
    return list(db)
  })
}

async function list(db: Database): Promise<number> {
  const standing = await findActivePauses(db)
  if (standing.length === 0) process.stdout.write('Nothing is paused.\n')
  for (const { work, reason, since } of standing)
    process.stdout.write(`${work}, paused since ${since.toISOString()}${reason && `: ${reason}`}\n`)
  return 0
}

function refuse(sentence: string): number {
  return say(`${sentence} Background work: ${pausable.join(', ')}.`, 2)
}
