/** Previews of campaigns and templates. */

import { card, on, U } from '../card.ts'
import { describe, enumeration, int, record, text } from '../shapes.ts'
import { FromEmail, FromName, fields, ofCampaign, ofTemplate, PersonalizeAs, Variant } from '../words.ts'

const revision = int('The number of the revision that is shown.', 7)

/** How dark colours come about: by the letter's own styles, or inverted as several mail programs do where it has none. */
export const DarkBy = enumeration('DarkBy', 'Styles', 'Inversion')

const token = 'AQAAAAACAAAAAAEBv3CfJYd0WZrPqZ1vXn2u'

/** Of a page that shows a mail or a template. @param subject as the sentence names it */
export const addresses = (subject: string) => ({
  HtmlURL: text(
    `Shows the ${subject}, for pages of the console to frame; anyone who has the address can open it until it expires.`,
    `https://content.example.com/v/${token}`,
  ),
  DarkURL: text('The same where the reader prefers dark colours.', `https://content.example.com/v/${token}/dark`),
  DarkBy: describe(DarkBy, 'Styles: the letter has styles for dark colours. Inversion: it has none, and its colours are inverted as several mail programs do.'),
  ImagesOffURL: text('The same where the mail program loads no images.', `https://content.example.com/v/${token}/images-off`),
  ExpiresDate: text('Until when the addresses can be opened, in the time zone of the client.', '2026-03-20 17:15:00'),
})

export const CampaignPreview = record('CampaignPreview', {
  Revision: revision,
  Subject: fields.FilledSubject,
  FromName,
  FromEmail,
  ReplyTo: text('Where replies go.', 'carla@bloom.example'),
  PersonalizedAs: text('The subscriber whose values the tags show; empty where they show their fallbacks.', 'sam@reader.example'),
  Html: text('The HTML part with its tags filled in, styles as they are sent, and links as the author wrote them.', '<!doctype html><html lang="en">…</html>'),
  Text: text('The text part: the one of the campaign, or the one made from its HTML.', 'The spring collection is here …'),
  SizeInBytes: int('The size of the whole message with links as long as they get.', 41_200),
  HtmlSizeInBytes: int('The size of the HTML in it, decoded. Gmail cuts off what is above 102 KB.', 30_100),
  ...addresses('preview'),
})

export const TemplatePreview = record('TemplatePreview', {
  Revision: revision,
  Html: text('The HTML of the template, with the addresses of its images.', '<!doctype html><html lang="en">…</html>'),
  SizeInBytes: int('The size of the HTML.', 38_100),
  ...addresses('preview'),
})

export const previews = {
  'Campaign.Preview': card('PreviewCampaign', on('CampaignID', 'View'), 'read', {
    summary: 'A campaign as one subscriber would read it, or with empty fields: HTML, text, subject and size, and addresses that show it for 15 minutes.',
    parameters: {
      ...ofCampaign,
      PersonalizeAs,
      Variant,
    },
    result: U(CampaignPreview),
    refusals: ['InvalidVariants', 'InvalidEmail', 'NotInList', 'NotComposable', 'DraftIncomplete', 'StaleRevision'],
  }),
  'Template.Preview': card('PreviewTemplate', on('TemplateID', 'Draft'), 'read', {
    summary: 'A template as it looks, and addresses that show it for 15 minutes.',
    parameters: ofTemplate,
    result: U(TemplatePreview),
    refusals: [],
  }),
}
