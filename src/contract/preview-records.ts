/** The record types of previews. */
import { enumeration, int, record, text } from './shapes.ts'

/** How dark colours come about: by the letter's own styles, or inverted as several mail programs do where it has none. */
export const DarkBy = enumeration('DarkBy', 'Styles', 'Inversion')

const addresses = { HtmlURL: text, DarkURL: text, DarkBy, ImagesOffURL: text, ExpiresDate: text }

export const CampaignPreview = record('CampaignPreview', {
  Revision: int,
  Subject: text,
  FromName: text,
  FromEmail: text,
  ReplyTo: text,
  PersonalizedAs: text,
  Html: text,
  Text: text,
  SizeInBytes: int,
  HtmlSizeInBytes: int,
  ...addresses,
})

export const TemplatePreview = record('TemplatePreview', { Revision: int, Html: text, SizeInBytes: int, ...addresses })
