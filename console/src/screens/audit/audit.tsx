/** The audit log: who did what, the newest first; each filter is part of the address. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ValueOf } from '../../../../src/client/client.ts'
import { readPages } from '../../api/pages.ts'
import { dateTime } from '../../lib/format.ts'
import { useClients } from '../../shell/client-at-hand.ts'
import { More } from '../../ui/more.tsx'
import { Chip, css, Empty, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import filters from '../filters.module.css'
import { operationInWords } from './operation-words.ts'
import { type AuditSearch, outcomes } from './search.ts'

type Entry = NonNullable<ValueOf<'Audit.List'>['Entries']>[number]

const route = getRouteApi('/inside/audit')

export function Audit() {
  const { t } = useLingui()
  const search = route.useSearch()
  const query = useInfiniteQuery(readPages('Audit.List', parametersOf(search)))
  const entries = query.data?.pages.flatMap(({ Entries = [] }) => Entries) ?? []
  const isFiltered = Object.values(search).some(value => value !== undefined)
  return (
    <Page
      isWide
      title={t`Audit log`}
      lead={t`Who changed what, who viewed lists of people, and what was refused. Entries cannot be changed. Dates are in the time zone of the account.`}
    >
      <Panel>
        <Filters />
        {query.isPending && <Skeletons lines={6} />}
        <Refused error={query.error} />
        {query.data && entries.length === 0 && (
          <Empty icon="log" title={isFiltered ? t`No matching entries` : t`No entries yet`}>
            {isFiltered ? (
              <Trans>Remove a filter or choose another period.</Trans>
            ) : (
              <Trans>Every change is recorded here.</Trans>
            )}
          </Empty>
        )}
        {entries.length > 0 && <EntryTable entries={entries} />}
        <More of={query} />
      </Panel>
    </Page>
  )
}

function parametersOf({ client, actor, operation, outcome, from, until }: AuditSearch) {
  return {
    ...(client ? { ClientID: client } : {}),
    ...(actor ? { ActorID: actor } : {}),
    ...(operation ? { Operation: operation } : {}),
    ...(outcome ? { Outcome: outcome } : {}),
    ...(from ? { From: `${from} 00:00:00` } : {}),
    ...(until ? { Until: `${until} 23:59:59` } : {}),
  }
}

const outcomeLabels: Readonly<Record<(typeof outcomes)[number], MessageDescriptor>> = {
  Succeeded: msg`Done`,
  Refused: msg`Refused`,
  Failed: msg`Failed`,
}

function Filters() {
  const { t, i18n } = useLingui()
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/audit' })
  const clients = useClients()
  const field = (name: 'client' | 'outcome' | 'from' | 'until') => ({
    value: search[name] ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      void navigate({
        search: before => ({ ...before, [name]: value || undefined }),
        resetScroll: false,
        replace: true,
      }),
  })
  return (
    <>
      <div className={filters.filters}>
        <NativeSelect
          label={t`Client`}
          data={[
            { value: '', label: t`All` },
            ...clients.map(({ ClientID = '', Name = '' }) => ({ value: ClientID, label: Name })),
          ]}
          {...field('client')}
        />
        <NativeSelect
          label={t`Outcome`}
          data={[
            { value: '', label: t`All` },
            ...outcomes.map(value => ({ value, label: i18n._(outcomeLabels[value]) })),
          ]}
          {...field('outcome')}
        />
        <TextInput type="date" label={t`From`} {...field('from')} />
        <TextInput type="date" label={t`Until`} {...field('until')} />
      </div>
      {(search.actor || search.operation) && (
        <div className={filters.chosen}>
          {search.operation && <ChosenFilter name="operation">{operationInWords(i18n, search.operation)}</ChosenFilter>}
          {search.actor && (
            <ChosenFilter name="actor">
              <Trans>One person or key</Trans>
            </ChosenFilter>
          )}
        </div>
      )}
    </>
  )
}

/** A filter that was chosen by a link; a click takes it away. */
function ChosenFilter({
  name,
  children,
}: {
  readonly name: 'actor' | 'operation'
  readonly children: React.ReactNode
}) {
  const navigate = useNavigate({ from: '/audit' })
  return (
    <Button
      variant="default"
      size="compact-sm"
      onClick={() => void navigate({ search: before => ({ ...before, [name]: undefined }), resetScroll: false })}
    >
      <Trans>Only {children}: show all</Trans>
    </Button>
  )
}

const means: Readonly<Record<NonNullable<Entry['Means']>, MessageDescriptor>> = {
  Session: msg`in the console`,
  Key: msg`with an API key`,
  HistoricalKey: msg`with the key of a login`,
  Password: msg`with a password`,
  System: msg`by the service or its operator`,
}

function EntryTable({ entries }: { readonly entries: readonly Entry[] }) {
  const { t, i18n } = useLingui()
  const names = new Map(useClients().map(({ ClientID = '', Name }) => [ClientID, Name]))
  return (
    <Table heads={[t`When`, t`Who`, t`What`, t`Client`, t`Outcome`]}>
      {entries.map(entry => {
        const {
          Date: date,
          Operation = '',
          Subject,
          ClientID = '',
          ActorID,
          ActorName,
          Means = 'System',
          RequestID,
        } = entry
        return (
          <tr key={`${RequestID} ${date} ${Operation} ${Subject}`}>
            <td>{dateTime(date)}</td>
            <td data-label={t`Who`}>
              <div>
                {ActorID ? (
                  <Link from="/audit" to="." search={before => ({ ...before, actor: ActorID })} resetScroll={false}>
                    <bdi>{ActorName || ActorID}</bdi>
                  </Link>
                ) : (
                  <bdi>{ActorName || t`Unknown`}</bdi>
                )}
                <div className={`${css.quiet} ${css.small}`}>
                  {i18n._(means[Means])}
                  {entry.RemoteAddress && `, ${entry.RemoteAddress}`}
                </div>
              </div>
            </td>
            <td data-label={t`What`}>
              <div>
                <Link from="/audit" to="." search={before => ({ ...before, operation: Operation })} resetScroll={false}>
                  {operationInWords(i18n, Operation)}
                </Link>
                <div className={`${css.quiet} ${css.small}`}>
                  <code>{Operation}</code> {withoutClient(Subject)}
                </div>
              </div>
            </td>
            <td data-label={t`Client`}>
              <bdi>{names.get(ClientID) ?? (ClientID === '' ? '–' : ClientID)}</bdi>
            </td>
            <td data-label={t`Outcome`}>
              <Outcome of={entry} />
            </td>
          </tr>
        )
      })}
    </Table>
  )
}

/** The client has a column of its own. */
function withoutClient(subject = ''): string {
  return subject.replace(/^ClientID [0-9a-f]{32}(?:, )?/, '')
}

function Outcome({ of: { Outcome = 'Succeeded', Code = 0, Message } }: { readonly of: Entry }) {
  const { i18n } = useLingui()
  const tone = Outcome === 'Succeeded' ? 'good' : Outcome === 'Refused' ? 'warn' : 'bad'
  return (
    <div>
      <Chip tone={tone}>{i18n._(outcomeLabels[Outcome])}</Chip>
      {Code !== 0 && (
        <div className={`${css.quiet} ${css.small}`}>
          {Code} {Message}
        </div>
      )}
    </div>
  )
}
