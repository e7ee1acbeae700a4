/** Names of objects in sentences: with a link to what still exists; what was deleted, or is not known, is said to be so. */
import { Trans } from '@lingui/react/macro'
import { shorten } from '../../lib/shorten.ts'
import { may, useSession } from '../../session/session.ts'
import { working } from '../../shell/places.ts'
import { PathLink } from '../../ui/path-link.tsx'
import own from './audit.module.css'
import type { Subject, SubjectKind } from './types.ts'

interface Place {
  /** One of these makes the screen useful to the reader. */
  readonly rights: readonly string[]
  readonly path: (id: string, clientPath: string) => string
}

/** Screens of objects. Kinds that have none are named without a link, and so are those that the reader may not open. */
const places: Readonly<Partial<Record<SubjectKind, Place>>> = {
  Campaign: { rights: ['View'], path: (id, client) => `${client}/campaigns/${id}` },
  Client: { rights: ['View'], path: id => `/clients/${id}` },
  Feed: { rights: working, path: (id, client) => `${client}/feeds/${id}` },
  Form: { rights: working, path: (id, client) => `${client}/forms/${id}` },
  Import: { rights: ['Import'], path: (id, client) => `${client}/imports/${id}` },
  List: { rights: working, path: (id, client) => `${client}/lists/${id}` },
  Segment: { rights: ['ReadAudience'], path: (id, client) => `${client}/segments/${id}` },
  Series: { rights: working, path: (id, client) => `${client}/series/${id}` },
  Template: { rights: ['Draft'], path: (id, client) => `${client}/templates/${id}` },
}

/** Longer names are cut: a sentence stays one. The whole name is behind Details. */
const longestName = 80

export function shortName(name: string): string {
  return shorten(name, longestName)
}

/** @param subject undefined for what the entry does not name */
export function SubjectName({
  subject,
  clientId,
}: {
  readonly subject: Subject | undefined
  readonly clientId: string
}) {
  const session = useSession()
  if (!subject || (subject.State === 'Unknown' && !subject.Name)) {
    return (
      <span className={own.unknown}>
        <Trans comment="in place of a name: of what no longer exists, or was never found">(unknown name)</Trans>
      </span>
    )
  }
  const { Kind, ID = '', Name = '', State } = subject
  const place = State === 'Present' ? places[Kind] : undefined
  const name = <bdi>{Name === '' ? <Trans>(without a name)</Trans> : shortName(Name)}</bdi>
  const client = Kind === 'Client' ? ID : clientId
  const isReachable = place !== undefined && client !== '' && place.rights.some(right => may(session, right, client))
  return (
    <>
      {isReachable ? (
        <PathLink className={own.name} to={place.path(ID, `/clients/${clientId}`)}>
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
