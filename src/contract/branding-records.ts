/** The record types of a client's branding. */
import { enumeration, list, record, text } from './shapes.ts'

/** The public pages whose words a client may choose. */
export const BrandedPage = enumeration('BrandedPage', 'Confirm', 'Confirmed', 'Unsubscribe', 'Unsubscribed')

/** Title or Text is empty where the words of this service stay. */
export const BrandingWording = record('BrandingWording', { Page: BrandedPage, Language: text, Title: text, Text: text })

/** What is not set is empty. The logo is one of the client's images, given by LogoUrl or by LogoAssetID; LogoImageUrl is where it is served. */
export const Branding = record('Branding', {
  LogoUrl: text,
  LogoAssetID: text,
  LogoImageUrl: text,
  PrimaryColor: text,
  BackgroundColor: text,
  FooterText: text,
  PostalAddress: text,
  ImprintUrl: text,
  ConfirmationFromName: text,
  ConfirmationFromEmail: text,
  Wordings: list(BrandingWording),
})
