/** The filters of the audit log: each is part of the address. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { read } from '../../api/call.ts'
import { useClients } from '../../shell/client-at-hand.ts'
import filters from '../filters.module.css'
import { AboutField } from './about-field.tsx'
import { outcomes } from './search.ts'
import { shortName } from './subjects.tsx'
import type { Entry } from './types.ts'

const route = getRouteApi('/inside/audit')

export const outcomeLabels: Readonly<Record<(typeof outcomes)[number], MessageDescriptor>> = {
  Succeeded: msg`Done`,
  Refused: msg`Refused`,
  Failed: msg`Failed`,
}

type FieldName = 'client' | 'actor' | 'about' | 'outcome' | 'from' | 'until'

export function Filters({ entries }: { readonly entries: readonly Entry[] }) {
  const { t, i18n } = useLingui()
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/audit' })
  const clients = useClients()
  const { data: actors = [] } = useQuery(read('Audit.ListActors', {}))
  const field = (name: FieldName) => ({
    value: search[name] ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      void navigate({
        // what is about one client is about no other
        search: before => ({
          ...before,
          [name]: value || undefined,
          ...(name === 'client' ? { about: undefined } : {}),
        }),
        resetScroll: false,
        replace: true,
      }),
  })
  const all = { value: '', label: t`All` }
  const isListed = search.actor === undefined || actors.some(({ ActorID }) => ActorID === search.actor)
  return (
    <>
      <div className={filters.filters}>
        <NativeSelect
          label={t`Person or API key`}
          data={[
            all,
            ...actors.map(({ Actor, ActorID = '', Name = '', State }) => ({
              value: ActorID,
              label: shortName(labelOfActor(t, Actor, Name, State)),
            })),
            ...(isListed ? [] : [{ value: search.actor ?? '', label: t`One person or key` }]),
          ]}
          {...field('actor')}
        />
        <NativeSelect
          label={t`Client`}
          data={[all, ...clients.map(({ ClientID = '', Name = '' }) => ({ value: ClientID, label: shortName(Name) }))]}
          {...field('client')}
        />
        {search.client !== undefined && <AboutField clientId={search.client} {...field('about')} />}
        <NativeSelect
          label={t`Outcome`}
          data={[all, ...outcomes.map(value => ({ value, label: i18n._(outcomeLabels[value]) }))]}
          {...field('outcome')}
        />
        <TextInput type="date" label={t`From`} {...field('from')} />
        <TextInput type="date" label={t`Until`} {...field('until')} />
      </div>
      {(search.operation || (search.about && search.client === undefined)) && (
        <div className={filters.chosen}>
          {search.operation && (
            <ChosenFilter name="operation">
              <Trans>One kind of action</Trans>
            </ChosenFilter>
          )}
          {search.about && search.client === undefined && (
            <ChosenFilter name="about">
              <bdi>{nameAmong(entries, search.about) ?? <Trans>One object</Trans>}</bdi>
            </ChosenFilter>
          )}
        </div>
      )}
    </>
  )
}

type Translate = ReturnType<typeof useLingui>['t']

function labelOfActor(t: Translate, actor: string, name: string, state: string): string {
  const label = actor === 'Key' ? t`API key ${name}` : name
  if (state === 'Revoked') return t`${label} (revoked)`
  return state === 'Removed' ? t`${label} (no longer has access)` : label
}

function nameAmong(entries: readonly Entry[], id: string): string | undefined {
  const found = entries.flatMap(({ Subjects = [] }) => Subjects).find(({ ID, Name }) => ID === id && Name)
  return found?.Name && shortName(found.Name)
}

/** A filter that was chosen by a link; a click takes it away. */
function ChosenFilter({ name, children }: { readonly name: 'about' | 'operation'; readonly children: ReactNode }) {
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
