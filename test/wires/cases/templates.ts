import { cases, type Row } from '../case.ts'
import { brokenTemplates } from '../pages.ts'

const pages = {
  TemplateName: 'Letter',
  HTMLPageURL: '{pages}/letter.html',
  ZipFileURL: '{pages}/letter.zip',
  ScreenshotURL: '{pages}/shot.png',
}

const broken = brokenTemplates.map(
  ([refusal]): Row<'Template.Create'> => [
    `a page is refused with ${refusal}`,
    { HTMLPageURL: `{pages}/broken/${refusal}.html`, ZipFileURL: '', ScreenshotURL: '' },
    refusal,
  ],
)

const refused = [
  ['a template needs a name', { TemplateName: ' ' }, 'TemplateNameRequired'],
  ['a name is one line', { TemplateName: 'Two\nlines' }, 'InvalidTemplateName'],
  ['a template needs a page', { HTMLPageURL: '' }, 'HtmlPageUrlRequired'],
  ['a page must be there', { HTMLPageURL: '{pages}/nowhere.html' }, 'InvalidHtmlPageUrl'],
  ['a zip file must be one', { ZipFileURL: '{pages}/letter.html' }, 'InvalidZipFileUrl'],
  ['a screenshot must be an image', { ScreenshotURL: '{pages}/letter.html' }, 'InvalidScreenshotUrl'],
  ['files the page names must be there', { ZipFileURL: '' }, 'FilesMissingFromZip'],
] as const satisfies readonly Row<'Template.Create'>[]

export const templates = [
  cases('Template.Create', { ClientID: '{client}', ...pages }, [
    ['a template is made of a page, its files and a screenshot', {}, 'success', 'letter'],
    [
      'a page alone will do',
      { HTMLPageURL: '{pages}/plain.html', ZipFileURL: '', ScreenshotURL: '' },
      'success',
      'plain',
    ],
    ...refused,
    ...broken,
    ['it takes the right to import HTML', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ['another account’s client is unknown', { ClientID: '{foreignClient}' }, 'InvalidClientId'],
  ]),
  cases('Template.GetDetail', { TemplateID: '{letter}' }, [
    ['a template has a preview', {}],
    ['a template without a screenshot', { TemplateID: '{plain}' }],
    ['it takes the right to send', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ['another account’s template is unknown', { TemplateID: '{foreignTemplate}' }, 'InvalidTemplateId'],
  ]),
  cases('Template.Update', { TemplateID: '{letter}', ...pages }, [
    ['a template is fetched anew', { TemplateName: 'A name of which thirty characters are kept', ScreenshotURL: '' }],
    ...refused,
    ['a page without a region is refused', { HTMLPageURL: '{pages}/broken/NoEditableRegion.html' }, 'NoEditableRegion'],
  ]),
  cases('Client.GetTemplates', { ClientID: '{client}' }, [['templates have previews', {}]]),
  cases('Template.Delete', { TemplateID: '{plain}' }, [
    ['a template is deleted', {}],
    ['a deleted template is unknown', {}, 'InvalidTemplateId'],
  ]),
].flat()
