/** What the public pages say, in every language they speak. A language is complete or it does not compile. */
import { type Html, html } from '../../lib/html.ts'

/** A text about a membership. @param list null when the list is gone */
type About = (email: string, list: string | null, company: string) => Html

export interface Texts {
  /** BCP 47, for the page's `lang`. */
  readonly language: string
  readonly unsubscribe: {
    readonly title: string
    readonly question: About
    readonly button: string
  }
  readonly unsubscribed: {
    readonly title: string
    readonly text: About
  }
  readonly confirm: {
    readonly title: string
    readonly question: About
    readonly button: string
  }
  readonly confirmed: {
    readonly title: string
    readonly text: About
  }
  readonly notConfirmable: {
    readonly title: string
    readonly text: About
  }
  readonly invalidLink: { readonly title: string; readonly text: string }
  readonly wrongVerb: { readonly title: string; readonly text: string }
  readonly tooLarge: { readonly title: string; readonly text: string }
}

const english: Texts = {
  language: 'en',
  unsubscribe: {
    title: 'Unsubscribe',
    question: (email, list, company) =>
      html`Do you want to stop emails from <b>${company}</b> to ${named(list)}? They are sent to <b>${email}</b>.`,
    button: 'Unsubscribe',
  },
  unsubscribed: {
    title: 'You are unsubscribed',
    text: (email, list, company) => html`<b>${email}</b> gets no more emails from <b>${company}</b> to ${named(list)}.`,
  },
  confirm: {
    title: 'Confirm your subscription',
    question: (email, list, company) =>
      html`Do you want to get emails from <b>${company}</b> to ${named(list)}? They will be sent to <b>${email}</b>.`,
    button: 'Confirm subscription',
  },
  confirmed: {
    title: 'Your subscription is confirmed',
    text: (email, list, company) => html`<b>${email}</b> now gets emails from <b>${company}</b> to ${named(list)}.`,
  },
  notConfirmable: {
    title: 'This subscription has ended',
    text: (email, list, company) =>
      html`<b>${email}</b> is no longer waiting to join ${named(list)} of <b>${company}</b>. To get its emails, please subscribe again.`,
  },
  invalidLink: {
    title: 'This link does not work',
    text: 'It may be incomplete or out of date. Please open it again from the email it came in.',
  },
  wrongVerb: {
    title: 'That is not possible here',
    text: 'This address cannot be used in this way. Please open the link from the email it came in.',
  },
  tooLarge: {
    title: 'That was too much',
    text: 'The request was larger than this page accepts. Please open the link from the email it came in.',
  },
}

function named(list: string | null): Html {
  return list === null ? html`this list` : html`the list <b>${list}</b>`
}

/** By primary language subtag. */
const languages: Readonly<Record<string, Texts>> = { en: english }

/** The texts a reader understands best, by Accept-Language (RFC 9110 §12.5.4); English when none fits. */
export function textsFor(acceptLanguage: string | undefined): Texts {
  const wishes = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map(wish => /^\s*([a-z]{1,8})(?:-[\w-]*)?\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i.exec(wish))
    .flatMap(found => (found ? [{ language: found[1]!.toLowerCase(), weight: Number(found[2] ?? 1) }] : []))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
  for (const { language } of wishes) if (Object.hasOwn(languages, language)) return languages[language]!
  return english
}
