import { recordSystemChange } from '../domain/audit/system.ts'
import { line } from '../domain/text-rules/single-line.ts'
import { placeHold } from '../store/limits/guards.ts'
import { say, withDatabase } from './run.ts'

const longestReason = 500

/** `lettershop hold [reason]`: nothing more is planned or sent until `lettershop resume-sending --yes`. The service may run meanwhile. */
export async function hold(args: readonly string[]): Promise<number> {
  const reason = line(args.join(' '), { max: longestReason })
  if (reason === undefined || args.some(argument => argument.startsWith('-')))
    return say(`lettershop hold takes nothing but a reason, one line of at most ${longestReason} characters.`, 2)
  return withDatabase('lettershop hold', async db => {
    const detail = reason === '' ? 'An operator holds sending.' : `An operator holds sending: ${reason}`
    await placeHold(db, { kind: 'by hand', folder: '', detail }, new Date())
    await recordSystemChange(db, 'lettershop hold', '')
    process.stdout.write('Sending is held. To go on: lettershop resume-sending --yes\n')
    return 0
  })
}
