/** HTML or MJML as it is written, with what is wrong with it. */
import { useLingui } from '@lingui/react/macro'
import { skipToken, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { call } from '../../api/call.ts'
import { Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import type { CodeProps } from './code.tsx'
import css from './content.module.css'
import type { Content, ContentProblem } from './content.ts'
import { ProblemList } from './problem-list.tsx'
import type { ContentEditorProps } from './props.ts'
import { TextPart } from './text-part.tsx'

const Code = lazy(async () => ({ default: (await import('./code.tsx')).Code }))

export function SourceEditor({
  clientId,
  content = { Kind: 'Html' },
  onChange,
  problems = [],
  isLocked = false,
  fields,
  place,
}: ContentEditorProps) {
  const jumpTo = useMemo(() => (place?.line ? { line: place.line, column: place.column ?? 1 } : undefined), [place])
  const { Kind, Html = '', Mjml = '', Text = '' } = content
  const isMjml = Kind === 'Mjml'
  const source = isMjml ? Mjml : Html
  const compiled = useMjmlProblems(clientId, isMjml ? source : '')
  const given = { Kind, ...(isMjml ? { Mjml } : { Html }), Text } satisfies Content
  return (
    <div className={css.fields}>
      <Refused error={compiled.error} />
      <CodeField
        language={Kind}
        value={source}
        onChange={text => onChange({ ...given, ...(isMjml ? { Mjml: text } : { Html: text }) })}
        problems={isMjml ? [...compiled.problems, ...problems.filter(({ Line }) => Line === undefined)] : problems}
        isLocked={isLocked}
        fields={fields}
        jumpTo={jumpTo}
      />
      <TextPart value={Text} onChange={text => onChange({ ...given, Text: text })} isLocked={isLocked} />
    </div>
  )
}

/** Code with the list of its problems below. */
export function CodeField(props: Omit<CodeProps, 'label' | 'language'> & { readonly language: Content['Kind'] }) {
  const { t } = useLingui()
  const [place, setPlace] = useState(props.jumpTo)
  useEffect(() => setPlace(props.jumpTo), [props.jumpTo])
  return (
    <div>
      <Suspense fallback={<Skeletons lines={8} />}>
        <Code
          {...props}
          language={props.language === 'Mjml' ? 'Mjml' : 'Html'}
          label={props.language === 'Mjml' ? t`MJML` : t`HTML`}
          jumpTo={place}
        />
      </Suspense>
      <p
        className={css.hint}
      >{t`Tab indents. Press Escape, then Tab to leave the editor; Ctrl-F searches, [ offers tags.`}</p>
      <ProblemList
        problems={props.problems}
        onJump={({ Line = 1, Column = 1 }) => setPlace({ line: Line, column: Column })}
      />
    </div>
  )
}

/** What the compiler of the service says, while the next text is on its way: of the text before. */
function useMjmlProblems(
  clientId: string,
  mjml: string,
): { readonly problems: readonly ContentProblem[]; readonly error: unknown } {
  const settled = useSettled(mjml, 600)
  const { data, error } = useQuery({
    queryKey: ['Content.CompileMjml', { ClientID: clientId, Mjml: settled }],
    queryFn:
      settled.trim() === ''
        ? skipToken
        : ({ signal }) => call('Content.CompileMjml', { ClientID: clientId, Mjml: settled }, { signal }),
    placeholderData: before => before,
    // each text is a key of its own
    gcTime: 0,
  })
  return { problems: settled === '' ? [] : (data?.Problems ?? []), error }
}

/** A value that has not changed for some milliseconds. */
function useSettled(value: string, milliseconds: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
