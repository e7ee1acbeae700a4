/** The name and the page of a template. */
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { CodeField } from '../content/source-editor.tsx'
import css from './templates.module.css'
import type { TemplateAtHand } from './use-template.ts'

/** A template has no problems of its own: what breaks a rule is refused at the save, with the rule. */
const noProblems = [] as const

export function TemplateCode({
  template: { written, change },
  isLocked,
  jumpTo,
}: {
  readonly template: TemplateAtHand
  readonly isLocked: boolean
  readonly jumpTo: { readonly line: number; readonly column: number } | undefined
}) {
  const { t } = useLingui()
  return (
    <div className={css.code}>
      <TextInput
        label={t`Name`}
        dir="auto"
        value={written.Name}
        maxLength={30}
        onChange={event => change({ Name: event.currentTarget.value })}
        readOnly={isLocked}
      />
      <CodeField
        language="Html"
        value={written.Html}
        onChange={Html => change({ Html })}
        problems={noProblems}
        isLocked={isLocked}
        jumpTo={jumpTo}
      />
    </div>
  )
}
