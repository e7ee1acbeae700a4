import { type Html, html } from '../../lib/html.ts'
import { englishFeed } from './feed/english.ts'
import { name, type Texts } from './language.ts'
import { englishReader } from './reader/english.ts'
import { englishReport } from './report/english.ts'
import { englishReportMail } from './report-mail/english.ts'
import { englishSignUp } from './sign-up/english.ts'

export const english: Texts = {
  language: 'en',
  name: 'English',
  direction: 'ltr',
  report: englishReport,
  reportMail: englishReportMail,
  reader: englishReader,
  signUp: englishSignUp,
  feed: englishFeed,
  unsubscribe: {
    title: 'Unsubscribe',
    question: (email, list, company) =>
      html`Do you want to stop emails from ${name(company)} to ${named(list)}? They are sent to ${name(email)}.`,
    button: 'Unsubscribe',
  },
  unsubscribed: {
    title: 'You are unsubscribed',
    text: (email, list, company) => html`${name(email)} gets no more emails from ${name(company)} to ${named(list)}.`,
    undo: 'I did not mean that: keep me subscribed',
  },
  undone: {
    title: 'You stay subscribed',
    text: (email, list, company) =>
      html`Everything is as it was before: ${name(email)} is on ${named(list)} of ${name(company)}.`,
  },
  notUndone: {
    title: 'This can no longer be undone',
    text: (email, list, company) =>
      html`${name(email)} stays unsubscribed. To get emails from ${name(company)} to ${named(list)} again, please subscribe anew.`,
  },
  confirm: {
    title: 'Confirm your subscription',
    question: (email, list, company) =>
      html`Do you want to get emails from ${name(company)} to ${named(list)}? They will be sent to ${name(email)}.`,
    button: 'Confirm subscription',
  },
  confirmed: {
    title: 'Your subscription is confirmed',
    text: (email, list, company) => html`${name(email)} now gets emails from ${name(company)} to ${named(list)}.`,
  },
  notConfirmable: {
    title: 'This subscription has ended',
    text: (email, list, company) =>
      html`${name(email)} is no longer waiting to join ${named(list)} of ${name(company)}. To get its emails, please subscribe again.`,
  },
  trackingLine: 'Choose what may be recorded when you read our emails',
  preferences: {
    title: 'Your email preferences',
    link: 'Choose which emails you get',
    intro: (email, company) => html`What ${name(company)} sends to ${name(email)}.`,
    lists: 'I want emails to these lists',
    noLists: 'This address is on no list.',
    unconfirmed: 'waiting for your confirmation',
    blocked: (email, company) =>
      html`No emails go to ${name(email)} at present. To get them again, please get in touch with ${name(company)}.`,
    language: 'Language',
    languageLabel: 'Language of these pages and of messages about your subscription',
    anyLanguage: 'As in my browser',
    save: 'Save',
    leaveAll: 'Unsubscribe from everything',
    saved: 'Your preferences are saved.',
    asked: 'Where a list asks for your confirmation, you will get an email with a link.',
  },
  tracking: {
    title: 'What is recorded about you',
    about: list => html`Your answers are for the list ${name(list)}.`,
    purposes: {
      measuring: {
        question: company => html`May ${name(company)} record which emails you open and which links you click?`,
        hint: 'It is recorded with your address. You get the emails either way.',
        done: 'At present this is recorded.',
        notDone: 'At present none of this is recorded.',
      },
      personalising: {
        question: company => html`May ${name(company)} use what you open and click to choose which emails you get?`,
        hint: 'If not, you get what everyone on the list gets.',
        done: 'At present this is done.',
        notDone: 'At present this is not done.',
      },
      hygiene: {
        question: company => html`May ${name(company)} keep the date on which you last opened an email?`,
        hint: 'Only this one date, and only to stop writing to people who no longer read the emails.',
        done: 'At present this date is kept.',
        notDone: 'At present this date is not kept.',
      },
    },
    yes: 'Yes',
    no: 'No',
    answered: (answer, since) =>
      since === undefined ? html`Your answer: ${name(answer)}.` : html`Your answer since ${since}: ${name(answer)}.`,
    unanswered: 'You have not answered yet.',
    words: 'You answered to these words:',
    recorded: {
      page: 'You answered on this page.',
      imported: company => html`${name(company)} took your answer over from a file.`,
      other: company => html`${name(company)} recorded your answer.`,
      source: source => html`You answered here: ${name(source)}.`,
    },
    otherLists: lists => html`This is about other lists: ${name(lists)}.`,
    everywhere: company => html`My answers are for all lists of ${name(company)}`,
    withdrawn:
      'From now on it is not recorded any more which emails you open and which links you click, not even in emails that were sent already. What was recorded is removed within a day.',
    notAsked: question => html`Your Yes was not recorded, because you are not asked this any more: ${question}`,
  },
  forward: {
    title: 'Send this email to a friend',
    intro: company => html`Your friends get one short message with a link to this email from ${name(company)}.`,
    friends: 'Email addresses of your friends',
    friendsHint: most => `Up to ${most}, separated by commas.`,
    name: 'Your name',
    message: 'A few words to your friends (you need not write any)',
    messageHint: 'No web addresses, please.',
    button: 'Send',
    faults: {
      friends: 'Please check the addresses of your friends: there is one that is no email address, none, or too many.',
      name: 'Please enter your name, without any web or email address.',
      message: 'Please shorten your words, and leave out web addresses.',
    },
    sent: {
      title: 'Thank you',
      text: company =>
        html`Your friends get a message with the link to this email. ${name(company)} puts them on no list.`,
    },
    enough: 'This email has been sent on often enough for today. Please try again tomorrow.',
  },
  imprint: 'Imprint',
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
  archive: {
    gone: {
      title: 'Nothing to read here',
      text: 'This archive is not public, or the letter is not in it any more.',
    },
    empty: 'Nothing has been sent yet.',
    older: 'Older letters',
    newest: 'Newest letters',
    feed: 'Atom feed',
    signUp: 'Sign up',
    earlier: 'Read earlier letters',
  },
  notFound: {
    title: 'There is no such page',
    text: 'Nothing is at this address. Please check it, or go back to where you came from.',
  },
  overloaded: {
    title: 'Please try again in a moment',
    text: 'Too many people are asking at the same time. Nothing has been changed.',
  },
  decline: {
    title: 'No more emails?',
    question: (email, company) =>
      html`Is ${name(company)} to write to ${name(email)} no more? That goes for emails that others send on and for any other.`,
    button: 'Get no more emails',
  },
  declined: {
    title: 'You will get no more emails',
    text: (email, company) => html`Nothing from ${name(company)} goes to ${name(email)} any more.`,
  },

  forwardedMail: {
    subject: (sender, company) => `${sender} sends you an email from ${company}`,
    sent: (sender, company, subject) =>
      html`${name(sender)} thought you might like this email from ${name(company)}: “${subject}”.`,
    open: 'To read it, open this page:',
    button: 'Read the email',
    once: company =>
      html`You get this message because a reader of it entered your address. ${name(company)} has put it on no list, and will not write to you because of it.`,
    wayOut: company => html`Get no more emails from ${name(company)}`,
  },
  confirmationMail: {
    subject: list => `Please confirm your subscription to ${list}`,
    greeting: 'Hello,',
    asked: (company, list) => html`${name(company)} was asked, hopefully by you, to add this address to “${list}”.`,
    open: 'To confirm the subscription, open this page:',
    button: 'Confirm the subscription',
    otherwise: 'If it was not you, do nothing: without a confirmation you will not be subscribed.',
  },
  invitationMail: {
    subject: (inviter, account) => `${inviter} invites you to work with ${account}`,
    greeting: person => (person === '' ? html`Hello,` : html`Hello ${name(person)},`),
    invited: (inviter, account) =>
      html`${name(inviter)} invites you to work on the email campaigns of ${name(account)} in Lettershop.`,
    open: 'To accept the invitation and choose a password, open this page:',
    button: 'Accept the invitation',
    until: (address, until) =>
      html`The invitation is for ${name(address)} alone, works once, and ends on ${name(until)}.`,
    otherwise: 'If you do not know what this is about, do nothing: without your consent no account is made.',
  },
  passwordResetMail: {
    subject: 'Choose a new password for Lettershop',
    greeting: person => (person === '' ? html`Hello,` : html`Hello ${name(person)},`),
    asked: address => html`You, or someone else, asked for a new Lettershop password for ${name(address)}.`,
    open: 'To choose a new password, open this page:',
    button: 'Choose a new password',
    once: 'The link works once, for one hour. You will then be signed out everywhere; a second factor stays as it is.',
    otherwise: 'If it was not you, do nothing: your password stays as it is.',
  },
  newDeviceMail: {
    subject: 'New sign-in to Lettershop',
    greeting: person => html`Hello ${name(person)},`,
    happened: (agent, network, when) =>
      html`you signed in to Lettershop with a browser we did not know: ${name(agent)}, from ${name(network)}, on ${name(when)}.`,
    wasYou: 'If it was you, there is nothing to do.',
    notYou: 'If it was not you, someone knows your password: choose a new one. That ends all sessions.',
    open: 'Your sessions are on this page:',
    button: 'Your sessions',
    once: 'You get this mail once for each browser.',
    unknown: 'an unknown browser',
  },
  approvalMail: {
    greeting: person => html`Hello ${name(person)},`,
    askedSubject: (requester, campaign) => `${requester} asks you to approve: ${campaign}`,
    asked: (requester, campaign, company) =>
      html`${name(requester)} asks for your approval of the campaign ${name(campaign)} of ${name(company)}.`,
    approvedSubject: (decider, campaign) => `${decider} approved: ${campaign}`,
    approved: (decider, campaign, company) =>
      html`${name(decider)} approved the campaign ${name(campaign)} of ${name(company)}.`,
    rejectedSubject: (decider, campaign) => `${decider} did not approve: ${campaign}`,
    rejected: (decider, campaign, company) =>
      html`${name(decider)} did not approve the campaign ${name(campaign)} of ${name(company)}.`,
    wrote: author => html`${name(author)} wrote:`,
    subjectIs: subject => html`Its subject is ${name(subject)}.`,
    goesTo: places => html`It goes to ${name(places)}.`,
    leavesOut: places => html`It leaves out ${name(places)}.`,
    recipients: number => html`Number of recipients at present: ${name(number)}`,
    more: number => `${number} more`,
    bound:
      'You approve the campaign as it is now. If its content or the choice of its recipients changes, the approval is void.',
    askedOpen: 'To see the campaign and to decide, open this page:',
    askedButton: 'See and decide',
    decidedOpen: 'The campaign is on this page:',
    decidedButton: 'Open the campaign',
    nowSend: 'It can be sent now, as long as it stays as it is.',
    nowChange: 'Change what is to be changed, then ask for approval again.',
    askedWhy:
      'You get this mail because you may approve and asked to be notified. Your preferences in Lettershop change that.',
    decidedWhy: 'You get this mail because you asked for the approval.',
  },
}

function named(list: string | null): Html {
  return list === null ? html`this list` : html`the list ${name(list)}`
}
