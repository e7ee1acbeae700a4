/** One webhook: how far it is, what its receiver answered, and what can be done. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { dateTime, number } from '../../lib/format.ts'
import { plainWords } from '../../lib/plain-words.ts'
import { reread } from '../../live/reread.ts'
import { Act, ActsRefused, useAct } from '../../ui/act.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Form } from '../../ui/form.tsx'
import { css, Note } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import domain from '../domains/domain.module.css'
import { eventTypes, isEventType } from '../events/types.ts'
import { Attempts } from './attempts.tsx'
import type { Secret, Webhook } from './types.ts'
import { WebhookState } from './webhook-state.tsx'

type Wish = 'replay' | 'rotate' | 'delete'

export interface WebhookDrawerProps {
  readonly of: Webhook
  readonly clientId: string
  readonly mayChange: boolean
  readonly onSecret: (secret: Secret) => void
  readonly onClose: () => void
}

export function WebhookDrawer({ of: webhook, clientId, mayChange, onSecret, onClose }: WebhookDrawerProps) {
  const { t, i18n } = useLingui()
  const { WebhookID = '', URL = '', Events = [], State, CreatedDate, DeliveredTo = 0, Waiting = 0 } = webhook
  const { FailingSince, NextDate, PausedDate, PauseReason } = webhook
  const which = { ClientID: clientId, WebhookID }
  const labelOf = (type: string) => (isEventType(type) ? i18n._(eventTypes[type]) : plainWords(type))
  return (
    <Drawer
      title={URL}
      lead={
        <p className={domain.state}>
          <WebhookState of={State} />
        </p>
      }
      onClose={onClose}
    >
      <div className={domain.parts}>
        {State === 'Paused' && (
          <Note tone="warn">
            <p>
              <strong>
                <Trans>Paused {dateTime(PausedDate)}</Trans>
              </strong>
            </p>
            <p>{PauseReason || <Trans>No events are lost: sending continues where it stopped.</Trans>}</p>
          </Note>
        )}
        {State === 'Failing' && (
          <Note tone="bad">
            <p>
              <strong>
                <Trans>The receiver has not accepted events since {dateTime(FailingSince)}.</Trans>
              </strong>
            </p>
            <p>
              <Trans>The next attempt is at {dateTime(NextDate)}. Events wait and are not lost.</Trans>
            </p>
          </Note>
        )}
        <Facts>
          <Fact name={t`Events`}>{Events.length === 0 ? t`All` : Events.map(labelOf).join(', ')}</Fact>
          <Fact name={t`Delivered up to`}>{DeliveredTo > 0 ? t`event ${number(DeliveredTo)}` : t`none yet`}</Fact>
          <Fact name={t`Waiting`}>{number(Waiting)}</Fact>
          <Fact name={t`Created`}>{dateTime(CreatedDate)}</Fact>
        </Facts>
        {mayChange && <Actions of={webhook} which={which} onSecret={onSecret} onClose={onClose} />}
        <Attempts which={which} />
      </div>
    </Drawer>
  )
}

function Actions({
  of: { URL = '', State },
  which,
  onSecret,
  onClose,
}: {
  readonly of: Webhook
  readonly which: { readonly ClientID: string; readonly WebhookID: string }
  readonly onSecret: (secret: Secret) => void
  readonly onClose: () => void
}) {
  const [wish, setWish] = useState<Wish>()
  const reload = () => reread('webhooks')
  const test = useAct(async () => {
    // it is among the attempts afterwards
    await call('Webhook.Test', which)
    await reload()
  })
  const turn = useAct(async () => {
    await call(State === 'Active' ? 'Webhook.Pause' : 'Webhook.Resume', which)
    await reload()
  })
  return (
    <>
      <div className={css.actions}>
        <Act of={test}>
          <Trans>Send a test</Trans>
        </Act>
        <Act of={turn}>{State === 'Active' ? <Trans>Pause</Trans> : <Trans>Resume now</Trans>}</Act>
        <Button variant="default" onClick={() => setWish('replay')}>
          <Trans>Send again …</Trans>
        </Button>
        <Button variant="default" onClick={() => setWish('rotate')}>
          <Trans>New secret …</Trans>
        </Button>
        <Button variant="subtle" c="var(--bad)" onClick={() => setWish('delete')}>
          <Trans>Delete</Trans>
        </Button>
      </div>
      <ActsRefused of={[test, turn]} />
      {wish && (
        <WishDialog
          wish={wish}
          url={URL}
          which={which}
          onSecret={onSecret}
          onDone={async () => {
            setWish(undefined)
            await reload()
            if (wish === 'delete') onClose()
          }}
          onClose={() => setWish(undefined)}
        />
      )}
    </>
  )
}

function WishDialog({
  wish,
  url,
  which,
  onSecret,
  onDone,
  onClose,
}: {
  readonly wish: Wish
  readonly url: string
  readonly which: { readonly ClientID: string; readonly WebhookID: string }
  readonly onSecret: (secret: Secret) => void
  readonly onDone: () => Promise<void>
  readonly onClose: () => void
}) {
  const { t } = useLingui()
  const [after, setAfter] = useState('')
  if (wish === 'replay')
    return (
      <Dialog title={t`Send events again`} onClose={onClose}>
        <Form
          label={t`Send again`}
          submit={async () => {
            await call('Webhook.Replay', { ...which, Since: after === '' ? -1 : Number(after) })
            toast(t`Events are being sent again.`)
            await onDone()
          }}
        >
          <p>
            <Trans>
              The same events are sent again with the same identifiers. A receiver can recognise them by the header
              webhook-id.
            </Trans>
          </p>
          <TextInput
            type="number"
            min={0}
            label={t`After the event with the number`}
            description={t`Empty: all stored events.`}
            value={after}
            onChange={event => setAfter(event.currentTarget.value)}
          />
        </Form>
      </Dialog>
    )
  if (wish === 'rotate')
    return (
      <Dialog title={t`New secret`} onClose={onClose}>
        <Form
          label={t`Create a new secret`}
          submit={async () => {
            const { Secret = '' } = await call('Webhook.RotateSecret', which)
            await onDone()
            onSecret({ url, secret: Secret })
          }}
        >
          <p>
            <Trans>For 24 hours both secrets sign each call, so that nothing is refused while you change it.</Trans>
          </p>
        </Form>
      </Dialog>
    )
  return (
    <Dialog title={t`Delete the webhook?`} onClose={onClose}>
      <Form
        label={t`Delete the webhook`}
        isDangerous
        submit={async () => {
          await call('Webhook.Delete', which)
          await onDone()
        }}
      >
        <p>
          <Trans>Its position and its secret are deleted permanently. To stop it for a while, pause it instead.</Trans>
        </p>
      </Form>
    </Dialog>
  )
}
