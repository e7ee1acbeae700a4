/**
 * The mail program of a person, by the agent that loads the pixel. A table of our own: libraries know browsers, and few of
 * them mail programs. An agent that no row fits is unknown; nothing is guessed.
 */
import type { RawHit } from '../../store/tracking/classified.ts'
import type { Verdict } from './verdicts.ts'

export interface MailProgram {
  readonly name: string
  /** Its main version, or the proxy that loads its images; '' where neither is known. */
  readonly version: string
}

interface ProgramRule {
  readonly name: string
  /** The first group, if any, is the version. */
  readonly pattern: RegExp
  readonly version?: string
}

const unknownProgram: MailProgram = { name: 'Unknown', version: '' }

/** Loads all images, read or not: its hit shows the program of a person, never that the person opened the mail. */
const privacyProxy: ProgramRule = { name: 'Apple Mail', pattern: /^Mozilla\/5\.0$/, version: 'privacy proxy' }

/** The first that fits. Mail programs stand before the browsers that are in them. */
const programs: readonly ProgramRule[] = [
  { name: 'Gmail', pattern: /\bGoogleImageProxy\b/i, version: 'image proxy' },
  { name: 'Yahoo Mail', pattern: /\bYahooMailProxy\b/i, version: 'image proxy' },
  privacyProxy,

  { name: 'Outlook for iOS', pattern: /\bOutlook-iOS(?:\/(?:[\w-]+\/)?(\d{1,4}))?/i },
  { name: 'Outlook for Android', pattern: /\bOutlook-Android(?:\/(\d{1,4}))?/i },
  { name: 'Outlook for Mac', pattern: /\bMacOutlook\/(\d{1,4})/i },
  { name: 'Outlook', pattern: /\b(?:Microsoft Outlook |MSOffice )(\d{1,4})/i },
  { name: 'Windows Mail', pattern: /\bWindows-?Live-?Mail\/?(\d{1,4})?/i },
  { name: 'Thunderbird', pattern: /\bThunderbird\/(\d{1,4})/ },
  { name: 'Postbox', pattern: /\bPostbox(?:App)?\/(\d{1,4})/ },
  { name: 'SeaMonkey', pattern: /\bSeaMonkey\/(\d{1,4})/ },
  { name: 'eM Client', pattern: /\beM ?Client\/(\d{1,4})/i },
  { name: 'Airmail', pattern: /\bAirmail[ /](\d{1,4})/ },
  { name: 'Lotus Notes', pattern: /\bLotus-Notes\/(\d{1,4})/ },
  { name: 'Evolution', pattern: /^Evolution\/(\d{1,4})/ },
  { name: 'K-9 Mail', pattern: /\bK-9 Mail(?:\/(\d{1,4}))?/ },

  { name: 'Edge', pattern: /\bEdg(?:e|A|iOS)?\/(\d{1,4})/ },
  { name: 'Opera', pattern: /\b(?:OPR|OPiOS|Opera)\/(\d{1,4})/ },
  { name: 'Samsung Internet', pattern: /\bSamsungBrowser\/(\d{1,4})/ },
  { name: 'Firefox', pattern: /\b(?:Firefox|FxiOS)\/(\d{1,4})/ },
  // the web view of an app: that it is one is all it says
  { name: 'Mail app on Android', pattern: /\bAndroid\b.*; wv\)/ },
  { name: 'Chrome', pattern: /\b(?:Chrome|CriOS)\/(\d{1,4})/ },
  { name: 'Safari', pattern: /\bVersion\/(\d{1,4})[\d.]* (?:Mobile\/\w+ )?Safari\// },
  {
    name: 'Mail app on iPhone',
    pattern: /^Mozilla\/5\.0 \(iPhone;.* AppleWebKit\/[\d.]+ \(KHTML, like Gecko\) Mobile\/\w+$/,
  },
  {
    name: 'Mail app on iPad',
    pattern: /^Mozilla\/5\.0 \(iPad;.* AppleWebKit\/[\d.]+ \(KHTML, like Gecko\) Mobile\/\w+$/,
  },
  { name: 'Mail app on Mac', pattern: /^Mozilla\/5\.0 \(Macintosh;.* AppleWebKit\/[\d.]+ \(KHTML, like Gecko\)$/ },
]

export function programNamed(agent: string): MailProgram {
  for (const { name, pattern, version } of programs) {
    const found = pattern.exec(agent)
    if (found) return { name, version: version ?? found[1] ?? '' }
  }
  return unknownProgram
}

/**
 * The program of a recipient: of the last open by a person; where a person only clicked, the privacy proxy that loaded the images, or what
 * opened the link.
 * @param verdicts of the hits at the same places
 * @returns undefined where no person is known to have read the mail
 */
export function programOf(hits: readonly RawHit[], verdicts: readonly Verdict[]): MailProgram | undefined {
  const isOfPerson = (_hit: RawHit, place: number) => !verdicts[place]!.machine
  const acts = hits.filter(isOfPerson)
  if (acts.length === 0) return undefined
  const open = acts.findLast(({ link }) => link === null)
  const loaded = hits.find(({ link, agent }) => link === null && privacyProxy.pattern.test(agent))
  return programNamed((open ?? loaded ?? acts.at(-1)!).agent)
}
