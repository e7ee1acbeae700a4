/** What is looked at before it is sent. */
import { CampaignPreview, TemplatePreview } from '../preview-records.ts'
import { type Access, ofCampaign, on, type Row, row, U } from '../row.ts'
import { type Members, type Shape, text } from '../shapes.ts'

// biome-ignore format: a table reads by its columns
export const previews = {
  'Campaign.Preview': row('PreviewCampaign', { ...ofCampaign, PersonalizeAs: text }, U(CampaignPreview), on('CampaignID', 'View'), 'A campaign as one subscriber would read it, or with empty fields: HTML, text, subject and size, and addresses that show it for 15 minutes.'),
  'Template.Preview': row('PreviewTemplate', { ApiKey: text, TemplateID: text }, U(TemplatePreview), on('TemplateID', 'Draft'), 'A template as it looks, and addresses that show it for 15 minutes.'),
} as const satisfies Record<string, Row<Members, Shape, Access['to']>>
