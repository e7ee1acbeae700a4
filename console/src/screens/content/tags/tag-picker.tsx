/** Chooses a tag with its words where nothing is known, and shows what a chosen person would read. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Autocomplete, Button, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import { useDebounced } from '../../../lib/debounced.ts'
import { peopleTags, type TagValues, writeTag } from '../../../lib/merge-tags.ts'
import { may, useSession } from '../../../session/session.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Refused } from '../../../ui/refused.tsx'
import { NotSubscribed, useShownPerson } from './person.ts'
import css from './tags.module.css'

export interface TagPickerProps {
  readonly clientId: string
  /** Keys of custom fields. */
  readonly fields: readonly string[]
  /** A tag that is there, to be changed. */
  readonly present?: { readonly name: string; readonly fallback: string } | undefined
  readonly onPick: (source: string) => void
  readonly onClose: () => void
}

export function TagPicker({ clientId, fields, present, onPick, onClose }: TagPickerProps) {
  const { t } = useLingui()
  const labelOf = useTagLabels()
  const names = tagNames(fields, present?.name)
  const [name, setName] = useState(
    () => names.find(one => one.toLowerCase() === present?.name.toLowerCase()) ?? 'firstname',
  )
  const [fallback, setFallback] = useState(present?.fallback ?? '')
  const { values } = useShownPerson(clientId)
  const shown = values[name.toLowerCase()] || fallback.trim()
  return (
    <Dialog title={present ? t`Change the tag` : t`Insert a tag`} onClose={onClose}>
      <form
        className={css.picker}
        onSubmit={event => {
          event.preventDefault()
          // a form of the page may be around it
          event.stopPropagation()
          onPick(writeTag(name, fallback))
        }}
      >
        <fieldset className={css.names}>
          <legend>
            <Trans>What is inserted</Trans>
          </legend>
          {names.map((one, n) => (
            <label key={one} className={css.name}>
              <input
                type="radio"
                name="tag"
                value={one}
                checked={one === name}
                onChange={() => setName(one)}
                {...(n === 0 && { 'data-first': '' })}
              />
              <bdi>{labelOf(one)}</bdi>
              <Value values={values} name={one} />
            </label>
          ))}
        </fieldset>
        <TextInput
          label={t`If nothing is known`}
          description={t`For people without this value, such as “friend”.`}
          dir="auto"
          maxLength={200}
          autoComplete="off"
          value={fallback}
          onChange={event => setFallback(event.currentTarget.value)}
        />
        <PersonField clientId={clientId} />
        <p className={css.result} role="status">
          {shown === '' ? (
            <Trans>Shows nothing where nothing is known.</Trans>
          ) : (
            <Trans>
              Shows: <b dir="auto">{shown}</b>
            </Trans>
          )}
        </p>
        <Button type="submit">{present ? <Trans>Change</Trans> : <Trans>Insert</Trans>}</Button>
      </form>
    </Dialog>
  )
}

function Value({ values, name }: { readonly values: TagValues; readonly name: string }) {
  const value = values[name.toLowerCase()]
  return value ? <small dir="auto">{value}</small> : null
}

/** Whose values are shown: typed, or chosen among those whose address begins so. */
export function PersonField({ clientId, size = 'sm' }: { readonly clientId: string; readonly size?: 'xs' | 'sm' }) {
  const { t } = useLingui()
  const mayRead = may(useSession(), 'ReadAudience', clientId)
  const { email, error, choose } = useShownPerson(clientId)
  const [typed, setTyped] = useState(email)
  // chosen beside the preview
  useEffect(() => setTyped(email), [email])
  const search = useDebounced(typed.trim(), 250)
  const { data } = useQuery({
    queryKey: ['Subscriber.Search', { ClientID: clientId, By: 'Address', Search: search, Limit: 8 }],
    queryFn: ({ signal }) =>
      call(
        'Subscriber.Search',
        { ClientID: clientId, By: 'Address', Search: search, Cursor: '', Limit: 8 },
        { signal },
      ),
    enabled: mayRead,
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (!mayRead) return null
  const found = (data?.Contacts ?? []).map(({ EmailAddress = '' }) => EmailAddress)
  return (
    <div>
      <Autocomplete
        size={size}
        label={t`Show the values of`}
        placeholder={t`No one: fallbacks are shown`}
        comboboxProps={{ withinPortal: false }}
        maxLength={254}
        spellCheck={false}
        data={[...new Set(found)]}
        filter={({ options }) => options}
        value={typed}
        onChange={next => {
          setTyped(next)
          if (next.trim() === '' || found.includes(next)) choose(next)
        }}
        onBlur={() => choose(typed)}
      />
      {error instanceof NotSubscribed ? (
        <p className={css.unknown} role="alert">
          <Trans>No list of this client has this address.</Trans>
        </p>
      ) : (
        <Refused error={error} />
      )}
    </div>
  )
}

function tagNames(fields: readonly string[], present: string | undefined): readonly string[] {
  const own = fields.filter(field => !(peopleTags as readonly string[]).includes(field.toLowerCase())) // wider, to be asked about any name
  const known = [...peopleTags, ...own]
  const isKnown = present === undefined || known.some(one => one.toLowerCase() === present.toLowerCase())
  return isKnown ? known : [...known, present]
}

/** Names of tags in the words of the reader; those of fields are the client's own. */
export function useTagLabels(): (name: string) => string {
  const { t } = useLingui()
  const labels: Readonly<Record<string, string>> = {
    firstname: t`First name`,
    lastname: t`Last name`,
    fullname: t`Full name`,
    email: t`Email address`,
  }
  return name => labels[name.toLowerCase()] ?? name
}
