/** Mails to readers about their own preferences, as jobs: each finds out itself whether it is still wanted. */
import { brandFinder } from '../../domain/clients/brand.ts'
import { answerLinkRequest } from '../../domain/subscribers/asking-for-link.ts'
import { confirmable, undoable } from '../../domain/subscribers/own-address.ts'
import type { LinkMail } from '../../domain/texts/reader/language.ts'
import { type Texts, textsIn } from '../../domain/texts/texts.ts'
import { linkBase } from '../../domain/tokens/mail-links.ts'
import { publicPaths } from '../../domain/tokens/tokens.ts'
import { readMailedMember } from '../../store/campaigns/system-mail.ts'
import type { Jobs } from '../../store/jobs/jobs.ts'
import { readAddressRequest } from '../../store/subscribers/address-requests.ts'
import { linkMail } from './compose/link-mail.ts'
import type { SystemMailParts } from './system-mail.ts'

type ReaderMail = 'newAddressMail' | 'oldAddressMail' | 'preferencesAsked' | 'preferencesMail'
export type ReaderMailJobs = { [Name in ReaderMail]: (payload: Jobs[Name]) => Promise<void> }

interface Mail {
  readonly clientId: number
  readonly companyName: string
  readonly clientEmail: string
  readonly to: string
  readonly texts: Texts
  readonly said: LinkMail
  readonly path: string
  readonly publicUrl: string | undefined
}

export function readerMailJobs({ db, tokens, mailLinks, contentUrl, send }: SystemMailParts): ReaderMailJobs {
  const baseOf = linkBase(mailLinks)
  const findBrand = brandFinder(db, contentUrl)

  async function mail({ clientId, companyName, clientEmail, to, texts, said, path, publicUrl }: Mail, about: object) {
    const base = baseOf(publicUrl)
    const brand = await findBrand(clientId)
    const from = { name: brand?.from.name || companyName, email: brand?.from.email || clientEmail }
    const branded = brand && { brand, base }
    const written = linkMail(texts, said, { companyName, link: base + path, branded })
    await send(clientId, { from, to: { name: '', email: to }, ...written }, about)
  }

  return {
    async newAddressMail({ publicUrl, ...key }) {
      const request = await readAddressRequest(db, key)
      if (!request || confirmable(request, new Date()) !== 'open') return
      const texts = textsIn(request.language)
      const path = publicPaths.newAddress(tokens.sign('new address', key.clientId, key.requestId))
      const said = texts.reader.newAddressMail
      await mail({ ...request, to: request.newEmail, texts, said, path, publicUrl }, key)
    },

    async oldAddressMail({ publicUrl, ...key }) {
      const request = await readAddressRequest(db, key)
      if (!request || undoable(request, new Date()) !== 'open') return
      const texts = textsIn(request.language)
      const path = publicPaths.oldAddress(tokens.sign('old address', key.clientId, key.requestId))
      const said = texts.reader.oldAddressMail
      await mail({ ...request, to: request.email, texts, said, path, publicUrl }, key)
    },

    preferencesAsked: payload => answerLinkRequest(db, payload),

    async preferencesMail({ clientId, listId, subscriberId, publicUrl }) {
      const member = await readMailedMember(db, { clientId, listId, subscriberId })
      if (!member) return
      const texts = textsIn(member.ownLanguage, member.listLanguage)
      const path = publicPaths.preferences(tokens.sign('preferences', listId, subscriberId, clientId))
      const said = texts.reader.preferencesMail
      await mail({ ...member, clientId, to: member.email, texts, said, path, publicUrl }, { listId, subscriberId })
    },
  }
}
