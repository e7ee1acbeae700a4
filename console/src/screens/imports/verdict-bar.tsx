/** All rows of an import by their verdict: one bar, and a legend whose entries lead to their rows. */
import { useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { number } from '../../lib/format.ts'
import { Icon } from '../../ui/icons.tsx'
import layout from '../../ui/layout.module.css'
import { css } from '../../ui/page.tsx'
import own from './imports.module.css'
import { verdictNames } from './search.ts'
import { type Counts, verdictWords } from './states.ts'

const route = getRouteApi('/inside/clients/$clientId/imports/$importId')

/** @param hasRows whether its rows are still kept, and shown below */
export function VerdictBar({ counts, hasRows = true }: { readonly counts: Counts; readonly hasRows?: boolean }) {
  const { i18n } = useLingui()
  const { clientId, importId } = route.useParams()
  const shown = verdictNames.filter(verdict => counts[verdict] > 0)
  const sentence = shown.map(verdict => `${i18n._(verdictWords[verdict].label)}: ${number(counts[verdict])}`).join(', ')
  return (
    <>
      {/* a segment is at least three pixels wide, so that one of a million is seen */}
      <div className={own.bar} role="img" aria-label={sentence}>
        {shown.map(verdict => (
          <span key={verdict} style={{ flexGrow: counts[verdict], backgroundColor: verdictWords[verdict].colour }} />
        ))}
      </div>
      <ul className={own.legend}>
        {shown.map(verdict => {
          const { label, meaning, icon, tone, colour } = verdictWords[verdict]
          const content = (
            <>
              <span className={own.swatch} style={{ backgroundColor: colour }} />
              <span className={`${css[tone]} ${layout.toned}`}>
                <Icon name={icon} size={15} />
              </span>
              <span>{i18n._(label)}</span>
              <strong>{number(counts[verdict])}</strong>
            </>
          )
          return (
            <li key={verdict}>
              {hasRows ? (
                <Link
                  to="/clients/$clientId/imports/$importId"
                  params={{ clientId, importId }}
                  search={{ verdict }}
                  title={i18n._(meaning)}
                  resetScroll={false}
                >
                  {content}
                </Link>
              ) : (
                <span className={own.entry} title={i18n._(meaning)}>
                  {content}
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
