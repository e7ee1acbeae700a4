/** The public pages on a socket of their own, over a test's database. */

import { linkTarget } from '../../src/delivery/content/link-target.ts'
import { contentTasksHere } from '../../src/delivery/content/tasks.ts'
import { findLetterForFriend } from '../../src/delivery/content/web-version.ts'
import { friendSeal } from '../../src/domain/campaigns/mails/declining.ts'
import { formParts } from '../../src/domain/forms/parts.ts'
import type { formRates } from '../../src/domain/forms/rates.ts'
import { imageFinder } from '../../src/domain/images/copies.ts'
import { imageTasksHere } from '../../src/domain/images/tasks.ts'
import { rateLimit } from '../../src/domain/limits/rate-limit.ts'
import { subscriptions } from '../../src/domain/subscribers/subscriptions.ts'
import { readLinkKeys } from '../../src/domain/tokens/link-keys.ts'
import { type Tokens, tokens } from '../../src/domain/tokens/tokens.ts'
import { imageRoute } from '../../src/http/pages/images.ts'
import { leaveRate } from '../../src/http/pages/leave.ts'
import type { RenderWebVersion } from '../../src/http/pages/link.ts'
import { publicRoutes } from '../../src/http/pages/public.ts'
import { reportRate } from '../../src/http/pages/report/shared.ts'
import { listen } from '../../src/http/server.ts'
import { createLog } from '../../src/lib/log.ts'
import type { Database } from '../../src/store/connection/database.ts'
import { createAnonymousOpens } from '../../src/tracking/anonymous-opens.ts'
import { createHits } from '../../src/tracking/hits.ts'
import { testMailLinks } from './mail-links.ts'
import { testKeys } from './seed.ts'

/** Tests sign up from one network. */
const many = { perSecond: 1_000, burst: 100_000 }
const manySignUps: typeof formRates = { FormRate: many, NetworkRate: many, DomainRate: many, AddressRate: many }

export interface PublicSite {
  readonly url: string
  readonly tokens: Tokens
  stop(): Promise<void>
}

/** @param contentUrl LETTERSHOP_CONTENT_URL; images are served here all the same */
export async function publicSite(
  db: Database,
  renderWebVersion: RenderWebVersion,
  contentUrl: string | null = null,
  rates: typeof formRates = manySignUps,
): Promise<PublicSite> {
  const log = createLog('silent')
  const signed = tokens(testKeys, () => readLinkKeys(db, testKeys, log))
  const server = await listen(
    { host: '127.0.0.1', port: 0, publicUrl: null, maxBodyBytes: 5_000_000, requestSeconds: 30, log },
    [
      imageRoute(imageFinder(db, imageTasksHere)),
      ...publicRoutes({
        limitReports: rateLimit(reportRate),
        limitLeaving: rateLimit(leaveRate),
        db,
        tokens: signed,
        friends: friendSeal(testKeys, signed),
        mailLinks: testMailLinks,
        contentUrl,
        hits: createHits(db),
        countAnonymousOpen: createAnonymousOpens(db),
        subscriptions: subscriptions(db),
        forms: formParts({ db, tokens: signed, log }, { rates, effortFor: async () => 20 }),
        renderWebVersion,
        renderForFriend: campaign => findLetterForFriend({ db, contentTasks: contentTasksHere }, campaign),
        linkTarget: (recipient, target) => linkTarget(db, recipient, target),
      }),
    ],
  )
  return { url: server.url, tokens: signed, stop: () => server.stop(0) }
}
