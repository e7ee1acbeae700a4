/** One line of the audit log: its sentence, what was refused, the moments of a fold, and what programs know behind *Details*. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { readPages } from '../../api/pages.ts'
import { whatOfCode } from '../../api/refusals.ts'
import { number, secondsOf, timeOf } from '../../lib/format.ts'
import { Details } from '../../ui/details.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { More } from '../../ui/more.tsx'
import { Chip, css, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import own from './audit.module.css'
import { outcomeLabels } from './filters.tsx'
import type { Line } from './lines.ts'
import { EntrySentence, namesClient } from './sentence.tsx'
import { shortName } from './subjects.tsx'
import type { Entry } from './types.ts'

/** @param isOfClient all lines are about one client, which need not be named */
export function AuditLine({ line, isOfClient }: { readonly line: Line; readonly isOfClient: boolean }) {
  const { entry, count, firstDate } = line
  const { Date: date = '', Outcome, ClientID = '', ClientName = '' } = entry
  return (
    <li>
      <time dateTime={date.replace(' ', 'T')}>
        {count > 1 && timeOf(firstDate) !== timeOf(date) ? `${timeOf(firstDate)} – ${timeOf(date)}` : timeOf(date)}
      </time>
      <div>
        <p className={own.sentence}>
          <EntrySentence entry={entry} count={count} />
        </p>
        {Outcome !== 'Succeeded' && <NotDone of={entry} />}
        <div className={own.below}>
          {!isOfClient && ClientID !== '' && !namesClient(entry.Operation) && (
            <span>
              <bdi>{ClientName === '' ? <Trans>A client that no longer exists</Trans> : shortName(ClientName)}</bdi>
            </span>
          )}
          {count > 1 && <Moments of={entry} count={count} />}
          <EntryDetails of={entry} />
        </div>
      </div>
    </li>
  )
}

function NotDone({ of: { Outcome, Code = 0, Message = '' } }: { readonly of: Entry }) {
  const { i18n } = useLingui()
  const what = whatOfCode(Code)
  return (
    <p className={css.small}>
      <Chip tone={Outcome === 'Refused' ? 'warn' : 'bad'}>{i18n._(outcomeLabels[Outcome])}</Chip>{' '}
      <Trans>Nothing was changed:</Trans> {what ? i18n._(what) : Message}
    </p>
  )
}

/** When each entry of a fold was, on demand. */
function Moments({ of: { Fold = '' }, count }: { readonly of: Entry; readonly count: number }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Trans comment="opens the times of so many entries">Show all {number(count)}</Trans>
      </summary>
      {isOpen && <MomentList fold={Fold} />}
    </details>
  )
}

function MomentList({ fold }: { readonly fold: string }) {
  const query = useInfiniteQuery(readPages('Audit.List', { Fold: fold }))
  const entries = query.data?.pages.flatMap(({ Entries = [] }) => Entries) ?? []
  return (
    <>
      {query.isPending && <Skeletons lines={2} />}
      <Refused error={query.error} />
      <ol className={own.moments}>
        {entries.map(({ Date: date = '', RequestID }, n) => (
          // a call has an entry; those of one transaction share its moment
          <li key={`${RequestID} ${n}`}>{secondsOf(date)}</li>
        ))}
      </ol>
      <More of={query} />
    </>
  )
}

const means: Readonly<Record<NonNullable<Entry['Means']>, MessageDescriptor>> = {
  Session: msg`in the console`,
  Key: msg`with an API key`,
  HistoricalKey: msg`with the key of a login`,
  Password: msg`with a password`,
  System: msg`by the service or its operator`,
}

function EntryDetails({ of: entry }: { readonly of: Entry }) {
  const { t, i18n } = useLingui()
  const { ActorID, ActorName, Means = 'System', Operation, Subject = '', Subjects = [], ClientName, ClientID } = entry
  const { Code = 0, Message, RequestID, RemoteAddress, Wire } = entry
  const about = Subjects.find(({ Kind }) => Kind !== 'Client' && Kind !== 'Other') ?? Subjects[0]
  return (
    <Details>
      <Facts>
        <Fact name={t`Who`}>{ActorName}</Fact>
        <Fact name={t`How`}>{i18n._(means[Means])}</Fact>
        <Fact name={t`Client`}>{ClientName || ClientID}</Fact>
        {Subjects.map(({ Kind, ID, Name }) => (
          <Fact key={ID} name={Kind}>
            {Name}
          </Fact>
        ))}
        <Fact name={t`Operation`}>
          <code>{Operation}</code>
        </Fact>
        <Fact name={t`Subject`}>{Subject && <code>{Subject}</code>}</Fact>
        <Fact name={t`Outcome`}>{Code !== 0 && `${Code} ${Message}`}</Fact>
        <Fact name={t`Network address`}>{RemoteAddress && <code>{RemoteAddress}</code>}</Fact>
        <Fact name={t`Protocol`}>{Wire?.toUpperCase()}</Fact>
        <Fact name={t`Request`}>{RequestID && <code>{RequestID}</code>}</Fact>
      </Facts>
      <p className={css.actions}>
        {ActorID && (
          <Link from="/audit" to="." search={before => ({ ...before, actor: ActorID })} resetScroll={false}>
            <Trans>Only this person or key</Trans>
          </Link>
        )}
        {about && (
          <Link
            from="/audit"
            to="."
            search={before => ({ ...before, about: about.ID, ...(ClientID ? { client: ClientID } : {}) })}
            resetScroll={false}
          >
            <Trans>Only about this object</Trans>
          </Link>
        )}
        <Link from="/audit" to="." search={before => ({ ...before, operation: Operation })} resetScroll={false}>
          <Trans>Only this kind of action</Trans>
        </Link>
      </p>
    </Details>
  )
}
