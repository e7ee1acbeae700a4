/** Takes one address off a suppression list. It asks first: mail goes out again to a person who may have said no. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { reread } from '../../live/reread.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { css, Note } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import { type Holder, holderOf, liftEntry } from './holder.ts'
import { HolderName } from './holder-name.tsx'
import { type Reason, reasonLabels, type Suppression } from './reasons.ts'

const warnings: Readonly<Record<Reason, MessageDescriptor>> = {
  Unsubscribed: msg`This person unsubscribed from all mail. Remove the suppression only if they asked you to.`,
  Bounced: msg`Mail to this address bounced permanently. Remove the suppression only if you know that the mailbox works again.`,
  Complained: msg`This person reported a mail as spam. A second complaint harms your deliverability.`,
  Manual: msg`A colleague or a program added this address.`,
}

export interface LiftProps {
  /** Whose list the entry is taken off. */
  readonly from: Holder
  readonly of: Suppression
  /** Where buttons of several lists stand together: whose this one is. */
  readonly name?: string
}

export function Lift({ from, of: holder, name }: LiftProps) {
  const { t } = useLingui()
  const { EmailAddress = '' } = holder
  const [isOpen, setOpen] = useState(false)
  const [remaining, setRemaining] = useState<readonly Suppression[]>()
  async function close() {
    setOpen(false)
    // the row, and with it this dialog, goes only now
    if (remaining) await reread('suppressions')
  }
  async function submit() {
    const left = await liftEntry(from, EmailAddress)
    if (left.length > 0) return setRemaining(left)
    setOpen(false)
    toast(t`${EmailAddress} was removed from the suppression list.`)
    await reread('suppressions')
  }
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => setOpen(true)}
        aria-label={
          name === undefined
            ? t`Remove the suppression of ${EmailAddress}`
            : t`Remove the suppression of ${EmailAddress} on ${name}`
        }
      >
        <Trans comment="a suppression">Remove</Trans>
      </Button>
      {isOpen && (
        <Dialog
          title={remaining ? t`Other entries remain` : t`Send mail to this address again?`}
          onClose={() => void close()}
        >
          {remaining ? (
            <RemainingEntries of={remaining} from={from} onClose={() => void close()} />
          ) : (
            <Question from={from} of={holder} submit={submit} />
          )}
        </Dialog>
      )}
    </>
  )
}

function Question({
  from,
  of: { EmailAddress, Reason, Evidence },
  submit,
}: LiftProps & { readonly submit: () => Promise<void> }) {
  const { t, i18n } = useLingui()
  return (
    <Form submit={submit} label={t`Remove the suppression`} isDangerous={Reason !== 'Manual'} isWide>
      <p>
        <strong>
          <bdi>{EmailAddress}</bdi>
        </strong>
        {', '}
        <HolderName of={from} />
      </p>
      <Note tone="warn">
        <p>{i18n._(warnings[Reason])}</p>
      </Note>
      {Evidence && (
        <p className={`${css.quiet} ${css.small}`}>
          <bdi>{Evidence}</bdi>
        </p>
      )}
      <p>
        {from.kind === 'Account' ? (
          <Trans>Entries of clients and lists, and lists that the person unsubscribed from, do not change.</Trans>
        ) : (
          <Trans>Lists that the person unsubscribed from do not change.</Trans>
        )}
      </p>
    </Form>
  )
}

interface RemainingProps {
  readonly of: readonly Suppression[]
  readonly from: Holder
  readonly onClose: () => void
}

/** The entry was taken off, and mail is kept away all the same. */
function RemainingEntries({ of: entries, from, onClose }: RemainingProps) {
  const { i18n } = useLingui()
  const clientId = from.kind === 'Account' ? '' : from.clientId
  return (
    <div className={css.form}>
      <p role="status">
        <Trans>The entry was removed. These entries still block mail to the address:</Trans>
      </p>
      <ul>
        {entries.map(entry => (
          <li key={`${entry.Scope} ${entry.ListID} ${entry.EmailAddress}`}>
            <bdi>{entry.EmailAddress}</bdi>, <HolderName of={holderOf(entry, clientId)} />:{' '}
            {i18n._(reasonLabels[entry.Reason])}
          </li>
        ))}
      </ul>
      <div className={css.actions}>
        <Button onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </div>
    </div>
  )
}
