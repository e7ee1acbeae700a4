/** The session ended while a screen was open: one signs in again over it, and nothing that was typed is lost. */

import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Dialog } from '../ui/dialog.tsx'
import layout from '../ui/layout.module.css'
import { giveUp } from './ended.ts'
import { goOnWith, type Session, sessionQuery } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'

export function SessionEnded() {
  const { t } = useLingui()
  const session = useQueryClient().getQueryData<Session | null>(sessionQuery.queryKey)
  function leave() {
    giveUp()
    location.assign('/sign-in')
  }
  return (
    <Dialog title={t`Your session has ended`}>
      <p className={layout.bottom20}>
        <Trans>Sign in to continue. What you typed is still here.</Trans>
      </p>
      <SignInForm
        name={session?.EmailAddress || session?.Username}
        onSignedIn={goOnWith}
        aside={
          <Button variant="subtle" onClick={leave}>
            <Trans>Leave</Trans>
          </Button>
        }
      />
    </Dialog>
  )
}
