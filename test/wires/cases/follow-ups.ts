/** Campaigns that follow another, and the frequency cap. */
import { cases } from '../case.ts'

const followed = { CampaignID: '{followed}' }
const again = { ...followed, Subject: 'Have you seen it?', Name: 'Again', AfterHours: 48 }

export const followUps = [
  cases('Client.SetFrequencyCap', { ClientID: '{client}', Mails: 3, Days: 7 }, [
    ['at most three mails in seven days', {}],
    ['days are 30 at most', { Days: 31 }, 'InvalidParameter'],
  ]),
  cases('Client.GetFrequencyCap', { ClientID: '{client}' }, [['what was set', {}]]),
  cases('Client.SetFrequencyCap', { ClientID: '{client}', Mails: 0, Days: 0 }, [['no cap', {}]]),
  cases('Campaign.Resend', again, [
    ['a draft is not resent', { CampaignID: '{approvedDraft}' }, 'NotResendable'],
    ['the subject is another one', { Subject: '' }, 'SubjectNotNew'],
    ['a day at least', { AfterHours: 23 }, 'InvalidParameter'],
    ['a draft for those who did not react', {}, 'success', 'again'],
    ['once', { Name: 'Once more' }, 'AlreadyResent'],
  ]),
  cases(
    'Campaign.Send',
    { CampaignID: '{again}', ConfirmationEmail: 'office@bloom.example', SendDate: 'Immediately' },
    [['people need time to react', {}, 'ResendTooSoon']],
  ),
  cases('Campaign.CatchUp', { ...followed, Name: 'The rest' }, [
    ['a draft for those whom the cap left out', {}, 'success', 'theRest'],
    ['a draft left no one out', { CampaignID: '{approvedDraft}' }, 'NotResendable'],
  ]),
  cases('Campaign.GetFollowUps', followed, [['a campaign with those that follow it', {}]]),
].flat()
