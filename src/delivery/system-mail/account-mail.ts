/** The mails to people of an account, as jobs: they run until they succeed, and find out themselves whether they are still wanted. */

import type { KeyRing } from '../../domain/access/keys.ts'
import { decryptToken, mailedPaths, newToken } from '../../domain/people/mailed-tokens.ts'
import { textsIn } from '../../domain/texts/texts.ts'
import { linkBase, type MailLinks } from '../../domain/tokens/mail-links.ts'
import { readInvitationToMail } from '../../store/accounts/invitations.ts'
import { readPersonToMail } from '../../store/accounts/people.ts'
import { insertReset } from '../../store/accounts/person-passwords.ts'
import type { Database } from '../../store/connection/database.ts'
import type { Jobs } from '../../store/jobs/jobs.ts'
import { invitationMail, passwordResetMail } from './compose/account-mail.ts'
import type { SendNotice } from './notices.ts'

export interface AccountMailParts {
  readonly db: Database
  readonly keys: KeyRing
  readonly mailLinks: MailLinks
  /** LETTERSHOP_MAIL_FROM; null for an address at the host of the links. */
  readonly from: string | null
  readonly send: SendNotice
}

export interface AccountMailJobs {
  /** Mails the link of an invitation; sends nothing once it is not open any more. */
  invitationMail(payload: Jobs['invitationMail']): Promise<void>
  /** Mails a link for a new password; sends nothing where no person has the address. */
  passwordResetMail(payload: Jobs['passwordResetMail']): Promise<void>
}

export function accountMailJobs({ db, keys, mailLinks, from, send }: AccountMailParts): AccountMailJobs {
  const baseOf = linkBase(mailLinks)
  return {
    async invitationMail({ invitationId, token, publicUrl }) {
      const invitation = await readInvitationToMail(db, invitationId)
      if (!invitation) return
      const { publicId, email, name, language, invitedBy, accountName, ...times } = invitation
      const base = baseOf(publicUrl)
      const link = base + mailedPaths.invitation(decryptToken(keys, token, invitationId))
      const content = { inviter: invitedBy, accountName, name, email, link, ...times }
      await send(
        null,
        {
          from: { name: accountName, email: from ?? senderAt(base) },
          to: { name, email },
          ...invitationMail(textsIn(language), content),
        },
        { invitation: publicId },
      )
    },

    async passwordResetMail({ address, publicUrl }) {
      const person = await readPersonToMail(db, address)
      if (!person) return
      const { personId, publicId, email, name, language } = person
      const base = baseOf(publicUrl)
      // each run has a token of its own: that of a mail that was not taken is known to no one
      const { token, hash } = newToken()
      await insertReset(db, personId, hash)
      await send(
        null,
        {
          from: { name: 'Lettershop', email: from ?? senderAt(base) },
          to: { name, email },
          ...passwordResetMail(textsIn(language), { name, email, link: base + mailedPaths.reset(token) }),
        },
        { person: publicId },
      )
    },
  }
}

/** The sender of mails of the installation at the host of its links, or at one that never exists (RFC 2606) where that is no domain. */
export function senderAt(base: string): string {
  const { hostname } = new URL(base)
  return `lettershop@${/^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*$/i.test(hostname) ? hostname : 'lettershop.invalid'}`
}
