/**
 * Sending constant messages without composing, ledger or database: our transport, Debian's `smtp-source` and nodemailer's pool,
 * to the same sinks, one after the other in each round.
 *
 *   node --import tsx bench/smtp.ts [messages per run] [rounds] [connections]
 *
 * Needs Debian's package postfix for smtp-source and smtp-sink; what is missing is left out.
 */
import { smtpTransport } from '../src/delivery/relays/transport.ts'
import type { Message } from '../src/delivery/transport.ts'
import { mailer, smtpSink, smtpSource, source } from './peers.ts'
import { endSinks, startOurSink, startSmtpSink } from './sinks.ts'
import { count, median, printTable, ratio } from './table.ts'

const [messages = 20_000, rounds = 3, connections = 10] = process.argv.slice(2).map(Number)
const sizes = [5_120, 36_000] as const

const sinks = [
  ...(smtpSink ? [{ name: "Debian's smtp-sink", port: await startSmtpSink(smtpSink) }] : []),
  { name: 'our sink', port: await startOurSink() },
  { name: 'our sink, 30 ms away, 150 ms at the end of data', port: await startOurSink('30', '150'), far: true },
  {
    name: 'our sink, 30 ms away, 150 ms for one message of a connection after another',
    port: await startOurSink('30', '150', 'in-turn'),
    far: true,
  },
]
for (const { name, port, far } of sinks.map(sink => ({ far: false, ...sink }))) {
  for (const size of far ? sizes.slice(0, 1) : sizes) await compare(name, port, size, far)
}
endSinks()

async function compare(name: string, port: number, size: number, far: boolean) {
  const lines = far ? 50 : connections
  // a slow contender sends fewer, so that each takes some seconds
  const many = far ? 4000 : messages
  const data = constantMessage(size)
  const url = `smtp://127.0.0.1:${port}?connections=${lines}&tls=none`
  const program = smtpSource
  const contenders: { readonly name: string; readonly run: () => Promise<number> }[] = [
    ...(program
      ? [{ name: `smtp-source -s ${lines} -d`, run: () => source(program, port, lines, far ? 1000 : many, size) }]
      : []),
    { name: 'ours, without CHUNKING', run: () => ours(`${url}&chunking=false`, data, far ? 2000 : many) },
    { name: 'ours', run: () => ours(`${url}${far ? '&window=8' : ''}`, data, many) },
    {
      name: 'nodemailer, pool',
      run: () => mailer(port, { lines, many: far ? 1000 : many / 10, message: constant(data) }),
    },
  ]
  const rates = contenders.map(() => [] as number[])
  for (let round = 0; round < rounds; round++)
    for (const [index, { run }] of contenders.entries()) rates[index]!.push(await run())
  const first = median(rates[0]!)
  printTable([
    [`${name}, ${count(size)} octets, ${lines} connections`, 'messages/s', `/ ${contenders[0]!.name}`],
    ...contenders.map((contender, index) => [
      contender.name,
      count(median(rates[index]!)),
      ratio(median(rates[index]!), first),
    ]),
  ])
}

/** As the composer makes them: CRLF, lines of 76, no dot in front. */
function constantMessage(size: number): Buffer {
  const head = 'From: a@example.com\r\nTo: b@example.com\r\nSubject: constant\r\nMIME-Version: 1.0\r\n\r\n'
  const line = `${'x'.repeat(74)}\r\n`
  return Buffer.from(head + line.repeat(Math.ceil((size - head.length) / line.length)))
}

function constant(data: Buffer) {
  return (number: number) => ({ envelope: { from: 'a@example.com', to: `to${number}@example.com` }, raw: data })
}

/** @returns messages a second */
async function ours(url: string, data: Buffer, many: number): Promise<number> {
  const transport = smtpTransport([url])
  let next = 0
  let failed = 0
  const start = performance.now()
  await Promise.all(
    Array.from({ length: transport.concurrency }, async () => {
      while (next < many) {
        const number = next++
        const message: Message = {
          from: `b+${number}@bounce.example`,
          to: `to${number}@example.com`,
          utf8: false,
          data,
          name: { folder: 'bench', file: String(number) },
        }
        const outcome = await transport.send(message)
        if (outcome.kind !== 'accepted') failed++
      }
    }),
  )
  const seconds = (performance.now() - start) / 1000
  await transport.close()
  if (failed > 0) throw new Error(`${failed} messages were not accepted.`)
  return many / seconds
}
