/** Tags of contacts: those of a client, whom they are given to, and links of campaigns that give them. */

import { card, on, R, U } from '../card.ts'
import { booleanOrAbsent, describe, enumeration, exemplify, int, list, optional, record, text } from '../shapes.ts'
import { fields, id, ofCampaign, ofClient } from '../words.ts'

export const TagColor = enumeration('TagColor', 'Grey', 'Red', 'Orange', 'Yellow', 'Green', 'Teal', 'Blue', 'Violet', 'Pink')

/** How a contact came to a tag. Api: a call with a key; Hand: a person in the console. */
export const TagSource = enumeration('TagSource', 'Hand', 'Api', 'Import', 'Form', 'Bulk', 'Link')

const tagId = text('The tag: 32 hexadecimal digits.', id('7'))
const tagName = text('The name of the tag, one line of at most 60 characters; no two tags of a client have one name, whatever the case.', 'VIP')
const color = describe(TagColor, 'The colour that screens show it in.', 'Green')

/** A tag without numbers, as contacts and links have it. */
export const TagLabel = record('TagLabel', { TagID: tagId, Name: tagName, Color: color })

export const Tag = record('Tag', {
  TagID: tagId,
  Name: tagName,
  Color: color,
  People: int('How many contacts have it: addresses, whatever lists they are on.', 148),
})

export const TagOfContact = record('TagOfContact', {
  TagID: tagId,
  Name: tagName,
  Color: color,
  Source: describe(TagSource, 'How the contact came to it.', 'Hand'),
  Date: text('Since when, in the time zone of the client.', '2026-03-20 09:30:00'),
  By: text('Who or what gave it, as far as it is known: a user name, a file, a campaign.', 'carla'),
})

/** What else a tag is used by. */
export const TagUse = enumeration('TagUse', 'Segment', 'Campaign')

export const UseOfTag = record('UseOfTag', {
  Kind: describe(TagUse, 'Segment: a condition of it names the tag. Campaign: a link of it gives the tag.', 'Campaign'),
  ID: text('The segment or the campaign: 32 hexadecimal digits.', id('d')),
  Name: text('Its name.', 'Spring 2026'),
})

export const LinkTags = record('LinkTags', {
  Link: fields.Link,
  Tags: list(TagLabel, 'The tags that people get who click it, by name.'),
})

const TagID = text('The tag: 32 hexadecimal digits, as Tag.List names it.', id('7'))
const colorGiven = (otherwise: string) =>
  optional(text(`Grey, Red, Orange, Yellow, Green, Teal, Blue, Violet or Pink; left out or empty ${otherwise}.`, 'Green'))
const ofTag = { ...ofClient, TagID }
const named = 'names without regard to case, or TagIDs'

const CreateMissing = booleanOrAbsent('True to create names that the client has no tag of; false or left out to refuse them.', false)

export const tags = {
  'Tag.Create': card('CreateTag', on('ClientID', 'ChangeAudience'), 'create', {
    summary: 'Creates a tag of a client, for contacts of all its lists, and yields its TagID.',
    parameters: { ...ofClient, Name: tagName, Color: colorGiven('for Grey') },
    result: U(exemplify(text(), id('7'))),
    refusals: ['TagNameEmpty', 'DuplicateTagName', 'TooManyTags'],
  }),
  'Tag.List': card('ListTags', on('ClientID', 'View'), 'read', {
    summary: 'All tags of a client by name, each with the number of contacts that have it.',
    parameters: ofClient,
    result: U(list(Tag)),
    refusals: [],
  }),
  'Tag.GetUses': card('GetTagUses', on('ClientID', 'View'), 'read', {
    summary: 'The segments whose conditions name a tag, and the campaigns whose links give it.',
    parameters: ofTag,
    result: U(list(UseOfTag)),
    refusals: ['UnknownTag'],
  }),
  'Tag.Rename': card('RenameTag', on('ClientID', 'ChangeAudience'), 'change', {
    summary: 'Gives a tag another name, another colour, or both. Contacts, segments and links keep it.',
    parameters: { ...ofTag, Name: optional(text('The new name; left out or empty to keep it.', 'Very important')), Color: colorGiven('to keep it') },
    result: R,
    refusals: ['UnknownTag', 'DuplicateTagName'],
  }),
  'Tag.Delete': card('DeleteTag', on('ClientID', 'ChangeAudience'), 'change', {
    summary: 'Deletes a tag, takes it away from all contacts, and yields what used it: a segment that names a deleted tag matches nobody until it is changed.',
    parameters: ofTag,
    result: U(list(UseOfTag)),
    refusals: ['UnknownTag'],
  }),
  'Subscriber.SetTags': card('SetTagsOfContact', on('ClientID', 'ChangeAudience'), 'change', {
    summary:
      'Gives tags to a contact, takes tags away, or replaces all of them, and yields those it has then. It holds for the address on all lists of the client.',
    parameters: {
      ...ofClient,
      Email: text('The address of the contact, which is on a list of the client.', 'sam@reader.example'),
      Add: optional(list(text(), `Tags to give: ${named}; left out for none.`, ['VIP'])),
      Remove: optional(list(text(), `Tags to take away: ${named}; what the contact does not have is passed over. Left out for none.`, ['Prospect'])),
      Replace: booleanOrAbsent('True: the contact has the tags of Add and no others then, so Remove is left out. False or left out to keep the others.', false),
      CreateMissing,
    },
    result: U(list(TagOfContact)),
    refusals: ['InvalidEmail', 'NotInList', 'UnknownTag', 'TagNameEmpty', 'TooManyTags', 'TooManyTagsOfContact'],
  }),
  'Campaign.SetLinkTags': card('SetLinkTags', on('CampaignID', 'Draft'), 'change', {
    summary:
      'Sets the tags that people get who click a link of a campaign, in a draft or while it is sent: from their next click on. Machines and recipients who are not tracked get none.',
    parameters: {
      ...ofCampaign,
      Link: text('The target of the link, as the content has it.', 'https://bloom.example/tulips'),
      Tags: optional(list(text(), `All tags of the link: ${named}; left out or empty for none. 20 at most.`, ['Likes tulips'])),
      CreateMissing,
    },
    result: R,
    refusals: ['UnknownLink', 'UnknownTag', 'TagNameEmpty', 'TooManyTags', 'TooManyTagsOfContact'],
  }),
  'Campaign.GetLinkTags': card('GetLinkTags', on('CampaignID', 'View'), 'read', {
    summary: 'The links of a campaign that clicks are recorded of, in their order, with the tags that they give.',
    parameters: ofCampaign,
    result: U(list(LinkTags)),
    refusals: [],
  }),
}
