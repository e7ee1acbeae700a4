/** One sending domain: the records its name servers need, and what a check finds of them. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '../../api/call.ts'
import { dateTime } from '../../lib/format.ts'
import { reread } from '../../live/reread.ts'
import { Act, ActsRefused, useAct } from '../../ui/act.tsx'
import { AskFirst } from '../../ui/ask-first.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Chip, css, Note } from '../../ui/page.tsx'
import own from './domain.module.css'
import { DomainState } from './domain-state.tsx'
import type { SendingDomain } from './domains-query.ts'

type DnsRecord = NonNullable<SendingDomain['Records']>[number]

export interface DomainDrawerProps {
  readonly of: SendingDomain
  readonly clientId: string
  readonly mayChange: boolean
  readonly onClose: () => void
}

export function DomainDrawer({
  of: { Domain = '', Verified, CheckedDate, Records = [] },
  clientId,
  mayChange,
  onClose,
}: DomainDrawerProps) {
  const { t } = useLingui()
  const check = useAct(async () => {
    await call('Domain.Verify', { ClientID: clientId, Domain })
    await reread('domains')
  })
  const missingFirst = Records.toSorted((a, b) => Number(a.Found) - Number(b.Found))
  const isComplete = Records.every(({ Found }) => Found)
  return (
    <Drawer
      title={Domain}
      lead={
        <p className={own.state}>
          <DomainState verified={Verified} />
        </p>
      }
      onClose={onClose}
    >
      <div className={own.parts}>
        <p className={css.quiet}>
          {isComplete ? (
            <Trans>All records were found. Keep them as long as you send from this domain.</Trans>
          ) : (
            <Trans>
              Create these records with the provider of the domain, usually the host of the website, then check. New
              records can take an hour to become visible.
            </Trans>
          )}
        </p>
        <div className={css.actions}>
          <Act of={check} variant={isComplete ? 'default' : 'filled'}>
            <Trans>Check now</Trans>
          </Act>
          <span className={`${css.quiet} ${css.small}`} role="status">
            {CheckedDate ? <Trans>Checked {dateTime(CheckedDate)}</Trans> : <Trans>Not checked yet</Trans>}
          </span>
        </div>
        <ActsRefused of={[check]} />
        {missingFirst.map(record => (
          <Dns key={`${record.Type} ${record.Name} ${record.Purpose}`} of={record} isChecked={Boolean(CheckedDate)} />
        ))}
        {mayChange && (
          <div>
            <AskFirst
              title={t`Delete ${Domain}?`}
              label={t`Delete the domain`}
              text={
                <p>
                  <Trans>
                    Its keys are deleted permanently, and its mail is sent unsigned. If you add it again, it needs new
                    records.
                  </Trans>
                </p>
              }
              run={async () => {
                await call('Domain.Delete', { ClientID: clientId, Domain })
                await reread('domains')
                onClose()
              }}
            >
              <Trans>Delete the domain</Trans>
            </AskFirst>
          </div>
        )}
      </div>
    </Drawer>
  )
}

type Role = DnsRecord['Role']

/** What records are for. */
const purposes: Readonly<Record<Role, MessageDescriptor>> = {
  DkimRsa: msg`Mail is signed once this record is found.`,
  DkimEd25519: msg`A second, shorter signature. Mail is also signed without it.`,
  Spf: msg`Defines which hosts may send for the return path. Replace YOUR-RELAY by the value that your relay requires.`,
  Dmarc: msg`Large mailbox providers require it of bulk senders. A record of the parent domain counts, too.`,
  ReturnPath: msg`Undeliverable mail is returned to this domain.`,
}

const titles: Readonly<Record<Role, MessageDescriptor | string>> = {
  DkimRsa: 'DKIM',
  DkimEd25519: 'DKIM',
  Spf: 'SPF',
  Dmarc: 'DMARC',
  ReturnPath: msg`Return path`,
}

const problems: Readonly<Record<Exclude<DnsRecord['ProblemCode'], 'None' | 'NotChecked'>, MessageDescriptor>> = {
  NoAnswer: msg`The name servers did not answer. Try again later.`,
  DkimMissing: msg`There is no DKIM record here. Publish this one.`,
  DkimRepeated: msg`There is more than one DKIM record here. Keep only this one.`,
  DkimRevoked: msg`The DKIM record here is a revoked key. Publish this one instead.`,
  DkimDifferent: msg`The DKIM record here has another key, or part of it is missing. Replace it with this one.`,
  SpfMissing: msg`There is no SPF record here: receivers cannot see that your relay may send.`,
  SpfRepeated: msg`There is more than one SPF record here, which receivers treat as no record. Merge them into one.`,
  SpfOpen: msg`The SPF record allows every host to send. End it with ~all or -all.`,
  DmarcMissing: msg`There is no DMARC record: Gmail and Yahoo refuse bulk mail without one.`,
  DmarcRepeated: msg`There is more than one DMARC record, which receivers treat as no record. Keep one.`,
  DmarcWithoutPolicy: msg`The DMARC record has no policy: it needs p=none, p=quarantine or p=reject.`,
  MxMissing: msg`There is no MX record here: returned mail would be lost, and bounces would not be counted.`,
}

function Dns({
  of: { Name = '', Type = '', Value = '', Role, Found, ProblemCode },
  isChecked,
}: {
  readonly of: DnsRecord
  readonly isChecked: boolean
}) {
  const { t, i18n } = useLingui()
  const title = titles[Role]
  return (
    <section className={own.record} aria-label={`${Type} ${Name}`}>
      <div className={own.head}>
        <div>
          <h3>{typeof title === 'string' ? title : i18n._(title)}</h3>
          <p className={`${css.quiet} ${css.small}`}>{i18n._(purposes[Role])}</p>
        </div>
        {Found ? (
          <Chip tone="good">
            <Trans>Found</Trans>
          </Chip>
        ) : (
          <Chip tone={isChecked ? 'bad' : 'plain'} icon={isChecked ? 'warning' : 'clock'}>
            {isChecked ? <Trans>Missing or wrong</Trans> : <Trans>Not checked</Trans>}
          </Chip>
        )}
      </div>
      {isChecked && ProblemCode !== 'None' && ProblemCode !== 'NotChecked' && (
        <Note tone="bad">
          <p>{i18n._(problems[ProblemCode])}</p>
        </Note>
      )}
      <dl className={own.values}>
        <dt>{t`Type`}</dt>
        <dd>
          <code>{Type}</code>
        </dd>
        <dt>{t`Name`}</dt>
        <dd>
          <CopyText text={Name} />
        </dd>
        <dt>{t`Value`}</dt>
        <dd>
          <CopyText text={Value} />
        </dd>
      </dl>
    </section>
  )
}
