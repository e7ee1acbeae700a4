/** What went wrong, as a sentence with a cure. */
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { sentenceOf } from '../api/refusals.ts'
import { Details } from './details.tsx'
import { Note } from './page.tsx'

/**
 * @param error null or undefined: nothing is shown
 * @param children another sentence, such as what becomes of a text that was typed
 */
export function Refused({ error, children }: { readonly error: unknown; readonly children?: ReactNode }) {
  const { i18n } = useLingui()
  if (error === null || error === undefined) return null
  const { what, cure, detail } = sentenceOf(error)
  const say = (text: MessageDescriptor | string) => (typeof text === 'string' ? text : i18n._(text))
  return (
    <Note tone="bad" role="alert">
      <p>
        <strong>{say(what)}</strong>
      </p>
      {cure !== undefined && <p>{say(cure)}</p>}
      {children !== undefined && <p>{children}</p>}
      {detail !== undefined && (
        <Details>
          <p lang="en" dir="ltr">
            {detail}
          </p>
        </Details>
      )}
    </Note>
  )
}
