/**
 * Waves: when a form gets more than five times its usual submissions of an hour, confirmations are held back until a person releases or
 * drops them, so that an attack on the form does not become mail to strangers.
 */
import type { Database, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { recordEvents } from '../../store/events/events.ts'
import type { FormKey, OpenForm } from '../../store/forms/forms.ts'
import { dropSignUps, releaseSignUps } from '../../store/forms/sign-ups.ts'
import { endWave, type Flow, insertWave, readFlow } from '../../store/forms/waves.ts'
import { enqueue } from '../../store/jobs/jobs.ts'
import type { ClientRef } from '../access/access.ts'
import { findOwnForm } from './forms.ts'

/** An hour is a wave above so many times the usual one … */
export const waveFactor = 5
/** … and above so many submissions, for forms that have few. */
export const leastWave = 50
/** Mails about waves of one form are apart. */
const noticeApartMs = 3_600_000

/** Submissions of an hour above which they are a wave. */
export function waveThreshold({
  usual,
  lastState,
  lastSubmitted,
}: Pick<Flow, 'usual' | 'lastState' | 'lastSubmitted'>): number {
  // who released a wave expects as much again
  const expected = lastState === 'released' ? Math.max(usual, lastSubmitted) : usual
  return Math.max(leastWave, waveFactor * expected)
}

/** Whether new sign-ups of a form are held back now; begins or ends its wave. */
export async function holdsNow(sql: Transaction, form: OpenForm, held: number): Promise<boolean> {
  const flow = await readFlow(sql, form)
  const isWave = flow.submitted > waveThreshold(flow)
  if (flow.lastState === 'holding') {
    if (!isWave && held === 0) await endWave(sql, form, 'passed')
    return isWave
  }
  if (!isWave) return false
  const wave = await insertWave(sql, form, flow)
  await recordEvents(sql, [
    {
      clientId: form.clientId,
      type: 'form.wave',
      at: new Date(),
      data: {
        FormID: form.publicId,
        Title: form.title,
        Submitted: wave.submitted,
        UsualHour: wave.usual,
        ConfirmedPermille: wave.confirmedPermille,
      },
    },
  ])
  if (flow.lastBegunAt === null || Date.now() - flow.lastBegunAt.getTime() > noticeApartMs)
    await enqueue(sql, 'formWaveMail', { clientId: form.clientId, formId: form.formId, waveId: wave.waveId })
  return true
}

/** Has the held sign-ups decided as any other. @returns their number @throws Refusal UnknownForm */
export function releaseHeld(db: Database, client: ClientRef, id: string | null): Promise<number> {
  return settle(db, client, id, 'released', releaseSignUps)
}

/** Deletes the held sign-ups. @returns their number @throws Refusal UnknownForm */
export function dropHeld(db: Database, client: ClientRef, id: string | null): Promise<number> {
  return settle(db, client, id, 'dropped', dropSignUps)
}

function settle(
  db: Database,
  client: ClientRef,
  id: string | null,
  state: 'released' | 'dropped',
  change: (sql: Transaction, form: FormKey) => Promise<number>,
): Promise<number> {
  return transaction(db, async sql => {
    const form = await findOwnForm(sql, client, id, true)
    await endWave(sql, form, state)
    return change(sql, form)
  })
}
