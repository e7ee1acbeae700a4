/** Tags of docs/tags.md, offered where `[` or `<` is typed. */
import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete'

const people = ['firstname', 'lastname', 'fullname', 'email']
const links = ['unsubscribe', 'preferences', 'trackingpreferences', 'webversion', 'forwardtoafriend']
const dates = ['currentday', 'currentdayname', 'currentmonth', 'currentmonthname', 'currentyear']

/** @param fields keys of the custom fields there are at the moment */
export function completeTag(fields: () => readonly string[]) {
  const brackets = () =>
    [...people, ...fields()].map(name => ({
      label: `[${name}]`,
      apply: name === 'email' ? '[email]' : `[${name},fallback=]`,
      type: 'variable',
    }))
  const elements = [
    ...links.map(name => ({ label: `<${name}>`, apply: `<${name}></${name}>`, type: 'keyword' })),
    ...dates.map(name => ({ label: `<${name}>`, type: 'keyword' })),
  ]
  return (context: CompletionContext): CompletionResult | null => {
    const bracket = context.matchBefore(/\[[\w ]*$/)
    if (bracket) return { from: bracket.from, to: endOfBracket(context), options: brackets(), validFor: /^\[[\w ]*$/ }
    const element = context.matchBefore(/<\w*$/)
    return element && { from: element.from, options: elements, validFor: /^<\w*$/ }
  }
}

/** A bracket that was closed by itself goes with the tag. */
function endOfBracket({ state, pos }: CompletionContext): number {
  return state.sliceDoc(pos, pos + 1) === ']' ? pos + 1 : pos
}
