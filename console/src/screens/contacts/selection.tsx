/** The contacts that are selected in the table, and what is done with them. */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { number } from '../../lib/format.ts'
import { css } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import type { ContactsSearch } from '../audience-search.ts'
import { BulkChangeButton } from '../bulk-changes/bulk-change.tsx'
import type { NamedList } from '../lists/named-list.ts'
import own from './contacts.module.css'
import { listIdsOf, mostSelected, readAddressesFound } from './people-rows.ts'

export interface Selection {
  readonly addresses: ReadonlySet<string>
  readonly select: (addresses: readonly string[], isSelected: boolean) => void
  readonly clear: () => void
}

/** @param question what is shown: another one selects anew */
export function useSelection(question: string): Selection {
  const [selected, setSelected] = useState<{ readonly of: string; readonly addresses: ReadonlySet<string> }>()
  const addresses = selected?.of === question ? selected.addresses : none
  return {
    addresses,
    select: (changed, isSelected) => {
      const others = [...addresses].filter(address => !changed.includes(address))
      const all = isSelected ? [...others, ...changed].slice(0, mostSelected) : others
      setSelected({ of: question, addresses: new Set(all) })
    },
    clear: () => setSelected(undefined),
  }
}

const none: ReadonlySet<string> = new Set()

export function SelectionBar({
  clientId,
  lists,
  selection,
  listOfFirst,
  hasMore,
}: {
  readonly clientId: string
  readonly lists: readonly NamedList[]
  readonly selection: Selection
  /** A list that one of the selected contacts is on. */
  readonly listOfFirst: string
  /** Whether more contacts are found than those that are selected. */
  readonly hasMore: ContactsSearch | undefined
}) {
  const { t } = useLingui()
  const selectAll = useMutation({
    mutationFn: (search: ContactsSearch) => readAddressesFound(clientId, search),
    onSuccess: found => selection.select(found, true),
  })
  const { addresses } = selection
  const count = addresses.size
  if (count === 0) return null
  const isOne = hasMore !== undefined && listIdsOf(hasMore).length === 1
  return (
    <div className={own.selection}>
      <p role="status">
        <strong>
          <Plural value={count} one="# contact selected" other="# contacts selected" />
        </strong>
      </p>
      <div className={css.actions}>
        <BulkChangeButton
          key={[...addresses].join(' ')}
          label={t`Change the selected`}
          clientId={clientId}
          listId={listOfFirst}
          lists={lists}
          rule={{ Emails: [...addresses] }}
          isOfAllLists={!isOne && lists.length > 1}
          actions={['Unsubscribe', 'Delete', 'SetField', 'ClearField', 'AddTag', 'RemoveTag', 'Copy', 'Move']}
        />
        {hasMore && count < mostSelected && (
          <Button variant="default" loading={selectAll.isPending} onClick={() => selectAll.mutate(hasMore)}>
            <Trans>Select all, {number(mostSelected)} at most</Trans>
          </Button>
        )}
        <Button variant="subtle" onClick={selection.clear}>
          <Trans>Clear the selection</Trans>
        </Button>
      </div>
      <Refused error={selectAll.error} />
    </div>
  )
}
