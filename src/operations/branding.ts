/** Client.SetBranding and GetBranding. */
import { logoPathOf } from '../domain/clients/brand.ts'
import { changeBranding } from '../domain/clients/branding.ts'
import { findBrandingOf } from '../store/accounts/branding.ts'
import { imageBase } from './assets.ts'
import type { Handlers } from './dependencies.ts'

export const branding: Pick<Handlers, 'Client.SetBranding' | 'Client.GetBranding'> = {
  'Client.SetBranding': (params, { client }, { db, network: { fetch }, content: { imageTasks } }) =>
    changeBranding({ db, fetch, imageTasks }, client, {
      logoUrl: params.LogoUrl,
      logoAssetId: params.LogoAssetID,
      primaryColor: params.PrimaryColor,
      backgroundColor: params.BackgroundColor,
      footerText: params.FooterText,
      postalAddress: params.PostalAddress,
      imprintUrl: params.ImprintUrl,
      fromName: params.ConfirmationFromName,
      fromEmail: params.ConfirmationFromEmail,
      wordings: (params.Wordings ?? []).map(
        wording =>
          wording && { page: wording.Page, language: wording.Language, title: wording.Title, text: wording.Text },
      ),
      headingFont: params.HeadingFont,
      textFont: params.TextFont,
      colors: params.Colors ?? [],
      socialLinks: (params.SocialLinks ?? []).map(link => link && { name: link.Name, href: link.Url }),
    }),

  async 'Client.GetBranding'(_params, { client, origin }, dependencies) {
    const row = await findBrandingOf(dependencies.db, client.clientId)
    const logoPath = row && logoPathOf(row)
    return {
      LogoUrl: row?.logoUrl ?? '',
      // in the form in which it was set: by URL or by id
      LogoAssetID: row?.logoUrl === '' ? (row.logoPublicId ?? '') : '',
      LogoImageUrl: logoPath === undefined ? '' : imageBase(dependencies, origin) + logoPath,
      PrimaryColor: row?.primaryColor ?? '',
      BackgroundColor: row?.backgroundColor ?? '',
      FooterText: row?.footerText ?? '',
      PostalAddress: row?.postalAddress ?? '',
      ImprintUrl: row?.imprintUrl ?? '',
      ConfirmationFromName: row?.fromName ?? '',
      ConfirmationFromEmail: row?.fromEmail ?? '',
      Wordings: (row?.wordings ?? []).map(({ page, language, title, text }) => ({
        Page: page,
        Language: language,
        Title: title,
        Text: text,
      })),
      HeadingFont: row?.headingFont ?? '',
      TextFont: row?.textFont ?? '',
      Colors: row?.colors ?? [],
      SocialLinks: (row?.socialLinks ?? []).map(({ name, href }) => ({ Name: name, Url: href })),
    }
  },
}
