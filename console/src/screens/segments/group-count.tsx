/** The live count beside a group. */
import { Trans, useLingui } from '@lingui/react/macro'
import { sentenceOf as refusalOf } from '../../api/refusals.ts'
import { number } from '../../lib/format.ts'
import { css as parts } from '../../ui/page.tsx'
import { CountWords } from './count-words.tsx'
import type { Editor } from './editor.ts'
import css from './segments.module.css'
import type { Root } from './types.ts'
import { useCount } from './use-count.ts'

export function GroupCount({
  editor,
  group,
  isOuter,
}: {
  readonly editor: Editor
  readonly group: Root
  readonly isOuter: boolean
}) {
  const { i18n } = useLingui()
  const { segment } = editor
  const savedId = isOuter && !segment.isChanged ? segment.segmentId : undefined
  const counted = useCount(segment.owner, group, savedId)
  // the outermost count is in the panel beside, and said there
  const live = isOuter ? {} : { 'aria-live': 'polite' as const }
  const quiet = (text: React.ReactNode) => <span className={parts.quiet}>{text}</span>
  const say = (text: ReturnType<typeof refusalOf>['what']) => (typeof text === 'string' ? text : i18n._(text))
  if (counted.kind === 'forbidden') return null
  return (
    <div className={css.groupCount} {...live}>
      {counted.kind === 'empty' && quiet(<Trans>no conditions</Trans>)}
      {counted.kind === 'incomplete' && quiet(<Trans>a value is missing</Trans>)}
      {counted.kind === 'counting' && quiet(<Trans comment="of a number that is not there yet">counting …</Trans>)}
      {counted.kind === 'failed' && quiet(say(refusalOf(counted.error).what))}
      {counted.kind === 'known' && (
        <>
          <CountWords count={counted.count} isSaved={savedId !== undefined} />
          {!isOuter && counted.count.Unknown ? (
            <span className={parts.quiet}>
              {' · '}
              <Trans>{number(counted.count.Unknown)} unknown</Trans>
            </span>
          ) : null}
        </>
      )}
    </div>
  )
}
