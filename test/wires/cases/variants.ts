/** Tests of variants. */
import { cases } from '../case.ts'

const draft = { CampaignID: '{approvedDraft}' }
const settings = {
  SharePercent: 20,
  HoldoutPercent: 0,
  DecidedBy: 'Clicks',
  UsualPercent: '2',
  HopedPercent: '3',
} as const
const other = { Subject: 'Tulips, fresh from the field', FromName: '', ContentOf: '' }

export const variants = [
  cases('Campaign.SetVariants', { ...draft, Others: [other], ...settings, WaitMinutes: 240, Otherwise: 'A' }, [
    ['two variants of the subject', {}],
    ['at most five', { Others: Array.from({ length: 5 }, () => other) }, 'InvalidVariants'],
    ['a variant differs in something', { Others: [{ ...other, Subject: '' }] }, 'InvalidVariants'],
    ['the content is that of a campaign', { Others: [{ ...other, ContentOf: '0'.repeat(32) }] }, 'InvalidCampaignId'],
    ['a variant keeps content that it has', { Others: [{ ...other, ContentOf: 'B' }] }, 'InvalidVariants'],
    ['someone is tested', { SharePercent: 0 }, 'InvalidVariants'],
    ['share and holdout are not more than all', { SharePercent: 80, HoldoutPercent: 30 }, 'InvalidVariants'],
    ['an hour at least', { WaitMinutes: 59 }, 'InvalidVariants'],
    ['the rest gets one of the variants', { Otherwise: 'C' }, 'InvalidVariants'],
    ['a rate is a number', { UsualPercent: 'few' }, 'InvalidVariants'],
    ['a difference is hoped for', { HopedPercent: '2' }, 'InvalidVariants'],
    ['a campaign that began is not changed', { CampaignID: '{tested}' }, 'CampaignNotDraft'],
  ]),
  cases('Campaign.PlanTest', { ...draft, Variants: 2, ...settings }, [
    ['how many people a winner needs', {}],
    ['two variants at least', { Variants: 1 }, 'InvalidVariants'],
  ]),
  cases('Campaign.GetVariants', draft, [
    ['what was set', {}],
    ['a campaign without variants', { CampaignID: '{followed}' }],
    ['a test that waits', { CampaignID: '{tested}' }],
  ]),
  cases('Campaign.Preview', { ...draft, PersonalizeAs: '', Variant: 'B' }, [
    ['a variant as it is read', {}],
    ['one that there is', { Variant: 'C' }, 'InvalidVariants'],
  ]),
  cases('Campaign.ChooseVariant', { CampaignID: '{tested}', Variant: 'B' }, [
    ['one of its variants', { Variant: 'C' }, 'InvalidVariants'],
    ['a draft has not begun', draft, 'VariantNotChoosable'],
    ['a person chooses what the rest gets', {}],
    ['once', { Variant: 'A' }, 'VariantNotChoosable'],
  ]),
  cases('Campaign.GetVariants', { CampaignID: '{tested}' }, [['what was chosen', {}]]),
].flat()
