/** What the fields of previews mean, with believable values. */
const addresses = {
  HtmlURL:
    'Shows the preview, for pages of the console to frame; anyone who has the address can open it until it expires.',
  DarkURL: 'The same where the reader prefers dark colours.',
  DarkBy:
    'Styles: the letter has styles for dark colours. Inversion: it has none, and its colours are inverted as several mail programs do.',
  ImagesOffURL: 'The same where the mail program loads no images.',
  ExpiresDate: 'Until when the addresses can be opened, in the time zone of the client.',
}

export const previewMeanings = {
  CampaignPreview: {
    Revision: 'The number of the revision that is shown.',
    Subject: 'The subject with its tags filled in.',
    FromName: 'The name of the sender.',
    FromEmail: 'The address of the sender.',
    ReplyTo: 'Where replies go.',
    PersonalizedAs: 'The subscriber whose values the tags show; empty where they show their fallbacks.',
    Html: 'The HTML part with its tags filled in, styles as they are sent, and links as the author wrote them.',
    Text: 'The text part: the one of the campaign, or the one made from its HTML.',
    SizeInBytes: 'The size of the whole message with links as long as they get.',
    HtmlSizeInBytes: 'The size of the HTML in it, decoded. Gmail cuts off what is above 102 KB.',
    ...addresses,
  },
  TemplatePreview: {
    Revision: 'The number of the revision that is shown.',
    Html: 'The HTML of the template, with the addresses of its images.',
    SizeInBytes: 'The size of the HTML.',
    ...addresses,
  },
}

const token = 'AQAAAAACAAAAAAEBv3CfJYd0WZrPqZ1vXn2u'
const opened = {
  HtmlURL: `https://content.example.com/v/${token}`,
  DarkURL: `https://content.example.com/v/${token}/dark`,
  DarkBy: 'Styles',
  ImagesOffURL: `https://content.example.com/v/${token}/images-off`,
  ExpiresDate: '2026-03-20 17:15:00',
}

export const previewExamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  CampaignPreview: {
    Subject: 'Sam, the spring collection is here',
    PersonalizedAs: 'sam@reader.example',
    Html: '<!doctype html><html lang="en">…</html>',
    Text: 'The spring collection is here …',
    SizeInBytes: 41_200,
    HtmlSizeInBytes: 30_100,
    ...opened,
  },
  TemplatePreview: { Html: '<!doctype html><html lang="en">…</html>', SizeInBytes: 38_100, ...opened },
}
