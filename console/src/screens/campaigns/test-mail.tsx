import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call, read } from '../../api/call.ts'
import type { DraftStore } from '../../drafts/draft-store.ts'
import { newKey } from '../../lib/new-key.ts'
import { reread } from '../../live/reread.ts'
import { useSession } from '../../session/session.ts'
import { Icon } from '../../ui/icons.tsx'
import { Chip, css as parts } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { toast } from '../../ui/toast.ts'
import { IconButton } from '../content/icon-button.tsx'
import css from './campaign.module.css'
import { TestPerson } from './test-person.tsx'
import { useVariant } from './use-variant.tsx'

interface Target {
  /** Each button has its own. */
  readonly key: string
  readonly groupId?: string
  readonly addresses?: readonly string[]
}

/** A test mail with one click: to oneself, to a saved group, or to typed addresses; it is marked as a test and counted nowhere. */
export function TestMail({
  clientId,
  campaignId,
  store,
}: {
  readonly clientId: string
  readonly campaignId: string
  readonly store: DraftStore
}) {
  const { t } = useLingui()
  const { EmailAddress: ownAddress = '' } = useSession()
  const { data } = useQuery(read('TestGroup.List', { ClientID: clientId, Cursor: '', Limit: 100 }))
  const [as, setAs] = useState('')
  const { variant, choice } = useVariant(campaignId)
  const send = useMutation({
    mutationFn: async ({ groupId, addresses = [] }: Target) => {
      await store.flush()
      const parameters = { CampaignID: campaignId, PersonalizeAs: as.trim() }
      if (groupId !== undefined)
        return call('Campaign.SendTestToGroup', { ...parameters, TestGroupID: groupId, Variant: variant })
      const typed = { ...parameters, Recipients: [...addresses] }
      return variant === ''
        ? call('Campaign.SendTest', typed)
        : call('Campaign.SendVariantTest', { ...typed, Variant: variant })
    },
  })
  const target = (one: Target) => ({
    loading: send.isPending && send.variables.key === one.key,
    disabled: send.isPending,
    onClick: () => send.mutate(one),
  })
  return (
    <section className={css.test} aria-label={t`Test mail`}>
      <div>
        <h3>
          <Trans>Test mail</Trans>
        </h3>
        <p className={`${parts.quiet} ${parts.small}`}>
          <Trans>Sent at once, marked as a test, and not counted.</Trans>
        </p>
      </div>
      <ul className={css.targets} aria-label={t`Send a test to`}>
        {ownAddress !== '' && (
          <li>
            <TargetButton name={t`Me`} about={ownAddress} {...target({ key: 'me', addresses: [ownAddress] })} />
          </li>
        )}
        {data?.TestGroups?.map(({ TestGroupID = '', Name = '', Addresses = [] }) => (
          <li key={TestGroupID}>
            <TargetButton
              name={Name}
              about={Addresses.join(', ')}
              {...target({ key: TestGroupID, groupId: TestGroupID })}
              aside={<ForgetGroup clientId={clientId} group={{ TestGroupID, Name, Addresses }} />}
            />
          </li>
        ))}
      </ul>
      {choice}
      <TestPerson clientId={clientId} value={as} onChange={setAs} />
      <OtherAddresses
        clientId={clientId}
        isSending={send.isPending}
        onSend={addresses => send.mutate({ key: 'others', addresses })}
      />
      <Refused error={send.error} />
      {send.data && <Results of={send.data} />}
    </section>
  )
}

function TargetButton({
  name,
  about,
  aside,
  ...button
}: {
  readonly name: string
  readonly about: string
  readonly loading: boolean
  readonly disabled: boolean
  readonly onClick: () => void
  readonly aside?: React.ReactNode
}) {
  const { t } = useLingui()
  return (
    <div className={css.target}>
      <span>
        <b dir="auto">{name}</b>
        <small dir="auto" title={about}>
          {about}
        </small>
      </span>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<Icon name="send" size={16} />}
        aria-label={t`Send a test to ${name}`}
        {...button}
      >
        <Trans>Send</Trans>
      </Button>
      {aside}
    </div>
  )
}

/** Addresses that are typed, to send to or to be saved as a group. */
function OtherAddresses({
  clientId,
  isSending,
  onSend,
}: {
  readonly clientId: string
  readonly isSending: boolean
  readonly onSend: (addresses: readonly string[]) => void
}) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [name, setName] = useState('')
  const addresses = typed.split(/[\s,;]+/).filter(address => address !== '')
  const keep = useMutation({
    mutationFn: () =>
      call(
        'TestGroup.Create',
        {
          ClientID: clientId,
          Name: name.trim() || addresses.join(', ').slice(0, 100),
          Addresses: addresses,
        },
        { idempotencyKey: newKey() },
      ),
    onSuccess: async () => {
      await reread('testGroups')
      setTyped('')
      setName('')
    },
  })
  return (
    <details className={css.others}>
      <summary>
        <Trans>Other addresses, new group</Trans>
      </summary>
      <div className={css.fields}>
        <div className={css.pair}>
          <TextInput
            label={t`Addresses`}
            description={t`Up to 15, separated by commas.`}
            value={typed}
            onChange={event => setTyped(event.currentTarget.value)}
            autoComplete="off"
          />
          <TextInput
            label={t`Name of the group`}
            description={t`Only to save it.`}
            value={name}
            onChange={event => setName(event.currentTarget.value)}
            maxLength={100}
            autoComplete="off"
          />
        </div>
        <div className={parts.actions}>
          <Button variant="default" disabled={isSending || addresses.length === 0} onClick={() => onSend(addresses)}>
            <Trans>Send a test</Trans>
          </Button>
          <Button
            variant="default"
            loading={keep.isPending}
            disabled={addresses.length === 0}
            onClick={() => keep.mutate()}
          >
            <Trans>Save these addresses as a group</Trans>
          </Button>
        </div>
        <Refused error={keep.error} />
      </div>
    </details>
  )
}

function ForgetGroup({
  clientId,
  group: { TestGroupID, Name, Addresses },
}: {
  readonly clientId: string
  readonly group: { readonly TestGroupID: string; readonly Name: string; readonly Addresses: readonly string[] }
}) {
  const { t } = useLingui()
  const forget = useMutation({
    mutationFn: () => call('TestGroup.Delete', { ClientID: clientId, TestGroupID }),
    onSuccess: async () => {
      await reread('testGroups')
      toast(t`“${Name}” is deleted.`, {
        undo: async () => {
          const group = { ClientID: clientId, Name, Addresses: [...Addresses] }
          await call('TestGroup.Create', group, { idempotencyKey: newKey() })
          await reread('testGroups')
        },
      })
    },
  })
  return (
    <>
      <IconButton
        icon="trash"
        label={t`Delete the group “${Name}”`}
        isOff={forget.isPending}
        onClick={() => forget.mutate()}
      />
      <Refused error={forget.error} />
    </>
  )
}

function Results({ of: results }: { readonly of: ValueOf<'Campaign.SendTest'> }) {
  return (
    <ul className={css.results} role="status">
      {results.map(({ EmailAddress, State, Answer }) => (
        <li key={EmailAddress}>
          <bdi>{EmailAddress}</bdi>{' '}
          {State === 'Accepted' ? (
            <Chip tone="good">
              <Trans context="recipients">Sent</Trans>
            </Chip>
          ) : (
            <Chip tone={State === 'Refused' ? 'bad' : 'warn'}>
              {State === 'Refused' ? <Trans>Failed</Trans> : <Trans>Not sent</Trans>}
            </Chip>
          )}
          {Answer && State !== 'Accepted' && <div className={`${parts.quiet} ${parts.small}`}>{Answer}</div>}
        </li>
      ))}
    </ul>
  )
}
