import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { type PeerOptions, type PeerStep, startPeer, type Turn } from '../../../test/harness/smtp-peer.ts'
import type { Outcome } from '../outcome.ts'
import { smtpTransport } from '../relays/transport.ts'
import type { Message, Transport } from '../transport.ts'

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

async function peer(options?: PeerOptions) {
  const started = await startPeer(options)
  endings.push(() => started.close())
  return started
}

function open(...urls: readonly string[]): Transport {
  const transport = smtpTransport(urls)
  endings.push(() => transport.close())
  return transport
}

function message(number: number, change: Partial<Message> = {}): Message {
  return {
    from: `b+${number}@bounce.example`,
    to: `p${number}@example.com`,
    utf8: false,
    data: Buffer.from(`Subject: ${number}\r\n\r\nHello ${number}\r\n`),
    name: { folder: 'campaign', file: String(number) },
    ...change,
  }
}

const send = (transport: Transport, many: number) =>
  Promise.all(Array.from({ length: many }, (_, number) => transport.send(message(number))))

const modes = [
  ['one command at a time', []],
  ['PIPELINING', ['PIPELINING', 'SIZE']],
  ['CHUNKING', ['PIPELINING', 'CHUNKING', 'SIZE']],
] as const

const many = 5
/** Who meets the failure. */
const hit = 2

/** What the hit message comes to. */
const cases: readonly (readonly [PeerStep, string, Turn, Outcome['kind'], (RegExp | null)?])[] = [
  ['mail', 'refused', { say: '550 5.7.1 not you\r\n' }, 'refused', /^550 5\.7\.1 not you$/],
  ['mail', 'its domain deferred', { say: '451 4.1.8 cannot resolve your domain\r\n' }, 'deferred'],
  ['mail', '552 too long', { say: '552 5.3.4 too long\r\n' }, 'refused'],
  ['recipient', 'refused', { say: '550 5.1.1 gone\r\n' }, 'refused', /^550 5\.1\.1 gone$/],
  [
    'recipient',
    'refused on several lines',
    { say: '550-5.1.1 gone\r\n550 5.1.1 for good\r\n' },
    'refused',
    /^550 5\.1\.1 gone for good$/,
  ],
  ['recipient', 'deferred', { say: '450 4.2.0 greylisted\r\n' }, 'deferred'],
  ['recipient', 'refused without words', { say: '550\r\n' }, 'refused'],
  ['recipient', 'refused with bare line ends', { say: '550 gone\n' }, 'refused'],
  ['data', 'refused', { say: '554 5.7.1 no\r\n' }, 'refused'],
  ['data', 'deferred', { say: '451 4.3.0 later\r\n' }, 'deferred'],
  ['end', 'refused', { say: '554 5.7.1 spam\r\n' }, 'refused', /^554 5\.7\.1 spam$/],
  ['end', 'deferred', { say: '451 4.7.1 later\r\n' }, 'deferred'],
  ['end', '421', { say: '421 4.3.0 going down\r\n', thenDrop: true }, 'deferred'],
  ['end', 'dropped', 'drop', 'unknown'],
  ['end', 'stalled', 'stall', 'unknown'],
  ['end', 'half answered', 'half', 'unknown'],
  ['end', 'answered with garbage', { say: 'Bless you!\r\n' }, 'unknown'],
  ['end', 'answered with 354', { say: '354 more\r\n' }, 'unknown'],
  ['end', 'answered with lines of different codes', { say: '250-ok\r\n550 no\r\n' }, 'unknown'],
  ...(['mail', 'recipient', 'data'] as const).flatMap(step => [
    [step, 'dropped', 'drop', 'accepted'] as const,
    [step, 'stalled', 'stall', 'accepted'] as const,
    [step, 'half answered', 'half', 'accepted'] as const,
    [step, 'answered with garbage', { say: 'HTTP/1.1 400 Bad Request\r\n\r\n' }, 'accepted'] as const,
    [step, '421', { say: '421 4.3.2 going down\r\n', thenDrop: true }, 'accepted'] as const,
    [step, 'answered with a long line', { say: `250 ${'x'.repeat(5000)}` }, 'accepted'] as const,
    [step, 'answered with too many lines', { say: '250-x\r\n'.repeat(200) }, 'accepted'] as const,
  ]),
  ['data', 'answered with 250', { say: '250 ok\r\n' }, 'accepted'],
  ...(['mail', 'recipient', 'data', 'end'] as const).map(
    step => [step, 'answered octet by octet', 'bytes', 'accepted'] as const,
  ),
]

/** Seconds an answer is waited for: few only where none comes. */
const patience = (turn: Turn) => (turn === 'stall' ? 2 : 60)

for (const [mode, offers] of modes) {
  for (const [step, what, turn, usually, answer] of cases) {
    if (step === 'data' && mode === 'CHUNKING') continue
    // with CHUNKING the data goes out with the envelope: without an answer the outcome is unknown
    const isLost = usually === 'accepted' && turn !== 'bytes' && what !== '421'
    const kind = mode === 'CHUNKING' && isLost ? 'unknown' : usually
    for (const together of turn === 'stall' ? [false] : [false, true]) {
      test(`${mode}${together ? ', answers together' : ''}: ${step} ${what}: ${kind}, and the others go through`, async () => {
        let isMet = false
        const relay = await peer({
          offers,
          together,
          turn(at, to, count) {
            if (isMet || at !== step || (at === 'mail' ? count <= hit : to !== `p${hit}@example.com`)) return undefined
            isMet = true
            return turn
          },
        })
        const transport = open(`smtp://127.0.0.1:${relay.port}?connections=1&timeout=${patience(turn)}&window=4`)
        const outcomes = await send(transport, many)
        assert.equal(outcomes[hit]!.kind, kind, outcomes[hit]!.answer)
        if (answer) assert.match(outcomes[hit]!.answer, answer)
        for (const [number, outcome] of outcomes.entries()) {
          const copies = relay.taken.filter(to => to === `p${number}@example.com`).length
          if (outcome.kind === 'unknown') assert.ok(copies <= 1)
          else
            assert.equal(copies, outcome.kind === 'accepted' ? 1 : 0, `copies of ${number}, which is ${outcome.kind}`)
          if (number === hit) continue
          // with CHUNKING the data of those behind it on the line was handed over as well
          if (mode === 'CHUNKING' && number > hit && kind === 'unknown') continue
          assert.equal(outcome.kind, 'accepted', outcome.answer)
        }
        if (mode !== 'CHUNKING' && kind === 'unknown')
          assert.equal(relay.given.filter(({ to }) => to === `p${hit}@example.com`).length, 1)
        for (const { from, to, data } of relay.given) {
          const number = /\d/.exec(to)![0]
          assert.equal(from, `b+${number}@bounce.example`, 'no message goes out under the envelope of another')
          assert.equal(data, message(Number(number)).data.toString())
        }
        assert.ok(relay.mostUnanswered() <= transport.concurrency)
      })
    }
  }
}

test('a refused recipient whose DATA is taken all the same gets an empty end of data, and no message', async () => {
  const relay = await peer({
    offers: ['PIPELINING'],
    turn(step, to) {
      if (step === 'recipient' && to === 'p1@example.com') return { say: '550 5.1.1 gone\r\n' }
      return undefined
    },
    lenient: true,
  })
  const outcomes = await send(open(`smtp://127.0.0.1:${relay.port}?connections=1`), 3)
  assert.deepEqual(
    outcomes.map(({ kind }) => kind),
    ['accepted', 'refused', 'accepted'],
  )
  assert.deepEqual(
    relay.given.map(({ data }) => data),
    [message(0).data.toString(), message(2).data.toString()],
  )
})

for (const [what, step, turn] of [
  ['greets with 421', 'greeting', { say: '421 busy\r\n', thenDrop: true }],
  ['greets with 554', 'greeting', { say: '554 not you\r\n' }],
  ['does not greet', 'greeting', 'stall'],
  ['greets with garbage', 'greeting', { say: 'SSH-2.0-OpenSSH_9.2\r\n' }],
  ['greets twice', 'greeting', { say: '220 a\r\n220 b\r\n' }],
  ['hangs up instead of greeting', 'greeting', 'drop'],
  ['hangs up at EHLO', 'hello', 'half'],
  ['defers EHLO', 'hello', { say: '451 later\r\n' }],
  ['defers every sender', 'mail', { say: '451 4.3.1 too busy\r\n' }],
  ['wants authentication', 'mail', { say: '530 5.7.0 authentication required\r\n' }],
  ['says 421 to every sender', 'mail', { say: '421 4.7.0 slow down\r\n', thenDrop: true }],
] as const) {
  test(`a relay that ${what} is held, its messages are put back, and no recipient is refused`, async () => {
    const relay = await peer({ turn: at => (at === step ? turn : undefined) })
    const transport = open(`smtp://127.0.0.1:${relay.port}?connections=3&timeout=${patience(turn)}`)
    const outcomes = await send(transport, 20)
    assert.deepEqual([...new Set(outcomes.map(({ kind }) => kind))], ['unavailable'])
    assert.deepEqual(relay.taken, [])
    // it is left alone now
    const before = relay.connections()
    assert.equal((await transport.send(message(1))).kind, 'unavailable')
    assert.equal(relay.connections(), before)
  })

  test(`a relay that ${what} drains to another`, async () => {
    const bad = await peer({ turn: at => (at === step ? turn : undefined) })
    const good = await peer()
    const transport = open(
      `smtp://127.0.0.1:${bad.port}?connections=3&timeout=${patience(turn)}`,
      `smtp://127.0.0.1:${good.port}?connections=1`,
    )
    const outcomes = await send(transport, 20)
    assert.deepEqual([...new Set(outcomes.map(({ kind }) => kind))], ['accepted'])
    assert.equal(new Set(good.taken).size, 20)
    assert.equal(good.taken.length, 20)
  })
}

test('a relay that does not know EHLO is spoken to with HELO, one command at a time', async () => {
  const relay = await peer({
    turn: (step, _to, count) => (step === 'hello' && count === 1 ? { say: '502 5.5.1 what?\r\n' } : undefined),
  })
  const [outcome] = await send(open(`smtp://127.0.0.1:${relay.port}`), 1)
  assert.equal(outcome!.kind, 'accepted')
  assert.deepEqual(
    relay.commands.map(command => command.slice(0, 4)),
    ['EHLO', 'HELO', 'MAIL', 'RCPT', 'DATA'],
  )
})

test('a reply to no command ends the session, and earlier outcomes stay', async () => {
  let isMet = false
  const relay = await peer({
    turn(step) {
      if (step !== 'end' || isMet) return undefined
      isMet = true
      return { say: '250 ok\r\n250 and again\r\n' }
    },
  })
  const transport = open(`smtp://127.0.0.1:${relay.port}?connections=1`)
  assert.equal((await transport.send(message(1))).kind, 'accepted')
  assert.equal((await transport.send(message(2))).kind, 'accepted')
  assert.equal(relay.connections(), 2)
  assert.deepEqual(relay.taken, ['p2@example.com'])
})

for (const [mode, offers] of modes) {
  test(`${mode}: a relay that answers no message is handed no more than the transport allows`, async () => {
    const relay = await peer({ offers, turn: step => (step === 'end' ? 'stall' : undefined) })
    const transport = open(`smtp://127.0.0.1:${relay.port}?connections=2&window=3&timeout=2`)
    assert.equal(transport.concurrency, 4, 'its capabilities are not known yet')
    const outcomes = await send(transport, 30)
    assert.ok(relay.mostUnanswered() > 0)
    assert.ok(relay.mostUnanswered() <= transport.concurrency, `${relay.mostUnanswered()} were handed over`)
    assert.equal(transport.concurrency, mode === 'one command at a time' ? 4 : 6)
    assert.equal(outcomes.filter(({ kind }) => kind === 'unknown').length, relay.given.length)
    assert.equal(outcomes.filter(({ kind }) => kind === 'accepted').length, 0)
  })

  test(`${mode}: a hand-over begins when its data goes out, not while it waits for a connection`, async () => {
    const relay = await peer({ offers, turn: step => (step === 'end' ? 'stall' : undefined) })
    const transport = open(`smtp://127.0.0.1:${relay.port}?connections=2&window=3&timeout=2`)
    const begun = new Set<number>()
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        transport.send({
          ...message(n),
          handOver: {
            given() {},
            isWanted: () => true,
            announce() {},
            begin: () => Boolean(begun.add(n)),
            undone: () => void begun.delete(n),
            answered: () => true,
          },
        }),
      ),
    )
    // the first two wait for their answers, with CHUNKING as many as fit behind each other; all others were put back
    assert.ok(begun.size > 0)
    assert.equal(outcomes.filter(({ kind }) => kind === 'unknown').length, begun.size)
    assert.ok(relay.mostUnanswered() <= 2 * (mode === 'CHUNKING' ? 3 : 1))
  })

  test(`${mode}: what is not wanted or not recorded does not go out, and what follows does`, async () => {
    const relay = await peer({ offers })
    const transport = open(`smtp://127.0.0.1:${relay.port}?connections=1`)
    const outcomes = await Promise.all(
      Array.from({ length: 9 }, (_, n) =>
        transport.send({
          ...message(n),
          handOver: {
            given() {},
            isWanted: () => n % 3 !== 1,
            announce() {},
            begin: () => n % 3 !== 2,
            undone() {},
            answered: () => true,
          },
        }),
      ),
    )
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      Array.from({ length: 9 }, (_, n) => (n % 3 === 0 ? 'accepted' : 'unavailable')),
    )
    assert.deepEqual([...relay.taken].sort(), ['p0@example.com', 'p3@example.com', 'p6@example.com'])
    assert.equal(relay.given.length, 3)
  })

  test(`${mode}: a connection carries no more messages than it may`, async () => {
    const relay = await peer({ offers })
    const transport = open(`smtp://127.0.0.1:${relay.port}?connections=1&messages=4`)
    const outcomes = await send(transport, 10)
    assert.ok(outcomes.every(({ kind }) => kind === 'accepted'))
    assert.equal(relay.connections(), 3)
    assert.deepEqual(relay.commands.filter(command => command === 'QUIT').length >= 2, true)
  })

  test(`${mode}: closing cuts off what is under way, and says of each message what is known`, async () => {
    const relay = await peer({ offers, turn: step => (step === 'end' ? 'stall' : undefined) })
    const transport = open(`smtp://127.0.0.1:${relay.port}?connections=1&window=2`)
    const sent = send(transport, 6)
    while (relay.given.length === 0) await new Promise(resolve => setImmediate(resolve))
    await transport.close()
    const kinds = (await sent).map(({ kind }) => kind)
    assert.ok(relay.given.length <= kinds.filter(kind => kind === 'unknown').length)
    assert.ok(kinds.filter(kind => kind === 'unknown').length <= transport.concurrency)
    assert.deepEqual(new Set(kinds), new Set(['unknown', 'unavailable']))
    assert.equal((await transport.send(message(9))).kind, 'unavailable')
  })
}

for (const [what, change, kind, answer] of [
  [
    'a line end in its recipient',
    { to: 'a@example.com>\r\nRCPT TO:<b@example.com' },
    'refused',
    /fits into no envelope/,
  ],
  ['a line end in its sender', { from: 'a@example.com>\r\nDATA' }, 'refused', /fits into no envelope/],
  ['no recipient', { to: '' }, 'refused', /fits into no envelope/],
  ['a recipient that is not ASCII', { to: 'jürgen@example.com' }, 'refused', /not ASCII/],
  ['a recipient that needs SMTPUTF8', { to: 'jürgen@example.com', utf8: true }, 'refused', /does not offer/],
  ['more octets than the relay takes', { data: Buffer.alloc(101, 'x') }, 'refused', /longer/],
  ['no sender', { from: '' }, 'accepted', /taken/],
] as const) {
  test(`a message with ${what} is ${kind}`, async () => {
    const relay = await peer({ offers: ['PIPELINING', 'SIZE 100'] })
    const outcome = await open(`smtp://127.0.0.1:${relay.port}`).send(message(1, change))
    assert.equal(outcome.kind, kind)
    assert.match(outcome.answer, answer)
    assert.equal(relay.taken.length, kind === 'accepted' ? 1 : 0)
    assert.ok(!relay.commands.some(command => command.includes('b@example.com')))
  })
}

test('a message whose relay hangs up each time waits alone, while the others go through', async () => {
  const relay = await peer({
    offers: ['PIPELINING'],
    turn: (step, to) => (step === 'recipient' && to === 'p2@example.com' ? 'drop' : undefined),
  })
  const transport = open(`smtp://127.0.0.1:${relay.port}?connections=1`)
  const outcomes = await send(transport, 5)
  const poison = outcomes[2]!
  assert.equal(poison.kind, 'unavailable')
  assert.deepEqual(
    outcomes.filter(({ kind }) => kind === 'unknown'),
    [],
  )
  assert.ok(!relay.taken.includes('p2@example.com'))
})

for (const [mode, offers] of modes)
  test(`${mode}: a message apart goes over another line than one that is not answered`, async () => {
    let met = () => {}
    const silence = new Promise<void>(resolve => (met = resolve))
    const relay = await peer({
      offers,
      turn(step, to) {
        if (step !== 'end' || to !== 'p0@example.com') return undefined
        met()
        return 'stall'
      },
    })
    const transport = open(`smtp://127.0.0.1:${relay.port}?connections=2&timeout=30`)
    const unanswered = transport.send(message(0)).then(() => 'the first was given up')
    await silence
    for (const number of [1, 2]) {
      const apart = transport.send(message(number, { apart: true })).then(({ kind }) => kind)
      assert.equal(await Promise.race([apart, unanswered]), 'accepted')
    }
    assert.equal(relay.connections(), 2)
  })

test('messages apart share one line, one after another, with those that are not', async () => {
  const relay = await peer()
  const transport = open(`smtp://127.0.0.1:${relay.port}?connections=1`)
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, (_, number) => transport.send(message(number, { apart: number % 3 === 0 }))),
  )
  assert.deepEqual([...new Set(outcomes.map(({ kind }) => kind))], ['accepted'])
  assert.deepEqual(
    relay.taken,
    Array.from({ length: 12 }, (_, number) => `p${number}@example.com`),
  )
})
