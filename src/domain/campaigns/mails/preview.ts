/**
 * Previews: a campaign as one subscriber would read it, or a template, shown for some minutes at an address of its own. What is shown is
 * kept as it was rendered, so that all its variants are of the same revision.
 */
import { Refusal } from '../../../contract/refusals.ts'
import { insertPreview, previewMinutes } from '../../../store/campaigns/previews.ts'
import type { Database } from '../../../store/connection/database.ts'
import type { CampaignRef, ClientRef } from '../../access/access.ts'
import { asDark, type DarkLetter } from '../../content/color-scheme.ts'
import type { Contact } from '../../content/contact-values.ts'
import { type PreviewVariant, publicPaths, type Tokens } from '../../tokens/tokens.ts'
import type { ShownContact } from './shown-contact.ts'

export interface CampaignPreview {
  /** The number of the revision that was rendered. */
  readonly revision: number
  readonly html: string
  readonly text: string
  readonly subject: string
  readonly fromName: string
  readonly fromEmail: string
  readonly replyTo: string
  /** Of the whole message, with links as long as they get. */
  readonly bytes: number
  /** Of its HTML alone, decoded. */
  readonly htmlBytes: number
}

/**
 * Renders a campaign. @param contact whose values stand in for the tags; empty ones show their fallbacks
 * @param publicUrl base of links, for a campaign that was not scheduled yet
 * @param variant of its test, from 1; absent: the campaign as it is
 */
export type RenderCampaign = (
  campaign: CampaignRef,
  contact: Contact,
  publicUrl: string,
  variant?: number,
) => Promise<CampaignPreview | { readonly fault: string }>

/** Addresses of a preview, each with its token. */
export interface PreviewAddresses {
  readonly html: string
  readonly dark: string
  readonly darkBy: DarkLetter['by']
  readonly imagesOff: string
  /** On the client's clock, as the wire writes it. */
  readonly expires: string
}

export interface PreviewParts {
  readonly db: Database
  readonly tokens: Pick<Tokens, 'sign'>
  readonly now: () => Date
  /** Base of the addresses, without a slash at the end. */
  readonly contentUrl: string
  /** The origin whose pages may frame it. */
  readonly framedBy: string
}

const empty = { email: '', name: '', fields: {} }

/**
 * @param contact null for no subscriber: every tag shows its fallback
 * @throws Refusal NotComposable when it cannot be composed
 */
export async function previewCampaign(
  parts: PreviewParts,
  render: RenderCampaign,
  campaign: CampaignRef,
  contact: ShownContact | null,
  publicUrl: string,
  variant?: number,
): Promise<CampaignPreview & { readonly at: PreviewAddresses }> {
  const rendered = await composeOrRefuse(render, campaign, contact, publicUrl, variant)
  return { ...rendered, at: await showPreview(parts, campaign, rendered.html) }
}

/** @param contact as for previewCampaign. @throws Refusal NotComposable */
export async function composeOrRefuse(
  render: RenderCampaign,
  campaign: CampaignRef,
  contact: ShownContact | null,
  publicUrl: string,
  variant?: number,
): Promise<CampaignPreview> {
  const rendered = await render(campaign, contact ?? empty, publicUrl, variant)
  if ('fault' in rendered) throw new Refusal('NotComposable', `The campaign cannot be composed: ${rendered.fault}.`)
  return rendered
}

/** Keeps what a preview shows. @param html whole, as it is to be shown */
export async function showPreview(
  parts: PreviewParts,
  client: Pick<ClientRef, 'clientId'>,
  html: string,
): Promise<PreviewAddresses> {
  const { address, expires } = await keepPreview(parts, client, html)
  return {
    html: address(''),
    dark: address('dark'),
    darkBy: asDark(html).by,
    imagesOff: address('images-off'),
    expires,
  }
}

/** The page of an editor, which is empty until the console sends what is shown (`http/pages/canvas.ts`). */
export async function openCanvas(
  parts: PreviewParts,
  client: Pick<ClientRef, 'clientId'>,
): Promise<{ readonly canvas: string; readonly expires: string }> {
  const { address, expires } = await keepPreview(parts, client, '')
  return { canvas: address('canvas'), expires }
}

async function keepPreview(
  { db, tokens, now, contentUrl, framedBy }: PreviewParts,
  { clientId }: Pick<ClientRef, 'clientId'>,
  html: string,
) {
  const at = now()
  const expiresAt = new Date(at.getTime() + previewMinutes * 60_000)
  const { id, expires } = await insertPreview(db, clientId, { html, framedBy, expiresAt }, at)
  const token = tokens.sign('preview', clientId, id)
  const address = (variant: PreviewVariant) => contentUrl + publicPaths.preview(token, variant)
  return { address, expires }
}
