import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call, read } from '../../api/call.ts'
import type { DraftStore } from '../../drafts/draft-store.ts'
import { newKey } from '../../lib/new-key.ts'
import { reread } from '../../live/reread.ts'
import { useSession } from '../../session/session.ts'
import { Chip, css as parts } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import css from './campaign.module.css'

/** A test mail, to typed addresses or a saved group; it is marked as a test and counted nowhere. */
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
  const session = useSession()
  const { data } = useQuery(read('TestGroup.List', { ClientID: clientId, Cursor: '', Limit: 100 }))
  const groups = data?.TestGroups ?? []
  const [group, setGroup] = useState('')
  const [typed, setTyped] = useState(session.EmailAddress ?? '')
  const [as, setAs] = useState('')
  const addresses = typed.split(/[\s,;]+/).filter(address => address !== '')
  const send = useMutation({
    mutationFn: async () => {
      await store.flush()
      const parameters = { CampaignID: campaignId, PersonalizeAs: as.trim() }
      return group === ''
        ? call('Campaign.SendTest', { ...parameters, Recipients: addresses })
        : call('Campaign.SendTestToGroup', { ...parameters, TestGroupID: group })
    },
  })
  const keep = useMutation({
    mutationFn: () =>
      call(
        'TestGroup.Create',
        { ClientID: clientId, Name: addresses.join(', ').slice(0, 100), Addresses: addresses },
        { idempotencyKey: newKey() },
      ),
    onSuccess: async id => {
      await reread('testGroups')
      setGroup(id)
    },
  })
  return (
    <section className={css.test} aria-label={t`Test mail`}>
      <h3>
        <Trans>Test mail</Trans>
      </h3>
      <div className={css.pair}>
        {groups.length > 0 && (
          <NativeSelect
            label={t`To`}
            value={group}
            onChange={event => setGroup(event.currentTarget.value)}
            data={[
              { value: '', label: t`Other addresses` },
              ...groups.map(({ TestGroupID = '', Name = '' }) => ({ value: TestGroupID, label: Name })),
            ]}
          />
        )}
        {group === '' && (
          <TextInput
            label={t`Addresses`}
            description={t`Up to 15, separated by commas.`}
            value={typed}
            onChange={event => setTyped(event.currentTarget.value)}
            autoComplete="off"
          />
        )}
        <TextInput
          type="email"
          label={t`Personalised for`}
          description={t`The address of a subscriber. Empty: tags show their fallbacks.`}
          value={as}
          onChange={event => setAs(event.currentTarget.value)}
          autoComplete="off"
        />
      </div>
      <div className={parts.actions}>
        <Button variant="default" loading={send.isPending} onClick={() => send.mutate()}>
          <Trans>Send a test</Trans>
        </Button>
        {group === '' && addresses.length > 1 && (
          <Button variant="default" loading={keep.isPending} onClick={() => keep.mutate()}>
            <Trans>Save these addresses as a group</Trans>
          </Button>
        )}
        {group !== '' && <ForgetGroup clientId={clientId} groupId={group} onGone={() => setGroup('')} />}
      </div>
      <Refused error={send.error ?? keep.error} />
      {send.data && <Results of={send.data} />}
    </section>
  )
}

function ForgetGroup({
  clientId,
  groupId,
  onGone,
}: {
  readonly clientId: string
  readonly groupId: string
  readonly onGone: () => void
}) {
  const forget = useMutation({
    mutationFn: () => call('TestGroup.Delete', { ClientID: clientId, TestGroupID: groupId }),
    onSuccess: () => {
      onGone()
      return reread('testGroups')
    },
  })
  return (
    <>
      <Button variant="default" loading={forget.isPending} onClick={() => forget.mutate()}>
        <Trans>Delete this group</Trans>
      </Button>
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
