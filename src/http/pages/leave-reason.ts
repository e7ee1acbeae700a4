/** The question why a person left, on pages that come after an opt-out: a button for each reason, and a line for another. */
import { giveReason, longestComment, readReason } from '../../domain/subscribers/leave-reason.ts'
import type { Texts } from '../../domain/texts/texts.ts'
import { type Html, html } from '../../lib/html.ts'
import type { Request } from '../../lib/http.ts'
import { leaveReasons } from '../../store/subscribers/leave-reasons.ts'
import { submit } from './answers.ts'
import { pageForm } from './form.ts'
import type { PublicParts } from './link.ts'
import { origin, type Reader } from './reader.ts'

/** Before the reason in the name of a button. */
const prefix = 'reason:'

/** Whether a button of these forms was pressed. */
export function isReason(from: string | undefined): boolean {
  return from?.startsWith(prefix) ?? false
}

/** @param lists public ids of those that were left; without any nothing is asked */
export function reasonForms({ reader: { reasons: said } }: Texts, lists: readonly string[]): readonly Html[] {
  if (lists.length === 0) return []
  const about = lists.map(list => html`<input type="hidden" name="left" value="${list}">\n`)
  const buttons = leaveReasons
    .filter(reason => reason !== 'other')
    .map(reason => html`${submit(said.choices[reason], prefix + reason, true)}\n`)
  return [
    html`
${about}<h2>${said.title}</h2>
<p class="hint">${said.hint}</p>
<p class="buttons">${buttons}</p>
`,
    html`
${about}<p class="field"><label for="comment">${said.comment}</label>
<input id="comment" name="comment" type="text" maxlength="${String(longestComment)}" autocomplete="off"></p>
<p class="buttons">${submit(said.choices.other, `${prefix}other`, true)}</p>
`,
  ]
}

/** Records the reason that a form sent. @returns what is said then; undefined where there was nothing to record */
export async function takeReason(
  request: Request,
  { db }: PublicParts,
  texts: Texts,
  member: Reader,
): Promise<Html | undefined> {
  const form = pageForm(request)
  const reason = readReason(form?.from.slice(prefix.length) ?? '')
  if (!form || !reason) return undefined
  const { campaignId, number } = member
  const given = { reason, comment: form.fields.get('comment') ?? '', lists: new Set(form.fields.getAll('left')) }
  const evidence = { by: 'page', ...origin(request), campaignId, number }
  const done = await giveReason(db, { client: member, ...member }, given, evidence, new Date())
  return done ? html`${texts.reader.reasons.thanks}` : undefined
}
