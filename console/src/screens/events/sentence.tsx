/** An event as a sentence: whom it is about, which list or campaign, by names. */
import { Trans as Say } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { listOf } from '../../lib/format.ts'
import { may, useSession } from '../../session/session.ts'
import own from '../audit/audit.module.css'
import { SubjectName, shortName } from '../audit/subjects.tsx'
import type { Subject, SubjectKind } from '../audit/types.ts'
import { several } from '../several.ts'
import { eventSentences, machineSentences, unknownEvent } from './sentences.ts'
import { isEventType } from './types.ts'

export type Event = NonNullable<ValueOf<'Event.Find'>['Events']>[number]

export type Members = Readonly<Record<string, unknown>>

/** @param data a JSON object as text */
export function membersOf(data = '{}'): Members {
  try {
    return JSON.parse(data) as Members // a JSON object, says the contract
  } catch {
    return { Data: data }
  }
}

export function EventSentence({
  of: { Type = '', Data, Subjects = [] },
  count,
  clientId,
}: {
  readonly of: Event
  /** How many such events are in the line. */
  readonly count: number
  readonly clientId: string
}) {
  const members = membersOf(Data)
  const named = (kind: SubjectKind, isLead = false) => (
    <SubjectName subject={subjectOf(Subjects, kind, isLead ? members : {})} clientId={clientId} />
  )
  const words = isEventType(Type)
    ? (members.Machine === true && machineSentences[Type]) || eventSentences[Type]
    : unknownEvent
  const group = Type.split('.')[0]
  const said = (
    <Say
      {...words}
      values={{
        person: <Person address={textOf(members, 'EmailAddress')} clientId={clientId} />,
        actor: <Actor name={textOf(members, 'ApprovedBy', 'RejectedBy', 'RequestedBy', 'Author', 'Username')} />,
        tags: tagsOf(members),
        list: named('List'),
        campaign: named('Campaign', group === 'campaign'),
        segment: named('Segment', group === 'segment'),
        feed: named('Feed', group === 'feed'),
        form: named('Form', group === 'form'),
        import: named('Import'),
      }}
    />
  )
  return count === 1 ? said : <Say {...several} values={{ said, count }} />
}

/** The name now, or the one that the event itself has of what no longer exists. */
function subjectOf(subjects: readonly Subject[], kind: SubjectKind, members: Members): Subject | undefined {
  const found = subjects.find(({ Kind }) => Kind === kind)
  const then = textOf(members, 'Name', 'Title')
  return found && found.State === 'Unknown' && then !== '' ? { ...found, Name: then, State: 'Deleted' } : found
}

function Person({ address, clientId }: { readonly address: string; readonly clientId: string }): ReactNode {
  const session = useSession()
  if (address === '') return <Trans>Someone</Trans>
  // the hash that takes the place of an address when a contact is erased
  if (address.startsWith('@hmac:')) {
    return (
      <span className={own.unknown}>
        <Trans comment="in place of the address in a sentence">(an erased contact)</Trans>
      </span>
    )
  }
  const name = <bdi>{shortName(address)}</bdi>
  if (!may(session, 'ReadAudience', clientId)) return <span className={own.name}>{name}</span>
  return (
    <Link className={own.name} to="/clients/$clientId/contact" params={{ clientId }} search={{ address }}>
      {name}
    </Link>
  )
}

function Actor({ name }: { readonly name: string }) {
  return <strong className={own.who}>{name === '' ? <Trans>Someone</Trans> : <bdi>{shortName(name)}</bdi>}</strong>
}

/** @returns the first that is a text; '' for none */
function textOf(members: Members, ...names: readonly string[]): string {
  const found = names.map(name => members[name]).find(value => typeof value === 'string' && value !== '')
  return (found ?? '') as string // just found
}

function tagsOf({ Tags }: Members): string {
  return Array.isArray(Tags) ? listOf(Tags.filter(tag => typeof tag === 'string').map(shortName)) : ''
}
