/** Sender.*: names and addresses that drafts of a client are sent from. */
import { listSenders, removeSender, saveSender } from '../domain/campaigns/drafting/senders.ts'
import { readLastSender } from '../store/campaigns/senders.ts'
import type { HandlersOf } from './dependencies.ts'

export const senders: HandlersOf<'Sender'> = {
  'Sender.Save': ({ FromName, FromEmail, ReplyTo }, { client }, { db }) =>
    saveSender(db, client, { fromName: FromName, fromEmail: FromEmail, replyTo: ReplyTo }),

  async 'Sender.List'({ Cursor, Limit }, { client }, { db }) {
    const { rows, nextCursor } = await listSenders(db, client, { cursor: Cursor, limit: Limit })
    const found = rows.map(({ publicId, fromName, fromEmail, replyTo }) => ({
      SenderID: publicId,
      FromName: fromName,
      FromEmail: fromEmail,
      ReplyTo: replyTo,
    }))
    return { Senders: found, NextCursor: nextCursor }
  },

  async 'Sender.GetLast'(_params, { client }, { db }) {
    const { fromName, fromEmail, replyTo, notified } = await readLastSender(db, client)
    const sender = { FromName: fromName, FromEmail: fromEmail, ReplyTo: replyTo }
    return { ...sender, WasSent: notified !== null, ConfirmationEmail: notified ?? '' }
  },

  'Sender.Delete': ({ SenderID }, { client }, { db }) => removeSender(db, client, SenderID),
}
