/**
 * Relays at the other end of the real SMTP client, octet by octet on the virtual clock: answers come complete, in pieces, late, in
 * part or not at all, and connections end at any point, on either side.
 */

import type { Outcome } from '../../src/delivery/outcome.ts'
import { smtpTransport } from '../../src/delivery/relays/transport.ts'
import { messagesPerSession } from '../../src/delivery/smtp/capabilities.ts'
import type { Channel, Dial } from '../../src/delivery/smtp/channel.ts'
import { parseRelay } from '../../src/delivery/smtp/relay.ts'
import type { Transport } from '../../src/delivery/transport.ts'
import type { HandOver, HandOvers } from './hand-overs.ts'
import type { Temper } from './peer.ts'
import { createPipe } from './pipe.ts'
import type { Random } from './random.ts'
import { type Actor, actor as actorOf, lookMs, type Schedule } from './schedule.ts'
import { createSession, type Personality } from './session.ts'

export interface Relays {
  readonly story: string
  readonly concurrency: number
  /** Gives each sender its transport. */
  transport(actor: Actor): Transport
}

/** What the SMTP client could do wrong, done on purpose: the simulation must notice. */
export type ClientDefect =
  /** A connection lost after the data counts as nothing sent. */
  | 'lost is unavailable'
  /** The reply to one message is reported for the next. */
  | 'answers move on'
  /** What came of an answer before the connection was lost counts as all of it. */
  | 'half is complete'
  /** What the relay may have goes out again. */
  | 'unknown is sent again'

export function createRelays(
  schedule: Schedule,
  random: Random,
  temper: Temper,
  handOvers: HandOvers,
  defect?: ClientDefect,
): Relays {
  const personalities = new Map<string, Personality>()
  const urls: string[] = []
  for (let n = 1; n <= random.pick([1, 1, 2]); n++) {
    const pipelining = random.chance(0.7)
    personalities.set(`relay${n}.example`, {
      pipelining,
      chunking: pipelining && random.chance(0.6),
      startTls: random.chance(0.2),
      knowsEhlo: random.chance(0.95),
    })
    const settings = [
      `connections=${random.whole(1, 3)}`,
      `window=${random.whole(1, 4)}`,
      `timeout=${random.pick([2, 20, 600])}`,
      `messages=${random.pick([0, 0, 1, 3])}`,
      ...(random.chance(0.15) ? [`rate=${random.pick([2, 10])}`] : []),
      ...(random.chance(0.15) ? [`domain=*:${random.pick([0.5, 5])}`] : []),
    ]
    urls.push(`smtp://relay${n}.example?verify=false&name=sender.example&${settings.join('&')}`)
  }
  const described = [...personalities.values()].map(({ pipelining, chunking, startTls }) =>
    [pipelining && 'PIPELINING', chunking && 'CHUNKING', startTls && 'STARTTLS'].filter(Boolean).join('+'),
  )

  function transportOf(sender: Actor): Transport {
    const alive = new Set<() => void>()
    const onDeath = sender.onDeath
    sender.onDeath = () => {
      onDeath()
      for (const end of alive) end()
    }
    const timers = schedule.timers(sender)
    return smtpTransport(urls, {
      now: schedule.now,
      // it looks four times a second; a virtual clock would have to stop there each time
      timers: { ...timers, every: (ms, run) => timers.every(Math.max(ms, lookMs), run) },
      dial: defect === 'half is complete' ? endingLines(dialFor(sender, alive)) : dialFor(sender, alive),
    })
  }

  function dialFor(sender: Actor, alive: Set<() => void>): Dial {
    return (relay, ear, timers) =>
      new Promise((resolve, reject) => {
        if (sender.isDead) return
        const forget = timers.after(relay.connectTimeoutMs, () =>
          reject(new Error('no connection within the time allowed')),
        )
        if (random.chance(temper.trouble / 4)) {
          // a stalled one is never heard of again
          if (random.chance(0.5)) return
          schedule.add(sender, random.whole(0, 50), `${relay.host} refuses the connection`, () => {
            forget()
            reject(new Error('connect ECONNREFUSED'))
          })
          return
        }
        schedule.add(sender, random.whole(0, 20), `connected to ${relay.host}`, () => {
          forget()
          if (schedule.dies(sender)) return
          resolve(connection(sender, alive, relay.host, ear))
        })
      })
  }

  function connection(sender: Actor, alive: Set<() => void>, host: string, ear: Parameters<Dial>[1]): Channel {
    const far = actorOf(host, 0)
    const there = createPipe(schedule, far)
    const back = createPipe(schedule, sender)
    let isOpen = true
    let isStopped = false
    /** What went out over this connection and was not taken. */
    const written: HandOver[] = []
    let corked: (string | Buffer)[] | undefined
    const session = createSession(random, temper, personalities.get(host)!, {
      say(text, delay, promise) {
        const pieces = inPieces(Buffer.from(text, 'latin1'))
        for (const [index, piece] of pieces.entries()) {
          const said = piece.toString('latin1')
          back.put(
            piece.length,
            index === 0 ? delay : random.whole(0, 300),
            `${host} says ${JSON.stringify(said)}`,
            () => {
              if (!isOpen || schedule.dies(sender)) return
              if (index === pieces.length - 1) promise?.()
              ear.hear(said)
            },
          )
        }
      },
      hangUp() {
        // what the other side said last may be lost with a connection that is reset
        if (random.chance(0.2)) back.lose()
        there.lose()
        back.put(0, random.whole(0, 20), `${host} hung up`, () => {
          if (!isOpen) return
          close()
          ear.lost('it closed the connection')
        })
      },
      stopInboundMail() {
        isStopped = true
        there.stop()
      },
      took,
    })

    function took(to: string, data: string) {
      const at = written.findIndex(one => one.to === to && one.data.equals(Buffer.from(data, 'latin1')))
      const [one] = at < 0 ? [] : written.splice(at, 1)
      if (!one) throw new Error(`${to} got what is not its message`)
      if (one.taken) throw new Error(`${to} was taken twice by ${host}`)
      one.taken = true
      return () => {
        one.promised = true
      }
    }

    function close() {
      isOpen = false
      alive.delete(die)
    }

    /** The system closes it; the last bytes given to it may or may not arrive. */
    function die() {
      if (!isOpen) return
      close()
      if (random.chance(0.4)) there.lose()
      if (!isStopped) there.put(0, 0, `${sender.name} is gone`, () => session.gone())
    }
    alive.add(die)

    function send(bytes: Buffer) {
      if (!isOpen || sender.isDead) return
      // killed in the middle of it
      const all = schedule.dies(sender) ? bytes.subarray(0, random.whole(0, bytes.length)) : bytes
      for (const piece of inPieces(all)) {
        there.put(piece.length, random.whole(0, 20), `${host} hears ${describe(piece)}`, () => session.hear(piece))
      }
    }

    function note(bytes: string | Buffer) {
      const one = handOvers.all.findLast(({ by, data }) => by === sender && data === bytes)
      if (!one) return
      handOvers.out(one)
      written.push(one)
    }

    session.greet()
    return {
      write(bytes) {
        if (!isOpen || sender.isDead) return
        note(bytes)
        if (corked) corked.push(bytes)
        else send(Buffer.from(bytes as string)) // a Buffer is copied; the declared overloads know only one kind each
      },
      cork() {
        corked = []
      },
      uncork() {
        const pieces = corked ?? []
        corked = undefined
        if (pieces.length > 0) send(Buffer.concat(pieces.map(piece => Buffer.from(piece as string)))) // as above
      },
      get waiting() {
        return isStopped ? there.waiting : 0
      },
      startTls: () =>
        new Promise((resolve, reject) => {
          const fails = random.chance(temper.trouble / 4)
          schedule.add(sender, random.whole(0, 100), `handshake with ${host}`, () => {
            if (fails || !isOpen) reject(new Error('the handshake failed'))
            else resolve()
          })
        }),
      end(last) {
        send(Buffer.from(last))
        die()
      },
      destroy: die,
    }
  }

  function inPieces(bytes: Buffer): Buffer[] {
    if (bytes.length < 2 || random.chance(0.7)) return bytes.length === 0 ? [] : [bytes]
    const at = random.whole(1, bytes.length - 1)
    return [bytes.subarray(0, at), bytes.subarray(at)]
  }

  // what relays can have under way once they are known
  const concurrency = urls.reduce((sum, url, n) => {
    const relay = parseRelay(url)
    return sum + relay.connections * messagesPerSession([...personalities.values()][n], relay.window)
  }, 0)
  return {
    story: `over ${urls.map((url, n) => `${url} (${described[n] || 'plain'})`).join(' and ')}`,
    concurrency,
    transport: sender => {
      const transport = transportOf(sender)
      const startReporting = mistaken(defect)
      return handOvers.watched(
        sender,
        () => transport.concurrency,
        async (_, message) => {
          const steps = message.handOver!
          const report = startReporting()
          const isRepeated = ({ kind }: Outcome) => defect === 'unknown is sent again' && kind === 'unknown'
          const outcome = await transport.send({
            ...message,
            handOver: {
              ...steps,
              answered(given) {
                return isRepeated(given) || steps.answered(report(given))
              },
            },
          })
          return isRepeated(outcome) ? transport.send(message) : report(outcome)
        },
      )
    },
  }
}

/** @returns a function that makes, for each message, a function that reports its outcome, unchanged or with the defect */
function mistaken(defect: ClientDefect | undefined): () => (outcome: Outcome) => Outcome {
  let last: Outcome | undefined
  return () => {
    let reported: Outcome | undefined
    return outcome => {
      if (reported) return reported
      reported = outcome
      if (defect === 'lost is unavailable' && outcome.kind === 'unknown') reported = { ...outcome, kind: 'unavailable' }
      if (defect === 'answers move on') reported = last ?? outcome
      last = outcome
      return reported
    }
  }
}

function endingLines(dial: Dial): Dial {
  return (relay, ear, timers) => {
    let line = ''
    return dial(
      relay,
      {
        hear(text) {
          line = (line + text).slice((line + text).lastIndexOf('\n') + 1)
          ear.hear(text)
        },
        lost(reason) {
          if (line.length > 3) ear.hear('\r\n')
          line = ''
          ear.lost(reason)
        },
      },
      timers,
    )
  }
}

function describe(bytes: Buffer): string {
  const text = bytes.toString('latin1')
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 40)}…${text.slice(-15)}` : text)
}
