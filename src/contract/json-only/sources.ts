/** MJML, editable regions of templates, and starter templates. */
import { longestContent } from '../draft-records.ts'
import { type Access, key, ofClient, on, type Row, row, U } from '../row.ts'
import { int, list, longText, type Members, type Shape, text } from '../shapes.ts'
import * as own from '../source-records.ts'

const ofTemplate = { ApiKey: text, TemplateID: text }
/** One of the three ways to give a page. */
const written = { Name: text, Html: longText(longestContent), Mjml: longText(own.longestMjml), UploadID: text }

// biome-ignore format: a table reads by its columns
export const sources = {
  'Content.CompileMjml': row('CompileMjml', { ...ofClient, Mjml: longText(own.longestMjml) }, U(own.CompiledMjml), on('ClientID', 'Draft'), 'Compiles MJML to HTML, and says where what is wrong with it stands. Nothing is stored.'),
  'Content.CompileSections': row('CompileSections', { ...ofClient, Sections: longText(own.longestSections) }, U(own.CompiledSections), on('ClientID', 'Draft'), 'Compiles a document of sections to HTML with the branding of a client, and says what it leaves out. Nothing is stored.'),
  'Content.GetSectionKinds': row('GetSectionKinds', ofClient, U(own.SectionKinds), on('ClientID', 'Draft'), 'The kinds of sections that content of the kind Sections may have, their settings, and the defaults of a client.'),
  'Template.GetRegions': row('GetTemplateRegions', ofTemplate, U(list(own.TemplateRegion)), on('TemplateID', 'Draft'), 'The editable regions of a template in their order, with what the template shows in them.'),
  'Template.FillRegions': row('FillTemplateRegions', { ...ofTemplate, Regions: list(own.RegionValue) }, U(own.FilledTemplate), on('TemplateID', 'Draft'), 'The HTML of a template with its regions filled in; regions that are left out show what the template does. Nothing is stored.'),
  'Template.ListStarters': row('ListStarters', { ApiKey: text }, U(list(own.Starter)), key, 'The templates that come with the service.'),
  'Template.CreateFromStarter': row('CreateTemplateFromStarter', { ...ofClient, Starter: text, Name: text }, U(text), on('ClientID', 'ImportHtml'), 'Makes a template of a client from one that comes with the service, and yields its TemplateID.'),
  'Template.Copy': row('CopyTemplate', { ...ofTemplate, ToClientID: text, Name: text }, U(text), on('TemplateID', 'ImportHtml'), 'Copies a template as it is now to a client of the same account on which the caller may import HTML, and yields the TemplateID of the copy; its revisions are not copied.'),
  'Template.CreateFromContent': row('CreateTemplateFromContent', { ...ofClient, ...written }, U(text), on('ClientID', 'ImportHtml'), 'Makes a template of a client from HTML, MJML or an uploaded ZIP file, and yields its TemplateID.'),
  'Template.SaveContent': row('SaveTemplateContent', { ...ofTemplate, Revision: int, ...written }, U(int), on('TemplateID', 'ImportHtml'), 'Saves the page of a template as its next revision, and yields the number of it. Refused when the template was saved since the Revision that is named.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
