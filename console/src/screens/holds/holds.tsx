/** Whether sending of a client is held for complaints, and how much it may send in a day. */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call, read } from '../../api/call.ts'
import { dateTime, number } from '../../lib/format.ts'
import { reread } from '../../live/reread.ts'
import { may, useSession } from '../../session/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { Chip, css, Note, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.ts'
import { ClientLead } from '../client-lead.tsx'
import { DailyLimit } from './daily-limit.tsx'

type Hold = ValueOf<'Client.GetHold'>

const route = getRouteApi('/inside/clients/$clientId/holds')
/** Below, a share says more about chance than about the client. */
const fewMails = 100

export function Holds() {
  const { t } = useLingui()
  const session = useSession()
  const { clientId } = route.useParams()
  const { releasing } = route.useSearch()
  const navigate = useNavigate({ from: '/clients/$clientId/holds' })
  const { data, error, isPending } = useQuery(read('Client.GetHold', { ClientID: clientId }))
  const { data: all } = useQuery(read('Hold.List', { Limit: 1 }))
  const mayChange = may(session, 'Settings', clientId)
  const go = (search: { releasing?: true }) => void navigate({ search, resetScroll: false })
  const isHeld = data !== undefined && (data.Held || (data.Campaigns ?? []).length > 0)
  return (
    <Page title={t`Holds and limits`} lead={<ClientLead clientId={clientId} />}>
      {(all?.Installation ?? []).map(sentence => (
        <div className={layout.bottom16} key={sentence}>
          <Note tone="bad">
            <p>{sentence}</p>
          </Note>
        </div>
      ))}
      <Panel
        title={t`Complaints`}
        text={t`Recipients who reported spam, compared with the mails of the last 30 days or since the latest release.`}
        actions={
          isHeld &&
          mayChange && (
            <Button onClick={() => go({ releasing: true })}>
              <Trans>Release …</Trans>
            </Button>
          )
        }
      >
        {isPending && <Skeletons lines={3} />}
        <Refused error={error} />
        {data && <HoldState of={data} />}
      </Panel>
      <DailyLimit clientId={clientId} mayChange={mayChange} />
      {data && <Alarms of={data} />}
      {releasing && mayChange && isHeld && (
        <Dialog title={t`Allow this client to send again?`} onClose={() => go({})}>
          <Release clientId={clientId} onDone={() => go({})} />
        </Dialog>
      )}
    </Page>
  )
}

function HoldState({ of: { Held, Complaints = 0, Mails = 0, Share = '', Campaigns = [] } }: { readonly of: Hold }) {
  return (
    <>
      <p>
        {Held ? (
          <Chip tone="bad" icon="hand">
            <Trans>Sending on hold</Trans>
          </Chip>
        ) : Campaigns.length > 0 ? (
          <Chip tone="warn" icon="hand">
            <Plural value={Campaigns.length} one="# campaign is on hold" other="# campaigns are on hold" />
          </Chip>
        ) : (
          <Chip tone="good">
            <Trans>Not on hold</Trans>
          </Chip>
        )}
      </p>
      <p className={layout.top12}>
        <strong>{Mails >= fewMails && `${Share} · `}</strong>
        <Plural
          value={Complaints}
          one={
            <Trans>
              {number(Complaints)} complaint of {number(Mails)} mails
            </Trans>
          }
          other={
            <Trans>
              {number(Complaints)} complaints of {number(Mails)} mails
            </Trans>
          }
        />
      </p>
    </>
  )
}

function Release({ clientId, onDone }: { readonly clientId: string; readonly onDone: () => void }) {
  const { t } = useLingui()
  return (
    <Form
      label={t`Release and continue sending`}
      submit={async () => {
        await call('Client.ReleaseHold', { ClientID: clientId })
        await reread('hold')
        onDone()
        toast(t`The client can send again.`)
      }}
    >
      <p>
        <Trans>
          Campaigns on hold continue at once. First find out where the complaints come from: a list without consent
          leads to the next hold after five new ones, and mailbox providers remember them for months.
        </Trans>
      </p>
    </Form>
  )
}

function Alarms({ of: { Alarms = [] } }: { readonly of: Hold }) {
  const { t } = useLingui()
  if (Alarms.length === 0) return null
  return (
    <Panel title={t`History`}>
      <Table heads={[t`When`, t`What`, t`Why`, t`Released`]}>
        {Alarms.map(({ Date: date, Kind, CampaignID, Reason, ReleasedDate, ReleasedBy }, n) => (
          <tr key={`${date} ${Kind} ${n}`}>
            <td>{dateTime(date)}</td>
            <td data-label={t`What`}>
              <div>
                {Kind === 'Hold' ? (
                  <Chip tone="bad" icon="hand">
                    <Trans>Hold</Trans>
                  </Chip>
                ) : (
                  <Chip tone="warn">
                    <Trans>Warning</Trans>
                  </Chip>
                )}
                {CampaignID && (
                  <div className={css.small}>
                    <Trans>Of one campaign</Trans>
                  </div>
                )}
              </div>
            </td>
            <td data-label={t`Why`}>{Reason}</td>
            <td data-label={t`Released`}>
              {ReleasedDate ? (
                <div>
                  {dateTime(ReleasedDate)}
                  <div className={`${css.quiet} ${css.small}`}>{ReleasedBy}</div>
                </div>
              ) : Kind === 'Hold' ? (
                <Trans>Not yet</Trans>
              ) : (
                '–'
              )}
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  )
}
