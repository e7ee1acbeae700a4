/** Saved senders and the UTM tags of a client. */

import { card, on, R, U } from '../card.ts'
import { boolean, describe, exemplify, list, optional, record, text } from '../shapes.ts'
import { FromEmail, FromName, fields, id, Limit, ofClient, page, ReplyTo } from '../words.ts'
import { tags } from './drafts.ts'

export const Sender = record('Sender', { SenderID: text('The saved sender: 32 hexadecimal digits.', id('6')), FromName, FromEmail, ReplyTo })

export const SenderPage = record('SenderPage', { Senders: list(Sender, 'The senders of this page, by address.'), NextCursor: fields.NextCursor })

export const LastSender = record('LastSender', {
  FromName,
  FromEmail,
  ReplyTo,
  WasSent: boolean('Whether a campaign of the client was sent or scheduled.', true),
  ConfirmationEmail: text('Who was notified when the last one was sent; empty where no one was.', 'carla@bloom.example'),
})

export const UtmTags = record('UtmTags', tags({ source: 'newsletter', medium: 'email' }))

export const senders = {
  'Sender.Save': card('SaveSender', on('ClientID', 'Draft'), 'change', {
    summary: 'Saves a sender of a client for its drafts, and yields the SenderID; the same name and address are one sender.',
    parameters: {
      ...ofClient,
      FromName: text('The name of the sender, one line of at most 250 characters.', 'Bloom & Sons'),
      FromEmail,
      ReplyTo: optional(text('The address that replies go to; that of the sender when left out.', 'carla@bloom.example')),
    },
    result: U(exemplify(text(), id('6'))),
    refusals: ['FromNameRequired', 'InvalidFromEmail', 'InvalidReplyTo', 'TooManySenders'],
  }),
  'Sender.List': card('ListSenders', on('ClientID', 'Draft'), 'read', {
    summary: 'The saved senders of a client by address, page by page.',
    parameters: { ...ofClient, ...page, Limit: exemplify(Limit, 1) },
    result: U(SenderPage),
    refusals: [],
  }),
  'Sender.GetLast': card('GetLastSender', on('ClientID', 'Draft'), 'read', {
    summary: 'The sender of the newest campaign of a client that has one, and who was notified when a campaign was sent last; empty without any.',
    parameters: ofClient,
    result: U(LastSender),
    refusals: [],
  }),
  'Sender.Delete': card('DeleteSender', on('ClientID', 'Draft'), 'change', {
    summary: 'Deletes a saved sender for good; campaigns keep theirs.',
    parameters: { ...ofClient, SenderID: text('The saved sender: 32 hexadecimal digits, as Sender.List names it.', id('6')) },
    result: R,
    refusals: ['UnknownSender'],
  }),

  'Client.GetUtmTags': card('GetClientUtmTags', on('ClientID', 'View'), 'read', {
    summary: 'The UTM tags that links of campaigns of a client get.',
    parameters: ofClient,
    result: U(UtmTags),
    refusals: [],
  }),
  'Client.SetUtmTags': card('SetClientUtmTags', on('ClientID', 'Settings'), 'change', {
    summary: 'Replaces the UTM tags that links of campaigns of a client get; a campaign may have its own.',
    parameters: { ...ofClient, Tags: optional(describe(UtmTags, 'The tags, all of them anew; empty ones are not added.')) },
    result: R,
    refusals: [],
  }),
}
