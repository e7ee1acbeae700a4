/** The links of the mail, how often people clicked each, and the mail itself beside them. */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ValueOf } from '../../../../src/client/client.ts'
import { read } from '../../api/call.ts'
import { number } from '../../lib/format.ts'
import layout from '../../ui/layout.module.css'
import { css, Empty, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Share } from '../../ui/share.tsx'
import { Table } from '../../ui/table.tsx'
import { LinkTags } from '../tags/link-tags.tsx'
import { type PartProps, route } from './part-props.ts'
import own from './report.module.css'

type Link = ValueOf<'Campaign.GetLinks'>[number]

export function Links({ clientId, campaignId, report }: PartProps) {
  const { t } = useLingui()
  const { data, error, isPending } = useQuery(read('Campaign.GetLinks', { CampaignID: campaignId }))
  const isShown = route.useSearch().map === 'on'
  const navigate = useNavigate({ from: '/clients/$clientId/campaigns/$campaignId/report' })
  const toggle = () =>
    void navigate({
      search: before => ({ ...before, map: isShown ? undefined : 'on' }),
      replace: true,
      resetScroll: false,
    })
  const isMeasured = report.ClicksMeasured !== 'NoOne'
  return (
    <>
      <div className={own.map} data-mail={isShown ? '' : undefined}>
        <Panel
          title={t`Links`}
          text={t`In the order of the mail. Clicks by people; those by bots are not counted.`}
          actions={
            data &&
            data.length > 0 && (
              <span className={own.noPrint}>
                <Button variant="default" aria-pressed={isShown} onClick={toggle}>
                  {isShown ? <Trans>Hide the mail</Trans> : <Trans>Show the clicks in the mail</Trans>}
                </Button>
              </span>
            )
          }
        >
          {isPending && <Skeletons lines={4} />}
          <Refused error={error} />
          {data?.length === 0 && (
            <Empty icon="globe" title={t`No links`}>
              <Trans>The mail has no tracked links. Links that consist of tags work, but are not counted.</Trans>
            </Empty>
          )}
          {data && data.length > 0 && (
            <LinkTable links={data} isMeasured={isMeasured} delivered={report.Campaign.Accepted} />
          )}
        </Panel>
        {isShown && <Mail campaignId={campaignId} />}
      </div>
      <div className={`${layout.top16} ${own.noPrint}`}>
        <LinkTags clientId={clientId} campaignId={campaignId} />
      </div>
    </>
  )
}

function LinkTable({
  links,
  isMeasured,
  delivered,
}: {
  readonly links: readonly Link[]
  readonly isMeasured: boolean
  readonly delivered: number
}) {
  const { t } = useLingui()
  const most = Math.max(1, ...links.map(({ HumanClicks }) => HumanClicks))
  return (
    <Table heads={[t`Link`, t`Clicks by people`, t`People`]}>
      {links.map(({ Number: place, Link: url = '', Clicks, HumanClicks, HumanUniqueClicked }) => (
        <tr key={place}>
          <td>
            <span className={css.quiet}>{place}.</span>{' '}
            {/^https?:/i.test(url) ? (
              <a href={url} target="_blank" rel="noreferrer noopener" dir="ltr">
                {url}
              </a>
            ) : (
              <bdi>{url}</bdi>
            )}
            {isMeasured && (
              <span className={own.meter} aria-hidden="true">
                <span style={{ width: `${(HumanClicks / most) * 100}%` }} />
              </span>
            )}
          </td>
          <td data-label={t`Clicks by people`}>
            {isMeasured ? (
              <span>
                {number(HumanClicks)}
                {Clicks > HumanClicks && (
                  <span className={`${css.quiet} ${css.small} ${layout.line}`}>
                    <Plural value={Clicks - HumanClicks} one="and # by a bot" other="and # by bots" />
                  </span>
                )}
              </span>
            ) : (
              <Trans>Not measured</Trans>
            )}
          </td>
          <td data-label={t`People`}>
            {isMeasured ? (
              <span>
                <Share of={{ Count: HumanUniqueClicked, Of: delivered }} />
              </span>
            ) : (
              '–'
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** On the origin of previews, without scripts: with empty fields, as everyone may see it. */
function Mail({ campaignId }: { readonly campaignId: string }) {
  const { t } = useLingui()
  const { data, error, isPending } = useQuery({
    ...read('Campaign.GetClickMap', { CampaignID: campaignId }),
    // its address works for 15 minutes
    staleTime: 14 * 60_000,
    refetchOnWindowFocus: false,
  })
  return (
    <Panel
      title={t`The mail`}
      text={t`Each link is followed by its number and the clicks by people. Fields are empty: tags show their fallbacks.`}
    >
      {isPending && <Skeletons lines={6} />}
      <Refused error={error} />
      {data?.HtmlURL && (
        <iframe className={own.mail} src={data.HtmlURL} sandbox="" title={t`The mail`} referrerPolicy="no-referrer" />
      )}
    </Panel>
  )
}
