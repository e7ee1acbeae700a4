/** One session of a simulated relay: SMTP as a relay speaks it, and whatever can go wrong at each step. */
import { smtpInput } from '../harness/smtp-input.ts'
import type { Temper } from './peer.ts'
import type { Random } from './random.ts'

export interface Personality {
  readonly pipelining: boolean
  readonly chunking: boolean
  readonly startTls: boolean
  readonly knowsEhlo: boolean
}

export interface SessionEnds {
  /** @param delay after what was said before it came in @param promise called as the last of it comes in */
  say(text: string, delay: number, promise?: () => void): void
  hangUp(): void
  stopInboundMail(): void
  /** From now on the message is delivered, whatever is answered. @returns to be called when the client knows by an answer */
  took(to: string, data: string): () => void
}

export interface Session {
  greet(): void
  hear(bytes: Buffer): void
  /** The client closed the connection. */
  gone(): void
}

type Step = 'greeting' | 'hello' | 'tls' | 'mail' | 'recipient' | 'data' | 'end' | 'reset' | 'quit'

/** What may be said instead of the usual. */
const refusals: Readonly<Record<Step, readonly string[]>> = {
  greeting: ['421 4.3.2 too busy\r\n', '554 5.7.1 go away\r\n'],
  hello: ['421 4.3.2 too busy\r\n', '550 5.7.1 not you\r\n', '451 4.3.0 later\r\n'],
  tls: ['454 4.7.0 not now\r\n'],
  mail: [
    '421 4.3.2 closing\r\n',
    '451 4.1.8 your domain?\r\n',
    '452 4.3.1 disk full\r\n',
    '550 5.7.1 not your address\r\n',
  ],
  recipient: [
    '450 4.2.0 greylisted\r\n',
    '550 5.1.1 no such user\r\n',
    '550-5.1.1 no such\r\n550 5.1.1 user\r\n',
    '421 4.3.2 closing\r\n',
  ],
  data: ['451 4.3.0 later\r\n', '554 5.7.1 no\r\n', '421 4.3.2 closing\r\n'],
  end: [
    '451 4.7.1 later\r\n',
    '552 5.2.2 mailbox full\r\n',
    '554-5.7.1 spam\r\n554 5.7.1 surely\r\n',
    '421 4.3.0 going down\r\n',
  ],
  reset: ['421 4.3.2 closing\r\n', '500 5.5.1 what\r\n'],
  quit: ['421 4.3.2 closing\r\n'],
}

export function createSession(
  random: Random,
  temper: Temper,
  { pipelining, chunking, startTls, knowsEhlo }: Personality,
  ends: SessionEnds,
): Session {
  let from: string | undefined
  let to = ''
  let isOver = false
  let isSafe = false

  const quick = () => random.whole(0, 20)
  const late = () => random.pick([50, 700, 5000, 100_000])

  function hangUp() {
    isOver = true
    ends.hangUp()
  }

  /** @param take does what the usual reply promises to this recipient @returns whether the usual reply was said in whole */
  function reply(step: Step, usual: string, take: () => void = () => {}, promise?: () => void): boolean {
    if (isOver) return false
    if (!random.chance(temper.trouble / (step === 'end' ? 1 : 4))) {
      take()
      ends.say(usual, step === 'end' ? random.whole(0, temper.slowest) : quick(), promise)
      return true
    }
    const perhaps = () => {
      if (random.chance(0.5)) take()
    }
    const cut = random.whole(1, usual.length - 1)
    switch (random.whole(0, 8)) {
      case 0:
        take()
        ends.say(usual, late(), promise)
        return true
      case 1:
        // in two, far apart
        take()
        ends.say(usual.slice(0, cut), quick())
        ends.say(usual.slice(cut), late(), promise)
        return true
      case 2:
        perhaps()
        ends.say(usual.slice(0, cut), quick())
        hangUp()
        return false
      case 3:
        // the first line of several, and no other
        perhaps()
        ends.say(`${usual.slice(0, 3)}-so far\r\n`, quick())
        hangUp()
        return false
      case 4:
        perhaps()
        hangUp()
        return false
      case 5:
        perhaps()
        isOver = true
        return false
      case 6:
        perhaps()
        ends.say(random.pick(['Bless you!\r\n', '199 hm\r\n', '250-x\r\n550 y\r\n']), quick())
        return false
      default: {
        const refusal = random.pick(refusals[step])
        ends.say(refusal, random.chance(0.2) ? late() : quick())
        if (refusal.startsWith('421') || random.chance(0.1)) hangUp()
        return false
      }
    }
  }

  function whole(data: string) {
    if (from === undefined || to === '') return ends.say('554 5.5.1 no valid recipients\r\n', quick())
    const recipient = to
    from = undefined
    to = ''
    const taken = random.pick(['250 2.0.0 taken\r\n', '250-2.0.0 taken\r\n250 2.0.0 as 4711\r\n', '250\r\n'])
    let promise = () => {}
    const take = () => {
      promise = ends.took(recipient, data)
    }
    reply('end', taken, take, () => promise())
  }

  function hello(upper: string) {
    const offers = ['SIZE 10000000', '8BITMIME', 'ENHANCEDSTATUSCODES']
    if (pipelining) offers.push('PIPELINING')
    if (chunking) offers.push('CHUNKING')
    if (startTls && !isSafe) offers.push('STARTTLS')
    if (upper.startsWith('HELO')) reply('hello', '250 relay\r\n')
    else if (!knowsEhlo) ends.say('502 5.5.1 what\r\n', quick())
    else {
      const lines = ['relay', ...offers]
      reply('hello', lines.map((word, n) => `250${n === lines.length - 1 ? ' ' : '-'}${word}\r\n`).join(''))
    }
  }

  function command(line: string) {
    const upper = line.toUpperCase()
    if (upper.startsWith('EHLO') || upper.startsWith('HELO')) hello(upper)
    else if (upper === 'STARTTLS') isSafe = reply('tls', '220 go\r\n')
    else if (upper.startsWith('MAIL FROM:')) {
      if (from !== undefined) ends.say('503 5.5.1 nested MAIL\r\n', quick())
      else if (reply('mail', '250 2.1.0 ok\r\n')) from = /<(.*?)>/.exec(line)![1]!
    } else if (upper.startsWith('RCPT TO:')) {
      if (from === undefined) return ends.say('503 5.5.1 MAIL first\r\n', quick())
      const named = /<(.*?)>/.exec(line)![1]!
      if (reply('recipient', '250 2.1.5 ok\r\n')) to = named
    } else if (upper === 'DATA') {
      if (from === undefined || to === '') return ends.say('503 5.5.1 RCPT first\r\n', quick())
      const begins = reply('data', '354 go\r\n')
      if (begins) input.beginData()
      inTheMiddle(begins)
    } else if (upper.startsWith('BDAT ')) {
      input.beginChunk(Number(upper.split(' ')[1]))
      inTheMiddle(true)
    } else if (upper === 'RSET') {
      from = undefined
      to = ''
      reply('reset', '250 2.0.0 ok\r\n')
    } else if (upper === 'QUIT') {
      if (reply('quit', '221 2.0.0 bye\r\n')) hangUp()
    } else ends.say('502 5.5.2 what\r\n', quick())
  }

  /** Before the data is there. */
  function inTheMiddle(hasBegun: boolean) {
    if (!hasBegun || !random.chance(temper.trouble / 8)) return
    if (random.chance(0.5)) return hangUp()
    isOver = true
    ends.stopInboundMail()
  }

  const input = smtpInput(command, whole, () => isOver)

  return {
    greet: () => void reply('greeting', '220 relay\r\n'),
    hear(bytes) {
      if (!isOver) input.take(bytes)
    },
    gone() {
      isOver = true
    },
  }
}
