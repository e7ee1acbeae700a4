/**
 * What follows submissions, decided in the background: a confirmation mail, a notice, nothing, or waiting for the owner of a form in a wave.
 * Old submissions go after 30 days.
 */
import type { Log } from '../../lib/log.ts'
import { type Poller, startPoller } from '../../lib/poller.ts'
import type { Database, Transaction } from '../../store/connection/database.ts'
import { transaction } from '../../store/connection/transaction.ts'
import { recordEvents } from '../../store/events/events.ts'
import { addCounts, type Counted, type CountKind, deleteOldHours } from '../../store/forms/counts.ts'
import { readOpenForm } from '../../store/forms/forms.ts'
import {
  changeSignUps,
  claimSignUps,
  deleteOldSignUps,
  deleteOldTokens,
  findClientsWithOldSignUps,
  findClientToDecide,
  type SignUp,
  signUpsChannel,
} from '../../store/forms/sign-ups.ts'
import { readMailedBefore, recordFormMail } from '../../store/forms/standing.ts'
import { enqueue } from '../../store/jobs/jobs.ts'
import { hashedAddress } from '../../store/subscribers/address-hash.ts'
import { hasStoppedConfirmations, takeMailSlot } from '../../store/subscribers/mail-slots.ts'
import { joinAtOnce } from './confirming.ts'
import { type LiveForm, withPresent } from './open-forms.ts'
import { consequenceOf, type Standing } from './standing.ts'
import { listsOf, standingsOf } from './standings.ts'
import { holdsNow } from './waves.ts'

/** Mails that forms may have sent to an address: of one list, and over the whole installation. */
export const mostMailsOfList = { inDay: 1, inMonth: 3 } as const
export const mostMailsOfForms = 5

/** Submissions of one transaction. */
const atOnce = 100
/** Days for which submissions are kept without a confirmation. */
export const keptDays = 30
const hourDays = 35
/** Tokens are older than any that is accepted. */
const tokenHours = 26
const deletedAtOnce = 5_000
const sweepMs = 60_000

export interface DecidingParts {
  readonly db: Database
  readonly log: Log
  readonly pollMs?: number
}

export function startDeciding({ db, log, pollMs = 5_000 }: DecidingParts): Poller {
  let sweptAt = Number.NEGATIVE_INFINITY
  return startPoller({
    name: 'deciding of sign-ups',
    every: pollMs,
    async work(stopping) {
      if (performance.now() - sweptAt > sweepMs && !stopping.aborted) {
        sweptAt = performance.now()
        await deleteOld(db)
      }
      return decideSome(db)
    },
    listen: wake => db.listen(signUpsChannel, wake),
    log,
  })
}

/** Decides the oldest submissions of one client. @returns whether there may be more */
export function decideSome(db: Database): Promise<boolean> {
  return transaction(db, async sql => {
    const clientId = await findClientToDecide(sql)
    if (clientId === undefined) return false
    const rows = await claimSignUps(sql, clientId, atOnce)
    // another process decides them
    if (rows.length === 0) return false
    const counted: Counted[] = []
    for (const [formId, own] of byForm(rows)) {
      const form = await readOpenForm(sql, { clientId, formId })
      const add = (kind: CountKind, count = 1) => counted.push({ clientId, formId, kind, count })
      if (form) await decideForm(sql, await withPresent(sql, form), own, add)
      else await changeSignUps(sql, clientId, own.map(idOf), 'ended')
    }
    // last, because these are few rows that every other batch of a form waits for
    await addCounts(sql, counted)
    return true
  })
}

type Add = (kind: CountKind, count?: number) => void

function byForm(rows: readonly SignUp[]): readonly (readonly [number, readonly SignUp[]])[] {
  const forms = new Map<number, SignUp[]>()
  for (const row of rows) forms.set(row.formId, [...(forms.get(row.formId) ?? []), row])
  return [...forms].sort(([one], [other]) => one - other)
}

async function decideForm(sql: Transaction, form: LiveForm, rows: readonly SignUp[], add: Add): Promise<void> {
  const fresh = rows.filter(({ released }) => !released)
  const holds = fresh.length > 0 && (await holdsNow(sql, form))
  if (holds) await changeSignUps(sql, form.clientId, fresh.map(idOf), 'held')
  const deciding = holds ? rows.filter(({ released }) => released) : rows
  const standings = await standingsOf(sql, form, deciding)
  // in one order, so that two processes that mail the same addresses cannot wait for each other in a circle
  const ordered = deciding
    .map((row, at) => ({ row, standing: standings[at]!, hashed: hashedAddress(sql, row.address) }))
    .sort((one, other) =>
      one.hashed < other.hashed ? -1 : one.hashed > other.hashed ? 1 : idOf(one.row) - idOf(other.row),
    )
  for (const { row, standing } of ordered) await decide(sql, form, row, standing, add)
  await recordEvents(
    sql,
    deciding.map(row => ({
      clientId: form.clientId,
      type: 'form.submitted',
      at: row.at,
      data: {
        FormID: form.publicId,
        Title: form.title,
        ListIDs: listsOf(form, row).map(({ listPublicId }) => listPublicId),
      },
    })),
  )
}

async function decide(sql: Transaction, form: LiveForm, row: SignUp, standing: Standing, add: Add): Promise<void> {
  const { clientId } = form
  const consequence = consequenceOf(standing)
  const end = (kind?: CountKind) => {
    if (kind) add(kind)
    return changeSignUps(sql, clientId, [row.signUpId], 'ended')
  }
  if (consequence.kind === 'none' || (await hasStoppedConfirmations(sql, row.address))) return end('refused Suppressed')
  const isSingleOptIn = !form.settings.confirmOptIn && listsOf(form, row).every(({ confirmOptIn }) => !confirmOptIn)
  if (consequence.kind === 'confirmation' && consequence.isNew && isSingleOptIn) {
    const joined = await joinAtOnce(sql, form, row, consequence.listIds)
    if (joined) add('confirmed')
    return changeSignUps(sql, clientId, [row.signUpId], joined ? 'confirmed' : 'ended')
  }
  const listIds = consequence.kind === 'confirmation' ? consequence.listIds : row.listIds
  const before = await readMailedBefore(sql, listIds, row.address)
  const { inDay, inMonth } = mostMailsOfList
  if (before.today >= inDay || before.inMonth >= inMonth || before.byForms >= mostMailsOfForms)
    return end('refused MailLimit')
  const slot = await takeMailSlot(sql, row.address)
  if (!slot.isFree) return end('refused MailLimit')
  await recordFormMail(sql, listIds, row.address)
  await enqueue(sql, 'formMail', { clientId, signUpId: row.signUpId, about: consequence.kind })
  add('mailed')
  await changeSignUps(sql, clientId, [row.signUpId], consequence.kind === 'confirmation' ? 'asked' : 'ended')
}

/** Deletes submissions that were not confirmed, keeping their number; tokens that cannot be used; and hours that no longer count. */
export async function deleteOld(db: Database): Promise<void> {
  for (const clientId of await findClientsWithOldSignUps(db, keptDays))
    for (let deleted = deletedAtOnce; deleted === deletedAtOnce; ) {
      deleted = await transaction(db, async sql => {
        const old = await deleteOldSignUps(sql, clientId, keptDays, deletedAtOnce)
        await addCounts(
          sql,
          old.abandoned.map(one => ({ ...one, kind: 'abandoned' })),
        )
        return old.deleted
      })
    }
  await deleteOldTokens(db, tokenHours, deletedAtOnce)
  await deleteOldHours(db, hourDays, deletedAtOnce)
}

function idOf({ signUpId }: SignUp): number {
  return signUpId
}
