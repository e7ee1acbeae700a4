/** `/r/<token>`: the report of a campaign for people without a login, as a page or with `?format=csv` as a download. */

import { subjectWithoutRecipient } from '../../delivery/compose/campaign.ts'
import { findClientReport } from '../../domain/campaigns/reports/client-report.ts'
import { formatFor } from '../../domain/texts/report/format.ts'
import { type Texts, textsFor, textsIn } from '../../domain/texts/texts.ts'
import type { Answer, Request } from '../../lib/http.ts'
import { retrySeconds } from '../../lib/unavailable.ts'
import type { SharedCampaign } from '../../store/campaigns/report-links.ts'
import type { Database } from '../../store/connection/database.ts'
import { page } from './answers.ts'
import type { PublicLink } from './link.ts'
import { lookOf } from './report/brand.ts'
import { reportPage } from './report/document.ts'
import { reportDownload } from './report/download.ts'
import type { ShownReport } from './report/parts.ts'
import { periodsOf } from './report/periods.ts'

export const report: PublicLink = {
  prefix: '/r/',
  async get(request, rest, { db, reportLinks, findBrand }) {
    if (!reportLinks.mayAsk(request.remote)) return tooMany(request)
    const shared = await reportLinks.find(rest)
    if (!shared) return unknownLink(request)
    const texts = textsIn(shared.language)
    // HEAD is what a program does before it looks
    const [shown] = await Promise.all([
      shownReport(db, shared, texts),
      request.method === 'GET' ? reportLinks.countView(shared) : undefined,
    ])
    if (!shown) return unknownLink(request)
    const asCsv = new URLSearchParams(request.query).get('format') === 'csv'
    const look = lookOf(shared.companyName, await findBrand(shared.clientId), texts)
    return asCsv ? reportDownload(texts, look, shown) : reportPage(texts, look, shown)
  },
}

async function shownReport(db: Database, shared: SharedCampaign, texts: Texts): Promise<ShownReport | undefined> {
  const found = await findClientReport(db, shared)
  if (!found || found.campaign.sentDate === null) return undefined
  const format = formatFor(texts)
  return {
    ...found,
    campaign: { ...found.campaign, subject: subjectWithoutRecipient({ ...shared, subject: found.campaign.subject }) },
    companyName: shared.companyName,
    places: shared.places,
    periods: periodsOf(found.campaign.sentDate, found.hours),
    texts: texts.report,
    format,
    asOf: format.now(new Date(), shared.timeZone),
    timeZone: shared.timeZone,
  }
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
