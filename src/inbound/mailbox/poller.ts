/**
 * Mails of the mailbox, read and acted on. Any number of processes may do it: each claims mails of its own, and what a mail
 * does is idempotent, so one that is read twice because its first reader died does nothing twice.
 */
import { longestEvidence } from '../../domain/bounce-classification/plain.ts'
import type { Tokens } from '../../domain/tokens.ts'
import type { Log } from '../../lib/log.ts'
import { type Poller, startPoller } from '../../lib/poller.ts'
import { storableText } from '../../lib/storable-text.ts'
import { inSpan, type Span } from '../../lib/trace.ts'
import type { Database } from '../../store/connection/database.ts'
import { type ClaimedMail, claimMails, deleteMail, type Outcome, settleMail } from '../../store/inbound/mailbox.ts'
import { returnedRecipient } from '../../store/inbound/returned.ts'
import { isHashedAddress } from '../../store/subscribers/address-hash.ts'
import type { ParsedReport } from '../parsed-report.ts'
import type { Effect, Source } from '../processor.ts'
import { addToWave, tellWaves, type Waves } from './complaint-wave.ts'
import { findWhose, type Whose } from './match.ts'

export interface WorkOffParts {
  readonly db: Database
  readonly tokens: Tokens
  /** What the bytes say. @param sender of the envelope, empty for the null sender; undefined where it is not known */
  readonly read: (raw: Buffer, sender?: string) => ParsedReport
  /** What a bounce, a complaint or an opt-out does; idempotent. */
  readonly apply: (source: Source) => Promise<Partial<Effect>>
  readonly log: Log
}

/** Mails claimed together, and of those worked off side by side. */
const batch = 24
const sideBySide = 4
/** Until a mail whose reader died is read again. */
const againAfterSeconds = 60
/** Readings begun of a mail that never came to an end, before it is set aside. */
const mostAttempts = 10

/** Works off what is in the mailbox, and what comes, until it is stopped. `wake` tells that something came. */
export function startInboundMail(parts: WorkOffParts): Poller {
  return startPoller({ name: 'reading returned mail', every: pollMs, work: () => workOff(parts), log: parts.log })
}
/** Mails that another process took in are looked for this often. */
const pollMs = 2000

/** One run of the poller: works off some of the mails that wait. @returns whether there were any */
export async function workOff(parts: WorkOffParts): Promise<boolean> {
  const mails = await claimMails(parts.db, batch, againAfterSeconds)
  const waiting = mails.values()
  const waves: Waves = new Map()
  await Promise.all(
    Array.from({ length: sideBySide }, async () => {
      for (const mail of waiting)
        await inSpan('inbound mail', { attributes: { 'lettershop.mail': mail.publicId } }, span =>
          workOffOne(parts, mail, waves, span),
        )
    }),
  )
  tellWaves(parts.log, waves)
  return mails.length > 0
}

async function workOffOne(parts: WorkOffParts, mail: ClaimedMail, waves: Waves, span: Span | undefined): Promise<void> {
  const { db, log } = parts
  try {
    const outcome = mail.attempts > mostAttempts ? givenUp : await understand(parts, mail, waves)
    if (outcome === 'of an erased contact') return await deleteMail(db, mail.id)
    span?.set({ 'lettershop.mail_state': outcome.state, 'lettershop.mail_kind': outcome.kind })
    await settleMail(db, mail.id, outcome)
  } catch (err) {
    span?.fail(err)
    log.error(
      { err, mail: mail.publicId, attempt: mail.attempts },
      'a returned mail could not be worked off; it is tried again',
    )
  }
}

/** Reads a mail and does what it asks for. */
async function understand(
  parts: WorkOffParts,
  mail: ClaimedMail,
  waves: Waves,
): Promise<Outcome | 'of an erased contact'> {
  const { db, tokens, apply } = parts
  const reading = tryToRead(parts, mail)
  if (typeof reading === 'string') return { ...nothing, ...whoseOf(mail), state: 'unreadable', reason: reading }
  const whose = whoseOf(mail) ?? findWhose(reading, mail.raw, tokens)
  const returned = whose && (await returnedRecipient(db, whose))
  const kind = meaningOf(mail, reading)
  const said = { ...tell(reading, kind), kind, clientId: returned?.clientId, ...whose }
  if (!returned) return { ...nothing, ...said, state: 'unmatched' }
  const isErased = isHashedAddress(returned.address)
  const report = isErased ? withoutTexts(reading) : reading
  if (kind === 'opt-out' || (kind !== 'other' && !isAboutAnAnswer(mail, reading)))
    addToWave(waves, returned, await apply({ returned, reading: { ...report, kind }, at: mail.at, mail }))
  if (isErased) return 'of an erased contact'
  const unrecognised = kind === 'other' || (kind === 'bounce' && reading.class === 'unknown')
  return { ...nothing, ...said, state: unrecognised ? 'unrecognised' : 'read' }
}

/** What counts of a report, without what may name the contact. */
function withoutTexts(reading: ParsedReport): ParsedReport {
  const recipients = reading.recipients.map(one => ({ ...one, email: undefined, evidence: '' }))
  return { ...reading, recipients, evidence: '', asksToLeave: undefined }
}

/**
 * A person who writes to an address for leaving wants to leave, whatever the words; a program that answers there wants to only
 * if it says so, as mail programs do for the person before them.
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

function tell(reading: ParsedReport, kind: ParsedReport['kind']) {
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
