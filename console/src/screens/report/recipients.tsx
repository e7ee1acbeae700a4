/** The ledger as a table: every recipient by state, found by address, with what became of the mail. Rows are never counted here. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { dateTime, number } from '../../lib/format.ts'
import { useSearchText } from '../../lib/search-text.ts'
import { may, useSession } from '../../session/session.ts'
import { Answer } from '../../ui/details.tsx'
import { Icon } from '../../ui/icons.tsx'
import layout from '../../ui/layout.module.css'
import { More } from '../../ui/more.tsx'
import { css, Empty, Panel, Skeletons, StateWordChip } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import { type RowProps, VirtualRows } from '../../ui/virtual-rows.tsx'
import { ExportButton } from '../exports/export-button.tsx'
import { type PartProps, route } from './part-props.ts'
import { isSkip, reasonWords } from './reason-words.ts'
import { RecipientDrawer } from './recipient-drawer.tsx'
import { RecipientsFile } from './recipients-file.tsx'
import own from './report.module.css'
import { RecipientLink } from './returns.tsx'
import { type Recipient, type RecipientState, recipientStates, recipientWords } from './states.ts'

const pageSize = 100

export function Recipients(props: PartProps) {
  const { t } = useLingui()
  const session = useSession()
  const { clientId, campaignId, progress } = props
  const { state, q = '', recipient } = route.useSearch()
  const navigate = useNavigate({ from: '/clients/$clientId/campaigns/$campaignId/report' })
  const [text, setText] = useSearchText(
    q,
    next =>
      void navigate({ search: before => ({ ...before, q: next || undefined }), replace: true, resetScroll: false }),
  )
  const recipients = useRecipients(campaignId, state, q)
  const { rows, error, isPending, isFetching, refetch, isFetchingNextPage } = recipients
  const close = () => void navigate({ search: before => ({ ...before, recipient: undefined }), resetScroll: false })
  return (
    <Panel
      title={t`Recipients`}
      actions={
        <>
          <Button variant="default" loading={isFetching && !isFetchingNextPage} onClick={() => void refetch()}>
            <Trans>Reload</Trans>
          </Button>
          {q === '' && may(session, 'ReadAudience', clientId) ? (
            <ExportButton
              clientId={clientId}
              exported={{ Kind: 'Recipients', CampaignID: campaignId, ...(state && { State: state }) }}
            />
          ) : (
            // of what was found. Who reads reports and no audience takes no addresses along
            may(session, 'ReadAudience', clientId) && (
              <RecipientsFile
                campaignId={campaignId}
                campaign={props.report.Campaign.Name ?? ''}
                state={state}
                search={q}
                expected={state ? progress[state] : progress.Recipients}
              />
            )
          )}
        </>
      }
    >
      <div className={own.filters}>
        <TextInput
          type="search"
          aria-label={t`Find a recipient`}
          placeholder={t`Address, or its beginning`}
          leftSection={<Icon name="search" size={16} />}
          value={text}
          maxLength={254}
          onChange={event => setText(event.currentTarget.value)}
          flex="1 1 16rem"
          maw="22rem"
        />
        <States {...props} />
      </div>
      {isPending && <Skeletons lines={6} />}
      <Refused error={error} />
      {!isPending && !error && rows.length === 0 && <NoRecipients isSearched={q !== ''} />}
      {rows.length > 0 && (
        <Table heads={[t`Recipient`, t`State`, t`Answer`, t`When`]}>
          <VirtualRows rows={rows} columns={4} keyOf={row => String(row.Number)}>
            {(row, rowProps) => <Row key={row.Number} of={row} {...props} row={rowProps} />}
          </VirtualRows>
        </Table>
      )}
      {q !== '' && rows.length >= mostFound && (
        <p className={`${css.quiet} ${own.more}`} role="status">
          <Trans>The first {number(mostFound)}. Type more of the address to narrow the search.</Trans>
        </p>
      )}
      <More of={recipients} />
      {recipient !== undefined && <RecipientDrawer {...props} number={recipient} onClose={close} />}
    </Panel>
  )
}

/** As many as Campaign.FindRecipients finds. */
const mostFound = 50

function useRecipients(campaignId: string, state: RecipientState | undefined, q: string) {
  const search = q.trim()
  const { data, ...rest } = useInfiniteQuery({
    // not under the operation's name: an event would read again every page that was opened
    queryKey: ['recipients', campaignId, state, search],
    queryFn: ({ pageParam, signal }): Promise<readonly Recipient[]> => {
      const page = search === '' ? { After: pageParam, Limit: pageSize } : { Search: search }
      const ofState = state ? { State: state } : {}
      return call('Campaign.FindRecipients', { CampaignID: campaignId, ...ofState, ...page }, { signal })
    },
    initialPageParam: 0,
    getNextPageParam: last => (search !== '' || last.length < pageSize ? undefined : last.at(-1)?.Number),
  })
  return { rows: data?.pages.flat() ?? [], ...rest }
}

function States({ clientId, campaignId, progress }: PartProps) {
  const { t, i18n } = useLingui()
  const { state } = route.useSearch()
  const choices = [undefined, ...recipientStates.filter(one => progress[one] > 0 || one === state)]
  return (
    <nav className={own.states} aria-label={t`State`}>
      {choices.map(one => (
        <Link
          key={one ?? 'all'}
          from="/clients/$clientId/campaigns/$campaignId/report"
          to="/clients/$clientId/campaigns/$campaignId/report"
          params={{ clientId, campaignId }}
          search={before => ({ ...before, state: one })}
          activeOptions={{ explicitUndefined: true }}
          resetScroll={false}
        >
          {one ? i18n._(recipientWords[one].label) : <Trans>All</Trans>}{' '}
          {number(one ? progress[one] : progress.Recipients)}
        </Link>
      ))}
    </nav>
  )
}

function Row({
  of: recipient,
  clientId,
  campaignId,
  row,
}: PartProps & { readonly of: Recipient; readonly row: RowProps }) {
  const { t, i18n } = useLingui()
  const { Number: place, EmailAddress, State, Attempts, Code, Answer: said, Reason, Date: date, RetryDate } = recipient
  const why = reasonWords(Reason)
  return (
    <tr {...row}>
      <td className={own.who}>
        <RecipientLink clientId={clientId} campaignId={campaignId} number={place} address={EmailAddress} />
      </td>
      <td data-label={t`State`}>
        <span>
          <StateWordChip of={recipientWords[State]} />
        </span>
      </td>
      <td data-label={t`Answer`}>
        <span>
          {why && i18n._(why.label)}
          {!isSkip(Reason) && <Answer code={Code} text={said} />}
          {Attempts > 1 && (
            <span className={`${css.quiet} ${css.small}`}>
              <Trans>attempt {number(Attempts)}</Trans>
            </span>
          )}
        </span>
      </td>
      <td data-label={t`When`} className={own.when}>
        <span>
          {dateTime(date) || '–'}
          {RetryDate && (
            <span className={`${css.quiet} ${css.small} ${layout.line}`}>
              <Trans>next {dateTime(RetryDate)}</Trans>
            </span>
          )}
        </span>
      </td>
    </tr>
  )
}

function NoRecipients({ isSearched }: { readonly isSearched: boolean }) {
  const { t } = useLingui()
  return isSearched ? (
    <Empty icon="search" title={t`No matching recipients`}>
      <Trans>
        Type the complete address, or its beginning. People who joined the list after the start are not recipients.
      </Trans>
    </Empty>
  ) : (
    <Empty icon="people" title={t`No recipients in this state`}>
      <Trans>Choose another state above.</Trans>
    </Empty>
  )
}
