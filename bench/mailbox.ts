/**
 * Returned mail taken over SMTP, durable when it is acknowledged: bounces of 5 KB over kept connections, a recipient each. The
 * listener, the database (embedded, durable) and the senders share the machine.
 *
 *   node --import tsx bench/mailbox.ts [seconds] [connections]
 */
import { connect } from 'node:net'
import { keyRing } from '../src/domain/access/keys.ts'
import { returnAddresses } from '../src/domain/tokens/return-addresses.ts'
import { tokens } from '../src/domain/tokens/tokens.ts'
import { startProduct } from './product.ts'
import { count, printTable } from './table.ts'

const [seconds = 5, connections = 100] = process.argv.slice(2).map(Number)
const domain = 'bounce.example'
const secret = 'a secret of the benchmark, forty letters'
const port = 20_000 + (process.pid % 20_000)

const product = await startProduct({
  LETTERSHOP_SECRET: secret,
  LETTERSHOP_BOUNCE_DOMAIN: domain,
  LETTERSHOP_MAILBOX_PORT: String(port),
  LETTERSHOP_ROLES: 'api,feedback',
})
try {
  const sign = tokens(keyRing(Buffer.from(secret)))
  let next = 0
  let taken = 0
  const until = performance.now() + seconds * 1000
  const began = performance.now()
  await Promise.all(Array.from({ length: connections }, () => session()))
  const took = (performance.now() - began) / 1000
  const [row] = await product.db`select count(*)::integer as rows from mailbox`
  if (row!.rows !== taken) throw new Error(`${taken} mails were acknowledged and ${row!.rows} are there`)
  printTable([
    ['connections', 'mails acknowledged', 'mails/s, durable'],
    [String(connections), count(taken), count(taken / took)],
  ])

  /** MAIL, RCPT and DATA go together; the next mail follows the answer to the last. */
  function session(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      socket.setNoDelay(true)
      let text = ''
      let waiting = 220
      socket.on('error', reject).on('close', () => resolve())
      socket.on('data', chunk => {
        text += chunk.toString('latin1')
        for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
          const line = text.slice(0, end)
          text = text.slice(end + 2)
          if (line[3] === '-') continue
          if (Number(line.slice(0, 3)) >= 400) return void reject(new Error(line))
          if (waiting === 220) {
            waiting = 250
            socket.write('EHLO bench.example\r\n')
          } else if (waiting === 250 && line.startsWith('250')) {
            waiting = 354
            offer()
          } else if (line.startsWith('354')) {
            waiting = 1
            socket.write(mail(next))
          } else if (waiting === 1) {
            taken++
            waiting = 354
            if (performance.now() < until) offer()
            else socket.end('QUIT\r\n')
          }
        }
      })
      function offer() {
        const address = returnAddresses(sign.sign('recipient', 1, ++next), domain).bounce
        socket.write(`MAIL FROM:<>\r\nRCPT TO:<${address}>\r\nDATA\r\n`)
      }
    })
  }
} finally {
  await product.end()
}

function mail(n: number): string {
  const words = 'The original message follows, as far as it is worth returning.\r\n'.repeat(75)
  return `Subject: Undelivered Mail Returned to Sender ${n}\r\n\r\n${words}\r\n.\r\n`
}
