/** How sender, subject and preview text stand in an inbox: on a phone and on a desktop, cut where these cut. */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type TagValues, withValues } from '../../lib/merge-tags.ts'
import css from './inbox-lines.module.css'

/** Characters that are shown: iPhone Mail and Gmail for Android on phones of usual width; Gmail and Outlook in a window of 1,440 pixels. */
const phone = { sender: 28, subject: 41, preview: 84 } as const
const desktop = { sender: 22, line: 110 } as const

export function InboxLines({
  sender,
  subject,
  preheader,
  values,
}: {
  readonly sender: string
  readonly subject: string
  readonly preheader: string
  readonly values: TagValues
}) {
  const { t } = useLingui()
  const [from, title, preview] = [
    withValues(sender, values),
    withValues(subject, values),
    withValues(preheader, values),
  ]
  const length = charactersOf(title).length
  return (
    <div className={css.inbox}>
      <figure className={css.phone}>
        <figcaption>{t`On a phone`}</figcaption>
        <b dir="auto">{cut(from, phone.sender) || t`Sender’s name`}</b>
        <span dir="auto" data-none={title === '' || undefined}>
          {cut(title, phone.subject) || t`Subject`}
        </span>
        <small dir="auto">{cut(preview, phone.preview) || t`The first words of the mail`}</small>
      </figure>
      <figure className={css.desktop}>
        <figcaption>{t`On a desktop`}</figcaption>
        <b dir="auto">{cut(from, desktop.sender) || t`Sender’s name`}</b>
        <p dir="auto">
          <span data-none={title === '' || undefined}>{cut(title, desktop.line) || t`Subject`}</span>
          <small>
            {' '}
            – {cut(preview, Math.max(0, desktop.line - length)) || (preview === '' && t`The first words of the mail`)}
          </small>
        </p>
      </figure>
    </div>
  )
}

/** How long a subject is as it is read, below its field. */
export function SubjectLength({ subject, values }: { readonly subject: string; readonly values: TagValues }) {
  const length = charactersOf(withValues(subject, values)).length
  const isCut = length > phone.subject
  return (
    <span className={css.length} data-cut={isCut || undefined}>
      <Plural value={length} one="# character." other="# characters." />{' '}
      {isCut ? (
        <Trans>A phone cuts the subject after {phone.subject}.</Trans>
      ) : (
        length > 0 && <Trans>A phone shows all of it.</Trans>
      )}
    </span>
  )
}

/** As people count them: an emoji is one. */
function charactersOf(text: string): readonly string[] {
  return [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
}

export function cut(text: string, most: number): string {
  // nothing of a text that is much too long is shown anyway
  const all = charactersOf(text.slice(0, 20 * most + 20))
  return all.length <= most ? text : `${all.slice(0, most).join('').trimEnd()}…`
}
