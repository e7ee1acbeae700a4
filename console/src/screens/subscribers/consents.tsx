/** What a contact agreed to on a list, purpose by purpose with its proof, what follows, and on which basis it is mailed. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { read } from '../../api/call.ts'
import { dateTime } from '../../lib/format.ts'
import { css, Skeletons, type StateWord, StateWordChip } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { basisLabels, type Consents, type OfMember, type PurposeConsent, purposeLabels } from './consent-words.ts'
import own from './contact.module.css'
import { RecordAnswer, RecordBasis } from './record-consent.tsx'

const answerWords: Readonly<Record<PurposeConsent['Consent'], StateWord>> = {
  Granted: { label: msg`Agreed`, tone: 'good', icon: 'check' },
  Denied: { label: msg`Declined`, tone: 'bad', icon: 'close' },
  Unknown: { label: msg`Not asked`, tone: 'plain', icon: 'clock' },
}

const effects: Readonly<Record<Consents['OpensRecorded'], MessageDescriptor>> = {
  Measured: msg`Opens and clicks of this person are recorded.`,
  LastOpenDate: msg`Only the date of the last open is kept.`,
  SumsOnly: msg`Opens are counted without saying whose they are.`,
  Nothing: msg`Nothing is recorded of this person.`,
}

export function ConsentsOf({ mayChange, ...member }: OfMember & { readonly mayChange: boolean }) {
  const { t, i18n } = useLingui()
  const { data, error, isPending } = useQuery(
    read('Subscriber.GetConsents', { ListID: member.listId, Email: member.address }),
  )
  const [open, setOpen] = useState<'answer' | 'basis'>()
  return (
    <section aria-label={t`Consent`}>
      <h3>
        <Trans>Consent</Trans>
      </h3>
      {isPending && <Skeletons lines={4} />}
      <Refused error={error} />
      {data && (
        <>
          <p className={css.quiet}>{i18n._(effects[data.OpensRecorded])}</p>
          <dl className={own.consents}>
            {data.Purposes?.map(purpose => (
              <div key={purpose.Purpose}>
                <dt>{i18n._(purposeLabels[purpose.Purpose])}</dt>
                <dd>
                  <StateWordChip of={answerWords[purpose.Consent]} /> <Proof of={purpose} />
                </dd>
              </div>
            ))}
            {data.LastOpenDate && (
              <div>
                <dt>{t`Last open`}</dt>
                <dd>{dateTime(data.LastOpenDate)}</dd>
              </div>
            )}
            {data.Basis && (
              <div>
                <dt>{t`Mailed because of`}</dt>
                <dd>
                  {i18n._(basisLabels[data.Basis.Basis])} <ProofOfBasis of={data.Basis} />
                </dd>
              </div>
            )}
          </dl>
          {mayChange && (
            <div className={css.actions}>
              <Button variant="default" size="sm" onClick={() => setOpen('answer')}>
                <Trans>Record an answer</Trans>
              </Button>
              <Button variant="default" size="sm" onClick={() => setOpen('basis')}>
                <Trans>Change the basis</Trans>
              </Button>
            </div>
          )}
          {open === 'answer' && <RecordAnswer {...member} consents={data} onDone={() => setOpen(undefined)} />}
          {open === 'basis' && <RecordBasis {...member} consents={data} onDone={() => setOpen(undefined)} />}
        </>
      )}
    </section>
  )
}

function Proof({ of: { Since, GivenDate, Username, Wording, Source } }: { readonly of: PurposeConsent }) {
  return (
    <Parts
      of={[
        Since && <Trans>since {dateTime(Since)}</Trans>,
        GivenDate && <Trans>said on {dateTime(GivenDate.slice(0, 10))}</Trans>,
        Username && (
          <Trans comment="who did it">
            by <bdi>{Username}</bdi>
          </Trans>
        ),
        Source && <bdi>{Source}</bdi>,
        Wording && <q dir="auto">{Wording}</q>,
      ]}
    />
  )
}

function ProofOfBasis({ of: { EndsOn, Since, Note } }: { readonly of: NonNullable<Consents['Basis']> }) {
  return (
    <Parts
      of={[
        EndsOn && <Trans>until {dateTime(EndsOn)}</Trans>,
        Since && <Trans>since {dateTime(Since)}</Trans>,
        Note && <bdi>{Note}</bdi>,
      ]}
    />
  )
}

function Parts({ of: parts }: { readonly of: readonly ReactNode[] }) {
  return (
    <span className={own.proof}>
      {parts.filter(Boolean).map((part, n) => (
        // the order is always the same
        <span key={n}>
          {n > 0 && ' · '}
          {part}
        </span>
      ))}
    </span>
  )
}
