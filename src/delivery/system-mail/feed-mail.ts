/** The mail to the owner of a feed that cannot go on by itself, as a job. */
import { textsIn } from '../../domain/texts/texts.ts'
import { linkBase, type MailLinks } from '../../domain/tokens/mail-links.ts'
import { html } from '../../lib/html.ts'
import { readMailedPerson } from '../../store/accounts/sign-in.ts'
import type { Database } from '../../store/connection/database.ts'
import { readFeedToMail } from '../../store/feeds/feeds.ts'
import type { Jobs } from '../../store/jobs/jobs.ts'
import { senderAt } from './account-mail.ts'
import { composeAccountMail } from './compose/account-mail.ts'
import type { SendNotice } from './notices.ts'

export interface FeedMailParts {
  readonly db: Database
  readonly mailLinks: MailLinks
  /** LETTERSHOP_MAIL_FROM; null for an address at the host of the links. */
  readonly from: string | null
  readonly send: SendNotice
}

export interface FeedMailJobs {
  /** Writes to who changed the feed last, or else to the client. */
  feedMail(payload: Jobs['feedMail']): Promise<void>
}

export function feedMailJobs({ db, mailLinks, from, send }: FeedMailParts): FeedMailJobs {
  const baseOf = linkBase(mailLinks)
  return {
    async feedMail({ clientId, feedId, about }) {
      const feed = await readFeedToMail(db, { clientId, feedId })
      // it may have been mended meanwhile
      if (!feed || feed.problem === '' || (about !== 'not sent' && feed.state !== about)) return
      const person = feed.personId === null ? undefined : await readMailedPerson(db, feed.personId)
      const texts = textsIn(person?.language)
      const said = texts.feed
      const base = baseOf(undefined)
      await send(
        null,
        {
          from: { name: 'Lettershop', email: from ?? senderAt(base) },
          to: person ? { name: person.name, email: person.email } : { name: '', email: feed.clientEmail },
          ...composeAccountMail(texts, {
            subject: said.subject[about](feed.title),
            before: [
              texts.newDeviceMail.greeting(person?.name ?? feed.companyName),
              said.happened[about](feed.title, feed.companyName),
              html`${said.why} ${feed.problem}`,
              html`${said.next[about]}`,
            ],
            open: said.open,
            button: said.button,
            link: `${base}/clients/${feed.clientPublicId}/feeds/${feed.publicId}`,
            after: [],
          }),
        },
        { feed: feed.publicId },
      )
    },
  }
}
