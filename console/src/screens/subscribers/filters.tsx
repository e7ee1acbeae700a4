/** The filters of the subscribers table; all of them are part of the address. */

import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useSearchText } from '../../lib/search-text.ts'
import { AddressSearch } from '../../ui/address-search.tsx'
import type { SubscriberSearch } from '../audience-search.ts'
import type { NamedList } from '../lists/named-list.ts'
import css from './filters.module.css'
import { mostTogether } from './pages.ts'
import { stateOf, subscriberWords } from './state-words.ts'

const route = getRouteApi('/inside/clients/$clientId/subscribers')

export function Filters({
  lists,
  listId,
}: {
  readonly lists: readonly NamedList[]
  readonly listId: string | undefined
}) {
  const { t, i18n } = useLingui()
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/clients/$clientId/subscribers' })
  const change = (changes: Partial<SubscriberSearch>, replace = false) =>
    void navigate({ search: before => ({ ...before, ...changes }), replace, resetScroll: false })
  const [text, setText] = useSearchText(search.q ?? '', typed => change({ q: typed.trim() || undefined }, true))
  const hasFilter = [search.state, search.q, search.since, search.until].some(filter => filter !== undefined)
  const isSearching = search.q !== undefined
  return (
    <search className={css.filters} aria-label={t`Filter the subscribers`}>
      <AddressSearch className={css.wide} value={text} onType={setText} />
      <NativeSelect
        className={css.list}
        label={t`List`}
        value={listId ?? ''}
        onChange={event => change({ list: event.currentTarget.value || undefined })}
        data={[
          ...(lists.length > mostTogether ? [] : [{ value: '', label: t`All lists` }]),
          ...lists.map(({ ListID = '', Name = '' }) => ({ value: ListID, label: Name })),
        ]}
      />
      <NativeSelect
        label={t`State`}
        value={search.state ?? ''}
        onChange={event => change({ state: stateOf(event.currentTarget.value) })}
        data={[
          { value: '', label: t`All states` },
          ...Object.entries(subscriberWords).map(([value, { label }]) => ({ value, label: i18n._(label) })),
        ]}
      />
      <TextInput
        type="date"
        label={t`Joined from`}
        value={search.since ?? ''}
        onChange={event => change({ since: event.currentTarget.value || undefined, order: undefined }, true)}
        disabled={isSearching}
        title={isSearching ? t`Cannot be combined with an address.` : undefined}
      />
      <TextInput
        type="date"
        label={t`Joined before`}
        value={search.until ?? ''}
        onChange={event => change({ until: event.currentTarget.value || undefined, order: undefined }, true)}
        disabled={isSearching}
        title={isSearching ? t`Cannot be combined with an address.` : undefined}
      />
      {hasFilter && (
        <Button
          variant="default"
          onClick={() => {
            setText('')
            change({ state: undefined, q: undefined, since: undefined, until: undefined })
          }}
        >
          <Trans>Reset the filters</Trans>
        </Button>
      )}
    </search>
  )
}
