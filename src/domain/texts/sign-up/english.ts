import { html } from '../../../lib/html.ts'
import { name } from '../language.ts'
import type { SignUpTexts } from './texts.ts'

export const englishSignUp: SignUpTexts = {
  heading: company => `Sign up for emails from ${company}`,
  email: 'Email address',
  name: 'Name',
  optional: 'if you like',
  lists: 'I would like to get',
  consents: 'If you like',
  choose: 'Please choose',
  button: 'Sign up',
  working: 'One moment, please …',
  trap: 'Please leave this field empty',
  again: 'Please look at what you entered and press the button.',
  faults: {
    email: 'Please check the email address.',
    name: 'Please enter your name, in at most 250 characters.',
    lists: 'Please choose what you would like to get.',
    field: label => html`Please check this field: ${name(label)}.`,
  },
  taken: {
    title: 'Thank you',
    text: 'Please look into your mailbox: if the sign-up needs your confirmation, you will find an email with a link there in a few minutes. If not, look into the spam folder, or sign up again tomorrow.',
  },
  closed: { title: 'Sign-up is closed', text: 'This form takes no sign-ups at the moment.' },
  join: {
    title: 'Confirm your sign-up',
    question: (email, lists, company) =>
      html`Would you like to get emails from ${name(company)}? They are ${name(lists)} and go to ${name(email)}.`,
    agreed: 'You also agreed to this:',
    button: 'Confirm sign-up',
  },
  joined: {
    title: 'Your sign-up is confirmed',
    text: (email, lists, company) =>
      html`${name(email)} gets emails from ${name(company)} from now on: ${name(lists)}.`,
  },
  ended: {
    title: 'This sign-up has ended',
    text: 'The link cannot be used any more. If you would like to get emails, please sign up again.',
  },
  stop: {
    title: 'No more emails that ask for a confirmation?',
    question: email =>
      html`If others keep entering ${name(email)} in forms, you can stop all emails from here that ask whether you would like to sign up. You could then not sign up by such an email yourself.`,
    button: 'Stop these emails',
  },
  stopped: {
    title: 'These emails are stopped',
    text: email => html`From here no more emails that ask for a confirmation go to ${name(email)}.`,
    undo: 'Allow them again',
  },
  resumed: {
    title: 'These emails are allowed again',
    text: email => html`Emails that ask for a confirmation can go to ${name(email)} again.`,
  },
  mail: {
    greeting: 'Hello,',
    subject: company => `Please confirm your sign-up: ${company}`,
    asked: (company, lists) =>
      html`someone, hopefully you, asked ${name(company)} to send emails to this address: ${name(lists)}.`,
    open: 'To confirm that, please open this page:',
    button: 'Confirm sign-up',
    otherwise: 'If it was not you, do nothing: without a confirmation you are not signed up.',
    stop: 'Stop all such emails from here:',
    noticeSubject: company => `You are signed up already: ${company}`,
    notice: (company, lists) =>
      html`someone, hopefully you, entered this address in a form of ${name(company)}. You get these emails already: ${name(lists)}. Nothing was changed.`,
    noticeOtherwise: 'You need not do anything.',
  },
  wave: {
    subject: form => `Unusually many sign-ups: ${form}`,
    happened: (submitted, confirmed, form, company) =>
      html`The form ${name(form)} of ${name(company)} got ${name(submitted)} sign-ups in an hour; ${name(`${confirmed} %`)} of those of the last day were confirmed.`,
    usual: usual => `Usually an hour has ${usual}.`,
    held: 'New confirmation emails are held back until you release or drop them, or the wave is over.',
    open: 'The form and its numbers are on this page:',
    button: 'Open the form',
  },
}
