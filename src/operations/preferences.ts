/** The preference page of a client's readers. */
import { Refusal } from '../contract/refusals.ts'
import { readPreferencePage, setPreferencePage } from '../domain/lists/preference-page.ts'
import { publicPaths } from '../domain/tokens/tokens.ts'
import { readUnsubscribes } from '../store/campaigns/campaign-unsubscribes.ts'
import { readLeaveComments, readReasonCounts, reasonNames } from '../store/subscribers/leave-reasons.ts'
import type { Handlers } from './dependencies.ts'

type Operations =
  | 'List.SetPreferencePage'
  | 'List.GetPreferencePage'
  | 'Client.GetLeavePage'
  | 'Campaign.GetLeaveReasons'

/** Comments in one answer. */
const mostComments = 100

export const preferences: Pick<Handlers, Operations> = {
  'List.SetPreferencePage': ({ Description, ShownTo, Fields }, { list }, { db }) =>
    setPreferencePage(db, list, {
      description: Description,
      shownTo: shownToByName[ShownTo],
      fields: (Fields ?? []).flatMap(field =>
        field === null ? [] : [{ key: field.Key, access: accessByName[field.Access] }],
      ),
    }),

  async 'List.GetPreferencePage'(_params, { list }, { db }) {
    const { description, shownTo, fields } = await readPreferencePage(db, list)
    return {
      Description: description,
      ShownTo: shownToNames[shownTo],
      Fields: fields.map(({ key, name, access }) => ({
        Key: `[${key}]`,
        FieldName: name,
        Access: accessNames[access],
      })),
    }
  },

  async 'Client.GetLeavePage'(_params, { client }, { mail: { mailLinks, tokens } }) {
    const base = mailLinks.base()
    if (base === undefined) throw new Refusal('PublicUrlRequired')
    return { URL: base + publicPaths.leave(tokens.sign('leave', client.clientId, 0)) }
  },

  async 'Campaign.GetLeaveReasons'(_params, { campaign }, { db }) {
    const [unsubscribed, counts, comments] = await Promise.all([
      readUnsubscribes(db, campaign),
      readReasonCounts(db, campaign),
      readLeaveComments(db, campaign, mostComments),
    ])
    return {
      Unsubscribed: unsubscribed,
      Reasons: counts.map(({ reason, people }) => ({ Reason: reasonNames[reason], People: people })),
      Comments: comments.map(({ reason, comment }) => ({ Reason: reasonNames[reason], Comment: comment })),
    }
  },
}

const shownToByName = { Members: 'members', Everyone: 'everyone', Nobody: 'nobody' } as const
const shownToNames = { members: 'Members', everyone: 'Everyone', nobody: 'Nobody' } as const
const accessByName = { None: 'none', Read: 'read', Change: 'change' } as const
const accessNames = { none: 'None', read: 'Read', change: 'Change' } as const
