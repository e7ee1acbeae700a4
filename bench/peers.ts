/** The senders ours is measured beside, each to a sink on a port of this machine. All yield messages a second. */
import { execFile } from 'node:child_process'
import type { KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { createTransport, type SendMailOptions } from 'nodemailer'

const folders = ['/usr/sbin', '/usr/bin', '/usr/local/sbin']
const find = (name: string) => folders.map(folder => `${folder}/${name}`).find(existsSync)

/** Of Debian's package postfix; undefined where it is not installed. */
export const smtpSource = find('smtp-source')
export const smtpSink = find('smtp-sink')

/** Debian's `smtp-source -d`: a constant message, written in C. */
export async function source(program: string, port: number, sessions: number, many: number, size: number) {
  const start = performance.now()
  const options = ['-s', sessions, '-m', many, '-l', size, '-d', '-f', 'a@example.com', '-t', 'b@example.com']
  await promisify(execFile)(program, [...options.map(String), `127.0.0.1:${port}`])
  return many / ((performance.now() - start) / 1000)
}

export interface MailerOptions {
  readonly lines: number
  readonly many: number
  readonly message: (number: number) => SendMailOptions
  readonly dkim?: { readonly domain: string; readonly selector: string; readonly privateKey: KeyObject }
}

/** nodemailer's pool. */
export async function mailer(port: number, { lines, many, message, dkim }: MailerOptions): Promise<number> {
  const pool = createTransport({
    pool: true,
    host: '127.0.0.1',
    port,
    ignoreTLS: true,
    maxConnections: lines,
    maxMessages: Number.POSITIVE_INFINITY,
    // a PEM would be parsed anew for each message (reference/delivery.md §2)
    ...(dkim && {
      dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.privateKey as never },
    }),
  })
  let next = 0
  const start = performance.now()
  await Promise.all(
    Array.from({ length: lines * 2 }, async () => {
      while (next < many) await pool.sendMail(message(++next))
    }),
  )
  const seconds = (performance.now() - start) / 1000
  pool.close()
  return many / seconds
}
