/** Templates of segments that come with the program. Their identifiers never change. */
import type { GivenLeaf } from './given.ts'

type Leaf = Pick<GivenLeaf, 'Subject' | 'Operator'> & Partial<GivenLeaf>

export interface BuiltInTemplate {
  readonly templateId: string
  readonly title: string
  readonly match: 'All' | 'Any' | 'None'
  readonly leaves: readonly Leaf[]
}

const event = (Subject: GivenLeaf['Subject'], Operator: 'AtLeast' | 'Exactly', Times: number, Days: number): Leaf => ({
  Subject,
  Operator,
  Times,
  Days,
})

export const builtInTemplates: readonly BuiltInTemplate[] = [
  {
    templateId: 'active-in-90-days',
    title: 'Active in 90 days',
    match: 'Any',
    leaves: [event('Opened', 'AtLeast', 1, 90), event('Clicked', 'AtLeast', 1, 90)],
  },
  {
    templateId: 'not-active-in-180-days',
    title: 'Not active in 180 days',
    match: 'All',
    leaves: [
      event('Accepted', 'AtLeast', 1, 180),
      event('Opened', 'Exactly', 0, 180),
      event('Clicked', 'Exactly', 0, 180),
    ],
  },
  {
    templateId: 'never-opened-5-mails',
    title: 'Never opened, 5 mails',
    match: 'All',
    leaves: [event('Accepted', 'AtLeast', 5, 400), event('Opened', 'Exactly', 0, 400)],
  },
  {
    templateId: 'clicked-in-30-days',
    title: 'Clicked in 30 days',
    match: 'All',
    leaves: [event('Clicked', 'AtLeast', 1, 30)],
  },
  {
    templateId: 'bounced-in-30-days',
    title: 'Bounced in 30 days',
    match: 'All',
    leaves: [event('Bounced', 'AtLeast', 1, 30)],
  },
  {
    templateId: 'new-this-month',
    title: 'New in 30 days',
    match: 'All',
    leaves: [{ Subject: 'JoinedDate', Operator: 'InLastDays', Days: 30 }],
  },
  {
    templateId: 'birthday-this-week',
    title: 'Birthday in the next 7 days',
    match: 'All',
    leaves: [{ Subject: 'Field', Key: '', Operator: 'EveryYearInNextDays', Days: 7 }],
  },
  {
    templateId: 'not-mailed-in-30-days',
    title: 'No mail in 30 days',
    match: 'All',
    leaves: [event('Sent', 'Exactly', 0, 30)],
  },
]
