/** What sign-up forms, their mails and the pages behind these say. */
import type { Html } from '../../../lib/html.ts'

interface Notice {
  readonly title: string
  readonly text: string
}

export interface SignUpTexts {
  /** The heading of a form without one of its own. */
  readonly heading: (company: string) => string
  readonly email: string
  readonly name: string
  /** Beside the words of a field. */
  readonly optional: string
  readonly lists: string
  readonly consents: string
  readonly choose: string
  readonly button: string
  /** While the page works. */
  readonly working: string
  /** For who reads a page without its style. */
  readonly trap: string
  /** Above a form that is to be sent off once more. */
  readonly again: string
  readonly faults: {
    readonly email: string
    readonly name: string
    readonly lists: string
    readonly field: (label: string) => Html
  }
  /** The answer to whatever is sent off: it must not show whether the address is known. */
  readonly taken: Notice
  readonly closed: Notice
  readonly join: {
    readonly title: string
    readonly question: (email: string, lists: string, company: string) => Html
    readonly agreed: string
    readonly button: string
  }
  readonly joined: { readonly title: string; readonly text: (email: string, lists: string, company: string) => Html }
  readonly ended: Notice
  readonly stop: { readonly title: string; readonly question: (email: string) => Html; readonly button: string }
  readonly stopped: { readonly title: string; readonly text: (email: string) => Html; readonly undo: string }
  readonly resumed: { readonly title: string; readonly text: (email: string) => Html }
  /** Nothing in these mails was typed by who sent the form off. */
  readonly mail: {
    readonly greeting: string
    readonly subject: (company: string) => string
    readonly asked: (company: string, lists: string) => Html
    readonly open: string
    readonly button: string
    readonly otherwise: string
    readonly stop: string
    readonly noticeSubject: (company: string) => string
    readonly notice: (company: string, lists: string) => Html
    readonly noticeOtherwise: string
  }
  /** To the owner of a form. */
  readonly wave: {
    readonly subject: (form: string) => string
    readonly happened: (submitted: string, confirmed: string, form: string, company: string) => Html
    readonly usual: (usual: string) => string
    readonly held: string
    readonly open: string
    readonly button: string
  }
}
