/**
 * Mails of the mailbox, read and acted on. Any number of processes may do it: each claims mails of its own, and what a mail
 * does is idempotent, so one that is read twice because its first reader died does nothing twice.
 */
import { setImmediate } from 'node:timers/promises'
import { longestEvidence } from '../../domain/bounce-classification/plain.ts'
import type { Tokens } from '../../domain/tokens/tokens.ts'
import { coalesce } from '../../lib/coalesce.ts'
import type { Log } from '../../lib/log.ts'
import { type Poller, startPoller } from '../../lib/poller.ts'
import { storableText } from '../../lib/storable-text.ts'
import { inSpan, type Span } from '../../lib/trace.ts'
import type { Database } from '../../store/connection/database.ts'
import { type ClaimedMail, claimMails, deleteMail, type Outcome, settleMails } from '../../store/inbound/mailbox.ts'
import { type Returned, readReturnedRecipients } from '../../store/inbound/returned.ts'
import { isHashedAddress } from '../../store/subscribers/address-hash.ts'
import type { Effect, Source } from '../effect.ts'
import type { ParsedReport } from '../parsed-report.ts'
import { applyReportBounce } from '../report-bounces.ts'
import { addToWave, logWaves, type Waves } from './complaint-wave.ts'
import { findWhose, type Whose, whoseAddress } from './match.ts'

export interface WorkOffParts {
  readonly db: Database
  readonly tokens: Tokens
  /** What the bytes say. @param sender of the envelope, empty for the null sender; undefined where it is not known */
  readonly read: (raw: Buffer, sender?: string) => ParsedReport
  /** What a bounce, a complaint or an opt-out does; idempotent. */
  readonly apply: (source: Source) => Promise<Partial<Effect>>
  readonly log: Log
}

/** Mails claimed together, and worked off side by side. */
const batch = 24
/** Effects at once of those that are no bounces: each is a transaction of its own, on a connection that other work may need. */
const sideBySide = 4
/** Until a mail whose reader died is read again. */
const againAfterSeconds = 60
/** Readings begun of a mail that never came to an end, before it is set aside. */
const mostAttempts = 10

/** Processes the mails in the mailbox, and later ones, until it is stopped. `wake` announces a new mail. */
export function startInboundMail(parts: WorkOffParts): Poller {
  return startPoller({ name: 'reading returned mail', every: pollMs, work: () => workOff(parts), log: parts.log })
}
/** Mails that another process took in are looked for this often. */
const pollMs = 2000

/** One run of the poller: works off some of the mails that wait. @returns whether there were any */
export async function workOff(parts: WorkOffParts): Promise<boolean> {
  const mails = await claimMails(parts.db, batch, againAfterSeconds)
  if (mails.length === 0) return false
  const round = startRound(parts)
  await Promise.all(
    mails.map(mail =>
      inSpan('inbound mail', { attributes: { 'lettershop.mail': mail.publicId } }, span =>
        workOffOne(round, mail, span),
      ),
    ),
  )
  logWaves(parts.log, round.waves)
  return true
}

/** What the mails that were claimed together share: one statement asks, or writes, for all that stand at the same step. */
interface Round extends WorkOffParts {
  readonly waves: Waves
  /** Reading is work of the processor: between two mails other work has its turn. */
  readonly turn: () => Promise<void>
  readonly whose: (named: Whose) => Promise<Returned | undefined>
  readonly settle: (settled: Outcome & { readonly id: number }) => Promise<void>
}

function startRound(parts: WorkOffParts): Round {
  const { db, apply } = parts
  let last: Promise<unknown> = Promise.resolve()
  let free = sideBySide
  const waiting: (() => void)[] = []
  async function applyInTurn(source: Source): Promise<Partial<Effect>> {
    // bounces share a transaction
    if (source.reading.kind === 'bounce') return apply(source)
    if (free > 0) free--
    else await new Promise<void>(resolve => waiting.push(resolve))
    try {
      return await apply(source)
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
  return {
    ...parts,
    apply: applyInTurn,
    waves: new Map(),
    turn() {
      const turn = last.then(() => setImmediate())
      last = turn
      return turn
    },
    whose: coalesce(async named => readReturnedRecipients(db, named), { concurrency: 1 }),
    settle: coalesce(
      async settled => {
        await settleMails(db, settled)
        return settled.map(() => undefined)
      },
      { concurrency: 1 },
    ),
  }
}

async function workOffOne(round: Round, mail: ClaimedMail, span: Span | undefined): Promise<void> {
  const { db, log } = round
  try {
    const outcome = mail.attempts > mostAttempts ? givenUp : await understand(round, mail)
    if (outcome === 'not kept') return await deleteMail(db, mail.id)
    span?.set({ 'lettershop.mail_state': outcome.state, 'lettershop.mail_kind': outcome.kind })
    await round.settle({ ...outcome, id: mail.id })
  } catch (err) {
    span?.fail(err)
    log.error(
      { err, mail: mail.publicId, attempt: mail.attempts },
      'a returned mail could not be processed; it is tried again',
    )
  }
}

/** Parses a mail and applies it. */
async function understand(round: Round, mail: ClaimedMail): Promise<Outcome | 'not kept'> {
  const { tokens, apply, waves } = round
  await round.turn()
  if (mail.route === 'report') return ofReport(round, mail)
  const reading = tryToRead(round, mail)
  if (typeof reading === 'string') return { ...nothing, ...whoseOf(mail), state: 'unreadable', reason: reading }
  const whose = whoseOf(mail) ?? findWhose(reading, mail.raw, tokens)
  const returned = whose && (await round.whose(whose))
  const kind = meaningOf(mail, reading)
  const said = { ...summarise(reading, kind), kind, clientId: returned?.clientId, ...whose }
  if (!returned) return { ...nothing, ...said, state: 'unmatched' }
  const isErased = isHashedAddress(returned.address)
  const report = isErased ? withoutTexts(reading) : reading
  if (kind === 'opt-out' || (kind !== 'other' && !isAboutAnAnswer(mail, reading)))
    addToWave(waves, returned, await apply({ returned, reading: { ...report, kind }, at: mail.at, mail }))
  if (isErased) return 'not kept'
  const unrecognised = kind === 'other' || (kind === 'bounce' && reading.class === 'unknown')
  return { ...nothing, ...said, state: unrecognised ? 'unrecognised' : 'read' }
}

/** Nothing of it is kept but the sentence about the recipient: it is no mail of a campaign, and may quote the whole report. */
async function ofReport(round: Round, mail: ClaimedMail): Promise<'not kept'> {
  const { db, tokens, log } = round
  const meaning = whoseAddress(mail.recipient, tokens)
  const reading = meaning?.route === 'report' ? tryToRead(round, mail) : ''
  if (meaning?.route !== 'report' || typeof reading === 'string') return 'not kept'
  const done = await applyReportBounce(db, meaning, reading)
  log.info({ mail: mail.publicId, kind: reading.kind, done }, 'a report by mail came back')
  return 'not kept'
}

/** What counts of a report, without what may name the contact. */
function withoutTexts(reading: ParsedReport): ParsedReport {
  const recipients = reading.recipients.map(one => ({ ...one, email: undefined, evidence: '' }))
  return { ...reading, recipients, evidence: '', asksToLeave: undefined }
}

/**
 * A person who writes to an address for leaving wants to leave, whatever the text says; an automatic answer there is an opt-out only
 * if it asks for one, as mail programs do for their user.
 */
export function meaningOf(
  { route }: Pick<ClaimedMail, 'route'>,
  { kind, asksToLeave }: ParsedReport,
): ParsedReport['kind'] {
  const asks = kind === 'other' || (kind === 'auto-reply' && asksToLeave !== undefined)
  return route === 'opt-out' && asks ? 'opt-out' : kind
}

/** Nothing of ours was sent from the address for leaving, so a report that comes there is about something else. */
function isAboutAnAnswer({ route }: ClaimedMail, { kind }: ParsedReport): boolean {
  return route === 'opt-out' && kind !== 'complaint'
}

/** @returns a sentence when the mail cannot be read */
function tryToRead({ read, log }: WorkOffParts, { raw, source, sender, publicId }: ClaimedMail): ParsedReport | string {
  try {
    return read(raw, source === 'smtp' ? sender : undefined)
  } catch (err) {
    log.warn({ err, mail: publicId }, 'a returned mail cannot be read; it is kept')
    return `It cannot be read: ${storableText(err instanceof Error ? err.message : String(err), longestEvidence)}`
  }
}

function whoseOf({ campaignId, number }: ClaimedMail): Whose | undefined {
  return campaignId === null || number === null ? undefined : { campaignId, number }
}

function summarise(reading: ParsedReport, kind: ParsedReport['kind']) {
  const failed = reading.recipients.find(({ action }) => action === 'failed') ?? reading.recipients[0]
  const asked = kind === 'opt-out' ? reading.asksToLeave : undefined
  return {
    class: asked === undefined ? reading.class : ('unknown' as const),
    status: failed?.status === undefined ? undefined : storableText(failed.status, longestEvidence),
    evidence: storableText(asked ?? reading.evidence, longestEvidence),
  }
}

const nothing = {
  clientId: undefined,
  campaignId: undefined,
  number: undefined,
  kind: undefined,
  class: undefined,
  status: undefined,
  evidence: undefined,
  reason: undefined,
}

const givenUp: Outcome = {
  ...nothing,
  state: 'unreadable',
  reason: `Its reading was begun ${mostAttempts} times and never came to an end.`,
}
