/** Saved groups of addresses that test mails go to. */

import { card, on, R, U } from '../card.ts'
import { exemplify, list, record, text } from '../shapes.ts'
import { fields, id, ofCampaign, ofClient, PersonalizeAs, page, Variant } from '../words.ts'
import { TestResult } from './every-wire/sending.ts'

export const TestGroup = record('TestGroup', {
  TestGroupID: text('The group: 32 hexadecimal digits.', id('e')),
  Name: text('The name of the group.', 'Proof-readers'),
  Addresses: list(text(), 'The addresses that its test mails go to.', ['carla@bloom.example', 'otto@bloom.example']),
})

export const TestGroupPage = record('TestGroupPage', { TestGroups: list(TestGroup, 'The groups of this page, by name.'), NextCursor: fields.NextCursor })

const settings = {
  Name: text('The name of the group, one line of at most 100 characters; no two groups of a client have one name.', 'Proof-readers'),
  Addresses: list(text(), 'Up to 15 email addresses; one that is given twice gets one copy.', ['carla@bloom.example', 'otto@bloom.example']),
}

const testGroupRefusals = ['InvalidEmail', 'TestRecipientsRequired', 'TooManyTestRecipients', 'TestGroupNameEmpty', 'DuplicateTestGroupName'] as const

const TestGroupID = text('The test group: 32 hexadecimal digits, as TestGroup.List names it.', id('e'))

const ofTestGroup = { ...ofClient, TestGroupID }

export const testGroups = {
  'TestGroup.Create': card('CreateTestGroup', on('ClientID', 'Draft'), 'create', {
    summary: 'Saves a named group of addresses that test mails of a client go to, and yields its TestGroupID.',
    parameters: { ...ofClient, ...settings },
    result: U(exemplify(text(), id('e'))),
    refusals: [...testGroupRefusals, 'TooManyTestGroups'],
  }),
  'TestGroup.List': card('GetTestGroups', on('ClientID', 'Draft'), 'read', {
    summary: 'The test groups of a client by name, page by page.',
    parameters: { ...ofClient, ...page },
    result: U(TestGroupPage),
    refusals: [],
  }),
  'TestGroup.Update': card('UpdateTestGroup', on('ClientID', 'Draft'), 'change', {
    summary: 'Replaces the name and the addresses of a test group.',
    parameters: { ...ofTestGroup, ...settings },
    result: R,
    refusals: [...testGroupRefusals, 'UnknownTestGroup'],
  }),
  'TestGroup.Delete': card('DeleteTestGroup', on('ClientID', 'Draft'), 'change', {
    summary: 'Deletes a test group for good.',
    parameters: ofTestGroup,
    result: R,
    refusals: ['UnknownTestGroup'],
  }),
  'Campaign.SendTestToGroup': card('SendCampaignTestToGroup', on('CampaignID', 'Draft'), 'change', {
    summary: 'Sends the message of a campaign to the addresses of a test group, as Campaign.SendTest does.',
    parameters: { ...ofCampaign, TestGroupID, PersonalizeAs, Variant },
    result: U(list(TestResult)),
    refusals: [
      'UnknownTestGroup',
      'InvalidVariants',
      'NotInList',
      'InvalidEmail',
      'TestLimit',
      'PublicUrlRequired',
      'DraftIncomplete',
      'NotComposable',
      'StaleRevision',
    ],
  }),
}
