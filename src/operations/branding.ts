/** Client.SetBranding and GetBranding. */
import { logoPathOf } from '../domain/clients/brand.ts'
import { changeBranding } from '../domain/clients/branding.ts'
import { brandingOf } from '../store/accounts/branding.ts'
import type { Handlers } from './dependencies.ts'

export const branding: Pick<Handlers, 'Client.SetBranding' | 'Client.GetBranding'> = {
  'Client.SetBranding': (params, { client }, { db, fetch }) =>
    changeBranding({ db, fetch }, client, {
      logoUrl: params.LogoUrl,
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
    }),

  async 'Client.GetBranding'(_params, { client, origin }, { db }) {
    const row = await brandingOf(db, client.clientId)
    const logoPath = row && logoPathOf(row)
    return {
      LogoUrl: row?.logoUrl ?? '',
      LogoImageUrl: logoPath === undefined ? '' : origin.publicUrl + logoPath,
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
    }
  },
}
