import { cases } from '../case.ts'

const underway = { CampaignID: '{underway}' }
const draft = { CampaignID: '{draft}' }
const sent = { CampaignID: '{sent}' }
const stopped = { CampaignID: '{stopped}' }
const page = { ...underway, State: '', After: 0, Limit: 0 }
const test = { ...draft, Recipients: ['boss@bloom.example', 'carla@bloom.example'], PersonalizeAs: '' }
const settlement = { ...underway, Number: 3, As: 'Accepted' } as const

/** While {draft} is scheduled. */
export const lifecycle = [
  cases('Campaign.GetProgress', underway, [
    ['how far it is', {}],
    ['a draft has not begun', draft],
  ]),
  cases('Campaign.GetRecipients', page, [
    ['all recipients, with what became of them', {}],
    ['those in one state', { State: 'Refused' }],
    ['a page in the middle', { After: 2, Limit: 2 }],
    ['a draft has none', draft],
    ['a state that does not exist', { State: 'Lost' }, 'InvalidRecipientState'],
    ['a page is not too long', { Limit: 1001 }, 'InvalidParameter'],
  ]),
  cases('Campaign.SendVariantTest', { ...test, Variant: 'A' }, [
    ['a campaign without a test is its variant A', {}],
    ['a campaign without a test has no variant B', { Variant: 'B' }, 'InvalidVariants'],
  ]),
  cases('Campaign.SendTest', test, [
    ['a test is sent, and each reply returned', {}],
    ['a test has a recipient', { Recipients: [' '] }, 'TestRecipientsRequired'],
    ['a test goes to addresses', { Recipients: ['boss'] }, 'InvalidEmail'],
    [
      'a test goes to few',
      { Recipients: Array.from({ length: 16 }, (_, n) => `p${n}@bloom.example`) },
      'TooManyTestRecipients',
    ],
    ['a test shows the values of a member', { PersonalizeAs: 'stranger@readers.example' }, 'NotInList'],
    [
      'an account sends 240 test mails a day',
      { Recipients: Array.from({ length: 15 }, (_, n) => `p${n}@bloom.example`) },
      'TestLimit',
    ],
    ['it takes the right to send', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Campaign.SetAtLeastOnce', { ...draft, AtLeastOnce: true }, [
    ['who is under way when a sender dies is to be sent to again', {}],
    ['what was sent cannot be promised otherwise', sent, 'AlreadySent'],
    ['a cancelled campaign stays as it was', stopped, 'CampaignCancelled'],
  ]),
  cases('Campaign.Unschedule', draft, [
    ['a scheduled campaign is a draft again', {}],
    ['a draft is not scheduled', {}, 'CampaignNotScheduled'],
  ]),
  cases('Campaign.Resume', underway, [
    ['a paused campaign goes on', {}],
    ['a campaign that goes on goes on', {}],
    ['a draft is not paused', draft, 'CampaignNotPaused'],
  ]),
  cases('Campaign.Pause', underway, [
    ['a campaign is paused', {}],
    ['a paused campaign is paused', {}],
    ['a draft is not being sent', draft, 'CampaignNotSending'],
    ['a cancelled campaign stays cancelled', stopped, 'CampaignCancelled'],
    ['what was sent cannot be paused', sent, 'AlreadySent'],
  ]),
  cases('Campaign.RetryFailed', underway, [
    ['who was refused or is deferred is sent to again', {}],
    ['there are no further recipients', {}],
    ['a draft has not failed', draft, 'CampaignNotStarted'],
  ]),
  cases('Campaign.SettleUnknown', settlement, [
    ['one is settled as accepted', {}],
    ['an unknown recipient is settled once', {}],
    ['the audience has no such number', { Number: 99 }, 'UnknownRecipient'],
    ['a draft has no unknowns', draft, 'CampaignNotStarted'],
  ]),
  cases('Campaign.Cancel', underway, [
    ['a campaign is cancelled', {}],
    ['a cancelled campaign is cancelled', {}],
    ['what was sent cannot be cancelled', sent, 'AlreadySent'],
  ]),
  cases('Campaign.GetHistory', underway, [
    ['what was done, newest first', {}],
    ['tests with what became of them', draft],
  ]),
].flat()
