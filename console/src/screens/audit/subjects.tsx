/** Names of objects in sentences: with a link to what still exists; what was deleted, or is not known, is said to be so. */
import { Trans } from '@lingui/react/macro'
import { PathLink } from '../../ui/path-link.tsx'
import own from './audit.module.css'
import type { Subject, SubjectKind } from './types.ts'

type Path = (id: string, clientPath: string) => string

/** Screens of objects. Kinds that have none are named without a link. */
const paths: Readonly<Partial<Record<SubjectKind, Path>>> = {
  Campaign: (id, client) => `${client}/campaigns/${id}`,
  Client: id => `/clients/${id}`,
  Feed: (id, client) => `${client}/feeds/${id}`,
  Form: (id, client) => `${client}/forms/${id}`,
  Import: (id, client) => `${client}/imports/${id}`,
  List: (id, client) => `${client}/lists/${id}`,
  Segment: (id, client) => `${client}/segments/${id}`,
  Series: (id, client) => `${client}/series/${id}`,
  Template: (id, client) => `${client}/templates/${id}`,
}

/** Longer names are cut: a sentence stays one. The whole name is behind Details. */
const longestName = 80

export function shorten(name: string): string {
  const characters = [...name]
  return characters.length > longestName ? `${characters.slice(0, longestName - 1).join('')}…` : name
}

/** @param subject undefined for what the entry does not name */
export function SubjectName({
  subject,
  clientId,
}: {
  readonly subject: Subject | undefined
  readonly clientId: string
}) {
  if (!subject || (subject.State === 'Unknown' && !subject.Name)) {
    return (
      <span className={own.unknown}>
        <Trans comment="in place of a name: of what no longer exists, or was never found">(unknown name)</Trans>
      </span>
    )
  }
  const { Kind, ID = '', Name = '', State } = subject
  const path = State === 'Present' ? paths[Kind] : undefined
  const name = <bdi>{Name === '' ? <Trans>(without a name)</Trans> : shorten(Name)}</bdi>
  const isReachable = path !== undefined && (Kind === 'Client' || clientId !== '')
  return (
    <>
      {isReachable ? (
        <PathLink className={own.name} to={path(ID, `/clients/${clientId}`)}>
          {name}
        </PathLink>
      ) : (
        <span className={own.name}>{name}</span>
      )}
      {State === 'Deleted' && (
        <>
          {' '}
          <span className={own.unknown}>
            {Kind === 'Key' ? (
              <Trans comment="after the name of an API key">(revoked)</Trans>
            ) : (
              <Trans comment="after the name of a deleted object">(deleted)</Trans>
            )}
          </span>
        </>
      )}
    </>
  )
}
