/** Names of objects in sentences: with a link to what still exists; what was deleted, or is not known, is said to be so. */
import { Trans } from '@lingui/react/macro'
import type { ValueOf } from '../../../../src/client/client.ts'
import { PathLink } from '../../ui/path-link.tsx'
import own from './audit.module.css'

export type Entry = NonNullable<ValueOf<'Audit.List'>['Entries']>[number]
export type Subject = NonNullable<Entry['Subjects']>[number]
export type SubjectKind = Subject['Kind']

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

/** @param of undefined for what the entry does not name */
export function SubjectName({ of, clientId }: { readonly of: Subject | undefined; readonly clientId: string }) {
  if (!of || (of.State === 'Unknown' && !of.Name)) {
    return (
      <span className={own.unknown}>
        <Trans comment="in place of a name: of what no longer exists, or was never found">(unknown name)</Trans>
      </span>
    )
  }
  const { Kind, ID = '', Name = '', State } = of
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
