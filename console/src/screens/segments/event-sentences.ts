/** Conditions about what people did, as sentences. */
import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { Names } from './sentences.ts'
import type { Leaf } from './types.ts'

type Event = 'Sent' | 'Accepted' | 'Opened' | 'Clicked' | 'Followed' | 'Bounced'

/** What is said of one campaign, of campaigns with a tag, and of days; each as it happened and as it did not. */
interface Phrases {
  readonly campaign: (name: string, link: string) => readonly [yes: MessageDescriptor, no: MessageDescriptor]
  readonly tag: (tag: string, link: string) => readonly [yes: MessageDescriptor, no: MessageDescriptor]
  readonly days: (days: number, link: string) => readonly [yes: MessageDescriptor, no: MessageDescriptor]
}

const phrases: Readonly<Record<Event, Phrases>> = {
  Sent: {
    campaign: name => [msg`was sent “${name}”`, msg`was not sent “${name}”`],
    tag: tag => [msg`was sent a campaign with the tag “${tag}”`, msg`was sent no campaign with the tag “${tag}”`],
    days: days => [
      msg`${plural(days, { one: 'was sent a mail today', other: 'was sent a mail in the last # days' })}`,
      msg`${plural(days, { one: 'was sent no mail today', other: 'was sent no mail in the last # days' })}`,
    ],
  },
  Accepted: {
    campaign: name => [msg`got “${name}”`, msg`did not get “${name}”`],
    tag: tag => [msg`got a campaign with the tag “${tag}”`, msg`got no campaign with the tag “${tag}”`],
    days: days => [
      msg`${plural(days, { one: 'got a mail today', other: 'got a mail in the last # days' })}`,
      msg`${plural(days, { one: 'got no mail today', other: 'got no mail in the last # days' })}`,
    ],
  },
  Opened: {
    campaign: name => [msg`opened “${name}”`, msg`did not open “${name}”`],
    tag: tag => [msg`opened a campaign with the tag “${tag}”`, msg`opened no campaign with the tag “${tag}”`],
    days: days => [
      msg`${plural(days, { one: 'opened a mail today', other: 'opened a mail in the last # days' })}`,
      msg`${plural(days, { one: 'opened no mail today', other: 'opened no mail in the last # days' })}`,
    ],
  },
  Clicked: {
    campaign: name => [msg`clicked a link in “${name}”`, msg`clicked no link in “${name}”`],
    tag: tag => [
      msg`clicked a link in a campaign with the tag “${tag}”`,
      msg`clicked no link in any campaign with the tag “${tag}”`,
    ],
    days: days => [
      msg`${plural(days, { one: 'clicked a link today', other: 'clicked a link in the last # days' })}`,
      msg`${plural(days, { one: 'clicked no link today', other: 'clicked no link in the last # days' })}`,
    ],
  },
  Followed: {
    campaign: (name, link) => [msg`clicked ${link} in “${name}”`, msg`did not click ${link} in “${name}”`],
    tag: (tag, link) => [
      msg`clicked ${link} in a campaign with the tag “${tag}”`,
      msg`did not click ${link} in any campaign with the tag “${tag}”`,
    ],
    days: (days, link) => [
      msg`${plural(days, { one: `clicked ${link} today`, other: `clicked ${link} in the last # days` })}`,
      msg`${plural(days, { one: `did not click ${link} today`, other: `did not click ${link} in the last # days` })}`,
    ],
  },
  Bounced: {
    campaign: name => [msg`“${name}” bounced`, msg`“${name}” did not bounce`],
    tag: tag => [msg`a campaign with the tag “${tag}” bounced`, msg`no campaign with the tag “${tag}” bounced`],
    days: days => [
      msg`${plural(days, { one: 'a mail bounced today', other: 'a mail bounced in the last # days' })}`,
      msg`${plural(days, { one: 'no mail bounced today', other: 'no mail bounced in the last # days' })}`,
    ],
  },
}

/** Of a campaign the times are counted, of days the days: `, on at least 3 days`. */
function timesPhrase({ Operator, Times = 1 }: Leaf, ofDays: boolean): MessageDescriptor | undefined {
  if (Operator === 'AtLeast' && Times === 1) return undefined
  if (Operator === 'AtMost')
    return ofDays
      ? msg`${plural(Times, { one: ', on at most # day', other: ', on at most # days' })}`
      : msg`${plural(Times, { one: ', at most # time', other: ', at most # times' })}`
  if (Operator === 'Exactly')
    return ofDays
      ? msg`${plural(Times, { one: ', on exactly # day', other: ', on exactly # days' })}`
      : msg`${plural(Times, { one: ', exactly # time', other: ', exactly # times' })}`
  return ofDays
    ? msg`${plural(Times, { one: ', on at least # day', other: ', on at least # days' })}`
    : msg`${plural(Times, { one: ', at least # time', other: ', at least # times' })}`
}

/** Whether the condition is that it never happened. */
export function isNever({ Operator, Times = 1 }: Leaf): boolean {
  return Times === 0 && (Operator === 'AtMost' || Operator === 'Exactly')
}

export function eventSentence(say: (message: MessageDescriptor) => string, leaf: Leaf, names: Names): string {
  const { Subject, Days, CampaignID = '', CampaignTag = '', Link = '' } = leaf
  const said = phrases[Subject === 'Clicked' && Link !== '' ? 'Followed' : (Subject as Event)] // by isEvent
  const ofDays = Days !== undefined && CampaignID === '' && CampaignTag === ''
  const [yes, no] = ofDays
    ? said.days(Days, Link)
    : CampaignTag !== ''
      ? said.tag(CampaignTag, Link)
      : said.campaign(names.campaign(CampaignID) ?? '…', Link)
  if (isNever(leaf)) return say(no)
  const times = timesPhrase(leaf, ofDays)
  return say(yes) + (times ? say(times) : '')
}
