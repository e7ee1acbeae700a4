/** Another saved the template since: both versions, and a choice. Nothing is lost: the other one stays among the revisions. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { actorName } from '../../lib/actor-name.ts'
import { dateTime } from '../../lib/format.ts'
import { Panel, css as parts } from '../../ui/page.tsx'
import { differingLines } from './differing-lines.ts'
import css from './templates.module.css'
import type { TemplateAtHand } from './use-template.ts'

export function Conflict({ template: { theirs, written, settle } }: { readonly template: TemplateAtHand }) {
  const { t } = useLingui()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (theirs) place.current?.focus()
  }, [theirs])
  if (!theirs) return null
  const by = actorName(theirs.SavedBy ?? '') || t`another person`
  const date = dateTime(theirs.SavedDate)
  const differing = differingLines(written.Html, theirs.Html ?? '')
  return (
    <div ref={place} tabIndex={-1} className={css.notice} role="alertdialog" aria-label={t`Two versions`}>
      <Panel
        title={t`Two versions`}
        text={
          <Trans>
            {by} saved revision {theirs.Revision} on {date} while you were writing. Choose which version to keep; the
            other one stays in the revisions.
          </Trans>
        }
      >
        <div className={css.versions}>
          <Version title={t`Yours`} name={written.Name} lines={differing.one} from={differing.from} />
          <Version title={by} name={theirs.Name ?? ''} lines={differing.other} from={differing.from} />
        </div>
        <div className={parts.actions}>
          <Button onClick={() => void settle(true)}>
            <Trans>Save my version as the next revision</Trans>
          </Button>
          <Button variant="default" onClick={() => void settle(false)}>
            <Trans>Use the other version</Trans>
          </Button>
        </div>
      </Panel>
    </div>
  )
}

function Version({
  title,
  name,
  lines,
  from,
}: {
  readonly title: string
  readonly name: string
  readonly lines: readonly string[]
  readonly from: number
}) {
  const { t } = useLingui()
  return (
    <div>
      <h3>
        <bdi>{title}</bdi>
      </h3>
      <p className={parts.quiet}>
        <bdi>{name}</bdi> · {lines.length === 0 ? t`no lines` : t`from line ${from}`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to reach it */}
      <section className={css.version} tabIndex={0} aria-label={t`Lines that differ: ${title}`}>
        {lines.join('\n')}
      </section>
    </div>
  )
}
