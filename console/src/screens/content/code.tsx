/** CodeMirror with what mail needs. Lazily loaded: it is larger than the first screen. */
import { useEffect, useRef } from 'react'
import { codeView } from './code-view.ts'
import css from './content.module.css'
import type { ContentProblem } from './content.ts'

export interface CodeProps {
  readonly language: 'Html' | 'Mjml'
  readonly label: string
  readonly value: string
  /** At the latest 150 ms after a key, and when the editor is left. */
  readonly onChange: (text: string) => void
  readonly problems: readonly ContentProblem[]
  readonly isLocked: boolean
  readonly fields?: readonly string[] | undefined
  /** Another object: the cursor goes there. */
  readonly jumpTo?: { readonly line: number; readonly column: number } | undefined
}

export function Code({ language, label, value, onChange, problems, isLocked, fields = [], jumpTo }: CodeProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<ReturnType<typeof codeView>>(undefined)
  const changed = useRef(onChange)
  changed.current = onChange
  const latest = useRef({ value, fields })
  latest.current = { value, fields }

  useEffect(() => {
    const made = codeView({
      parent: place.current!, // it is rendered by now
      ...{ language, label, isLocked },
      value: latest.current.value,
      // they may come later than the text
      fields: () => latest.current.fields,
      onChange: text => changed.current(text),
    })
    view.current = made
    return () => made.destroy()
  }, [language, label, isLocked])
  useEffect(() => view.current?.show(value), [value])
  useEffect(() => view.current?.mark(problems), [problems])
  useEffect(() => {
    if (jumpTo) view.current?.jump(jumpTo.line, jumpTo.column)
  }, [jumpTo])
  return <div ref={place} className={css.code} />
}
