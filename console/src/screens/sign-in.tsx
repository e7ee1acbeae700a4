import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { begin, type Session } from '../session/session.ts'
import { SignInForm } from '../session/sign-in-form.tsx'
import { Note } from '../ui/page.tsx'
import { AccountDoor } from './account-door.tsx'
import { Door } from './door.tsx'

const route = getRouteApi('/sign-in')

export function SignIn() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { to, done } = route.useSearch()
  /** Of a person who works for several accounts, and has not chosen yet. */
  const [unchosen, setUnchosen] = useState<Session>()

  async function enter(session: Session) {
    await begin(session)
    if (session.SecondFactorMissing) await navigate({ to: '/profile/$section', params: { section: 'factor' } })
    else await navigate({ href: to ?? '/', replace: true })
  }
  async function onSignedIn(session: Session) {
    if ((session.Accounts ?? []).length > 1) setUnchosen(session)
    else await enter(session)
  }

  if (unchosen) return <AccountDoor session={unchosen} onChosen={enter} />
  return (
    <Door title={t`Sign in`}>
      {done === 'password' && (
        <Note tone="good" role="status">
          <p>{t`The new password is set. Sign in with it.`}</p>
        </Note>
      )}
      {done === 'invitation' && (
        <Note tone="good" role="status">
          <p>{t`Welcome. Sign in with your address and password.`}</p>
        </Note>
      )}
      <SignInForm
        onSignedIn={onSignedIn}
        aside={
          <Link to="/reset-password">
            <Trans>Forgot password?</Trans>
          </Link>
        }
      />
    </Door>
  )
}
