/** Campaign.Preview and Template.Preview. */
import { Refusal } from '../contract/refusals.ts'
import { mayOnClient } from '../domain/access/principal.ts'
import { readyToShow } from '../domain/campaigns/drafting/draft-ready.ts'
import { type PreviewAddresses, previewCampaign, showPreview } from '../domain/campaigns/mails/preview.ts'
import { readShownContact } from '../domain/campaigns/mails/shown-contact.ts'
import { readVariantNamed } from '../domain/campaigns/mails/shown-variant.ts'
import { withAssets } from '../domain/content/assets.ts'
import { contentOrigin } from '../domain/content/content-origin.ts'
import { presentTemplate } from '../domain/templates/template-revisions.ts'
import { publicPaths } from '../domain/tokens/tokens.ts'
import { type Dependencies, type Handlers, type Origin, sourceParts } from './dependencies.ts'

export const previews: Pick<Handlers, 'Campaign.Preview' | 'Template.Preview'> = {
  async 'Campaign.Preview'({ PersonalizeAs, Variant }, { campaign, principal, origin }, dependencies) {
    const {
      db,
      mail: { mailLinks },
      content: { renderCampaign },
    } = dependencies
    const isPersonal = (PersonalizeAs ?? '').trim() !== ''
    if (isPersonal && !mayOnClient(principal, campaign.clientId, 'ReadAudience'))
      throw new Refusal('AccessDenied', 'PersonalizeAs shows what is known of a subscriber.')
    const contact = await readShownContact(db, campaign, PersonalizeAs)
    const parts = partsOf(dependencies, origin)
    await readyToShow(sourceParts(dependencies), campaign)
    const variant = await readVariantNamed(db, campaign, Variant)
    const base = mailLinks.base() ?? origin.publicUrl
    const shown = await previewCampaign(parts, renderCampaign, campaign, contact, base, variant)
    return {
      Revision: shown.revision,
      Subject: shown.subject,
      FromName: shown.fromName,
      FromEmail: shown.fromEmail,
      ReplyTo: shown.replyTo,
      PersonalizedAs: contact?.email ?? '',
      Html: shown.html,
      Text: shown.text,
      SizeInBytes: shown.bytes,
      HtmlSizeInBytes: shown.htmlBytes,
      ...addresses(shown.at),
    }
  },

  async 'Template.Preview'(_params, { template, origin }, dependencies) {
    const stored = await presentTemplate(dependencies.db, template)
    const html = withAssets(
      stored.html,
      origin.publicUrl + publicPaths.asset('template', template.templatePublicId, ''),
    )
    return {
      Revision: stored.revision,
      Html: html,
      SizeInBytes: Buffer.byteLength(html),
      ...addresses(await showPreview(partsOf(dependencies, origin), template, html)),
    }
  },
}

/** Arguments for previews from the dependencies and the origin of a call. */
export function partsOf({ db, mail: { tokens }, now, content: { contentUrl } }: Dependencies, { publicUrl }: Origin) {
  return { db, tokens, now, contentUrl: contentOrigin(contentUrl, publicUrl), framedBy: new URL(publicUrl).origin }
}

/** The record of a preview's URLs. */
export function addresses({ html, dark, darkBy, imagesOff, expires }: PreviewAddresses) {
  return {
    HtmlURL: html,
    DarkURL: dark,
    DarkBy: darkBy === 'styles' ? ('Styles' as const) : ('Inversion' as const),
    ImagesOffURL: imagesOff,
    ExpiresDate: expires,
  }
}
