/** Mail that came back to a client: bounces, complaints, opt-outs, and how each was understood. */
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { readNumbered } from '../../api/pages.ts'
import { dateTime, number } from '../../lib/format.ts'
import { reread } from '../../live/reread.ts'
import { useClientAtHand, useClients } from '../../shell/client-at-hand.ts'
import { Act, ActsRefused, useAct } from '../../ui/act.tsx'
import { More } from '../../ui/more.tsx'
import { css, Empty, Page, Panel, Skeletons, StateWordChip } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.ts'
import filters from '../filters.module.css'
import home from '../home.module.css'
import { MailDrawer } from './mail.tsx'
import { MailKind } from './mail-kind.tsx'
import { stateNames } from './states.ts'
import { type Mail, states } from './words.ts'

const route = getRouteApi('/inside/inbound-mail')

export function InboundMail() {
  const { t, i18n } = useLingui()
  const { client: wanted, state, mail: open } = route.useSearch()
  const navigate = useNavigate({ from: '/inbound-mail' })
  const clients = useClients()
  const atHand = useClientAtHand()?.ClientID
  const clientId = wanted ?? atHand ?? clients[0]?.ClientID
  const query = useInfiniteQuery({
    ...readNumbered(
      'Mailbox.List',
      { ClientID: clientId ?? '', ...(state && { State: state }) },
      ({ Sequence }) => Sequence,
    ),
    enabled: clientId !== undefined,
  })
  const readAgain = useAct(async () => {
    const count = await call('Mailbox.ReadAgain', { ClientID: clientId ?? '' })
    await reread('inboundMail')
    toast(count === 0 ? t`No mails to process again.` : t`${number(count)} are being processed again.`)
  })
  const mails = query.data?.pages.flat() ?? []
  const shown = mails.find(({ MailID }) => MailID === open)
  return (
    <Page
      isWide
      title={t`Inbound mail`}
      lead={t`Bounces, complaints and unsubscribe mails are received here. Each is shown with its interpretation for 90 days.`}
      actions={
        clientId !== undefined && (
          <Act of={readAgain}>
            <Trans>Process unrecognised mails again</Trans>
          </Act>
        )
      }
    >
      <ActsRefused of={[readAgain]} />
      <Panel>
        <div className={filters.filters}>
          <NativeSelect
            label={t`Client`}
            value={clientId ?? ''}
            data={clients.map(({ ClientID = '', Name = '' }) => ({ value: ClientID, label: Name }))}
            onChange={({ currentTarget: { value } }) =>
              void navigate({ search: { client: value, state }, resetScroll: false })
            }
          />
          <NativeSelect
            label={t`State`}
            value={state ?? ''}
            data={[
              { value: '', label: t`All` },
              ...stateNames.map(value => ({ value, label: i18n._(states[value].label) })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              void navigate({
                search: before => ({ ...before, state: stateNames.find(name => name === value) }),
                resetScroll: false,
              })
            }
          />
        </div>
        {query.isLoading && <Skeletons lines={5} />}
        <Refused error={query.error} />
        {(clientId === undefined || query.data) && mails.length === 0 && (
          <Empty icon="inbox" title={state === undefined ? t`No returned mail yet` : t`No mails in this state`}>
            <Trans>
              Mail is received here if LETTERSHOP_BOUNCE_DOMAIN is set and its mail is routed to the mailbox port.
              Otherwise bounces go to the sender.
            </Trans>
          </Empty>
        )}
        {mails.length > 0 && <MailTable mails={mails} />}
        <More of={query} />
      </Panel>
      {shown && clientId !== undefined && (
        <MailDrawer
          of={shown}
          clientId={clientId}
          onClose={() => void navigate({ search: before => ({ ...before, mail: undefined }), resetScroll: false })}
        />
      )}
    </Page>
  )
}

function MailTable({ mails }: { readonly mails: readonly Mail[] }) {
  const { t } = useLingui()
  return (
    <Table heads={[t`Mail`, t`About`, t`State`, t`Received`]}>
      {mails.map(
        ({ MailID = '', Date: date, State = 'Waiting', Kind, Class, Status, Evidence, EmailAddress, Sender }) => (
          <tr key={MailID}>
            <td>
              <Link className={home.name} to="." search={before => ({ ...before, mail: MailID })} resetScroll={false}>
                <MailKind kind={Kind} reason={Class} />
              </Link>
              {Evidence && (
                <div className={`${css.quiet} ${css.small}`} dir="auto">
                  {Status && <code>{Status} </code>}
                  {cutText(Evidence)}
                </div>
              )}
            </td>
            <td data-label={t`About`}>{EmailAddress || <span className={css.quiet}>{Sender || '–'}</span>}</td>
            <td data-label={t`State`}>
              <span>
                <StateWordChip of={states[State]} />
              </span>
            </td>
            <td data-label={t`Received`}>{dateTime(date)}</td>
          </tr>
        ),
      )}
    </Table>
  )
}

/** The drawer shows the complete text. */
function cutText(text: string): string {
  return text.length > 140 ? `${text.slice(0, 139)}…` : text
}
