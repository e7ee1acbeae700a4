/** `/rm/<token>`: the report of a month for people without a login. */
import { readMonthReport } from '../../domain/report-mails/month.ts'
import { formatFor } from '../../domain/texts/report/format.ts'
import { textsFor, textsIn } from '../../domain/texts/texts.ts'
import type { Answer, Request } from '../../lib/http.ts'
import { retrySeconds } from '../../lib/unavailable.ts'
import { countMonthView, findReportToMail } from '../../store/report-mails/runs.ts'
import { page } from './answers.ts'
import type { PublicLink } from './link.ts'
import { lookOf } from './report/brand.ts'
import { monthPage } from './report/month.ts'

/** Used for invalid tokens, so that they cost the same look-up. */
const nothing: readonly [number, number] = [0, 0]

export const monthReport: PublicLink = {
  prefix: '/rm/',
  async get(request, rest, { db, tokens, reportLinks, findBrand }) {
    if (!reportLinks.mayAsk(request.remote)) return tooMany(request)
    const [clientId, runId] = tokens.verify('month report', rest) ?? nothing
    const found = await findReportToMail(db, { clientId, runId })
    if (!found || found.month === null) return unknownLink(request)
    const texts = textsIn(found.language)
    const format = formatFor(texts)
    // HEAD is what a program does before it looks
    const [shown, brand] = await Promise.all([
      readMonthReport(db, found, found.month),
      findBrand(found.clientId),
      request.method === 'GET' ? countMonthView(db, found) : undefined,
    ])
    const asOf = format.now(new Date(), found.timeZone)
    return monthPage(texts, lookOf(found.companyName, brand, texts), {
      ...shown,
      format,
      asOf,
      timeZone: found.timeZone,
    })
  },
}

function unknownLink({ headers }: Request): Answer {
  const texts = textsFor(headers['accept-language'])
  return page(404, texts, texts.invalidLink)
}

function tooMany({ headers }: Request): Answer {
  const texts = textsFor(headers['accept-language'])
  const answer = page(429, texts, texts.overloaded)
  return { ...answer, headers: { ...answer.headers, 'Retry-After': `${retrySeconds}` } }
}
