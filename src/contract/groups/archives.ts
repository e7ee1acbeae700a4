/** The public archive of a list: a page and a feed of its letters, for people without a login. See docs/archive.md. */

import { card, on, R, U } from '../card.ts'
import { boolean, describe, enumeration, list, optional, record, text } from '../shapes.ts'
import { fields, ofCampaign, ofList } from '../words.ts'

const Shown = boolean('Whether the archive is public.', true)
const Title = text('The title of the page, one line of at most 100 characters; empty for the name of the list.', 'Letters from Bloom')
const Description = text('What the list is, for readers: one line of at most 300 characters; empty for none.', 'What to plant this week, on Fridays.')
const Since = text('Campaigns that were sent on this day of the client or later: YYYY-MM-DD; empty for all.', '2026-03-01')
const SearchEngines = boolean('Whether search engines may list the archive.', false)
const FormID = text('The sign-up form of the client that the page leads to: 32 hexadecimal digits; empty for none.', '')

const settings = { Shown, Title, Description, Since, SearchEngines, FormID }

export const Archive = record('Archive', {
  ...settings,
  URL: text('Where people read it; it stays the same.', 'https://mail.bloom.example/archive/AQAAAAAHAAAAAAAAq3mXc1v0b9Jk2sLwQ5Tz'),
  FeedURL: text('Its Atom feed.', 'https://mail.bloom.example/archive/AQAAAAAHAAAAAAAAq3mXc1v0b9Jk2sLwQ5Tz/feed'),
})

export const ArchiveChoice = enumeration('ArchiveChoice', 'Automatic', 'Shown', 'Hidden')

const Choice = describe(
  ArchiveChoice,
  'Automatic: shown once it is sent to a complete list; not a campaign to a segment, a resend, or one that asks for consent. Shown: also one of these. Hidden: never.',
  'Automatic',
)

export const ArchivedIn = record('ArchivedIn', {
  ListID: fields.ListID,
  Title: text('The title of the archive.', 'Letters from Bloom'),
  Shown: boolean('Whether the archive shows the campaign now.', true),
  URL: text('Where the campaign is read in it; empty where it is not shown.', 'https://mail.bloom.example/archive/AQAAAAAHAAAAAAAAq3mXc1v0b9Jk2sLwQ5Tz/6b1f'),
})

export const ArchivedCampaign = record('ArchivedCampaign', {
  Choice,
  Archives: list(ArchivedIn, 'The public archives of the lists that the campaign goes to.'),
})

export const archives = {
  'List.GetArchive': card('GetListArchive', on('ListID', 'View'), 'read', {
    summary: 'The public archive of a list: whether it is shown, what it says, and where it is.',
    parameters: ofList,
    result: U(Archive),
    refusals: [],
  }),
  'List.SetArchive': card('SetListArchive', on('ListID', 'ChangeAudience'), 'change', {
    summary:
      'Shows or hides the public archive of a list, and sets what it says. It has the campaigns that were sent to the complete list, without anything of a recipient.',
    parameters: {
      ...ofList,
      Shown,
      Title: optional(Title),
      Description: optional(Description),
      Since: optional(Since),
      SearchEngines,
      FormID: optional(FormID),
    },
    result: R,
    refusals: ['InvalidDate', 'UnknownForm'],
  }),
  'Campaign.SetArchived': card('SetCampaignArchived', on('CampaignID', 'Draft'), 'change', {
    summary: 'Decides whether the public archives of the lists of a campaign show it, whatever its state.',
    parameters: { ...ofCampaign, Choice },
    result: R,
    refusals: [],
  }),
  'Campaign.GetArchived': card('GetCampaignArchived', on('CampaignID', 'View'), 'read', {
    summary: 'Which public archives show a campaign, and where.',
    parameters: ofCampaign,
    result: U(ArchivedCampaign),
    refusals: [],
  }),
} as const
