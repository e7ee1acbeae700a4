/** A wave of sign-ups: what was unusual, and what is done with the confirmation mails that are held back. */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { dateTime, number } from '../../lib/format.ts'
import { reread } from '../../live/reread.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { css, Note } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import { permille } from './rates.ts'
import type { Wave } from './types.ts'

interface HeldProps {
  readonly clientId: string
  readonly formId: string
  readonly title: string
  readonly held: number
}

/** @param wave the newest one, which holds mails back */
export function WaveNote({
  wave,
  mayChange,
  ...held
}: HeldProps & { readonly wave: Wave; readonly mayChange: boolean }) {
  const { Submitted = 0, UsualHour = 0, ConfirmedPermille = 0, BegunDate } = wave
  return (
    <Note tone="warn">
      <p>
        <strong>
          <Plural value={Submitted} one="# sign-up in an hour" other="# sign-ups in an hour" />
        </strong>{' '}
        <Trans>
          since {dateTime(BegunDate)}; usually {number(UsualHour)}. {permille(ConfirmedPermille)} of those who were
          asked in the last 24 hours have confirmed.
        </Trans>
      </p>
      <p>
        <Plural
          value={held.held}
          one="# confirmation mail is held back, and so are new ones."
          other="# confirmation mails are held back, and so are new ones."
        />{' '}
        <Trans>
          If you expected this, such as after an advert, send them. If few confirm, these are probably bots.
        </Trans>
      </p>
      {mayChange && <HeldActs {...held} />}
    </Note>
  )
}

/** @param isSmall in a row of a table */
export function HeldActs({ isSmall = false, ...held }: HeldProps & { readonly isSmall?: boolean }) {
  const { t } = useLingui()
  const [wish, setWish] = useState<'release' | 'drop'>()
  const size = isSmall ? 'compact-sm' : 'sm'
  const { title } = held
  return (
    <div className={`${css.actions} ${layout.top8}`}>
      <Button variant="default" size={size} aria-label={t`Send: ${title}`} onClick={() => setWish('release')}>
        <Trans comment="confirmation mails that were held back">Send</Trans>
      </Button>
      <Button variant="default" size={size} aria-label={t`Delete: ${title}`} onClick={() => setWish('drop')}>
        <Trans>Delete</Trans>
      </Button>
      {wish && <WishDialog {...held} wish={wish} onClose={() => setWish(undefined)} />}
    </div>
  )
}

/** Asks first: neither can be undone. */
function WishDialog({
  clientId,
  formId,
  title,
  held,
  wish,
  onClose,
}: HeldProps & { readonly wish: 'release' | 'drop'; readonly onClose: () => void }) {
  const { t } = useLingui()
  async function submit() {
    const which = { ClientID: clientId, FormID: formId }
    const count = await call(wish === 'release' ? 'Form.ReleaseHeld' : 'Form.DropHeld', which)
    await reread('forms')
    onClose()
    toast(
      wish === 'release' ? t`Confirmation mails on their way: ${number(count)}` : t`Sign-ups deleted: ${number(count)}`,
    )
  }
  if (wish === 'release')
    return (
      <Dialog title={title} onClose={onClose}>
        <Form submit={submit} label={t`Send the confirmation mails`}>
          <p>
            <Plural
              value={held}
              one="# person gets a mail that asks whether the sign-up is theirs."
              other="# people get a mail that asks whether the sign-up is theirs."
            />{' '}
            <Trans>If they did not sign up, they may complain, and your mails end up in spam.</Trans>
          </p>
        </Form>
      </Dialog>
    )
  return (
    <Dialog title={title} onClose={onClose}>
      <Form submit={submit} label={t`Delete the sign-ups`} isDangerous>
        <p>
          <Plural
            value={held}
            one="# sign-up is deleted without a mail. It cannot be restored."
            other="# sign-ups are deleted without a mail. They cannot be restored."
          />{' '}
          <Trans>Real people can sign up again.</Trans>
        </p>
      </Form>
    </Dialog>
  )
}
