/** The mailbox of a process: what listens, with its certificate. */
import { readFile } from 'node:fs/promises'
import { OperatorError } from '../../lib/operator-error.ts'
import { realTimers, type Timers } from '../../lib/timers.ts'
import { type ListenerOptions, startListener } from './listener.ts'

export interface MailboxOptions extends Omit<ListenerOptions, 'domain' | 'certificate'> {
  readonly domain: string | undefined
  /** PEM with certificate, chain and private key. */
  readonly certificateFile: string | undefined
  readonly timers?: Timers
}

export interface Mailbox {
  readonly port: number
  stop(graceMs: number): Promise<void>
}

/** How often a certificate is read again, in milliseconds; certificates are valid for weeks. */
const lookAgainMs = 3_600_000

/** @throws OperatorError when there is no bounce domain, the certificate cannot be used or the port cannot be had */
export async function startMailbox({
  domain,
  certificateFile,
  timers = realTimers,
  ...options
}: MailboxOptions): Promise<Mailbox> {
  if (domain === undefined) {
    throw new OperatorError(
      'LETTERSHOP_MAILBOX_PORT needs LETTERSHOP_BOUNCE_DOMAIN, the domain whose mail comes to this port: returned mail is addressed to it.',
    )
  }
  const { log } = options
  const certificate = certificateFile === undefined ? undefined : await readCertificate(certificateFile)
  const listener = await listenWith(certificate)
  let known = certificate?.cert
  const stopLooking =
    certificateFile === undefined ? () => {} : timers.every(lookAgainMs, () => void lookAgain(certificateFile))
  return {
    port: listener.port,
    stop(graceMs) {
      stopLooking()
      return listener.stop(graceMs)
    },
  }

  async function listenWith(certificate: Certificate | undefined) {
    try {
      return await startListener({ ...options, domain: domain!, certificate }) // looked at above
    } catch (cause) {
      if (cause instanceof OperatorError || !certificate) throw cause
      throw new OperatorError(`LETTERSHOP_MAILBOX_CERTIFICATE: ${certificateFile} cannot be used: ${said(cause)}.`, {
        cause,
      })
    }
  }

  async function lookAgain(file: string) {
    try {
      const renewed = await readCertificate(file)
      if (known?.equals(renewed.cert)) return
      listener.useCertificate(renewed)
      known = renewed.cert
      log.info('the mailbox uses the renewed certificate')
    } catch (err) {
      log.error({ err }, 'the certificate of the mailbox cannot be read again; the old one stays in use')
    }
  }
}

interface Certificate {
  readonly cert: Buffer
  readonly key: Buffer
}

/** One file holds all of it; each reader takes the blocks it knows. */
async function readCertificate(file: string): Promise<Certificate> {
  const pem = await readFile(file).catch(cause => {
    throw new OperatorError(`LETTERSHOP_MAILBOX_CERTIFICATE: ${file} cannot be read: ${said(cause)}.`, { cause })
  })
  return { cert: pem, key: pem }
}

function said(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
