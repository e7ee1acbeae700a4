import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, test } from 'node:test'
import { needs, smtpSink } from '../../../test/harness/needs.ts'
import { smtpTransport } from '../relays/transport.ts'
import type { Message } from '../transport.ts'

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

/** Lines an SMTP conversation could stumble over. */
const bodies = [
  'Hello\r\n',
  '.\r\n',
  '..\r\n.hidden\r\n\r\n.\r\n',
  'no end of line',
  '\r\n\r\n',
  'MAIL FROM:<x@example.com>\r\nQUIT\r\n',
  `${'x'.repeat(990)}\r\n`.repeat(90),
]

describe("Debian's smtp-sink", needs('smtp-sink'), () => {
  for (const [options, kind, answer] of [
    [[], 'accepted', /^250 /],
    [['-p'], 'accepted', /^250 /],
    [['-e'], 'accepted', /^250 /],
    [['-f', 'mail'], 'refused', /^5\d\d /],
    [['-f', 'rcpt'], 'refused', /^5\d\d /],
    [['-f', 'data'], 'refused', /^5\d\d /],
    [['-f', '.'], 'refused', /^5\d\d /],
    [['-r', 'rcpt'], 'deferred', /^4\d\d /],
    [['-r', 'data'], 'deferred', /^4\d\d /],
    [['-r', '.'], 'deferred', /^4\d\d /],
    [['-r', 'mail'], 'unavailable', /4\d\d /],
    [['-Q', '.'], 'deferred', /^421 /],
    [['-Q', 'mail'], 'unavailable', /421/],
    [['-Q', 'rcpt'], 'unavailable', /421/],
    [['-q', 'ehlo'], 'unavailable', /closed/],
    [['-q', 'rcpt'], 'unavailable', /closed|ended/],
    [['-q', '.'], 'unknown', /did not say/],
  ] as const) {
    test(`with ${options.join(' ') || 'no options'}: ${kind}, and it received the bytes that were sent`, async () => {
      const sink = await start(options)
      const transport = smtpTransport([`smtp://127.0.0.1:${sink.port}?connections=2&tls=none&timeout=60`])
      endings.push(() => transport.close())
      const sent = bodies.map(
        (body, number): Message => ({
          from: `b+${number}@bounce.example`,
          to: `p${number}@example.com`,
          utf8: false,
          data: Buffer.from(`Subject: ${number}\r\n\r\n${body}`),
          name: { folder: 'campaign', file: String(number) },
        }),
      )
      const outcomes = await Promise.all(sent.map(message => transport.send(message)))
      // after two sessions without an answer the relay is left alone
      const kinds = new Set<string>(outcomes.map(outcome => outcome.kind))
      if (kind === 'unknown') kinds.delete('unavailable')
      assert.deepEqual([...kinds], [kind])
      assert.match(outcomes.find(outcome => outcome.kind === kind)!.answer, answer)
      await transport.close()
      if (kind !== 'accepted') return
      const dumps = await sink.dumps()
      assert.equal(dumps.length, sent.length)
      for (const { from, to, data } of sent) {
        const dump = dumps.find(text => text.includes(`X-Rcpt-Args: <${to}>`))
        assert.ok(dump, to)
        assert.ok(dump.includes(`X-Mail-Args: <${from}>`))
        const text = data.toString().replaceAll('\r\n', '\n')
        assert.ok(dump.trimEnd().endsWith(text.trimEnd()), `${to} got what was sent`)
      }
    })
  }
})

async function start(options: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'smtp-sink-'))
  const port = await freePort()
  // as root it needs an account to run as: root, so that it can write the dumps
  const who = process.getuid?.() === 0 ? ['-u', 'root'] : []
  const child = spawn(smtpSink, [...who, ...options, '-d', `${folder}/%M.`, `127.0.0.1:${port}`, '100'], {
    stdio: 'ignore',
  })
  endings.push(async () => {
    child.kill()
    await rm(folder, { recursive: true, force: true })
  })
  const deadline = Date.now() + 60_000
  while (!(await answers(port))) if (Date.now() > deadline) assert.fail('smtp-sink does not listen')
  return {
    port,
    dumps: async () =>
      Promise.all((await readdir(folder)).map(name => readFile(join(folder, name), 'latin1'))).then(texts =>
        texts.filter(text => text.includes('X-Rcpt-Args')),
      ),
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address !== null && typeof address !== 'string' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}

function answers(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => setTimeout(resolve, 20, false))
  })
}
