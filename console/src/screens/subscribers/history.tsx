/** Everything that happened to a membership, the newest first, each line with its proof. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { read } from '../../api/call.ts'
import { dateTime } from '../../lib/format.ts'
import { plainWords } from '../../lib/plain-words.ts'
import { Details } from '../../ui/details.tsx'
import { css, Skeletons, StateWordChip } from '../../ui/page.tsx'
import { PathLink } from '../../ui/path-link.tsx'
import { Refused } from '../../ui/refused.tsx'
import { causeInWords } from './causes.ts'
import own from './contact.module.css'
import { stateOf, subscriberWords } from './state-words.ts'

type Change = ValueOf<'Subscriber.GetHistory'>[number]

const ways: Readonly<Record<string, MessageDescriptor>> = {
  api: msg`over the API`,
  page: msg`on a page of this service`,
  'one-click': msg`with one-click unsubscribe`,
  mail: msg`by mail`,
  bounce: msg`by a bounce`,
  complaint: msg`by a complaint report`,
  console: msg`in the console`,
  operator: msg`by the operator`,
  import: msg`by an import`,
}

export function History({
  clientId,
  listId,
  address,
}: {
  readonly clientId: string
  readonly listId: string
  readonly address: string
}) {
  const { t } = useLingui()
  const { data, error, isPending } = useQuery(read('Subscriber.GetHistory', { ListID: listId, Email: address }))
  return (
    <section aria-label={t`History`}>
      <h3>
        <Trans>History</Trans>
      </h3>
      {isPending && <Skeletons lines={4} />}
      <Refused error={error} />
      {data?.length === 0 && (
        <p className={css.quiet}>
          <Trans>No entries.</Trans>
        </p>
      )}
      <ol className={own.history}>
        {data?.toReversed().map((change, n) => (
          // lines have no names; the newest is the first
          <li key={data.length - n}>
            <ChangeLine change={change} clientId={clientId} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** @param of the list, where several stand together */
export function ChangeLine({
  change,
  clientId,
  of: listTitle,
}: {
  readonly change: Change
  readonly clientId: string
  readonly of?: string | undefined
}) {
  const { i18n } = useLingui()
  const { Date: moment, Cause = '', FromState, ToState } = change
  const state = FromState === ToState ? undefined : stateOf(ToState)
  return (
    <>
      <div className={own.what}>
        <span>{causeInWords(i18n, Cause)}</span>
        {state && <StateWordChip of={subscriberWords[state]} />}
        {listTitle !== undefined && <bdi className={css.quiet}>{listTitle}</bdi>}
        <time>{dateTime(moment)}</time>
      </div>
      <Proof change={change} clientId={clientId} />
    </>
  )
}

/** The service writes it in English; a sign-up begins with its form. */
const formDetail = 'form: '

function DetailText({ of: detail }: { readonly of: string }) {
  if (!detail.startsWith(formDetail)) return <bdi>{detail}</bdi>
  const rest = detail.slice(formDetail.length)
  return (
    <Trans comment="the sign-up form that a person came by">
      form <bdi>{rest}</bdi>
    </Trans>
  )
}

/** What proves it: the way, who, because of which mail; from where and with what behind *Details*. */
function Proof({ change, clientId }: { readonly change: Change; readonly clientId: string }) {
  const { i18n } = useLingui()
  const { By = '', Username, RemoteAddress, Wire, Agent, CampaignID, Detail } = change
  const way = ways[By]
  const wire = Wire?.toUpperCase()
  const parts: ReactNode[] = [
    way ? i18n._(way) : plainWords(By),
    Username && (
      <Trans comment="who did it">
        by <bdi>{Username}</bdi>
      </Trans>
    ),
    CampaignID && (
      <PathLink to={`/clients/${clientId}/campaigns/${CampaignID}`}>
        <Trans>the campaign</Trans>
      </PathLink>
    ),
    Detail && <DetailText of={Detail} />,
  ].filter(Boolean)
  return (
    <div className={own.proof}>
      {parts.map((part, n) => (
        // the order is always the same
        <span key={n}>
          {n > 0 && ' · '}
          {part}
        </span>
      ))}
      {(RemoteAddress || Agent) && (
        <Details>
          {RemoteAddress && (
            <p>
              <Trans comment="a network address and a protocol">
                from <code>{RemoteAddress}</code> ({wire})
              </Trans>
            </p>
          )}
          {Agent && (
            <p>
              <bdi>{Agent}</bdi>
            </p>
          )}
        </Details>
      )}
    </div>
  )
}
