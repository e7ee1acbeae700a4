/** Why a recipient got no mail, as a sentence: the label of the reason, and its meaning if there is more to say. */
import { useLingui } from '@lingui/react/macro'
import { type Reason, reasonWords } from './reason-words.ts'

/** Nothing for the reason None. */
export function ReasonSentence({ of: reason }: { readonly of: Reason }) {
  const { i18n } = useLingui()
  const why = reasonWords(reason)
  if (!why) return null
  return (
    <>
      {i18n._(why.label)}
      {why.meaning && <>. {i18n._(why.meaning)}</>}
    </>
  )
}
