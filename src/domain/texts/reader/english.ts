import { html } from '../../../lib/html.ts'
import { name } from '../language.ts'
import type { ReaderTexts } from './language.ts'

export const englishReader: ReaderTexts = {
  otherLists: 'Further lists that you can join',
  pause: {
    title: 'Take a break',
    hint: company =>
      html`You stay on your lists, and ${name(company)} sends you nothing for a while. You can unsubscribe at any time.`,
    button: days => `Pause for ${days} days`,
    until: (company, day) => html`You get no emails from ${name(company)} up to and including ${name(day)}.`,
    resume: 'Get emails again now',
    paused: day => html`Your emails are paused up to and including ${name(day)}.`,
    resumed: 'You get emails again.',
  },
  fields: {
    title: 'Your details',
    ofList: list => html`Your details for the list ${name(list)}`,
    none: 'No answer',
    refused: names => html`This was not saved, because the value does not fit: ${name(names)}.`,
  },
  reasons: {
    title: 'Why did you leave?',
    hint: 'You need not say. One click is enough.',
    choices: {
      'too many': 'Too many emails',
      'not interesting': 'Not interesting to me',
      'never signed up': 'I never signed up',
      'other address': 'I read them at another address',
      'hard to read': 'Hard to read or broken',
      other: 'Another reason',
    },
    comment: 'In a few words, if you like',
    thanks: 'Thank you for telling us.',
  },
  address: {
    title: 'Change your address',
    hint: 'We send a link to the new address. Nothing changes before you confirm there.',
    label: 'New email address',
    button: 'Send the link',
    asked:
      'If the new address can be used, it gets an email with a link within minutes. Please open the link there. If nothing arrives, try again in an hour.',
    invalid: 'This is not an email address. Please check it.',
  },
  newAddress: {
    title: 'Use this address?',
    question: (email, company) => html`Shall ${name(company)} send its emails to ${name(email)} from now on?`,
    button: 'Use this address',
    done: {
      title: 'Your address is changed',
      text: (email, company) =>
        html`${name(company)} now writes to ${name(email)}. The former address gets a notice, with a link to undo it.`,
    },
    conflict: {
      title: 'This address cannot be used',
      text: (email, company) =>
        html`${name(email)} has a subscription of its own with ${name(company)}, or gets no emails from there. Nothing was changed.`,
    },
    over: {
      title: 'This link is no longer valid',
      text: (_, company) =>
        html`Nothing was changed. To use another address, please ask again on the page with your preferences at ${name(company)}.`,
    },
  },
  oldAddress: {
    title: 'Undo the change of address?',
    question: (email, company) => html`Shall ${name(company)} send its emails to ${name(email)} again?`,
    button: 'Undo the change',
    done: {
      title: 'The change is undone',
      text: (email, company) => html`${name(company)} writes to ${name(email)} again.`,
    },
    over: {
      title: 'This can no longer be undone here',
      text: (_, company) => html`Nothing was changed. If something is wrong, please get in touch with ${name(company)}.`,
    },
  },
  leave: {
    title: 'Unsubscribe, or choose your emails',
    text: company =>
      html`Enter the address to which ${name(company)} writes to you. It gets an email with a link to your preferences, where you can unsubscribe.`,
    label: 'Your email address',
    button: 'Send me the link',
    asked: {
      title: 'Please look into your mailbox',
      text: company =>
        html`If ${name(company)} writes to this address, it gets an email with a link within minutes. It comes once an hour at most.`,
    },
    invalid: 'This is not an email address. Please check it.',
    enough: 'Too many have asked from your network. Please try again in a few minutes.',
  },
  newAddressMail: {
    subject: company => `Please confirm your new address for ${company}`,
    greeting: 'Hello,',
    asked: company =>
      html`a reader of ${name(company)}, hopefully you, asked to get its emails at this address from now on.`,
    open: 'To confirm this, open this page within a day:',
    button: 'Confirm this address',
    otherwise: 'If it was not you, do nothing: nothing changes without a confirmation.',
  },
  oldAddressMail: {
    subject: company => `Your address with ${company} was changed`,
    greeting: 'Hello,',
    asked: company => html`${name(company)} now sends its emails to another address, as you asked, instead of this one.`,
    open: 'If it was not you, undo it within seven days on this page:',
    button: 'Undo the change',
    otherwise: 'If it was you, there is nothing to do. No further emails come to this address.',
  },
  preferencesMail: {
    subject: company => `Your email preferences at ${company}`,
    greeting: 'Hello,',
    asked: company => html`someone, hopefully you, asked how this address can stop or choose the emails of ${name(company)}.`,
    open: 'To unsubscribe or to choose what you get, open this page:',
    button: 'Open my preferences',
    otherwise: 'If it was not you, do nothing: everything stays as it is.',
  },
}
