/** The links that most people clicked. */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { css, Panel } from '../../ui/page.tsx'
import { RankedBars } from '../../ui/ranked-bars.tsx'
import type { Results } from './figures.ts'
import own from './results.module.css'

const first = 8

export function ClickedLinks({ results: { Links = [], Campaigns = [] } }: { readonly results: Results }) {
  const { t } = useLingui()
  const [showsAll, setShowsAll] = useState(false)
  const isMeasured = Campaigns.some(({ ClicksMeasured }) => ClicksMeasured !== 'NoOne')
  const shown = showsAll ? Links : Links.slice(0, first)
  const [best] = Links
  return (
    <Panel title={t`Most clicked links`}>
      {!best ? (
        <p className={css.quiet}>
          {isMeasured ? <Trans>No one clicked a link yet.</Trans> : <Trans>Clicks are not measured.</Trans>}
        </p>
      ) : (
        <>
          <p className={css.quiet}>
            <Plural
              value={best.HumanUniqueClicked}
              one="# person clicked the first one. Who clicked in several campaigns counts in each."
              other="# people clicked the first one. Who clicked in several campaigns counts in each."
            />
          </p>
          <div className={own.bars}>
            <RankedBars
              title={t`Most clicked links`}
              heads={[t`Link`, t`People`]}
              rows={shown.map(({ URL = '', HumanUniqueClicked, Campaigns: campaigns }) => ({
                key: URL,
                label: <LinkAddress url={URL} />,
                value: HumanUniqueClicked,
                note: campaigns > 1 && <Plural value={campaigns} one="in # campaign" other="in # campaigns" />,
              }))}
            />
          </div>
          {shown.length < Links.length && (
            <p className={own.more}>
              <Button variant="default" onClick={() => setShowsAll(true)}>
                <Plural value={Links.length - shown.length} one="Show # more" other="Show # more" />
              </Button>
            </p>
          )}
        </>
      )}
    </Panel>
  )
}

/** Without the scheme; only http and https lead anywhere, so that no address runs a script. */
function LinkAddress({ url }: { readonly url: string }) {
  const words = url.replace(/^https?:\/\//, '')
  if (words === url) return <bdi className={own.address}>{url}</bdi>
  return (
    <a className={own.address} href={url} target="_blank" rel="noreferrer" title={url} dir="ltr">
      {words}
    </a>
  )
}
