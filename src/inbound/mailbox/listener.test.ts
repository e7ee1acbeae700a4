import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { createTransport } from 'nodemailer'
import { dial, listenerOf, mailboxTest, say } from '../../../test/harness/mailbox.ts'
import { openLine } from '../../../test/harness/socket.ts'
import { confirmationReturn, reportReturn, returnAddresses } from '../../domain/tokens/return-addresses.ts'
import { budget } from '../../lib/budget.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import { mostOfOneRecipient } from '../../store/inbound/mailbox.ts'
import { type Listener, type MailboxLimits, startListener } from './listener.ts'

const { db, campaign, options, addressesOf } = await mailboxTest(200)
const { domain, tokens } = options
const listener = await listenerOf(options)

const startWith = (limits: Partial<MailboxLimits>, memory = 100_000_000) =>
  startListener({ ...options, reserve: budget(memory).reserve, limits })

const rows = (number: number) => db`
  select recipient, route, sender, helo, remote, size, sha256, raw, client_id, number, state, source from mailbox
  where campaign_id = ${campaign.campaignId} and number = ${number} order by id`

async function greet(to: Listener = listener) {
  const dialled = await dial(to)
  const line = {
    ...dialled,
    say: async (text: string, expected: RegExp) => assert.match(await say(dialled, text), expected),
  }
  await line.say('EHLO mx.far.example', /^250-/)
  return line
}

/** One mail over a bare socket. @returns the answer to its data */
async function send(to: string, data: string | Buffer, from = '') {
  const line = await greet()
  await line.say(`MAIL FROM:<${from}>`, /^250 /)
  await line.say(`RCPT TO:<${to}>`, /^250 /)
  await line.say('DATA', /^354 /)
  const before = line.received().length
  line.write(data)
  line.write('\r\n.\r\n')
  const all = await line.until(new RegExp(`^[^]{${before}}\\d{3} [^]*\\r\\n`))
  line.close()
  return all.slice(before)
}

test('a bounce is in the database, octet for octet, when it is acknowledged', async () => {
  const mail = 'From: x\r\n\r\n..leading dot\r\nbyte \x00 and \xff\r\n'
  assert.match(await send(addressesOf(1).bounce, Buffer.from(mail, 'latin1').subarray(0, -2)), /^250 2\.6\.0 /)
  const sent = Buffer.from(mail.replace('..leading', '.leading'), 'latin1')
  const [row, ...more] = await rows(1)
  assert.deepEqual(
    { ...row },
    {
      recipient: addressesOf(1).bounce,
      route: 'bounce',
      sender: '',
      helo: 'mx.far.example',
      remote: '127.0.0.1',
      size: sent.length,
      sha256: createHash('sha256').update(sent).digest(),
      raw: sent,
      clientId: campaign.clientId,
      number: 1,
      state: 'waiting',
      source: 'smtp',
    },
  )
  assert.deepEqual(more, [])
})

test('the same mail that comes again is the same row', async () => {
  for (let i = 0; i < 3; i++) assert.match(await send(addressesOf(2).bounce, 'Subject: x\r\n\r\nx'), /^250 /)
  assert.match(await send(addressesOf(2).bounce.toUpperCase(), 'Subject: x\r\n\r\nx'), /^250 /)
  assert.equal((await rows(2)).length, 1)
})

test('what is not addressed to us is refused, each recipient on its own', async () => {
  const [{ before: mails } = { before: 0 }] = await db`select count(*) as before from mailbox`
  const line = await greet()
  await line.say('MAIL FROM:<x@far.example>', /^250 /)
  const { bounce, optOut } = addressesOf(3)
  const refused = [
    bounce.replace(/.@/, letter => (letter === 'a@' ? 'e@' : 'a@')),
    bounce.replace('@', 'a@'),
    bounce.replace(domain, 'elsewhere.example'),
    `carla@${domain}`,
    'carla@elsewhere.example',
    returnAddresses(tokens.sign('membership', campaign.campaignId, 3), domain).bounce,
  ]
  for (const address of refused) await line.say(`RCPT TO:<${address}>`, /^550 5\.1\.1 /)
  await line.say('DATA', /^503 /)
  const [{ after: kept } = { after: -1 }] = await db`select count(*) as after from mailbox`
  assert.equal(kept, mails)
  // accepted in between, pipelined
  const before = line.received().length
  line.write(
    `RSET\r\nMAIL FROM:<>\r\nRCPT TO:<${optOut}>\r\nRCPT TO:<x@${domain}>\r\nRCPT TO:<${bounce}>\r\nRCPT TO:<fbl@${domain}>\r\nDATA\r\n`,
  )
  await line.until(/354 [^\r\n]*\r\n$/)
  line.write('Subject: all\r\n\r\nx\r\n.\r\nQUIT\r\n')
  const answers = (await line.ended).slice(before).match(/^\d{3}/gm)
  assert.deepEqual(answers, ['250', '250', '250', '550', '250', '250', '354', '250', '221'])
  assert.deepEqual((await rows(3)).map(({ route }) => route).sort(), ['bounce', 'opt-out'])
  const [complaint] = await db`select route, client_id, number from mailbox where recipient = ${`fbl@${domain}`}`
  assert.deepEqual({ ...complaint }, { route: 'complaint', clientId: null, number: null })
})

test('what comes back to a confirmation mail is acknowledged and not kept; beside a bounce the bounce is', async () => {
  const confirmation = confirmationReturn(tokens.sign('membership', 1, 2), domain)
  const [{ mails } = { mails: -1 }] = await db`select count(*) as mails from mailbox`
  assert.match(await send(confirmation, 'Subject: gone\r\n\r\nx'), /^250 2\.6\.0 /)
  const [{ after } = { after: -1 }] = await db`select count(*) as after from mailbox`
  assert.equal(after, mails)
  const line = await greet()
  await line.say('MAIL FROM:<>', /^250 /)
  for (const to of [confirmation, addressesOf(20).bounce]) await line.say(`RCPT TO:<${to}>`, /^250 /)
  await line.say('DATA', /^354 /)
  line.write('Subject: both\r\n\r\nx\r\n.\r\nQUIT\r\n')
  await line.ended
  assert.deepEqual(
    (await rows(20)).map(({ route }) => route),
    ['bounce'],
  )
})

test('what comes back to a report by mail is kept until it is processed', async () => {
  const address = reportReturn(tokens, { clientId: 1, runId: 2, recipientId: 3 }, domain)
  assert.match(await send(address, 'Subject: gone\r\n\r\nx'), /^250 2\.6\.0 /)
  const [kept] = await db`select route, recipient, campaign_id, number from mailbox where recipient = ${address}`
  assert.deepEqual({ ...kept }, { route: 'report', recipient: address, campaignId: null, number: null })
  await db`delete from mailbox where recipient = ${address}`
})

test('it offers only the extensions that it needs, and reveals nothing about itself', async () => {
  const line = await greet()
  const greeting = line.received()
  assert.match(greeting, new RegExp(`^220 ${domain} ESMTP\\r\\n250-${domain}\\r\\n`))
  assert.doesNotMatch(greeting, /AUTH|STARTTLS|DSN|smtp-server|nodemailer|lettershop/i)
  assert.match(
    greeting,
    /250-PIPELINING\r\n.*8BITMIME\r\n.*SMTPUTF8\r\n.*ENHANCEDSTATUSCODES\r\n250 SIZE 67108864\r\n/s,
  )
  for (const command of ['AUTH PLAIN AGEAYQ==', 'STARTTLS', 'VRFY x', 'HELP', 'WIZ', 'XCLIENT ADDR=192.0.2.1'])
    await line.say(command, /^500 /)
  line.close()
})

test('a prober of recipients is sent away', async () => {
  const line = await greet()
  await line.say('MAIL FROM:<>', /^250 /)
  for (let i = 1; i < 20; i++) await line.say(`RCPT TO:<user${i}@${domain}>`, /^550 /)
  await line.say(`RCPT TO:<user@${domain}>`, /^421 /)
  await line.ended
})

test('a mail for too many recipients is taken for those it has room for', async () => {
  const line = await greet()
  await line.say('MAIL FROM:<>', /^250 /)
  for (let number = 100; number < 110; number++) await line.say(`RCPT TO:<${addressesOf(number).bounce}>`, /^250 /)
  await line.say(`RCPT TO:<${addressesOf(110).bounce}>`, /^452 4\.5\.3 /)
  line.close()
})

test('a large mail is cut, and counted and hashed completely', async () => {
  const head = 'Subject: large\r\n\r\n'
  const body = Buffer.alloc(50 * 1024 * 1024, 'The quick brown fox jumps over the lazy dog, and goes on.\r\n')
  const before = process.memoryUsage.rss()
  assert.match(await send(addressesOf(4).bounce, Buffer.concat([Buffer.from(head), body])), /^250 /)
  assert.ok(process.memoryUsage.rss() - before < 400 * 1024 * 1024, 'the mail as it is sent, twice, and not much more')
  const [row] = await rows(4)
  assert.equal(row!.size, head.length + body.length + 2)
  assert.equal(row!.raw.length, 1024 * 1024)
  assert.ok(row!.raw.equals(Buffer.concat([Buffer.from(head), body]).subarray(0, 1024 * 1024)))
  assert.deepEqual(row!.sha256, createHash('sha256').update(head).update(body).update('\r\n').digest())
})

test('a mail over the limit is refused, announced or not', async () => {
  const small = await startWith({ octets: 1000 })
  const line = await greet(small)
  await line.say('MAIL FROM:<> SIZE=1001', /^552 5\.3\.4 /)
  await line.say('MAIL FROM:<>', /^250 /)
  await line.say(`RCPT TO:<${addressesOf(5).bounce}>`, /^250 /)
  await line.say('DATA', /^354 /)
  await line.say(`${'x'.repeat(900)}\r\n${'x'.repeat(900)}\r\n.`, /^552 5\.3\.4 /)
  line.close()
  assert.deepEqual([...(await rows(5))], [])
  await small.stop(1000)
})

test('when memory is short, senders are asked to come back', async () => {
  const small = await startWith({}, 1000)
  const line = await greet(small)
  const attempt = async (body: string, expected: RegExp) => {
    await line.say('MAIL FROM:<>', /^250 /)
    await line.say(`RCPT TO:<${addressesOf(6).bounce}>`, /^250 /)
    await line.say('DATA', /^354 /)
    await line.say(`${body}\r\n.`, expected)
  }
  await attempt('x'.repeat(2000), /^452 /)
  await attempt('fits', /^250 /)
  line.close()
  assert.deepEqual(
    (await rows(6)).map(({ raw }) => raw.toString()),
    ['fits\r\n'],
  )
  await small.stop(1000)
})

test('a sender that goes away in the middle of a mail leaves nothing', async () => {
  const line = await greet()
  await line.say('MAIL FROM:<>', /^250 /)
  await line.say(`RCPT TO:<${addressesOf(7).bounce}>`, /^250 /)
  await line.say('DATA', /^354 /)
  line.write(`Subject: half\r\n\r\n${'x'.repeat(100_000)}`)
  line.socket.end()
  await line.ended
  assert.match(await send(addressesOf(8).bounce, 'Subject: next\r\n\r\n'), /^250 /)
  assert.deepEqual([...(await rows(7))], [])
})

test('a sender that says nothing, or lasts too long, is sent away', async () => {
  const impatient = await startWith({ idleMs: 200, sessionMs: 60_000 })
  const silent = await openLine(`http://127.0.0.1:${impatient.port}`)
  assert.match(await silent.ended, /^220 [\s\S]*\r\n421 [^\r\n]*Timeout[^\r\n]*\r\n$/)
  await impatient.stop(1000)
  const short = await startWith({ sessionMs: 1 })
  const slow = await openLine(`http://127.0.0.1:${short.port}`)
  await slow.ended
  await short.stop(1000)
})

test('two hundred connections at once are served, and more from one address are not', async () => {
  const lines = await Promise.all(Array.from({ length: 200 }, () => greet()))
  await Promise.all(
    lines.map(async (line, index) => {
      await line.say('MAIL FROM:<>', /^250 /)
      await line.say(`RCPT TO:<${addressesOf(9).optOut}>`, /^250 /)
      if (index >= 60) return
      await line.say('DATA', /^354 /)
      await line.say(`Subject: ${index}\r\n\r\n.\r\n.`, /^250 /)
    }),
  )
  assert.equal((await rows(9)).length, 60)
  const more = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const line = await openLine(`http://127.0.0.1:${listener.port}`)
      return { line, code: (await line.until(/^\d{3} /)).slice(0, 3) }
    }),
  )
  // all of them were open at once
  const codes = more.map(({ code }) => code)
  assert.ok(codes.includes('421') && codes.includes('220'), String(codes))
  for (const line of [...lines, ...more.map(({ line }) => line)]) line.close()
})

test('of one recipient no more than a hundred mails are kept', async () => {
  const line = await greet()
  for (let i = 0; i <= mostOfOneRecipient; i++) {
    await line.say('MAIL FROM:<>', /^250 /)
    await line.say(`RCPT TO:<${addressesOf(10).bounce}>`, /^250 /)
    await line.say('DATA', /^354 /)
    await line.say(`Subject: ${i}\r\n\r\n.\r\n.`, i < mostOfOneRecipient ? /^250 / : /^552 5\.2\.2 /)
  }
  // what is there already is acknowledged again
  await line.say('MAIL FROM:<>', /^250 /)
  await line.say(`RCPT TO:<${addressesOf(10).bounce}>`, /^250 /)
  await line.say('DATA', /^354 /)
  await line.say('Subject: 7\r\n\r\n.\r\n.', /^250 /)
  line.close()
  assert.equal((await rows(10)).length, mostOfOneRecipient)
})

test('a foreign mail program delivers, attachments, eight bits and all', async () => {
  const transport = createTransport({ host: '127.0.0.1', port: listener.port, secure: false, ignoreTLS: true })
  await transport.sendMail({
    envelope: { from: 'jürgen@far.example', to: [addressesOf(11).bounce] },
    from: 'Jürgen <jürgen@far.example>',
    to: addressesOf(11).bounce,
    subject: 'Abwesend: ÄÖÜ',
    text: 'Ich bin weg.\n..\n.\n',
    attachments: [{ filename: 'a.bin', content: Buffer.alloc(100_000, 7) }],
  })
  transport.close()
  const [row] = await rows(11)
  assert.equal(row!.sender, 'jürgen@far.example')
  assert.match(row!.raw.toString(), /^From: /)
  assert.equal(row!.raw.length, row!.size)
})

test('when the database does not answer, the mail comes again', async () => {
  const broken = await startListener({ ...options, keep: () => Promise.reject(new Error('no connection')) })
  const line = await greet(broken)
  await line.say('MAIL FROM:<>', /^250 /)
  await line.say(`RCPT TO:<${addressesOf(12).bounce}>`, /^250 /)
  await line.say('DATA', /^354 /)
  await line.say('Subject: x\r\n\r\n.\r\n.', /^451 4\.3\.0 Not kept/)
  line.close()
  await broken.stop(1000)
})

test('a stop lets a mail under way end, and ends what waits', async () => {
  const stopped = await startWith({})
  const [idle, busy] = [await greet(stopped), await greet(stopped)]
  await busy.say('MAIL FROM:<>', /^250 /)
  await busy.say(`RCPT TO:<${addressesOf(13).bounce}>`, /^250 /)
  await busy.say('DATA', /^354 /)
  const done = stopped.stop(5000)
  assert.match(await idle.ended, /\r\n421 [^\r\n]*\r\n$/)
  busy.write('Subject: last\r\n\r\nx\r\n.\r\n')
  assert.match(await busy.ended, /\r\n250 [^\r\n]*\r\n421 [^\r\n]*\r\n$/)
  await done
  assert.equal((await rows(13)).length, 1)
})

test('a port in use is reported in a sentence', async () => {
  const taken = { ...options, port: listener.port }
  await assert.rejects(startListener(taken), error => error instanceof OperatorError && /is taken/.test(error.message))
})
