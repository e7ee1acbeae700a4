/** The mails of sign-up forms, as jobs: they run until they succeed, and find out themselves whether they are still wanted. */

import { brandFinder } from '../../domain/clients/brand.ts'
import { formIn } from '../../domain/forms/languages.ts'
import { withPresent } from '../../domain/forms/open-forms.ts'
import { listsOf } from '../../domain/forms/standings.ts'
import { textsIn } from '../../domain/texts/texts.ts'
import { linkBase, type MailLinks } from '../../domain/tokens/mail-links.ts'
import { publicPaths, type Tokens } from '../../domain/tokens/tokens.ts'
import { html } from '../../lib/html.ts'
import { readMailedPerson } from '../../store/accounts/sign-in.ts'
import { readSenderOfClient } from '../../store/campaigns/system-mail.ts'
import type { Database } from '../../store/connection/database.ts'
import { readOpenForm } from '../../store/forms/forms.ts'
import { findSignUp } from '../../store/forms/sign-ups.ts'
import { readWaveToMail } from '../../store/forms/waves.ts'
import type { Jobs } from '../../store/jobs/jobs.ts'
import { hasStoppedConfirmations } from '../../store/subscribers/mail-slots.ts'
import { senderAt } from './account-mail.ts'
import { composeAccountMail } from './compose/account-mail.ts'
import { formMail } from './compose/form-mail.ts'
import type { SendNotice } from './notices.ts'

export interface FormMailParts {
  readonly db: Database
  readonly tokens: Tokens
  readonly mailLinks: MailLinks
  /** LETTERSHOP_CONTENT_URL, for logos. */
  readonly contentUrl: string | null
  /** LETTERSHOP_MAIL_FROM; null for an address at the host of the links. */
  readonly from: string | null
  readonly send: SendNotice
}

export interface FormMailJobs {
  /** Asks who signed up to confirm, or says that the address is on the lists already. */
  formMail(payload: Jobs['formMail']): Promise<void>
  /** Writes to who changed the form last, or else to the client, that a wave is held back. */
  formWaveMail(payload: Jobs['formWaveMail']): Promise<void>
}

/** Where the console shows a form. */
const consolePath = (clientPublicId: string, formPublicId: string) => `/clients/${clientPublicId}/forms/${formPublicId}`

export function formMailJobs({ db, tokens, mailLinks, contentUrl, from, send }: FormMailParts): FormMailJobs {
  const baseOf = linkBase(mailLinks)
  const findBrand = brandFinder(db, contentUrl)

  return {
    async formMail({ clientId, signUpId, about }) {
      const signUp = await findSignUp(db, clientId, signUpId)
      if (!signUp || (about === 'confirmation' && signUp.state !== 'asked')) return
      const found = await readOpenForm(db, signUp)
      const sender = found && (await readSenderOfClient(db, clientId))
      if (!sender || (await hasStoppedConfirmations(db, signUp.address))) return
      const lists = listsOf(formIn(await withPresent(db, found), signUp.language), signUp)
      if (lists.length === 0) return
      const base = baseOf(undefined)
      const token = tokens.sign('sign-up', clientId, signUpId)
      const brand = await findBrand(clientId)
      await send(
        clientId,
        {
          from: { name: brand?.from.name || sender.companyName, email: brand?.from.email || sender.email },
          // a name would be what a stranger typed
          to: { name: '', email: signUp.email },
          ...formMail(textsIn(signUp.language), {
            companyName: sender.companyName,
            lists: lists.map(({ label }) => label).join(', '),
            link: about === 'confirmation' ? base + publicPaths.join(token) : undefined,
            stop: base + publicPaths.stop(token),
            branded: brand && { brand, base },
          }),
        },
        { form: found.publicId, signUpId },
      )
    },

    async formWaveMail({ clientId, formId, waveId }) {
      const wave = await readWaveToMail(db, { clientId, formId }, waveId)
      if (wave?.state !== 'holding') return
      const person = wave.personId === null ? undefined : await readMailedPerson(db, wave.personId)
      const texts = textsIn(person?.language)
      const base = baseOf(undefined)
      const number = new Intl.NumberFormat(texts.language)
      const share = new Intl.NumberFormat(texts.language, { maximumFractionDigits: 1 })
      const said = texts.signUp.wave
      await send(
        null,
        {
          from: { name: 'Lettershop', email: from ?? senderAt(base) },
          to: person ? { name: person.name, email: person.email } : { name: '', email: wave.clientEmail },
          ...composeAccountMail(texts, {
            subject: said.subject(wave.title),
            before: [
              texts.newDeviceMail.greeting(person?.name ?? wave.companyName),
              said.happened(
                number.format(wave.submitted),
                share.format(wave.confirmedPermille / 10),
                wave.title,
                wave.companyName,
              ),
              html`${said.usual(number.format(wave.usual))}`,
              html`${said.held}`,
            ],
            open: said.open,
            button: said.button,
            link: base + consolePath(wave.clientPublicId, wave.publicId),
            after: [],
          }),
        },
        { form: wave.publicId },
      )
    },
  }
}
