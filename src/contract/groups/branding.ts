/** How the public pages and the confirmation mails of a client look. */

import { card, on, R, U } from '../card.ts'
import { describe, enumeration, list, optional, record, text } from '../shapes.ts'
import { id, ofClient } from '../words.ts'

const PrimaryColor = text(
  'The colour of buttons and links, #rrggbb or #rgb. As text it needs 4.5:1 on the background (WCAG 2.2 AA), and so does the text of a button on it.',
  '#9a3412',
)
const BackgroundColor = text('The colour behind the text, #rrggbb or #rgb; white when left out. Black or white text needs 4.5:1 on it.', '#fff7ed')
const FooterText = text('Plain text below pages and mails, at most 500 characters, of several lines.', 'Fresh tulips since 1871')
const PostalAddress = text('The postal address below pages and mails, at most 300 characters, of several lines.', 'Bloom BV\nCanal 1\n1012 AB Amsterdam')
const ImprintUrl = text(
  'The address of the legal notice of the client: an absolute http or https URL, linked below pages and mails.',
  'https://bloom.example/imprint',
)
const ConfirmationFromName = text('The name that confirmation mails come from, one line of at most 200 characters; CompanyName when left out.', 'Bloom')
const ConfirmationFromEmail = text(
  'The address that confirmation mails come from; EmailAddress of the client when left out. They are signed where its domain is a verified one of the client.',
  'hello@bloom.example',
)

/** The public pages whose words a client may choose. */
export const BrandedPage = enumeration('BrandedPage', 'Confirm', 'Confirmed', 'Unsubscribe', 'Unsubscribed')

/** Title or Text is empty where the words of this service stay. */
export const BrandingWording = record('BrandingWording', {
  Page: describe(BrandedPage, 'Confirm and Unsubscribe ask with a button; Confirmed and Unsubscribed follow it.'),
  Language: text('The language of the reader in which these words are used: en, de, fr or es.', 'de'),
  Title: text('The heading, one line of at most 100 characters; empty for that of this service.', 'Fast geschafft'),
  Text: text(
    'Plain text of at most 1,000 characters, of several lines; [list] and [client] stand for their names. Empty for the words of this service.',
    'Möchten Sie „[list]“ von [client] bekommen?',
  ),
})

/** A page of the client on another site, which letters link to. */
export const SocialLink = record('SocialLink', {
  Name: text('The words of the link, one line of at most 60 characters.', 'Instagram'),
  Url: text('Where it leads: an absolute http or https URL.', 'https://social.example/bloom'),
})

const typefaces = 'sans, serif, mono, arial, verdana, tahoma, trebuchet, georgia, times or palatino'
const HeadingFont = text(`The typeface of headings in letters of sections: ${typefaces}; empty for that of the text.`, 'georgia')
const TextFont = text(`The typeface of text in letters of sections: ${typefaces}; empty for sans.`, 'sans')
const Colors = list(text(), 'Further colours of the client, #rrggbb or #rgb, that the editor offers; at most 6.', ['#f6c667', '#0b5d4e'])
const SocialLinks = list(SocialLink, 'Pages of the client on other sites, at most 10. Social links of letters without links of their own show them.')

const Wordings = list(BrandingWording, 'The client’s own words on pages, each page and language once.')

/** What is not set is empty. The logo is one of the client's images, given by LogoUrl or by LogoAssetID; LogoImageUrl is where it is served. */
export const Branding = record('Branding', {
  LogoUrl: text('Where the logo was fetched; empty without one, and where LogoAssetID was given.', 'https://bloom.example/logo.png'),
  LogoAssetID: text('The asset that was given as the logo; empty without one, and where LogoUrl was given.', ''),
  LogoImageUrl: text(
    'The address of the asset that is the logo; empty without a logo. Pages and mails show a smaller copy.',
    `https://mail.example.com/files/client/${id('a')}/${'9f86d081884c7d65'.repeat(4)}.png`,
  ),
  PrimaryColor,
  BackgroundColor,
  FooterText,
  PostalAddress,
  ImprintUrl,
  ConfirmationFromName,
  ConfirmationFromEmail,
  Wordings,
  HeadingFont,
  TextFont,
  Colors,
  SocialLinks,
})

export const branding = {
  'Client.SetBranding': card('SetClientBranding', on('ClientID', 'Settings'), 'change', {
    summary:
      'Replaces the branding of a client: how its public pages and confirmation mails look and what they say, and the logo, colours, typefaces and links of its letters. What is empty is as without branding.',
    parameters: {
      ...ofClient,
      LogoUrl: optional(
        text(
          'The URL of a PNG, JPEG, GIF or WebP image of at most 500 KB, http or https. It is fetched once and becomes an asset of the client; given again, that asset stays.',
          'https://bloom.example/logo.png',
        ),
      ),
      LogoAssetID: optional(
        text('In place of LogoUrl: an asset of the client of at most 500 KB, as Asset.List names it. It is served while it is the logo, deleted or not.', ''),
      ),
      PrimaryColor: optional(PrimaryColor),
      BackgroundColor: optional(BackgroundColor),
      FooterText: optional(FooterText),
      PostalAddress: optional(PostalAddress),
      ImprintUrl: optional(ImprintUrl),
      ConfirmationFromName: optional(ConfirmationFromName),
      ConfirmationFromEmail: optional(ConfirmationFromEmail),
      Wordings: optional(Wordings),
      HeadingFont: optional(HeadingFont),
      TextFont: optional(TextFont),
      Colors: optional(Colors),
      SocialLinks: optional(SocialLinks),
    },
    result: R,
    refusals: [
      'InvalidLogo',
      'UnknownAsset',
      'TooManyAssets',
      'InvalidColor',
      'InsufficientContrast',
      'InvalidWording',
      'InvalidLanguage',
      'InvalidFromEmail',
      'InvalidParameter',
    ],
  }),
  'Client.GetBranding': card('GetClientBranding', on('ClientID', 'View'), 'read', {
    summary: 'The branding of a client: how its public pages, its confirmation mails and its letters look, and what they say.',
    parameters: ofClient,
    result: U(Branding),
    refusals: [],
  }),
}
