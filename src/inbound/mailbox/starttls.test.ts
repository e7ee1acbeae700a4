/** STARTTLS of the mailbox, with real TLS on the other side. */
import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { createTransport } from 'nodemailer'
import { throwAwayCertificate } from '../../../test/harness/certificate.ts'
import { dial, listenerOf, mailboxTest, say } from '../../../test/harness/mailbox.ts'
import { type Line, lineOver } from '../../../test/harness/socket.ts'
import { createLog } from '../../lib/log.ts'
import { quietTimers } from '../../lib/timers.ts'
import { startListener } from './listener.ts'
import { startMailbox } from './mailbox.ts'

const { db, campaign, options, addressesOf } = await mailboxTest(20)
const { domain } = options
const certificate = throwAwayCertificate(domain)
const listener = await listenerOf({ ...options, certificate })

const bounceAddress = (number: number) => addressesOf(number).bounce
const kept = async (number: number) => [
  ...(await db<{ helo: string; sender: string; raw: Buffer }[]>`
    select helo, sender, raw from mailbox where campaign_id = ${campaign.campaignId} and number = ${number}`),
]

async function greeted(to = listener): Promise<Line> {
  const line = await dial(to)
  assert.match(await say(line, 'EHLO before.example'), /^250-[\s\S]*STARTTLS/)
  return line
}

/** Both sides talk TLS on the line from now on. */
async function secured({ socket }: Line): Promise<Line> {
  socket.removeAllListeners('data')
  const tls = await handshake({ socket })
  tls.setMaxListeners(0)
  return lineOver(tls)
}

/** @throws when the certificate is another */
function handshake(options: object, cert = certificate.cert): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const tls = connectTls({ ...options, ca: cert, servername: domain })
    tls.once('error', reject)
    tls.once('secureConnect', () => {
      tls.off('error', reject)
      resolve(tls)
    })
  })
}

test('a mail that comes over STARTTLS is kept, octet for octet', async () => {
  const transport = createTransport({
    host: '127.0.0.1',
    port: listener.port,
    requireTLS: true,
    tls: { ca: certificate.cert, servername: domain },
    name: 'mx.far.example',
  })
  const raw = 'Subject: returned\r\n\r\n.gone, and Z\xfcrich\r\n'
  await transport.sendMail({ envelope: { from: '', to: bounceAddress(1) }, raw: Buffer.from(raw, 'latin1') })
  const [mail, ...more] = await kept(1)
  assert.deepEqual([mail!.raw.toString('latin1'), mail!.helo, more.length], [raw, 'mx.far.example', 0])
})

test('what was said before STARTTLS is forgotten: name, sender and recipients', async () => {
  const line = await greeted()
  assert.match(await say(line, 'MAIL FROM:<before@far.example>'), /^250 /)
  assert.match(await say(line, `RCPT TO:<${bounceAddress(2)}>`), /^250 /)
  assert.match(await say(line, 'STARTTLS'), /^220 /)
  const tls = await secured(line)
  for (const command of ['DATA', `RCPT TO:<${bounceAddress(2)}>`, 'MAIL FROM:<after@far.example>'])
    assert.match(await say(tls, command), /^503 /)
  const hello = await say(tls, 'EHLO after.example')
  assert.match(hello, /^250-/)
  assert.doesNotMatch(hello, /STARTTLS/)
  assert.match(await say(tls, 'DATA'), /^503 /)
  assert.match(await say(tls, 'MAIL FROM:<after@far.example>'), /^250 /)
  assert.match(await say(tls, 'DATA'), /^503 /)
  assert.match(await say(tls, `RCPT TO:<${bounceAddress(3)}>`), /^250 /)
  assert.match(await say(tls, 'DATA'), /^354 /)
  assert.match(await say(tls, 'Subject: x\r\n\r\nx\r\n.'), /^250 /)
  assert.match(await say(tls, 'STARTTLS'), /^503 /)
  tls.close()
  assert.equal((await kept(2)).length, 0)
  assert.deepEqual(
    (await kept(3)).map(({ helo, sender }) => [helo, sender]),
    [['after.example', 'after@far.example']],
  )
})

const injected = (number: number) =>
  [
    'EHLO injected.example',
    'MAIL FROM:<injected@far.example>',
    `RCPT TO:<${bounceAddress(number)}>`,
    'DATA',
    'Subject: injected',
    '',
    'x',
    '.',
    '',
  ].join('\r\n')

for (const [number, behind, commands] of [
  [4, 'a complete mail', () => injected(4)],
  [5, 'a mail without its end', () => injected(5).slice(0, -5)],
  [6, 'half a command', () => `MAIL FROM:<>\r\nRCPT TO:<${bounceAddress(6)}>\r\nRCPT`],
  // a parser that pauses among so many may go on when the handshake is done
  [7, 'thousands of commands and a mail', () => 'NOOP\r\n'.repeat(5000) + injected(7)],
] as const)
  test(`${behind} in the clear behind STARTTLS, in one packet, is neither answered nor obeyed`, async () => {
    const line = await greeted()
    assert.match(await say(line, `STARTTLS\r\n${commands()}`), /^220 [^\r\n]*\r\n$/)
    const before = line.received()
    const tls = await secured(line).catch(() => undefined)
    if (tls) {
      // its answers are of what was said over TLS, one each, and it has heard no name
      assert.match(await say(tls, 'NOOP'), /^250 [^\r\n]*\r\n$/)
      assert.match(await say(tls, 'MAIL FROM:<>'), /^503 [^\r\n]*\r\n$/)
      assert.match(await say(tls, 'EHLO after.example'), /^250-/)
      assert.match(await say(tls, 'DATA'), /^503 /)
      assert.match(await say(tls, 'QUIT'), /^221 /)
    }
    assert.equal(line.received(), before)
    assert.deepEqual(await kept(number), [])
    line.close()
  })

test('commands in the clear instead of a handshake end the connection, unanswered', async () => {
  const line = await greeted()
  assert.match(await say(line, 'STARTTLS'), /^220 /)
  const before = line.received().length
  line.write(injected(8))
  const rest = (await line.ended).slice(before)
  assert.doesNotMatch(rest, /\d{3} /)
  assert.deepEqual(await kept(8), [])
})

test('a connection that lasts too long is cut, under TLS as well', async () => {
  const short = await startListener({ ...options, certificate, limits: { sessionMs: 1500 } })
  const line = await greeted(short)
  assert.match(await say(line, 'STARTTLS'), /^220 /)
  const tls = await secured(line)
  assert.match(await say(tls, 'NOOP'), /^250 /)
  await line.ended
  await short.stop(1000)
})

test('STARTTLS with arguments is refused', async () => {
  const line = await greeted()
  assert.match(await say(line, 'STARTTLS now'), /^501 /)
  assert.match(await say(line, 'MAIL FROM:<>'), /^250 /)
  line.close()
})

test('a renewed certificate is offered to later connections, a broken file changes nothing', async () => {
  const file = join(tmpdir(), `lettershop-mailbox-${process.pid}.pem`)
  const write = ({ cert, key }: typeof certificate) => writeFile(file, Buffer.concat([cert, key]))
  await write(certificate)
  let look = () => {}
  const lines: string[] = []
  const heard = { info: () => lines.push('renewed'), error: () => lines.push('broken') }
  const mailbox = await startMailbox({
    ...options,
    certificateFile: file,
    log: Object.assign(createLog('silent'), heard),
    timers: {
      ...quietTimers,
      every(_ms, run) {
        look = run
        return () => {}
      },
    },
  })
  async function offered() {
    const line = await dial(mailbox)
    await say(line, 'EHLO x.example')
    assert.match(await say(line, 'STARTTLS'), /^220 /)
    const { socket } = line
    const tls = await handshake({ socket, rejectUnauthorized: false })
    const { raw } = tls.getPeerCertificate()
    tls.destroy()
    return raw.toString('base64')
  }
  async function lookAgain(expected: string) {
    look()
    while (lines.length === 0) await new Promise(setImmediate)
    assert.deepEqual(lines.splice(0), [expected])
  }
  const base64 = ({ cert }: typeof certificate) => cert.toString().replace(/-----[^-]+-----|\s/g, '')
  assert.equal(await offered(), base64(certificate))
  await writeFile(file, 'nothing of use')
  await lookAgain('broken')
  assert.equal(await offered(), base64(certificate))
  const renewed = throwAwayCertificate(domain)
  await write(renewed)
  await lookAgain('renewed')
  assert.equal(await offered(), base64(renewed))
  await mailbox.stop(1000)
  await rm(file)
})
