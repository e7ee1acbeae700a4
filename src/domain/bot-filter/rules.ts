/**
 * The rules that separate hits of machines from those of people, as data. Every change here, and in what is counted, raises the version: every campaign is
 * then classified anew at the next start (docs/decisions/tracking.md#bot-filter-rules-have-a-version-and-can-be-applied-again).
 *
 * The agents are what their makers document or send in the clear; a network's owner says nothing, since whole clouds carry
 * people too (reference/market.md §3). There are no hidden links to fall for: that is patented (reference/delivery.md §6).
 */
import { sequence } from '../../lib/patterns.ts'

export interface AgentRule {
  /** Goes into the reason, as `agent: <name>`. */
  readonly name: string
  readonly pattern: RegExp
  /** Only for opens or only for clicks; absent for both. */
  readonly of?: 'open' | 'click'
}

export interface Rules {
  readonly version: number
  /** Loads images when the person opens, for that person: a person's open whatever else the agent says. */
  readonly imageProxies: readonly AgentRule[]
  readonly machines: readonly AgentRule[]
  /** So many different links of one mail within so many milliseconds. */
  readonly burst: { readonly links: number; readonly withinMs: number }
  /** Every link of a mail that has at least so many, within so many milliseconds. */
  readonly everyLink: readonly { readonly atLeast: number; readonly withinMs: number }[]
  /** Hits by the agent and network of a burst or a HEAD request, so close to it. */
  readonly companionMs: number
  /** After the relay took the mail: sooner than a person can. */
  readonly early: {
    readonly openMs: number
    readonly clickMs: number /** Clocks differ by less. */
    readonly skewMs: number
  }
}

/** The rules in force. */
export const rules: Rules = {
  version: 2,

  imageProxies: [
    // Gmail: "… Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)"
    { name: 'Gmail', pattern: /\bGoogleImageProxy\b/i, of: 'open' },
    // "YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html"
    { name: 'Yahoo', pattern: /\bYahooMailProxy\b/i, of: 'open' },
  ],

  machines: [
    // Mail privacy protection loads every image of every mail, read or not, and says no more than this. No browser does.
    { name: 'Apple mail privacy', pattern: /^Mozilla\/5\.0$/, of: 'open' },
    { name: 'nothing but Mozilla', pattern: /^Mozilla\/[45]\.0$/ },
    { name: 'none', pattern: /^\s*$/ },

    // mail security that says who it is
    { name: 'Barracuda', pattern: /barracuda/i },
    { name: 'Proofpoint', pattern: /proofpoint/i },
    { name: 'Mimecast', pattern: /mimecast/i },
    { name: 'Microsoft Safe Links', pattern: /\bsafe ?links\b|microsoft-?(?:atp|defender)|\bMSFT-?ATP\b/i },
    { name: 'Cisco', pattern: /\bironport\b|cisco[- ](?:umbrella|talos|secure|esa)\b/i },
    { name: 'Trend Micro', pattern: /trend ?micro|\btmase\b/i },
    { name: 'Symantec', pattern: /\bsymantec\b|\bmessagelabs\b/i },
    { name: 'Forcepoint', pattern: /\bforcepoint\b|\bwebsense\b/i },
    { name: 'Trellix', pattern: /\bfireeye\b|\btrellix\b/i },
    { name: 'Sophos', pattern: /\bsophos\b/i },
    { name: 'Fortinet', pattern: /\bforti(?:net|guard|mail|sandbox)\b/i },
    { name: 'Vade', pattern: /\bvade ?(?:secure|retro)\b/i },
    { name: 'Hornetsecurity', pattern: /\bhornet ?security\b/i },
    { name: 'Palo Alto Networks', pattern: /palo ?alto ?networks|\bexpanse\b/i },
    { name: 'Check Point', pattern: /\bcheck ?point (?:harmony|capsule|scanner)\b/i },
    { name: 'VirusTotal', pattern: /virus ?total/i },
    { name: 'urlscan', pattern: /\burlscan\b/i },
    { name: 'Office existence discovery', pattern: /\bMicrosoft Office (?:Existence|Protocol) Discovery\b/i },

    // services that show a preview of a shared link
    {
      name: 'link preview',
      pattern:
        /\b(?:BingPreview|SkypeUriPreview|Google Web Preview|Slack-ImgProxy|facebookexternalhit|facebookcatalog|WhatsApp\/|Iframely|Embedly|vkShare|redditbot|Snapchat URL Preview|MicrosoftPreview)/i,
    },

    // programs, not browsers
    {
      name: 'program',
      pattern: sequence(
        [
          /^/,
          [
            /curl|wget|libcurl|python|aiohttp|httpx|urllib|go-http-client|java|apache-httpclient|jakarta/,
            /libwww-perl|lwp|ruby|php|guzzlehttp|node|node-fetch|undici|axios|got|superagent|httpie/,
            /postmanruntime|insomnia|scrapy|http_request2|winhttp|faraday|rest-client|dart|reqwest|hyper|ktor/,
            /restsharp|lua-resty-http|nutch|masscan|zgrab|nmap/,
          ],
          /\b[ /_-]?/,
        ],
        'i',
      ),
    },
    {
      name: 'program',
      pattern:
        /\b(?:python-requests|python-urllib|python-httpx|go-http-client|libwww-perl|windowspowershell|apache-httpclient)\b/i,
    },
    // mail apps load images with these as well, but no browser opens a link with them
    { name: 'program', pattern: /^(?:okhttp|dalvik|cfnetwork|volley)\b/i, of: 'click' },
    {
      name: 'driven browser',
      pattern: /\b(?:HeadlessChrome|HeadlessEdg|PhantomJS|SlimerJS|Puppeteer|Playwright|Selenium|Electron-Headless)\b/i,
    },

    // what calls itself so; the telephones of Cubot do not
    {
      name: 'robot',
      pattern:
        /(?<!\bcu)bot\b|crawl(?:er|ing)?\b|\bspider\b|spider(?=[ /;)_-])|\bscanner\b|\blink ?check(?:er)?\b|\bmonitoring\b/i,
    },
    {
      name: 'robot',
      pattern:
        /\b(?:AdsBot-Google|Google-Safety|GoogleOther|Google-Read-Aloud|Google-InspectionTool|Baiduspider|Slurp|ia_archiver|Qwantify)\b/i,
    },
  ],

  burst: { links: 3, withinMs: 2_000 },
  everyLink: [
    { atLeast: 2, withinMs: 1_000 },
    { atLeast: 5, withinMs: 60_000 },
  ],
  companionMs: 5_000,
  early: { openMs: 2_000, clickMs: 5_000, skewMs: 10_000 },
}
