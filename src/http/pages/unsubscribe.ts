/**
 * `/u/<token>`: the way out. GET shows a page with a button and never changes anything, because mail scanners follow
 * every link; POST acts, whoever posts, whatever the body: an opt-out that is lost is worse than one too many, and no
 * scanner posts (reference/delivery.md §6). It is idempotent, needs no cookie and uses no token up.
 * See docs/decisions/a-get-never-unsubscribes-anybody.md.
 */
import { agentKept } from '../../feedback/hits.ts'
import type { Request } from '../../protocols/exchange.ts'
import { recipientMember } from '../../store/recipients.ts'
import { page, plain, redirect, webUrl } from './answers.ts'
import { isFromPage } from './form.ts'
import type { PublicLink } from './link.ts'
import { textsFor } from './texts.ts'

export const unsubscribe: PublicLink = {
  prefix: '/u/',

  async get(request, rest, parts) {
    const texts = textsFor(request.headers['accept-language'])
    const member = await find(rest, parts)
    if (!member) return page(404, texts, texts.invalidLink)
    const { email, listTitle, companyName } = member
    if (member.state === 'Unsubscribed' || member.state === null)
      return page(200, texts, {
        title: texts.unsubscribed.title,
        text: texts.unsubscribed.text(email, listTitle, companyName),
      })
    return page(200, texts, {
      title: texts.unsubscribe.title,
      text: texts.unsubscribe.question(email, listTitle, companyName),
      button: { label: texts.unsubscribe.button, leadsAway: webUrl(member.unsubscribePage) !== undefined },
    })
  },

  async post(request, rest, parts) {
    const texts = textsFor(request.headers['accept-language'])
    const fromPage = isFromPage(request)
    const member = await find(rest, parts)
    if (!member) return fromPage ? page(404, texts, texts.invalidLink) : plain(404, texts.invalidLink.text)
    await parts.subscriptions.unsubscribeMember(member, member.listId, member.subscriberId, {
      by: fromPage ? 'page' : 'one-click',
      ...origin(request),
      campaignId: member.campaignId,
      number: member.number,
    })
    if (!fromPage) return plain(200, texts.unsubscribed.title) // RFC 8058 §3.1: never a redirect
    const own = webUrl(member.unsubscribePage)
    if (own !== undefined) return redirect(303, own)
    return page(200, texts, {
      title: texts.unsubscribed.title,
      text: texts.unsubscribed.text(member.email, member.listTitle, member.companyName),
    })
  },
}

async function find(token: string, { db, tokens }: Parameters<PublicLink['get']>[2]) {
  const recipient = tokens.verify('recipient', token)
  if (!recipient) return undefined
  const [campaignId, number] = recipient
  const member = await recipientMember(db, campaignId, number)
  return member && { ...member, campaignId, number }
}

/** Who acted, for the evidence of a change: kept whole, since it is there to prove it. */
export function origin({ remote, headers }: Request) {
  return { remote, agent: agentKept(headers['user-agent'] ?? '') }
}
