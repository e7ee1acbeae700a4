/** `/w/<token>`: the mail as a page, for the recipient it was written to. */

import type { Brand } from '../../domain/clients/brand.ts'
import { textsFor } from '../../domain/texts/texts.ts'
import { readRecipientToken } from '../../domain/tokens/named.ts'
import type { Answer, Request } from '../../lib/http.ts'
import { findRecipientMember } from '../../store/ledger/recipients.ts'
import { guarded, page } from './answers.ts'
import type { PublicLink } from './link.ts'

export const webVersion: PublicLink = {
  prefix: '/w/',
  async get(request, rest, { db, tokens, renderWebVersion, findBrand }) {
    const recipient = readRecipientToken(tokens, rest)
    const member = recipient && (await findRecipientMember(db, recipient))
    const written = member && !member.deleted ? await renderWebVersion(recipient) : undefined
    return letterPage(request, written, written === undefined && member ? await findBrand(member.clientId) : undefined)
  },
}

/** A letter as a page. @param written undefined if it does not exist (any more) @param brand of the page that answers this */
export function letterPage(request: Request, written: string | undefined, brand?: Brand): Answer {
  if (written === undefined) {
    const texts = textsFor(request.headers['accept-language'])
    return page(404, texts, texts.invalidLink, brand)
  }
  return {
    status: 200,
    headers: { ...guarded, 'Content-Type': 'text/html; charset=utf-8', ...foreign },
    body: written,
  }
}

/** A stranger's HTML: an origin of its own, no scripts, forms, frames or plug-ins; links lead out of the sandbox. */
const foreign = {
  'Content-Security-Policy': [
    'sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
    "default-src 'none'",
    'img-src http: https: data:',
    'media-src http: https:',
    "style-src 'unsafe-inline' http: https:",
    'font-src http: https: data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
}
