/** The filters of events: kind, contact, object and days; each is part of the address. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { AboutField } from '../audit/about-field.tsx'
import filters from '../filters.module.css'
import { type EventGroup, eventGroupNames } from './search.ts'

const route = getRouteApi('/inside/clients/$clientId/events')

const groupLabels: Readonly<Record<EventGroup, MessageDescriptor>> = {
  contacts: msg`Subscriptions and contacts`,
  trouble: msg`Bounces and complaints`,
  reading: msg`Opens and clicks`,
  campaigns: msg`Campaigns`,
  imports: msg`Imports and bulk changes`,
  others: msg`Forms, feeds and segments`,
}

export function EventFilters({ clientId }: { readonly clientId: string }) {
  const { t, i18n } = useLingui()
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/clients/$clientId/events' })
  const choose = (name: keyof typeof search, value: string) =>
    void navigate({ search: before => ({ ...before, [name]: value || undefined }), resetScroll: false, replace: true })
  const field = (name: 'kind' | 'about' | 'from' | 'until') => ({
    value: search[name] ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => choose(name, value),
  })
  const chooseContact = (value: string) => {
    const contact = value.trim()
    if (contact !== (search.contact ?? '')) choose('contact', contact)
  }
  return (
    <div className={filters.filters}>
      <NativeSelect
        label={t`Kind`}
        data={[
          { value: '', label: t`All` },
          ...eventGroupNames.map(group => ({ value: group, label: i18n._(groupLabels[group]) })),
        ]}
        {...field('kind')}
      />
      <TextInput
        // a filter that is taken away elsewhere empties it
        key={search.contact ?? ''}
        type="email"
        label={t`Email address`}
        defaultValue={search.contact ?? ''}
        onBlur={({ currentTarget: { value } }) => chooseContact(value)}
        onKeyDown={({ key, currentTarget: { value } }) => {
          if (key === 'Enter') chooseContact(value)
        }}
      />
      <AboutField clientId={clientId} {...field('about')} />
      <TextInput type="date" label={t`From`} {...field('from')} />
      <TextInput type="date" label={t`Until`} {...field('until')} />
    </div>
  )
}
