/** One sending domain: the records its name servers need, and what a check finds of them. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { dateTime } from '../../lib/format.ts'
import { Act, ActsRefused, useAct } from '../../ui/act.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Form } from '../../ui/form.tsx'
import { Chip, css, Note } from '../../ui/page.tsx'
import own from './domain.module.css'
import { DomainState, reloadDomains, type SendingDomain } from './domains.tsx'

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
  const [isDeleting, setDeleting] = useState(false)
  const check = useAct(async () => {
    await call('Domain.Verify', { ClientID: clientId, Domain })
    await reloadDomains(clientId)
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
            <Trans>All records are there. Leave them where they are as long as you send from this domain.</Trans>
          ) : (
            <Trans>
              Create these records where the domain is managed, usually at the host of the website, then check. New
              records can take an hour to be seen.
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
            <Button variant="subtle" c="var(--bad)" onClick={() => setDeleting(true)}>
              <Trans>Delete the domain</Trans>
            </Button>
          </div>
        )}
      </div>
      {isDeleting && (
        <Dialog title={t`Delete ${Domain}?`} onClose={() => setDeleting(false)}>
          <Form
            label={t`Delete the domain`}
            isDangerous
            submit={async () => {
              await call('Domain.Delete', { ClientID: clientId, Domain })
              await reloadDomains(clientId)
              onClose()
            }}
          >
            <p>
              <Trans>
                Its keys are deleted for good, and mail from it goes out unsigned. Added again, it needs new records.
              </Trans>
            </p>
          </Form>
        </Dialog>
      )}
    </Drawer>
  )
}

/** What records are for, by the sentences of the service; another sentence is shown as it is. */
const purposes: Readonly<Record<string, MessageDescriptor>> = {
  'mail is signed once this record is found.': msg`Mail is signed once this record is found.`,
  'a second, shorter signature. Mail is signed without it too.': msg`A second, shorter signature. Mail is signed without it too.`,
  'says which hosts may send for the return path. Put what your relay asks for in place of YOUR-RELAY.': msg`Says which hosts may send for the return path. Put what your relay asks for in place of YOUR-RELAY.`,
  'large receivers want it of bulk senders. A record of the domain above counts too.': msg`Large receivers want it of bulk senders. A record of the domain above counts too.`,
  'where mail that could not be delivered comes back to.': msg`Where mail comes back to that could not be delivered.`,
}

function Dns({
  of: { Name = '', Type = '', Value = '', Purpose = '', Found, Problem },
  isChecked,
}: {
  readonly of: DnsRecord
  readonly isChecked: boolean
}) {
  const { t, i18n } = useLingui()
  const [title = '', text = ''] = Purpose.split(/: (.*)/)
  const purpose = purposes[text]
  return (
    <section className={own.record} aria-label={`${Type} ${Name}`}>
      <div className={own.head}>
        <div>
          <h3>{title === 'Return path' ? t`Return path` : title}</h3>
          <p className={`${css.quiet} ${css.small}`}>{purpose ? i18n._(purpose) : text}</p>
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
      {!Found && isChecked && Problem && (
        <Note tone="bad">
          <p>{Problem}</p>
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
