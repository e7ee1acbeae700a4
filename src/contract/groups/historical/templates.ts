/** Historical operations about templates. These cards never change (design §3). */

import { card, on, R, U } from '../../card.ts'
import { templateMarkup } from '../../refusals.ts'
import { optional, text } from '../../shapes.ts'
import { ofClient, ofTemplate, reachableUrl, TemplateID } from '../../words.ts'
import { Template } from './clients.ts'

const templatePages = {
  TemplateName: text('The name of the template, at most 30 characters.', 'Two columns'),
  HTMLPageURL: text(`The page of the template. ${reachableUrl}`, 'https://bloom.example/mail/template.html'),
  ZipFileURL: optional(
    text(`A ZIP file with the pictures and style sheets the page names relatively. ${reachableUrl}`, 'https://bloom.example/mail/images.zip'),
  ),
  ScreenshotURL: optional(text(`A picture of the template. ${reachableUrl}`, 'https://bloom.example/mail/template.jpg')),
}

export const templatePagesRefusals = [
  'TemplateNameRequired',
  'InvalidTemplateName',
  'HtmlPageUrlRequired',
  'InvalidHtmlPageUrl',
  'InvalidZipFileUrl',
  'InvalidScreenshotUrl',
  ...templateMarkup,
  'NestedTooDeep',
  'TooManyRegions',
] as const

export const templates = {
  'Template.Create': card('CreateTemplate', on('ClientID', 'ImportHtml'), 'prepared create', {
    summary: 'Creates a template from a page and yields its TemplateID.',
    parameters: { ...ofClient, ...templatePages },
    result: U(TemplateID),
    refusals: templatePagesRefusals,
  }),
  'Template.GetDetail': card('GetTemplateDetail', on('TemplateID', 'Draft'), 'read', {
    summary: 'A template with its preview.',
    parameters: ofTemplate,
    result: U(Template),
    refusals: [],
  }),
  'Template.Update': card('UpdateTemplate', on('TemplateID', 'ImportHtml'), 'change', {
    summary: 'Fetches a template anew.',
    parameters: { ...ofTemplate, ...templatePages },
    result: R,
    refusals: templatePagesRefusals,
  }),
  'Template.Delete': card('DeleteTemplate', on('TemplateID', 'ImportHtml'), 'change', {
    summary: 'Deletes a template.',
    parameters: ofTemplate,
    result: R,
    refusals: [],
  }),
}
