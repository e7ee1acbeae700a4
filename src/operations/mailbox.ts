/** Mailbox.*: returned mail of a client's campaigns. */
import type { ReturnedMailState } from '../contract/groups/every-wire/returned-mail.ts'
import { Refusal } from '../contract/refusals.ts'
import type { OutputOf } from '../contract/shapes.ts'
import { bounceClassNames } from '../domain/returned-mail/bounce-names.ts'
import {
  type MailState,
  readReturnedMailAgain,
  readReturnedMails,
  readReturnedMessage,
} from '../domain/returned-mail/mailbox.ts'
import type { HandlersOf } from './dependencies.ts'

export const mailbox: HandlersOf<'Mailbox'> = {
  async 'Mailbox.List'({ State, After, Limit }, { client }, { db }) {
    const rows = await readReturnedMails(db, client, { state: wantedState(State), after: After, limit: Limit })
    return rows.map(row => ({
      MailID: row.publicId,
      Date: row.date,
      State: stateNames[row.state],
      Kind: row.kind,
      Class: className(row.kind, row.class),
      Status: row.status,
      Evidence: row.reason ?? row.evidence,
      EmailAddress: row.email,
      CampaignID: row.campaignPublicId,
      Number: row.email === null ? 0 : (row.number ?? 0),
      Sender: row.sender,
      SizeInBytes: row.size,
      Sequence: row.sequence,
    }))
  },

  async 'Mailbox.GetMessage'({ MailID }, { client }, { db }) {
    const found = await readReturnedMessage(db, client, MailID)
    return {
      Date: found.date,
      Remote: found.remote,
      Helo: found.helo,
      Sender: found.sender,
      Recipient: found.recipient,
      SizeInBytes: found.size,
      Headers: found.headers,
      Text: found.text,
      Cut: found.cut,
    }
  },

  'Mailbox.ReadAgain': (_params, { client }, { db }) => readReturnedMailAgain(db, client),
}

const stateNames: Readonly<Record<MailState, OutputOf<typeof ReturnedMailState>>> = {
  waiting: 'Waiting',
  read: 'Read',
  unrecognised: 'Unrecognised',
  unmatched: 'Unmatched',
  unreadable: 'Unreadable',
}

/** The class of a bounce; empty for other mails. */
function className(kind: string | null, found: string | null): string {
  if ((kind !== 'bounce' && kind !== 'delay') || found === null || !(found in bounceClassNames)) return ''
  return bounceClassNames[found as keyof typeof bounceClassNames] // a key of the table
}

/** Null for all states, which is empty on the wire. */
function wantedState(text: string | null): MailState | null {
  const wanted = (text ?? '').trim().toLowerCase()
  if (wanted === '') return null
  if (wanted in stateNames) return wanted as MailState // a key of the table
  throw new Refusal('InvalidMailState', `State is empty or one of ${Object.values(stateNames).join(', ')}.`)
}
