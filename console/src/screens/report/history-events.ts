/** The entries of a campaign's history as `Campaign.GetHistory` returns them, read into kinds and facts. */
import type { ValueOf } from '../../../../src/client/client.ts'

type Entry = ValueOf<'Campaign.GetHistory'>[number]

/** The sentence of an entry. */
export type EventKind =
  | 'scheduled'
  | 'stopped'
  | 'started'
  | 'paused'
  | 'resumed'
  | 'held'
  | 'released'
  | 'cancelled'
  | 'finished'
  | 'missed'
  | 'withdrawn'
  | 'clientDeleted'
  | 'retried'
  | 'markedSent'
  | 'markedFailed'
  | 'sentAgain'
  | 'testSent'
  | 'testResult'
  | 'atLeastOnce'
  | 'atMostOnce'
  | 'approvalRequested'
  | 'approved'
  | 'rejected'
  | 'requestWithdrawn'
  | 'deleted'
  | 'restored'
  | 'variantsSet'
  | 'abTestEnded'
  | 'variantChosen'

/** Facts of a detail by name, as the service writes them. */
const factNames = [
  ...['as', 'atLeastOnce', 'comment', 'due', 'held', 'number', 'reason', 'recipients', 'released', 'results'],
  ...['revision', 'test', 'waiting', 'chosen', 'counts', 'variants', 'verdict'],
] as const
type FactName = (typeof factNames)[number]
export type Facts = Readonly<Partial<Record<FactName, string>>>

export interface CampaignEvent {
  /** Undefined for an action that this console does not know. */
  readonly kind: EventKind | undefined
  readonly action: string
  readonly username: string
  readonly date: string
  /** Stored states, such as `paused`. */
  readonly from: string
  readonly to: string
  readonly facts: Facts
}

type Change = Pick<CampaignEvent, 'to' | 'facts'>

/** Actions of the history. Those that the service and people share have one name: a stop by the service is a `pause`. */
const kinds: Readonly<Record<string, EventKind | ((change: Change) => EventKind)>> = {
  send: 'scheduled',
  unschedule: 'stopped',
  begin: 'started',
  pause: 'paused',
  resume: ({ facts }) => (facts.released === 'hold' ? 'released' : 'resumed'),
  hold: 'held',
  cancel: ({ to }) => (to === 'draft' ? 'stopped' : 'cancelled'),
  finish: 'finished',
  miss: 'missed',
  withdraw: 'withdrawn',
  'delete client': 'clientDeleted',
  retry: 'retried',
  settle: ({ facts }) => (facts.as === 'refused' ? 'markedFailed' : 'markedSent'),
  'settle as retry': 'sentAgain',
  test: 'testSent',
  tested: 'testResult',
  promise: ({ facts }) => (facts.atLeastOnce === 'true' ? 'atLeastOnce' : 'atMostOnce'),
  'request approval': 'approvalRequested',
  approve: 'approved',
  reject: 'rejected',
  'withdraw request': 'requestWithdrawn',
  delete: 'deleted',
  restore: 'restored',
  'set variants': 'variantsSet',
  'test ended': 'abTestEnded',
  'choose variant': 'variantChosen',
}

export function readEvent({ Action: action = '', Username: username = '', Date: date = '', Detail = '' }: Entry) {
  const [states = '', ...rest] = Detail.split('; ')
  const [from = '', to = from] = states.split(' → ')
  const facts = readFacts(rest.join('; '))
  const kind = kinds[action]
  const event: CampaignEvent = {
    kind: typeof kind === 'function' ? kind({ to, facts }) : kind,
    ...{ action, username, date, from, to, facts },
  }
  return event
}

const factPattern = new RegExp(`(?:^|; )(${factNames.join('|')}): `, 'g')

/** A comment is what a person wrote, and may look like another fact; it comes first, and only a revision follows it. */
function readFacts(detail: string): Facts {
  const [, comment, revision] = /^comment: (.*); revision: (\d+)$/s.exec(detail) ?? []
  if (comment !== undefined && revision !== undefined) return { comment, revision }
  const places = [...detail.matchAll(factPattern)]
  return Object.fromEntries(
    places.map(({ 0: written, 1: name, index }, n) => [
      name,
      detail.slice(index + written.length, places[n + 1]?.index),
    ]),
  )
}

export interface TestResult {
  readonly address: string
  /** A state of recipients in the spelling of the API. */
  readonly state: string
  readonly answer: string
}

/** @param text `eva@example.com accepted (250 queued), max@example.com refused (550 no)` */
export function readTestResults(text: string): readonly TestResult[] {
  return [...text.matchAll(/(?:^|, )(\S+@\S+) (\w)(\w*) \((.*?)\)(?=, \S+@\S+ \w+ \(|$)/gs)].map(
    ([, address = '', initial = '', letters = '', answer = '']) => ({
      ...{ address, answer },
      state: initial.toUpperCase() + letters,
    }),
  )
}

/** Complaints and mails of a hold's reason, `complaints 0.5 %: 12 of 2400 mails`. */
export function readShare(text: string): { readonly complaints: number; readonly mails: number } | undefined {
  const [, complaints, mails] = /(\d+) of (\d+) mails$/.exec(text) ?? []
  return mails === undefined ? undefined : { complaints: Number(complaints), mails: Number(mails) }
}
