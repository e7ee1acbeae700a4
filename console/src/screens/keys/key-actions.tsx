/** Rotating and revoking a key. Revoking asks first: a key in use stops at once, and cannot be brought back. */

import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { dateTime } from '../../lib/format.ts'
import { reread } from '../../live/reread.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { css } from '../../ui/page.tsx'
import type { Key, Secret } from './types.ts'

type Wish = 'rotate' | 'end old' | 'revoke'

export function KeyActions({
  of: { KeyID = '', Label = '', OldEndsDate, LastUsedDate },
  onSecret,
}: {
  readonly of: Key
  readonly onSecret: (secret: Secret) => void
}) {
  const { t } = useLingui()
  const [wish, setWish] = useState<Wish>()
  const [hours, setHours] = useState('24')
  const close = () => setWish(undefined)

  async function submit() {
    if (wish === 'rotate') {
      const { Secret = '' } = await call('Key.Rotate', { KeyID, OverlapHours: Number(hours) })
      onSecret({ label: Label, secret: Secret })
    } else if (wish === 'end old') await call('Key.EndOverlap', { KeyID })
    else await call('Key.Revoke', { KeyID })
    close()
    await reread('keys')
  }

  return (
    <span className={`${css.actions} ${layout.atEnd}`}>
      {OldEndsDate ? (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => setWish('end old')}
          aria-label={t`End the old secret of ${Label}`}
        >
          <Trans>End old secret</Trans>
        </Button>
      ) : (
        <Button variant="default" size="compact-sm" onClick={() => setWish('rotate')} aria-label={t`Rotate ${Label}`}>
          <Trans>Rotate</Trans>
        </Button>
      )}
      <Button variant="default" size="compact-sm" onClick={() => setWish('revoke')} aria-label={t`Revoke ${Label}`}>
        <Trans>Revoke</Trans>
      </Button>
      {wish !== undefined && (
        <Dialog title={Label} onClose={close}>
          {wish === 'rotate' && (
            <Form submit={submit} label={t`Rotate`}>
              <p>
                <Trans>
                  The key gets a second secret. Both are valid for a while, so that your programs keep working.
                </Trans>
              </p>
              <NativeSelect
                label={t`The old one ends`}
                value={hours}
                onChange={event => setHours(event.currentTarget.value)}
                data={[
                  { value: '0', label: t`immediately` },
                  { value: '1', label: t`after an hour` },
                  { value: '24', label: t`after a day` },
                  { value: '168', label: t`after a week` },
                ]}
              />
            </Form>
          )}
          {wish === 'end old' && (
            <Form submit={submit} label={t`End the old secret`}>
              <p>
                <Trans>Programs that still use the old secret are refused from now on.</Trans>
              </p>
            </Form>
          )}
          {wish === 'revoke' && (
            <Form submit={submit} label={t`Revoke the key`} isDangerous>
              <p>
                <Trans>Programs that use this key are refused from now on. It cannot be undone.</Trans>{' '}
                {LastUsedDate && <Trans>It was last used on {dateTime(LastUsedDate)}.</Trans>}
              </p>
            </Form>
          )}
        </Dialog>
      )}
    </span>
  )
}
