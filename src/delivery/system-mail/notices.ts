/** Sends single mails of the service itself. */
import type { Log } from '../../lib/log.ts'
import type { FindSigner } from '../compose/signing.ts'
import type { Message, Transport } from '../transport.ts'
import { composeNotice, type Notice } from './compose/notice.ts'

export interface NoticeParts {
  readonly transport: Transport
  readonly log: Log
  /** Finds the signer for a From address of a client; mails go unsigned when it is absent. */
  readonly findSigner?: FindSigner | undefined
  /** Whether mail of a client is that of sample data, which no relay gets. */
  readonly isSample?: ((clientId: number) => Promise<boolean>) | undefined
  readonly now?: (() => Date) | undefined
}

/**
 * @param clientId whose mail it is; null for mail of the installation, which is not signed
 * @param about for the log
 * @returns what became of it; undefined for one that could not be composed
 * @throws Error to be run again, when the mail was not taken but may be later
 */
export type SendNotice = (
  clientId: number | null,
  notice: Omit<Notice, 'at'>,
  about: object,
) => Promise<'accepted' | 'refused' | 'unknown' | undefined>

export function noticeSender({
  transport,
  log,
  findSigner,
  isSample: isSampleClient,
  now = () => new Date(),
}: NoticeParts): SendNotice {
  return async (clientId, notice, about) => {
    const at = now()
    let message: Message
    try {
      message = composeNotice({ ...notice, at })
    } catch (error) {
      log.warn({ ...about, err: error }, 'a notice could not be composed')
      return undefined
    }
    const sign = clientId === null ? undefined : await findSigner?.(clientId, notice.from.email)
    const isSample = clientId !== null && (await isSampleClient?.(clientId))
    const data = sign ? await sign(message.data, at, 'relaxed') : message.data
    const outcome = await transport.send({ ...message, data, ...(isSample && { isSample }) })
    switch (outcome.kind) {
      case 'accepted':
        return 'accepted'
      case 'refused':
        log.warn({ ...about, code: outcome.code, answer: outcome.answer }, 'a notice was refused')
        return 'refused'
      case 'unknown':
        // better none than two: an opt-in, an invitation or a new password can be asked for again
        log.warn(about, 'it is unknown whether a notice was taken')
        return 'unknown'
      case 'deferred':
      case 'unavailable':
        throw new Error(`The mail was not taken yet: ${outcome.answer}`)
    }
  }
}
