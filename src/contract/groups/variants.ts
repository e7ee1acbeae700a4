/** Tests of variants (A/B): what differs, who decides, what was shown. */

import { card, on, R, U } from '../card.ts'
import { boolean, describe, enumeration, int, intOrAbsent, list, optional, record, text } from '../shapes.ts'
import { FromName, fields, ofCampaign, PersonalizeAs, Variant } from '../words.ts'
import { testMails } from './every-wire/sending.ts'

export const DecidedBy = enumeration('DecidedBy', 'Clicks', 'Opens', 'Hand')

/** NotBegun: it can be changed. Sending: its mails are on their way. Stopped: its campaign was cancelled before it was over. */
export const TestState = enumeration('TestState', 'None', 'NotBegun', 'Sending', 'Waiting', 'Undecided', 'Decided', 'Stopped')

/** None: it was not judged, because it is not over, a person decides, or a person chose before. */
export const TestVerdict = enumeration('TestVerdict', 'None', 'Winner', 'NoDifference', 'TooFew')

const letter = (meaning: string, example = 'B') => text(meaning, example)

/** What a variant has instead of what the campaign has. */
export const OtherVariant = record('OtherVariant', {
  Subject: text('Its subject, one line of at most 500 characters; empty for that of the campaign.', 'Tulips, fresh from the field'),
  FromName: text('The name of its sender, one line of at most 250 characters; empty for that of the campaign.', ''),
  ContentOf: text(
    'Its content: empty for that of the campaign; another campaign of the client, whose content is copied with its preview text and images; or the letter of the variant whose content, copied before, it has from now on.',
    '',
  ),
})

export const TestVariant = record('TestVariant', {
  Variant: letter('Its letter: A is the campaign as it is.'),
  Subject: fields.Subject,
  FromName,
  ContentOf: text('Of a variant with content of its own: the name of the campaign that it was copied from.', ''),
  HasOwnContent: boolean('Whether it has content of its own.', false),
  Recipients: int('People of the test who were to get it.', 2400),
  Accepted: int('How many copies were accepted by the mail systems of their recipients.', 2380),
  Measured: int('Of these, people whose opens and clicks are recorded: rates are of them.', 2290),
  HumanUniqueOpened: int('Measured people who opened or clicked; machines are left out.', 390),
  HumanUniqueClicked: int('Measured people who clicked; machines are left out.', 71),
  Unsubscribed: int('Opt-outs by it.', 2),
  Bounced: int('Copies that bounced.', 12),
  Complained: int('Complaints about it.', 0),
})

/** Recipients who are not tested. */
export const TestRest = record('TestRest', {
  Recipients: int('How many wait for the choice, or got what was chosen.', 9600),
  Accepted: int('How many copies were accepted.', 9510),
  HumanUniqueOpened: int('People who opened or clicked; machines are left out.', 1610),
  HumanUniqueClicked: int('People who clicked; machines are left out.', 301),
  HeldOut: int('Recipients who get no mail, so that the others can be compared with them.', 0),
})

const settings = {
  SharePercent: int('Percent of the recipients who are tested; each variant goes to an equal part of them. 1 to 100.', 20),
  HoldoutPercent: int('Percent of the recipients who get no mail. 0 to 50; together with SharePercent at most 100.', 0),
  DecidedBy: describe(DecidedBy, 'Clicks: people who clicked. Opens: people who opened or clicked. Hand: a person chooses.', 'Clicks'),
  WaitMinutes: int('How long the test waits after its last mail was accepted. A pause or a hold stops the clock.', 240),
  Otherwise: letter('The variant that the rest gets where no winner is shown, or no one has chosen in time; empty where a person chooses then.', 'A'),
  UsualPercent: text('What share of people click (or open) usually, in percent.', '2'),
  HopedPercent: text('The share that is hoped for: the smaller the difference, the more people a winner needs.', '3'),
} as const

export const CampaignTest = record('CampaignTest', {
  State: describe(TestState, 'How far the test is; None for a campaign without variants.', 'Decided'),
  ...settings,
  NeededPerVariant: int(
    'Measured people that each variant needs to show the difference that is hoped for in four of five tests. Below that no winner is named.',
    3927,
  ),
  WaitedMinutes: int('How long it has waited.', 240),
  Verdict: describe(TestVerdict, 'What the test showed at its end. TooFew: a variant has fewer people than are needed.', 'Winner'),
  Winner: letter('The variant that won; empty without one.'),
  PValue: text('How likely a difference as large is by chance, corrected for the number of variants; empty where nothing was compared.', '0.0031'),
  Chosen: letter('What the rest gets; empty while it waits, and for a test without a rest.'),
  ChosenBy: text('The person who chose it; empty if the test did, or what was set beforehand.', ''),
  ChosenDate: text('When it was chosen, in the time zone of the client.', '2026-03-21 12:10:00'),
  CountedDate: text('When the numbers of the variants were counted, in the time zone of the client; empty before the first time.', '2026-03-21 12:10:00'),
  CanChoose: boolean('Whether Campaign.ChooseVariant can choose what the rest gets.', false),
  Variants: list(TestVariant, 'The variants with their people; only people of the test count.'),
  Rest: describe(TestRest, 'All others.'),
})

/** Whether a test can show what is hoped for. */
export const TestPlan = record('TestPlan', {
  Recipients: int('Who would get the campaign now.', 12000),
  PerVariant: int('About how many people each variant goes to.', 1200),
  NeededPerVariant: int('Measured people that each variant needs to show the difference in four of five tests.', 3927),
  IsEnough: boolean('Whether the test can name a winner.', false),
  NeededSharePercent: int('The share of the recipients that would be enough; 0 if all together are too few.', 66),
})

export const variants = {
  'Campaign.SetVariants': card('SetCampaignVariants', on('CampaignID', 'Draft'), 'change', {
    summary:
      'Sets the variants of a draft and how they are tested: 2 to 5, of which A is the draft as it is. A part of the recipients gets them; the others get the one that won or was chosen. Without Others the test is removed.',
    parameters: {
      ...ofCampaign,
      Others: optional(
        list(OtherVariant, 'The variants B to E: 1 to 4, each with a subject, a sender name or content of its own; left out or empty for no test.'),
      ),
      SharePercent: settings.SharePercent,
      HoldoutPercent: intOrAbsent('Percent of the recipients who get no mail, 0 to 50; left out for 0. Together with SharePercent at most 100.', 0),
      DecidedBy: settings.DecidedBy,
      WaitMinutes: intOrAbsent(
        'How long the test waits after its last mail was accepted, 60 to 20160; left out for 240. A pause or a hold stops the clock.',
        240,
      ),
      Otherwise: optional(
        letter('The variant that the rest gets where no winner is shown, or no one has chosen in time; left out or empty where a person chooses then.', 'A'),
      ),
      UsualPercent: optional(
        text('What share of people click (or open) usually, in percent with at most two decimals; left out for 2 of clicks, 15 of opens.', '2'),
      ),
      HopedPercent: optional(text('The share that is hoped for, in percent; left out for 3 of clicks, 18 of opens.', '3')),
    },
    result: R,
    refusals: ['InvalidVariants', 'InvalidCampaignId', 'CampaignNotDraft', 'NotComposable', 'StaleRevision', 'ServiceUnavailable'],
  }),
  'Campaign.PlanTest': card('PlanCampaignTest', on('CampaignID', 'Draft'), 'read', {
    summary: 'How many people each variant of a test needs to show a difference, and about how many it would have now.',
    parameters: {
      ...ofCampaign,
      Variants: int('How many variants, the campaign itself included: 2 to 5.', 2),
      SharePercent: settings.SharePercent,
      HoldoutPercent: intOrAbsent('Percent of the recipients who get no mail; left out for 0.', 0),
      DecidedBy: settings.DecidedBy,
      UsualPercent: optional(settings.UsualPercent),
      HopedPercent: optional(settings.HopedPercent),
    },
    result: U(TestPlan),
    refusals: ['InvalidVariants', 'InvalidSegments'],
  }),
  'Campaign.GetVariants': card('GetCampaignVariants', on('CampaignID', 'View'), 'read', {
    summary: 'The variants of a campaign, how they are tested, and what the test showed. Numbers are left at 0 for callers without the right ReadReports.',
    parameters: ofCampaign,
    result: U(CampaignTest),
    refusals: [],
  }),
  'Campaign.SendVariantTest': card('SendCampaignVariantTest', on('CampaignID', 'Draft'), 'change', {
    summary: 'Sends the message of one variant to up to 15 addresses, as Campaign.SendTest sends the first.',
    parameters: { ...ofCampaign, Recipients: testMails.recipients, PersonalizeAs, Variant },
    result: testMails.result,
    refusals: ['InvalidVariants', ...testMails.refusals],
  }),
  'Campaign.ChooseVariant': card('ChooseCampaignVariant', on('CampaignID', 'Send'), 'change', {
    summary:
      'Chooses which variant the rest of the recipients gets, whatever the test showed; its numbers stay. The rest is sent at once, and the choice does not change any more.',
    parameters: { ...ofCampaign, Variant: letter('The letter of the variant, A to E.') },
    result: R,
    refusals: ['VariantNotChoosable', 'InvalidVariants'],
  }),
} as const
