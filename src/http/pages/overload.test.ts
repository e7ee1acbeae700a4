import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dump, seedSent } from '../../../test/harness/campaign.ts'
import { testMailLinks } from '../../../test/harness/mail-links.ts'
import { usePublicPages } from '../../../test/harness/public-pages.ts'
import { testKeys } from '../../../test/harness/seed.ts'
import { friendSeal } from '../../domain/campaigns/mails/declining.ts'
import { formParts } from '../../domain/forms/parts.ts'
import { rateLimit } from '../../domain/limits/rate-limit.ts'
import { subscriptions } from '../../domain/subscribers/subscriptions.ts'
import { createLog } from '../../lib/log.ts'
import { createAnonymousOpens } from '../../tracking/anonymous-opens.ts'
import { createHits } from '../../tracking/hits.ts'
import { publicRoutes } from './public.ts'
import { reportRate } from './report/shared.ts'

const pages = usePublicPages()

test('when too many wait, one more is answered when to ask again, and nothing of it is done', async () => {
  const { db, tokens } = pages
  const sent = await seedSent(db, pages.world)
  const was = await dump(db)
  const routes = publicRoutes({
    forms: formParts({ db, tokens, log: createLog('silent') }),
    limitReports: rateLimit(reportRate),
    limitLeaving: rateLimit(reportRate),
    db,
    tokens,
    friends: friendSeal(testKeys, tokens),
    mailLinks: testMailLinks,
    contentUrl: null,
    hits: createHits(db, { waiting: 0 }),
    countAnonymousOpen: createAnonymousOpens(db, { waiting: 0 }),
    subscriptions: subscriptions(db, { leaving: { waiting: 0 } }),
    renderWebVersion: async () => undefined,
    renderForFriend: async () => undefined,
    linkTarget: async () => '',
  })
  const token = pages.ofRecipient(1, sent)
  const common = {
    query: '',
    headers: { 'accept-language': 'fr' },
    publicUrl: 'http://x',
    remote: '192.0.2.1',
    id: 'request 1',
  }
  for (const [method, path, body] of [
    ['POST', `/u/${token}`, 'List-Unsubscribe=One-Click'],
    ['GET', `/c/1/${token}`, ''],
    ['GET', `/o/${token}.gif`, ''],
    ['GET', `/a/${tokens.sign('anonymous open', sent.campaignId, 0)}.gif`, ''],
  ] as const) {
    const request = { ...common, method, path, body: Buffer.from(body) }
    const answered = await routes.map(route => route(request)).find(answer => answer !== undefined)
    assert.equal(answered?.status, 503)
    assert.equal(answered?.headers['Retry-After'], '5')
    assert.equal(answered?.headers['Content-Language'], 'fr')
  }
  assert.deepEqual(await dump(db), was)
})
