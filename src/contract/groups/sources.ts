/** MJML, sections, editable regions of templates, and starter templates. */

import { card, key, on, U } from '../card.ts'
import { longestContent, longestMjml, longestRegion, longestSections } from '../limits.ts'
import { boolean, booleanOrAbsent, describe, enumeration, exemplify, int, list, longText, optional, record, text } from '../shapes.ts'
import { ApiKey, fields, id, ofClient, ofTemplate, TemplateID } from '../words.ts'
import { templatePagesRefusals } from './historical/templates.ts'
import { addresses } from './previews.ts'

const Bytes = int('The size of the HTML in UTF-8.')
const Href = text(
  'An http, https, mailto, tel or sms address of at most 2,000 characters, for a SingleLine or an Image that is in no link of the template, and what CanLink; left out for that of the template, empty for no link.',
  '',
)

/** With an Error there is no HTML. */
export const Severity = enumeration('MjmlSeverity', 'Error', 'Warning')

export const MjmlProblem = record('MjmlProblem', {
  Line: int('The line of the document, from 1.', 12),
  Column: int('The character of the line where the tag begins, from 1.', 9),
  Tag: text('The name of the element; empty where the whole document is meant.', 'mj-text'),
  Message: text('What is wrong, a sentence in English.', 'Attribute colour is illegal'),
  Severity: describe(Severity, 'With an Error there is no HTML; a Warning is what the compiler left out or does not know.', 'Warning'),
})

export const CompiledMjml = record('CompiledMjml', {
  Html: text('The HTML; empty with a problem of severity Error.', '<!doctype html>…'),
  Bytes: int('The size of the HTML in UTF-8, at most 2,000,000.', 3248),
  Problems: list(MjmlProblem, 'What is wrong, in the order of the document, at most 100.'),
})

/** Addresses that the mail leaves out. */
export const SectionLeftOut = record('SectionLeftOut', {
  Path: text('The place in the document: sections[3].href.'),
  Message: text('Why it is left out, in English; it goes on from the path.', 'Success'),
})

export const CompiledSections = record('CompiledSections', {
  Html: text('The HTML, without the mail’s own links: images are not copied, and tags stay as they are.'),
  Bytes,
  LeftOut: list(SectionLeftOut, 'Images and links without a usable address, which the HTML leaves out, in the order of the document.'),
})

/** Line and Lines are text, Text is HTML of a few elements, Html any HTML; Items are lists of values of their own settings. */
export const SectionSettingType = enumeration(
  'SectionSettingType',
  'Line',
  'Lines',
  'Text',
  'Html',
  'Image',
  'Link',
  'Color',
  'Choice',
  'Switch',
  'Items',
  'Condition',
)

const setting = {
  Name: text('The member of an item.', 'Sam Reader'),
  Type: describe(SectionSettingType, 'As of a section: Line, Text, Image or Link.'),
  Default: text('The value where it is left out.'),
  Longest: int('Characters of a text or an address.'),
  Choices: list(text(), 'Empty.'),
}

/** A setting of an item; an item holds no other items. */
export const SectionItemSetting = record('SectionItemSetting', setting)

export const SectionSetting = record('SectionSetting', {
  Name: text('The member of a section.', 'Sam Reader'),
  Type: describe(
    SectionSettingType,
    'Line and Lines are text, Text is HTML of a few elements, Html is any HTML, Image and Link are addresses, Color is #rrggbb or empty for that of the theme, Choice one of Choices, Switch true or false, Items a list of objects.',
  ),
  Default: text('The value where it is left out: for a Switch true or false; empty for Items.'),
  Longest: int('Characters of a text, an address or a colour; 0 for others.'),
  Choices: list(text(), 'Of a Choice: its values.'),
  Least: int('Of Items: how many there are at least; 0 for others.'),
  Most: int('Of Items: how many there are at most; 0 for others.'),
  Settings: list(SectionItemSetting, 'Of Items: what each of them has.'),
})

export const SectionKind = record('SectionKind', {
  Kind: text('What a section names as its kind.'),
  Settings: list(SectionSetting, 'What it may have besides its kind.'),
})

export const SectionKinds = record('SectionKinds', {
  Version: int('The version of the documents of this service; earlier ones are read, too.'),
  Longest: int('Characters of a document.'),
  Most: int('Sections of a document.'),
  Theme: list(SectionSetting, 'Settings of the whole mail; the defaults of colours are those of the branding of the client.'),
  Kinds: list(SectionKind, 'The kinds of sections.'),
})

export const RegionKind = enumeration('RegionKind', 'SingleLine', 'MultiLine', 'Image', 'Repeater')

const region = {
  Name: text('What Template.FillRegions names it by, unique among its neighbours: the label, with a number behind it where others have the same.', 'Headline'),
  Label: text('What its author called it; empty without a label.', 'Headline'),
  Kind: describe(RegionKind, 'SingleLine is text, MultiLine is HTML of a few elements, Image is a URL, Repeater is a list of items.'),
  Content: text(
    'What the template shows: text of a SingleLine, HTML of a MultiLine, the URL of an Image; empty for a Repeater.',
    'What we learned this spring',
  ),
  Alt: text('Of an Image: the text in its place; empty for others.', ''),
  CanLink: boolean('Whether it may lead somewhere.'),
  Href: text('Where it leads in the template; empty for nowhere.', 'https://bloom.example/'),
  Width: int('Of an Image: its width in pixels, 0 where the template leaves it open.', 0),
  Height: int('Of an Image: its height in pixels, 0 where the template leaves it open.', 0),
}

/** A region of an item; a repeater holds no other. */
export const ItemRegion = record('ItemRegion', region)

export const RegionLayout = record('RegionLayout', {
  Label: text('What its author called it; empty where the repeater has one layout without a label.', 'Story'),
  Regions: list(ItemRegion, 'The regions of an item, in their order.'),
})

export const TemplateRegion = record('TemplateRegion', {
  ...region,
  Layouts: list(RegionLayout, 'Of a Repeater: what an item can look like, one at least; empty for others.', []),
})

const value = {
  Name: text('The Name of the region.', 'Headline'),
  Content: longText(
    longestRegion,
    'Text of at most 1,000 characters for a SingleLine, HTML of at most 100,000 for a MultiLine, an http or https URL for an Image; left out for what the template shows, empty for nothing.',
    'Tulips are here',
  ),
  Alt: text('Of an Image: the text in its place; left out for that of the template.', ''),
  Href,
}

export const ItemRegionValue = record('ItemRegionValue', value)

export const RegionItem = record('RegionItem', {
  Layout: text('The Label of the layout; may be left out if the repeater has only one.', 'Story'),
  Regions: list(ItemRegionValue, 'What regions of this item are to hold; those that are left out show what the template does.'),
})

export const RegionValue = record('RegionValue', {
  ...value,
  Items: list(RegionItem, 'Of a Repeater: its items in their order, at most 500 in a template; left out for what the template shows, empty for none.', []),
  Href: exemplify(Href, 'https://bloom.example/tulips'),
})

export const FilledTemplate = record('FilledTemplate', {
  Html: text('The HTML with URLs of the files of the template.', '<!doctype html>…'),
  Bytes: exemplify(Bytes, 29_127),
})

export const Starter = record('Starter', {
  Starter: text('What Template.CreateFromStarter names it by.', 'newsletter'),
  Name: fields.OwnName,
  About: text('What it is for, a sentence in English.', 'One story in front, any number of others.'),
})

const Language = optional(text('The language of its texts: en, de, fr or es, or a tag that begins so; left out or empty for en.', 'de'))
const ofLetter = {
  ...ofClient,
  Starter: text('The starter letter, as Content.ListStarters names it; case does not matter.', 'welcome'),
  Language,
}

/** A letter of sections to begin with. */
export const StarterLetter = record('StarterLetter', {
  Starter: text('What Content.TakeStarter and Template.CreateFromStarter name it by.', 'welcome'),
  Name: text('Its name, in the language that was asked for.', 'Welcome'),
  About: text('What it is for, a sentence in that language.', 'The first mail after signing up: thanks, and three steps.'),
})

export const StarterPreview = record('StarterPreview', addresses('starter letter'))

const written = {
  Name: text('The name of the template, one line; it is cut after 30 characters.', 'Monthly letter'),
  Html: optional(
    longText(
      longestContent,
      `The page: at most ${longestContent} bytes of UTF-8. Images at full addresses are copied; kept: names files of this template. One of Html, Mjml and UploadID is needed.`,
    ),
  ),
  Mjml: optional(
    longText(
      longestMjml,
      `In place of Html: an MJML document of at most ${longestMjml} characters without errors. The HTML it becomes is kept.`,
      '<mjml><mj-body>…</mj-body></mjml>',
    ),
  ),
  UploadID: optional(text('In place of Html: an uploaded ZIP file with index.html or one HTML file, its images and style sheets.', id('e'))),
}

/** Of pages that come with the call. */
const templateContentRefusals = [
  'MissingParameter',
  ...templatePagesRefusals.filter(code => !/UrlRequired|FileUrl|ScreenshotUrl/.test(code)),
  'InvalidMjml',
  'InvalidZip',
  'UnknownUpload',
  'UploadInUse',
  'InvalidHtmlContent',
] as const

export const Canvas = record('Canvas', {
  URL: text(
    'The page. It belongs to no origin, runs one script, which is its own, and is shown by this console alone.',
    'https://content.example.com/v/AQAAAAACAAAAAAEBv3CfJYd0WZrPqZ1vXn2u/canvas',
  ),
  ExpiresDate: text('Until when it can be opened, in the time zone of the client.', '2026-03-20 17:15:00'),
})

export const sources = {
  'Content.CompileMjml': card('CompileMjml', on('ClientID', 'Draft'), 'read', {
    summary: 'Compiles MJML to HTML, and lists its problems with their places. Nothing is stored.',
    parameters: {
      ...ofClient,
      Mjml: longText(
        longestMjml,
        'An MJML document of at most 500,000 characters. `mj-include` and `mj-html-attributes` are problems of severity Error.',
        '<mjml><mj-body>…</mj-body></mjml>',
      ),
    },
    result: U(CompiledMjml),
    refusals: ['InvalidMjml'],
  }),
  'Content.CompileSections': card('CompileSections', on('ClientID', 'Draft'), 'read', {
    summary: 'Compiles a document of sections to HTML with the branding of a client, and says what it leaves out. Nothing is stored.',
    parameters: {
      ...ofClient,
      Sections: longText(longestSections, 'A document of sections: JSON of at most 250,000 characters, as content of the kind Sections has it.'),
      Marked: booleanOrAbsent(
        'For an editor, not for sending: elements have the class of their place, such as at-3 of the fourth section and at-3-text of its text, every section is shown whatever its condition, and empty texts and images take room.',
        false,
      ),
    },
    result: U(CompiledSections),
    refusals: ['InvalidSections'],
  }),
  'Content.OpenCanvas': card('OpenCanvas', on('ClientID', 'Draft'), 'read', {
    summary: 'An address that pages of the console frame to edit a mail in its place: an empty page that shows what Content.CompileSections yields as Marked.',
    parameters: ofClient,
    result: U(Canvas),
    refusals: [],
  }),
  'Content.GetSectionKinds': card('GetSectionKinds', on('ClientID', 'Draft'), 'read', {
    summary: 'The kinds of sections that content of the kind Sections may have, their settings, and the defaults of a client.',
    parameters: ofClient,
    result: U(SectionKinds),
    refusals: [],
  }),
  'Content.ListStarters': card('ListStarterLetters', on('ClientID', 'Draft'), 'read', {
    summary: 'The letters of sections that come with the service, to begin a campaign or a template with.',
    parameters: { ...ofClient, Language },
    result: U(list(StarterLetter)),
    refusals: ['InvalidLanguage'],
  }),
  'Content.PreviewStarter': card('PreviewStarterLetter', on('ClientID', 'Draft'), 'read', {
    summary: 'Addresses that show a starter letter with the branding of a client, or a template of Template.ListStarters, for 15 minutes.',
    parameters: ofLetter,
    result: U(StarterPreview),
    refusals: ['UnknownStarter', 'InvalidLanguage'],
  }),
  'Content.TakeStarter': card('TakeStarterLetter', on('ClientID', 'Draft'), 'change', {
    summary:
      'A starter letter with the branding of a client as a document of sections, for Campaign.CreateDraft. Its pictures become assets of the client; those that it has already are not kept twice.',
    parameters: ofLetter,
    result: U(exemplify(text(), '{"version":1,"sections":[…]}')),
    refusals: ['UnknownStarter', 'InvalidLanguage', 'TooManyAssets'],
  }),
  'Template.GetRegions': card('GetTemplateRegions', on('TemplateID', 'Draft'), 'read', {
    summary: 'The editable regions of a template in their order, with what the template shows in them.',
    parameters: ofTemplate,
    result: U(list(TemplateRegion)),
    refusals: ['TooManyRegions'],
  }),
  'Template.FillRegions': card('FillTemplateRegions', on('TemplateID', 'Draft'), 'read', {
    summary: 'The HTML of a template with its regions filled in; regions that are left out show what the template does. Nothing is stored.',
    parameters: {
      ...ofTemplate,
      Regions: optional(
        list(
          RegionValue,
          'What regions are to hold, each by the Name that Template.GetRegions says, at most once; regions that are left out show what the template does.',
        ),
      ),
    },
    result: U(FilledTemplate),
    refusals: ['TooManyRegions', 'UnknownRegion', 'InvalidRegionValue'],
  }),
  'Template.ListStarters': card('ListStarters', key, 'read', {
    summary: 'The templates that come with the service.',
    parameters: { ApiKey },
    result: U(list(Starter)),
    refusals: [],
  }),
  'Template.CreateFromStarter': card('CreateTemplateFromStarter', on('ClientID', 'ImportHtml'), 'prepared create', {
    summary: 'Makes a template of a client from one that comes with the service, and yields its TemplateID.',
    parameters: {
      ...ofClient,
      Starter: text('The starter template, as Template.ListStarters names it, or a letter, as Content.ListStarters does; case does not matter.', 'newsletter'),
      Name: optional(text('The name of the template, one line of which 30 characters are kept; left out or empty for that of the starter.', 'Monthly letter')),
      Language: optional(
        text('Of a letter: the language of its texts, as of Content.TakeStarter. The templates of Template.ListStarters are in English.', 'de'),
      ),
    },
    result: U(TemplateID),
    refusals: ['InvalidTemplateName', 'UnknownStarter', 'InvalidLanguage'],
  }),
  'Template.Copy': card('CopyTemplate', on('TemplateID', 'ImportHtml'), 'create', {
    summary:
      'Copies a template as it is now to a client of the same account on which the caller may import HTML, and yields the TemplateID of the copy; its revisions are not copied.',
    parameters: {
      ...ofTemplate,
      ToClientID: text('The client that gets the copy; it may be that of the template.', id('a')),
      Name: optional(text('The name of the copy, cut after 30 characters; left out or empty for that of the template.', 'Two columns')),
    },
    result: U(exemplify(text(), id('e'))),
    refusals: ['InvalidClientId', 'InvalidTemplateName'],
  }),
  'Template.CreateFromContent': card('CreateTemplateFromContent', on('ClientID', 'ImportHtml'), 'prepared create', {
    summary: 'Makes a template of a client from HTML, MJML or an uploaded ZIP file, and yields its TemplateID.',
    parameters: { ...ofClient, ...written },
    either: ['Html', 'Mjml', 'UploadID'],
    result: U(TemplateID),
    refusals: templateContentRefusals,
  }),
  'Template.SaveContent': card('SaveTemplateContent', on('TemplateID', 'ImportHtml'), 'change', {
    summary:
      'Saves the page of a template as its next revision, and yields the number of it. Refused when the template was saved since the Revision that is named.',
    parameters: {
      ...ofTemplate,
      Revision: int('The revision that the caller’s version is based on, 0 for whatever there is; refused with 363 when another was saved since.', 7),
      ...written,
    },
    either: ['Html', 'Mjml', 'UploadID'],
    result: U(exemplify(int(), 10)),
    refusals: [...templateContentRefusals, 'StaleRevision'],
  }),
}
