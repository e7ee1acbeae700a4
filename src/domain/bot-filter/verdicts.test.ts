import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/harness/effort.ts'
import type { RawHit } from '../../store/tracking/classified.ts'
import { classify } from './verdicts.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

const sent = 1_000_000_000_000

function hit(seconds: number, link: number | null, more: Partial<RawHit> = {}): RawHit {
  const usual = { method: 'GET', prefetch: false, remote: '192.0.2.0', agent: firefox } as const
  return { ...usual, at: sent + seconds * 1000, link, ...more }
}

function reasons(hits: readonly RawHit[], { links = 10, acceptedAt }: { links?: number; acceptedAt?: number } = {}) {
  return classify(hits, { links, acceptedAt }).map(({ reason }) => reason)
}

/** A hit of each agent, long after the mail came. */
const agents: readonly (readonly [agent: string, kind: 'open' | 'click' | 'both', reason: string])[] = [
  [firefox, 'both', 'person'],
  [chrome, 'both', 'person'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
    'both',
    'person',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)', 'both', 'person'],
  ['Mozilla/4.0 (compatible; ms-office; MSOffice 16)', 'both', 'person'],
  ['Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17830; Pro)', 'both', 'person'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.10.0', 'both', 'person'],
  [
    'Mozilla/5.0 (Linux; Android 9; CUBOT_X18_Plus) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
    'both',
    'person',
  ],
  [
    'Mozilla/5.0 (Linux; Android 11; CUBOT NOTE 20) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
    'both',
    'person',
  ],
  ['okhttp/4.12.0', 'open', 'person'],
  ['okhttp/4.12.0', 'click', 'agent: program'],
  [
    'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
    'open',
    'person, through Gmail',
  ],
  ['YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html', 'open', 'person, through Yahoo'],
  ['Mozilla/5.0', 'open', 'agent: Apple mail privacy'],
  ['Mozilla/5.0', 'click', 'agent: nothing but Mozilla'],
  ['', 'both', 'agent: none'],
  ['Barracuda Sentinel (EE)', 'both', 'agent: Barracuda'],
  ['Mozilla/5.0 (compatible; Proofpoint URL Defense)', 'both', 'agent: Proofpoint'],
  ['Mimecast-Targeted-Threat-Protection', 'both', 'agent: Mimecast'],
  ['Microsoft Office Existence Discovery', 'click', 'agent: Office existence discovery'],
  ['Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5', 'both', 'agent: link preview'],
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 'both', 'agent: link preview'],
  ['WhatsApp/2.23.20.0', 'click', 'agent: link preview'],
  ['curl/8.5.0', 'both', 'agent: program'],
  ['Wget/1.21.4', 'both', 'agent: program'],
  ['python-requests/2.32.3', 'both', 'agent: program'],
  ['Python-urllib/3.12', 'both', 'agent: program'],
  ['Go-http-client/2.0', 'both', 'agent: program'],
  ['Java/17.0.9', 'both', 'agent: program'],
  ['Apache-HttpClient/4.5.13 (Java/11.0.20)', 'both', 'agent: program'],
  ['node', 'both', 'agent: program'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/126.0.0.0 Safari/537.36',
    'both',
    'agent: driven browser',
  ],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'both', 'agent: robot'],
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'both', 'agent: robot'],
  ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', 'both', 'agent: robot'],
  ['Mozilla/5.0 (compatible; Example-Crawler/1.0)', 'both', 'agent: robot'],
  ['Baiduspider+(+http://www.baidu.com/search/spider.htm)', 'both', 'agent: robot'],
]

for (const [agent, kind, reason] of agents)
  for (const link of kind === 'both' ? [null, 1] : kind === 'open' ? [null] : [1])
    test(`${link === null ? 'an open' : 'a click'} by "${agent}": ${reason}`, () => {
      assert.deepEqual(reasons([hit(3600, link, { agent })]), [reason])
    })

const other = { remote: '198.51.100.0', agent: chrome }

/** Hits with the reasons they are to have. Without acceptedAt unless said. */
const stories: readonly (readonly [
  name: string,
  hits: readonly (readonly [hit: RawHit, reason: string])[],
  circumstances?: { links?: number; acceptedAt?: number },
])[] = [
  ['a HEAD request is a machine’s', [[hit(60, 1, { method: 'HEAD' }), 'HEAD']]],
  [
    'and so is what its maker does with it at once, but not later, and not what others do',
    [
      [hit(60, 1, { method: 'HEAD' }), 'HEAD'],
      [hit(61, 1), 'with a machine'],
      [hit(62, 2, other), 'person'],
      [hit(600, 1), 'person'],
    ],
  ],
  ['a prefetch is no person’s yet', [[hit(60, null, { prefetch: true }), 'prefetch']]],
  [
    'three different links within two seconds are a burst, and a person’s later click is theirs',
    [
      [hit(43, 1, other), 'burst'],
      [hit(43.5, 2, other), 'burst'],
      [hit(44.9, 3, other), 'burst'],
      [hit(300, null), 'person'],
      [hit(310, 2), 'person'],
    ],
  ],
  [
    'a burst goes on as long as it is one, and takes the pixel it loads with it',
    [
      [hit(40, null, other), 'with a machine'],
      [hit(41, 1, other), 'burst'],
      [hit(42, 2, other), 'burst'],
      [hit(43, 3, other), 'burst'],
      [hit(44, 4, other), 'burst'],
      [hit(45, 5, other), 'burst'],
      [hit(45.5, null), 'person'],
      [hit(48, 5), 'person'],
    ],
  ],
  [
    'the same link three times in a second is a person who is impatient',
    [
      [hit(60, 1), 'person'],
      [hit(60.2, 1), 'person'],
      [hit(60.4, 1), 'person'],
    ],
  ],
  [
    'two links within two seconds are a person in a hurry',
    [
      [hit(60, 1), 'person'],
      [hit(61.5, 2), 'person'],
    ],
  ],
  [
    'both links of a mail within a second are every link',
    [
      [hit(60, 1), 'every link'],
      [hit(60.6, 2), 'every link'],
    ],
    { links: 2 },
  ],
  [
    'all of six links within a minute are every link, however slow it is',
    [0, 9, 18, 27, 36, 45].map((after, index) => [hit(60 + after, index + 1), 'every link'] as const),
    { links: 6 },
  ],
  [
    'all of six links within a day are a thorough reader',
    [0, 90, 180, 270, 360, 450].map((after, index) => [hit(60 + after, index + 1), 'person'] as const),
    { links: 6 },
  ],
  ['the only link of a mail is clicked by people, too', [[hit(60, 1), 'person']], { links: 1 }],
  [
    'an open and a click before the mail can have been read are too early',
    [
      [hit(1, null, other), 'too early'],
      [hit(4, 1, other), 'too early'],
      [hit(30, null), 'person'],
      [hit(31, 1), 'person'],
    ],
    { acceptedAt: sent },
  ],
  [
    'a click right after a person’s open is theirs',
    [
      [hit(3, null), 'person'],
      [hit(4, 1), 'person'],
    ],
    { acceptedAt: sent },
  ],
  [
    'when the log got the outcome late, earlier hits are not too early',
    [
      [hit(-3600, null), 'person'],
      [hit(-3500, 1), 'person'],
    ],
    { acceptedAt: sent },
  ],
  ['nothing is early when the time the mail was taken is unknown', [[hit(0, 1), 'person']]],
]

for (const [name, story, circumstances] of stories)
  test(name, () => {
    assert.deepEqual(
      reasons(
        story.map(([hit]) => hit),
        circumstances,
      ),
      story.map(([, reason]) => reason),
    )
  })

test('whatever the hits, there is a verdict for each, and adding later ones far away changes none', () => {
  const some = fc.record({
    at: fc.integer({ min: sent, max: sent + 100_000 }),
    link: fc.option(fc.integer({ min: 1, max: 6 }), { nil: null }),
    method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD'),
    prefetch: fc.boolean(),
    remote: fc.constantFrom('192.0.2.0', '198.51.100.0', ''),
    agent: fc.oneof(fc.constantFrom(firefox, chrome, 'Mozilla/5.0', 'curl/8'), fc.string({ maxLength: 30 })),
  })
  fc.assert(
    fc.property(fc.array(some, { maxLength: 60 }), fc.integer({ min: 0, max: 7 }), (found, links) => {
      const hits = found.toSorted((a, b) => a.at - b.at) as RawHit[]
      const before = classify(hits, { links, acceptedAt: sent })
      assert.equal(before.length, hits.length)
      const late = [hit(1000, 1), hit(1000, 2), hit(1000.1, 3)]
      const after = classify([...hits, ...late], { links, acceptedAt: sent })
      assert.deepEqual(after.slice(0, hits.length), before)
    }),
    { numRuns: runs(300, 20_000) },
  )
})
