/** Mails a person about a sign-in with a browser they had not used before, in a job that runs until it succeeds. */
import { textsIn } from '../../domain/texts/texts.ts'
import { linkBase, type MailLinks } from '../../domain/tokens/mail-links.ts'
import { readMailedPerson } from '../../store/accounts/sign-in.ts'
import type { Database } from '../../store/connection/database.ts'
import type { Jobs } from '../../store/jobs/jobs.ts'
import { senderAt } from './account-mail.ts'
import { newDeviceMail } from './compose/new-device-mail.ts'
import type { SendNotice } from './notices.ts'

export interface NewDeviceMailParts {
  readonly db: Database
  readonly mailLinks: MailLinks
  /** LETTERSHOP_MAIL_FROM; null for an address at the host of the links. */
  readonly from: string | null
  readonly send: SendNotice
}

export interface NewDeviceMailJobs {
  /** Sends nothing to a person who was removed or has no address any more. */
  newDeviceMail(payload: Jobs['newDeviceMail']): Promise<void>
}

/** Where the console shows the sessions of who is signed in. */
const sessionsPath = '/sessions'

export function newDeviceMailJobs({ db, mailLinks, from, send }: NewDeviceMailParts): NewDeviceMailJobs {
  const baseOf = linkBase(mailLinks)
  return {
    async newDeviceMail({ personId, agent, network, at }) {
      const person = await readMailedPerson(db, personId)
      if (!person) return
      const { publicId, name, email, language, timeZone } = person
      const base = baseOf(undefined)
      const content = { name, agent, network, at: new Date(at), timeZone, link: base + sessionsPath }
      await send(
        null,
        {
          from: { name: 'Lettershop', email: from ?? senderAt(base) },
          to: { name, email },
          ...newDeviceMail(textsIn(language), content),
        },
        { person: publicId },
      )
    },
  }
}
