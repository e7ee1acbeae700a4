/** MJML, editable regions of templates, and starter templates. */
import { type Access, key, ofClient, on, type Row, row, U } from '../row.ts'
import { list, longText, type Members, type Shape, text } from '../shapes.ts'
import * as own from '../source-records.ts'

const ofTemplate = { ApiKey: text, TemplateID: text }

// biome-ignore format: a table reads by its columns
export const sources = {
  'Content.CompileMjml': row('CompileMjml', { ...ofClient, Mjml: longText(own.longestMjml) }, U(own.CompiledMjml), on('ClientID', 'Draft'), 'Compiles MJML to HTML, and says where what is wrong with it stands. Nothing is stored.'),
  'Template.GetRegions': row('GetTemplateRegions', ofTemplate, U(list(own.TemplateRegion)), on('TemplateID', 'Draft'), 'The editable regions of a template in their order, with what the template shows in them.'),
  'Template.FillRegions': row('FillTemplateRegions', { ...ofTemplate, Regions: list(own.RegionValue) }, U(own.FilledTemplate), on('TemplateID', 'Draft'), 'The HTML of a template with its regions filled in; regions that are left out show what the template does. Nothing is stored.'),
  'Template.ListStarters': row('ListStarters', { ApiKey: text }, U(list(own.Starter)), key, 'The templates that come with the service.'),
  'Template.CreateFromStarter': row('CreateTemplateFromStarter', { ...ofClient, Starter: text, Name: text }, U(text), on('ClientID', 'ImportHtml'), 'Makes a template of a client from one that comes with the service, and yields its TemplateID.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
