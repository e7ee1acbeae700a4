/** Takes one address off the list. It asks first: mail goes out again to a person who may have said no. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { call, queryClient } from '../../api/call.ts'
import { rereadLong } from '../../lib/long-queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { css, Note } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import type { Reason, Suppression } from './reasons.ts'

const warnings: Readonly<Record<Reason, MessageDescriptor>> = {
  Unsubscribed: msg`This person opted out of all mail. Lift it only when they asked you to.`,
  Bounced: msg`Mail to this address came back for good. Lift it only when you know that the mailbox works again.`,
  Complained: msg`This person reported a mail as spam. A second complaint costs more than this address is worth.`,
  Manual: msg`A colleague or a program put this address here.`,
}

export const reloadSuppressions = async () => {
  await queryClient.invalidateQueries({ queryKey: ['Suppression.List'] })
  await queryClient.invalidateQueries({ queryKey: ['Subscriber.GetHistory'] })
  await queryClient.invalidateQueries({ queryKey: ['Subscriber.GetContact'] })
  await rereadLong('Suppression.List')
}

export function Lift({
  clientId,
  of: { EmailAddress = '', Reason, Evidence },
}: {
  readonly clientId: string
  readonly of: Suppression
}) {
  const { t, i18n } = useLingui()
  const [isOpen, setOpen] = useState(false)
  async function submit() {
    // this dialog is the deliberation that the service asks for
    await call('Client.RemoveSuppression', { ClientID: clientId, EmailAddress, Deliberately: true })
    setOpen(false)
    toast(t`${EmailAddress} can get mail again.`)
    await reloadSuppressions()
  }
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => setOpen(true)}
        aria-label={t`Lift the suppression of ${EmailAddress}`}
      >
        <Trans comment="a suppression">Lift</Trans>
      </Button>
      {isOpen && (
        <Dialog title={t`Send mail to this address again?`} onClose={() => setOpen(false)}>
          <div style={{ textAlign: 'start' }}>
            <Form submit={submit} label={t`Lift the suppression`} isDangerous={Reason !== 'Manual'} isWide>
              <p>
                <strong>
                  <bdi>{EmailAddress}</bdi>
                </strong>
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
                <Trans>Lists that the person left are not changed by this.</Trans>
              </p>
            </Form>
          </div>
        </Dialog>
      )}
    </>
  )
}
