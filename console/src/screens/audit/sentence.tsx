/** An entry of the audit log as a sentence: who did what to what, by names. */
import type { MessageDescriptor } from '@lingui/core'
import { Trans as Say } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { keyLabel } from '../../lib/actor-name.ts'
import { several } from '../several.ts'
import own from './audit.module.css'
import { fieldsInWords } from './field-words.ts'
import { type ThingName, wordsOf } from './operation-words.ts'
import { countedSentences, sentences } from './sentences.ts'
import { SubjectName, shortName } from './subjects.tsx'
import { things } from './things.ts'
import type { Entry, Subject, SubjectKind } from './types.ts'

/** The person, key or program at the beginning of a sentence. */
export function ActorName({ of: { Actor, ActorName = '', ActorState, Means } }: { readonly of: Entry }) {
  const name = (text: string) => (
    <strong className={own.who}>
      <bdi>{shortName(text)}</bdi>
    </strong>
  )
  switch (Actor) {
    case 'Key':
      return (
        <>
          <Trans comment="beginning of a sentence: who did it">The API key {name(keyLabel(ActorName) || '–')}</Trans>
          {ActorState === 'Revoked' && <Gone>{<Trans comment="after the name of an API key">(revoked)</Trans>}</Gone>}
        </>
      )
    case 'System':
      return Means === 'System' && ActorName === 'operator' ? (
        <strong className={own.who}>
          <Trans comment="beginning of a sentence: who gave a command on the server">The operator</Trans>
        </strong>
      ) : (
        name(ActorName || 'Lettershop')
      )
    case 'Unknown':
      return (
        <strong className={own.who}>
          <Trans comment="beginning of a sentence: a sign-in with an unknown name">Someone unknown</Trans>
        </strong>
      )
    case 'Person':
    case 'Login':
      return (
        <>
          {ActorName === '' ? (
            <strong className={own.who}>
              <Trans comment="beginning of a sentence: the name was not recorded">A person without a name</Trans>
            </strong>
          ) : (
            name(ActorName)
          )}
          {ActorState === 'Removed' && (
            <Gone>
              <Trans comment="after the name of a person who was removed">(no longer has access)</Trans>
            </Gone>
          )}
        </>
      )
  }
}

function Gone({ children }: { readonly children: ReactNode }) {
  return (
    <>
      {' '}
      <span className={own.unknown}>{children}</span>
    </>
  )
}

/** @param count of a folded line: 1 for a single entry */
export function EntrySentence({ entry, count }: { readonly entry: Entry; readonly count: number }) {
  const { i18n } = useLingui()
  const { Operation = '', Fields = [] } = entry
  const [sentence, given] = wordsOf(Operation) ?? (['unknown'] as const)
  const thing = given === 'named' ? kindNamedBy(entry) : given
  const kind = thing === undefined ? undefined : things[thing].kind
  const name = <SubjectName subject={kind && subjectOf(entry, kind)} clientId={entry.ClientID ?? ''} />
  const fields = fieldsInWords(i18n, Fields)
  const isOfFields = sentence === 'changed' && thing === 'Campaign' && fields !== undefined
  const values = {
    name,
    who: <ActorName of={entry} />,
    what: thing === undefined ? '' : <Say {...things[thing].words} values={{ name }} />,
    ...(isOfFields ? { fields } : {}),
  }
  if (isCounted(sentence)) return <Say {...countedSentences[sentence]} values={{ ...values, count }} />
  const words: MessageDescriptor = isOfFields ? sentences.changedFields : sentences[sentence]
  const said = <Say {...words} values={values} />
  return count === 1 ? said : <Say {...several} values={{ said, count }} />
}

/** Whether the sentence of an operation has the name of the client. */
export function namesClient(operation = ''): boolean {
  const [, thing] = wordsOf(operation) ?? []
  return thing !== undefined && thing !== 'named' && things[thing].kind === 'Client'
}

/** The kind of the first object that the entry names; earlier versions recorded what was restored without its kind. */
function kindNamedBy({ Subjects = [] }: Entry): ThingName {
  const kind = Subjects[0]?.Kind ?? 'Other'
  return Object.hasOwn(things, kind) ? (kind as ThingName) : 'unknownObject' // just looked up
}

function isCounted(
  name: keyof typeof sentences | keyof typeof countedSentences,
): name is keyof typeof countedSentences {
  return Object.hasOwn(countedSentences, name)
}

/** The object of a sentence. That of a client is the client of the entry, unless a client is the object itself. */
function subjectOf({ Subjects = [], ClientID = '', ClientName = '', ClientState }: Entry, kind: SubjectKind) {
  const found = Subjects.find(({ Kind }) => Kind === kind)
  if (found || kind !== 'Client' || ClientID === '') return found
  return { Kind: 'Client', ID: ClientID, Name: ClientName, State: ClientState } satisfies Subject
}
