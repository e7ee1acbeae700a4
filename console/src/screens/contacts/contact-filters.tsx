/** What is shown of the contacts; all of it is part of the address. */

import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSearchText } from '../../lib/search-text.ts'
import { Check } from '../../ui/check.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import layout from '../../ui/layout.module.css'
import type { ContactsSearch } from '../audience-search.ts'
import type { NamedList } from '../lists/named-list.ts'
import css from '../subscribers/filters.module.css'
import { stateOf, subscriberWords } from '../subscribers/state-words.ts'
import { useTags } from '../tags/tag-input.tsx'
import { listIdsOf } from './people-rows.ts'

const route = getRouteApi('/inside/clients/$clientId/contacts')

export function ContactFilters({
  clientId,
  lists,
}: {
  readonly clientId: string
  readonly lists: readonly NamedList[]
}) {
  const { t, i18n } = useLingui()
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/clients/$clientId/contacts' })
  const change = (changes: Partial<ContactsSearch>, replace = false) =>
    void navigate({ search: before => ({ ...before, ...changes }), replace, resetScroll: false })
  const [text, setText] = useSearchText(search.q ?? '', typed => change({ q: typed.trim() || undefined }, true))
  const tags = useTags(clientId)
  const hasFilter = [search.state, search.q, search.tag, search.since, search.until].some(one => one !== undefined)
  const isDated = listIdsOf(search).length === 1
  const isSearching = search.q !== undefined || search.tag !== undefined
  const why = isSearching ? t`Cannot be combined with a search or a tag.` : undefined
  return (
    <search className={css.filters} aria-label={t`Find contacts`}>
      <TextInput
        className={css.wide}
        type="search"
        label={t`Find`}
        placeholder={t`Address, name, company …`}
        leftSection={<Icon name="search" size={16} />}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        maxLength={250}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
      />
      <ListChoice lists={lists} onChange={list => change({ list, since: undefined, until: undefined })} />
      <NativeSelect
        label={t`State`}
        value={search.state ?? ''}
        onChange={event => change({ state: stateOf(event.currentTarget.value) })}
        data={[
          { value: '', label: isSearching ? t`All states` : t`All but deleted` },
          ...Object.entries(subscriberWords).map(([value, { label }]) => ({ value, label: i18n._(label) })),
        ]}
      />
      {(tags.length > 0 || search.tag !== undefined) && (
        <NativeSelect
          label={t`Contact tag`}
          value={search.tag ?? ''}
          onChange={event => change({ tag: event.currentTarget.value || undefined })}
          data={[
            { value: '', label: t`Any or none` },
            ...tagNames(
              tags.map(({ Name = '' }) => Name),
              search.tag,
            ),
          ]}
        />
      )}
      {isDated && (
        <>
          <TextInput
            type="date"
            label={t`Joined from`}
            value={search.since ?? ''}
            onChange={event => change({ since: event.currentTarget.value || undefined, order: undefined }, true)}
            disabled={isSearching}
            title={why}
          />
          <TextInput
            type="date"
            label={t`Joined before`}
            value={search.until ?? ''}
            onChange={event => change({ until: event.currentTarget.value || undefined, order: undefined }, true)}
            disabled={isSearching}
            title={why}
          />
        </>
      )}
      {hasFilter && (
        <Button
          variant="default"
          onClick={() => {
            setText('')
            change({ state: undefined, q: undefined, tag: undefined, since: undefined, until: undefined })
          }}
        >
          <Trans>Reset the filters</Trans>
        </Button>
      )}
    </search>
  )
}

/** With the one of the address, which may be an id, or of a tag that is gone. */
function tagNames(names: readonly string[], chosen: string | undefined): readonly string[] {
  return chosen === undefined || names.includes(chosen) ? names : [chosen, ...names]
}

const several = 'several'

/** One list, all of them, or several that are chosen in a dialog. */
function ListChoice({
  lists,
  onChange,
}: {
  readonly lists: readonly NamedList[]
  readonly onChange: (list: string | undefined) => void
}) {
  const { t } = useLingui()
  const search = route.useSearch()
  const chosen = listIdsOf(search)
  const [isChoosing, setChoosing] = useState(false)
  const isSeveral = chosen.length > 1
  return (
    <>
      <NativeSelect
        className={css.list}
        label={t`List`}
        value={isSeveral ? several : (chosen[0] ?? '')}
        onChange={event => {
          if (event.currentTarget.value === several) setChoosing(true)
          else onChange(event.currentTarget.value || undefined)
        }}
        data={[
          { value: '', label: t`All lists` },
          ...lists.map(({ ListID = '', Name = '' }) => ({ value: ListID, label: Name })),
          ...(lists.length > 2 || isSeveral
            ? [{ value: several, label: isSeveral ? t`${chosen.length} lists` : t`Several lists …` }]
            : []),
        ]}
      />
      {isSeveral && (
        <Button variant="default" onClick={() => setChoosing(true)}>
          <Trans>Choose the lists</Trans>
        </Button>
      )}
      {isChoosing && (
        <SeveralLists lists={lists} chosen={chosen} onChange={onChange} onClose={() => setChoosing(false)} />
      )}
    </>
  )
}

/** As many as the service takes in one search. */
const mostLists = 50

function SeveralLists({
  lists,
  chosen,
  onChange,
  onClose,
}: {
  readonly lists: readonly NamedList[]
  readonly chosen: readonly string[]
  readonly onChange: (list: string | undefined) => void
  readonly onClose: () => void
}) {
  const { t } = useLingui()
  const [ids, setIds] = useState(chosen)
  return (
    <Dialog title={t`Choose the lists`} onClose={onClose}>
      <div className={css.choices}>
        {lists.map(({ ListID = '', Name = '' }) => (
          <Check
            key={ListID}
            label={Name}
            checked={ids.includes(ListID)}
            onChange={isOn => setIds(isOn ? [...ids, ListID].slice(0, mostLists) : ids.filter(id => id !== ListID))}
          />
        ))}
      </div>
      <Button
        className={layout.top12}
        onClick={() => {
          onClose()
          onChange(ids.length === 0 ? undefined : ids.join(','))
        }}
      >
        <Trans>Show the contacts</Trans>
      </Button>
    </Dialog>
  )
}
