import { cases } from '../case.ts'

const ofClient = { ClientID: '{client}' }
const page = { ...ofClient, State: '', After: 0, Limit: 0 }

export const mailbox = [
  cases('Mailbox.List', page, [
    ['what came back, newest first', {}],
    ['those in one state', { State: 'unrecognised' }],
    ['a page after a mail', { After: 2, Limit: 1 }],
    ['a state no mail can be in', { State: 'Lost' }, 'InvalidMailState'],
    ['a page after no mail', { After: -1 }, 'InvalidParameter'],
    ['a page is not too long', { Limit: 1001 }, 'InvalidParameter'],
    ['it takes a user of the account', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Mailbox.GetMessage', { ...ofClient, MailID: '{returnedMail}' }, [
    ['a mail as it came', {}],
    ['a mail that is not there', { MailID: '{client}' }, 'UnknownMail'],
    ['a mail of another client is one that is not there', { ClientID: '{crowded}' }, 'UnknownMail'],
  ]),
  cases('Mailbox.ReadAgain', ofClient, [
    ['unrecognised mail is read again', {}],
    ['and once', {}],
  ]),
].flat()
