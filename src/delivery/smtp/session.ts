/**
 * A session with a relay: the messages it carries and what each reply means for exactly the message it belongs to.
 *
 * Three ways of talking, as the relay offers: one command at a time; PIPELINING, where the data of a message and the
 * envelope of the next go out together (RFC 2920 §3.1 allows it), one round trip a message; CHUNKING, where complete messages
 * follow each other without waiting (RFC 3030). With CHUNKING each envelope behind an unanswered one begins with RSET: were
 * the recipient before it refused, its own would otherwise join the transaction that is still open.
 */
import type { Outcome } from '../outcome.ts'
import type { Message } from '../transport.ts'
import type { Capabilities } from './capabilities.ts'
import { capabilityRefusal, mailCommand, recipientCommand, stuffDots } from './envelope.ts'
import type { Reply } from './reply.ts'
import type { SmtpStream } from './stream.ts'
import { acceptedOutcome, type Back, judgeRefusal, type Step, type Verdict } from './verdict.ts'

/** Gives a session its messages, and receives their results. */
export interface Carrier<J extends { readonly message: Message }> {
  /** The next message, if there is one for this session now. @param isBehind one before it is not answered yet */
  pull(isBehind: boolean): J | undefined
  done(job: J, outcome: Outcome): void
  /** Nothing of it was sent or taken: it may be tried again. */
  back(job: J, why: Back): void
  /** The session has ended, after `done` or `back` for each of its messages. @param cutShort how many of them were open */
  ended(session: Session<J>, cutShort: number): void
}

export interface SessionOptions {
  /** Messages sent but not answered at a time, with CHUNKING. */
  readonly window: number
  /** Messages after which the session is ended; 0 for never. */
  readonly most: number
  /** Longest wait for any answer. */
  readonly timeoutMs: number
  /** Milliseconds that never jump. */
  readonly now: () => number
}

/** RFC 5321 §4.5.3.2. */
const patienceMs = { reset: 300_000, mail: 300_000, recipient: 300_000, data: 120_000, end: 600_000, nothing: 120_000 }
/** How long the relay may read nothing while we have data to send. */
const blockMs = 180_000
/** How long a relay may take to close the session after it said that it would. */
const farewellMs = 30_000

interface Transaction<J> {
  readonly job: J
  failure: Verdict | undefined
  takesRecipient: boolean
  /** Its data was handed over. */
  handed: boolean
}

interface Expected<J> {
  /** `nothing`: the end of data that was not sent. */
  readonly step: Step | 'reset' | 'nothing'
  readonly transaction: Transaction<J>
}

export class Session<J extends { readonly message: Message }> {
  readonly #stream: SmtpStream
  readonly #capabilities: Capabilities
  readonly #carrier: Carrier<J>
  readonly #options: SessionOptions
  readonly #expected: Expected<J>[] = []
  /** Without an outcome yet, in order. */
  readonly #open: Transaction<J>[] = []
  /** Its envelope is out, and nothing else may follow before its DATA is answered. */
  #envelope: Transaction<J> | undefined
  #started = 0
  #needsReset = false
  #isEnding = false
  #saidGoodbye = false
  #deadline = Number.POSITIVE_INFINITY
  /** Octets the relay had not taken at the last look, and since when it takes none. */
  #waiting = 0
  #stuckSince = 0

  constructor(stream: SmtpStream, capabilities: Capabilities, carrier: Carrier<J>, options: SessionOptions) {
    this.#stream = stream
    this.#capabilities = capabilities
    this.#carrier = carrier
    this.#options = options
    stream.listen({
      reply: reply => this.#heard(reply),
      turn: () => {
        // as many as have room now, in one write
        if (this.#capabilities.chunking) this.fill()
        this.#leaveIfEnding()
      },
      lost: reason => this.#lost(reason),
    })
  }

  get isIdle(): boolean {
    return this.#expected.length === 0 && !this.#isEnding
  }

  /** May it take another message now? */
  get hasRoom(): boolean {
    if (this.#isEnding || this.#stream.isLost) return false
    if (this.#capabilities.chunking) return this.#open.length < this.#options.window
    if (this.#capabilities.pipelining) return this.#envelope === undefined
    return this.#expected.length === 0
  }

  /** Sends what the carrier has for it. */
  fill(): void {
    if (!this.hasRoom) return
    if (this.#capabilities.chunking) {
      this.#fillChunks()
      return
    }
    const next = this.#start()
    if (next) this.#send([this.#envelopeOf(next)])
  }

  /** Takes no other message, and says goodbye when it carries none. */
  end(): void {
    this.#isEnding = true
    this.#leaveIfEnding()
  }

  cut(reason: string): void {
    this.#stream.cut(reason)
  }

  /** Cuts a relay off that let us wait too long. */
  look(now: number): void {
    const { waiting } = this.#stream
    if (waiting > 0) {
      if (waiting !== this.#waiting) this.#stuckSince = now
      else if (now - this.#stuckSince >= Math.min(blockMs, this.#options.timeoutMs))
        this.#stream.cut('it stopped taking what it was sent')
      // its time for an answer begins when it has everything
    } else if (this.#waiting > 0) this.#await()
    else if (now >= this.#deadline) this.#stream.cut('it did not answer within the time allowed')
    this.#waiting = waiting
  }

  /** Pulls until there is a message that this relay can take. */
  #start(): Transaction<J> | undefined {
    for (;;) {
      if (this.#options.most > 0 && this.#started >= this.#options.most) this.#isEnding = true
      if (this.#isEnding) return undefined
      const job = this.#carrier.pull(this.#open.length > 0)
      if (!job) return undefined
      const outcome = capabilityRefusal(job.message, this.#capabilities)
      if (outcome) {
        this.#carrier.done(job, outcome)
        continue
      }
      this.#started++
      const transaction = { job, failure: undefined, takesRecipient: false, handed: false }
      this.#open.push(transaction)
      return transaction
    }
  }

  #fillChunks() {
    const pieces: (string | Buffer)[] = []
    // those that may not begin leave room for others
    for (let next = this.#startAll(); next.length > 0; next = this.#startAll())
      for (const one of next) {
        if (one.job.message.handOver?.begin() === false) this.#settle(one, { outcome: notRecorded })
        else pieces.push(...this.#chunkOf(one))
      }
    if (pieces.length > 0) this.#send(pieces)
    else this.#leaveIfEnding()
  }

  /** As many as the window has room for. */
  #startAll(): readonly Transaction<J>[] {
    const started: Transaction<J>[] = []
    while (this.#open.length < this.#options.window) {
      const next = this.#start()
      if (!next) break
      next.job.message.handOver?.announce()
      started.push(next)
    }
    return started
  }

  #chunkOf(next: Transaction<J>): readonly [string, Buffer] {
    const { message } = next.job
    const reset = this.#takeReset(next, this.#open[0] !== next)
    this.#expect('mail', next)
    this.#expect('recipient', next)
    this.#expect('end', next)
    next.handed = true
    const last = `BDAT ${message.data.length} LAST\r\n`
    return [reset + mailCommand(message, this.#capabilities) + recipientCommand(message) + last, message.data]
  }

  /** The commands of an envelope that may be sent before any answer. */
  #envelopeOf(next: Transaction<J>): string {
    this.#envelope = next
    const { message } = next.job
    if (!this.#capabilities.pipelining) {
      if (this.#needsReset) return this.#takeReset(next, false)
      this.#expect('mail', next)
      return mailCommand(message, this.#capabilities)
    }
    const reset = this.#takeReset(next, false)
    this.#expect('mail', next)
    this.#expect('recipient', next)
    this.#expect('data', next)
    return `${reset + mailCommand(message, this.#capabilities) + recipientCommand(message)}DATA\r\n`
  }

  #takeReset(next: Transaction<J>, always: boolean): string {
    if (!this.#needsReset && !always) return ''
    this.#needsReset = false
    this.#expect('reset', next)
    return 'RSET\r\n'
  }

  #expect(step: Expected<J>['step'], transaction: Transaction<J>) {
    this.#expected.push({ step, transaction })
    if (this.#expected.length === 1) this.#await()
  }

  #await() {
    const next = this.#expected[0]
    const patience = next ? Math.min(patienceMs[next.step], this.#options.timeoutMs) : Number.POSITIVE_INFINITY
    this.#deadline = this.#options.now() + (this.#saidGoodbye ? Math.min(patience, farewellMs) : patience)
  }

  #send(pieces: readonly (string | Buffer)[]) {
    if (pieces.length === 1) return this.#stream.write(pieces[0]!)
    this.#stream.cork()
    for (const piece of pieces) this.#stream.write(piece)
    this.#stream.uncork()
  }

  #heard(reply: Reply) {
    const expected = this.#expected.shift()
    this.#await()
    if (reply.code === 421) {
      // what follows is either answered all the same or cut off by the relay, which then took none of it
      this.#isEnding = true
      this.#saidGoodbye = true
      this.#await()
    }
    if (!expected) {
      if (reply.code !== 421) this.#stream.cut('it sent a reply to no command')
      return
    }
    const { step, transaction } = expected
    switch (step) {
      case 'reset':
        if (reply.code >= 300) this.#isEnding = true
        if (!this.#capabilities.pipelining) this.#ask('mail', transaction)
        return
      case 'mail':
        if (isDone(reply)) {
          if (!this.#capabilities.pipelining) this.#ask('recipient', transaction)
        } else if (this.#fail('mail', transaction, reply) && !this.#capabilities.pipelining) this.#giveUp(transaction)
        return
      case 'recipient':
        if (isDone(reply)) {
          transaction.takesRecipient = true
          if (!this.#capabilities.pipelining) this.#ask('data', transaction)
        } else if (this.#fail('recipient', transaction, reply) && !this.#capabilities.pipelining)
          this.#giveUp(transaction)
        return
      case 'data':
        if (reply.code === 354) this.#hand(transaction)
        else if (this.#fail('data', transaction, reply)) this.#giveUp(transaction)
        return
      case 'nothing':
        this.#settle(transaction, transaction.failure!)
        return this.fill()
      case 'end':
        return this.#readEndReply(transaction, reply)
    }
  }

  #ask(step: 'mail' | 'recipient' | 'data', transaction: Transaction<J>) {
    this.#expect(step, transaction)
    const { message } = transaction.job
    if (step === 'mail') this.#send([mailCommand(message, this.#capabilities)])
    else this.#send([step === 'recipient' ? recipientCommand(message) : 'DATA\r\n'])
  }

  /** @returns false when the reply fits no command: the session was cut, and its messages have outcomes */
  #fail(step: Step, transaction: Transaction<J>, reply: Reply): boolean {
    if (reply.code < 400) {
      this.#stream.cut(`it answered ${reply.code} where that means nothing`)
      return false
    }
    transaction.failure ??= judgeRefusal(step, reply)
    return true
  }

  /** DATA was answered with 354: hands the data over, or ends it at once where the transaction has failed. */
  #hand(transaction: Transaction<J>) {
    this.#envelope = undefined
    if (transaction.failure) {
      this.#needsReset = true
      this.#expect('nothing', transaction)
      return this.#send(['.\r\n'])
    }
    if (transaction.job.message.handOver?.begin() === false) {
      // after 354 there is no way back but to hang up: without its final dot nothing was sent (RFC 5321 §4.1.1.4)
      transaction.failure = { outcome: notRecorded }
      return this.#stream.cut('a message could not be recorded')
    }
    transaction.handed = true
    const data = stuffDots(transaction.job.message.data)
    this.#expect('end', transaction)
    const next = this.#capabilities.pipelining ? this.#start() : undefined
    this.#send([data, next ? `.\r\n${this.#envelopeOf(next)}` : '.\r\n'])
  }

  #readEndReply(transaction: Transaction<J>, reply: Reply) {
    if (reply.code < 400 && !isDone(reply))
      return this.#stream.cut(`it answered ${reply.code} where that means nothing`)
    if (transaction.failure) {
      // accepted although its sender was refused: its sender is unclear
      if (isDone(reply) && transaction.takesRecipient)
        this.#settle(transaction, { outcome: unknownOutcome(`it took what it had refused`) })
      else this.#giveUp(transaction)
    } else if (isDone(reply)) {
      this.#settle(transaction, { outcome: acceptedOutcome(reply) })
    } else {
      if (this.#capabilities.chunking) this.#needsReset = true
      this.#settle(transaction, judgeRefusal('end', reply))
    }
    if (!this.#capabilities.chunking) this.fill()
  }

  #giveUp(transaction: Transaction<J>) {
    if (this.#envelope === transaction) this.#envelope = undefined
    this.#needsReset = true
    this.#settle(transaction, transaction.failure!)
    if (!this.#capabilities.chunking) this.fill()
  }

  #settle(transaction: Transaction<J>, verdict: Verdict) {
    const index = this.#open.indexOf(transaction)
    if (index >= 0) this.#open.splice(index, 1)
    if ('outcome' in verdict) this.#carrier.done(transaction.job, verdict.outcome)
    else this.#putBack(transaction, verdict.back)
  }

  #putBack({ job, handed }: Transaction<J>, why: Back) {
    if (handed) job.message.handOver?.undone()
    this.#carrier.back(job, why)
  }

  #leaveIfEnding() {
    if (!this.#isEnding || this.#expected.length > 0 || this.#stream.isLost) return
    this.#stream.quit()
    this.#carrier.ended(this, 0)
  }

  #lost(reason: string) {
    this.#isEnding = true
    this.#expected.length = 0
    const cutShort = this.#open.length
    for (const transaction of this.#open.splice(0)) {
      if (transaction.failure && !(transaction.handed && transaction.takesRecipient))
        this.#settle(transaction, transaction.failure)
      // after 421 the relay closed the session without processing this message
      else if (transaction.handed && !this.#saidGoodbye) this.#carrier.done(transaction.job, unknownOutcome(reason))
      else this.#putBack(transaction, { code: null, reason, hold: false })
    }
    this.#carrier.ended(this, cutShort)
  }
}

function isDone(reply: Reply): boolean {
  return reply.code < 300
}

const notRecorded: Outcome = { kind: 'unavailable', code: null, answer: 'it could not be recorded before it was sent' }

function unknownOutcome(reason: string): Outcome {
  return { kind: 'unknown', code: null, answer: `the relay did not say whether it took the message: ${reason}` }
}
