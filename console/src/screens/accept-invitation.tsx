/**
 * Accepting an invitation. The link says of whom it is: a new person chooses a password, one who is here already proves to be it. Both are signed in
 * afterwards, unless another person is signed in in this browser or a code of the second factor was used.
 */

import { Trans, useLingui } from '@lingui/react/macro'
import { PasswordInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { LettershopError, type ValueOf } from '../../../src/client/client.ts'
import { callOnce } from '../api/call.ts'
import * as codes from '../api/codes.ts'
import { isLanguage } from '../lib/languages.ts'
import { useLinkToken } from '../lib/link-token.ts'
import { begin, type Session, sessionQuery } from '../session/session.ts'
import { Form } from '../ui/form.tsx'
import { Note } from '../ui/page.tsx'
import { Refused } from '../ui/refused.tsx'
import { AccountDoor } from './account-door.tsx'
import { Door } from './door.tsx'
import { NewPassword } from './reset-password.tsx'

type Invitation = ValueOf<'Person.GetInvitation'>

export function AcceptInvitation() {
  const { t } = useLingui()
  const token = useLinkToken()
  const { data, error } = useQuery({
    queryKey: ['Person.GetInvitation', { token }],
    queryFn: () => callOnce('Person.GetInvitation', { Token: token }),
    enabled: token !== '',
    // what was accepted is not asked for again
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (token === '')
    return (
      <NoInvitation>
        <Note tone="warn">
          <p>{t`The link is incomplete. Open it from the invitation again, or copy the complete link.`}</p>
        </Note>
      </NoInvitation>
    )
  if (error)
    return (
      <NoInvitation>
        <Refused error={error} />
      </NoInvitation>
    )
  return data ? <Invited of={data} token={token} /> : null
}

function NoInvitation({ children }: { readonly children: ReactNode }) {
  const { t } = useLingui()
  return (
    <Door title={t`Invitation`}>
      {children}
      <div>
        <Link to="/sign-in">
          <Trans>Back to sign in</Trans>
        </Link>
      </div>
    </Door>
  )
}

function Invited({ of: invitation, token }: { readonly of: Invitation; readonly token: string }) {
  const { t, i18n } = useLingui()
  const { EmailAddress = '', Name: givenName = '', AccountName = '', Known = false } = invitation
  const { data: present } = useQuery(sessionQuery)
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [isCodeAsked, setCodeAsked] = useState(false)
  /** Of a person who works for several accounts. */
  const [unchosen, setUnchosen] = useState<Session>()

  async function submit() {
    const language = isLanguage(i18n.locale) && i18n.locale !== 'pseudo' ? { Language: i18n.locale } : {}
    const Timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
    const proof = { Token: token, EmailAddress, Password: password }
    const ofNew = { Name: givenName || name.trim(), Timezone, ...language }
    try {
      await callOnce('Person.AcceptInvitation', { ...proof, ...(Known ? { Code: code.trim() } : ofNew) })
    } catch (error) {
      if (!(error instanceof LettershopError) || error.code !== codes.CodeRequired) throw error
      return setCodeAsked(true)
    }
    await enterOrAsk()
  }

  async function enterOrAsk() {
    const session = present ? undefined : await signIn()
    if (!session) return navigate({ to: '/sign-in', search: { done: 'invitation' }, replace: true })
    if ((session.Accounts ?? []).length > 1) return setUnchosen(session)
    await enter(session)
  }

  /** @returns undefined if it needs more than the password */
  async function signIn(): Promise<Session | undefined> {
    try {
      return await callOnce('Session.SignIn', { EmailAddress, Password: password })
    } catch (error) {
      if (error instanceof LettershopError) return undefined
      throw error
    }
  }

  async function enter(session: Session) {
    await begin(session)
    if (session.SecondFactorMissing) await navigate({ to: '/profile/$section', params: { section: 'factor' } })
    else await navigate({ to: '/', replace: true })
  }

  if (unchosen) return <AccountDoor session={unchosen} onChosen={enter} />
  const whom = givenName || EmailAddress
  return (
    <Door
      title={t`${AccountName} invites you`}
      lead={
        Known
          ? t`Welcome back, ${whom}. Enter your password to accept.`
          : t`Welcome, ${whom}. Choose a password, and you are in.`
      }
    >
      <Form submit={submit} label={t`Accept the invitation`}>
        {!Known && givenName === '' && (
          <TextInput
            label={t`Your name`}
            value={name}
            onChange={event => setName(event.currentTarget.value)}
            autoComplete="name"
            required
            autoFocus
          />
        )}
        {/* for password managers: nothing is to be typed */}
        <TextInput type="email" label={t`Email address`} value={EmailAddress} autoComplete="username" readOnly />
        {Known ? (
          <PasswordInput
            label={t`Password`}
            value={password}
            onChange={event => setPassword(event.currentTarget.value)}
            autoComplete="current-password"
            required
            autoFocus
            visibilityToggleButtonProps={{ 'aria-label': t`Show password` }}
          />
        ) : (
          <NewPassword label={t`Password`} value={password} onChange={setPassword} />
        )}
        {isCodeAsked && <CodeField value={code} onChange={setCode} />}
        {present && <StaysSignedIn who={present.Name ?? ''} whom={whom} />}
      </Form>
    </Door>
  )
}

function StaysSignedIn({ who, whom }: { readonly who: string; readonly whom: string }) {
  const { t } = useLingui()
  return (
    <Note tone="plain">
      <p>{t`${who} is signed in in this browser and stays so. Sign out to sign in as ${whom}.`}</p>
    </Note>
  )
}

function CodeField({ value, onChange }: { readonly value: string; readonly onChange: (code: string) => void }) {
  const { t } = useLingui()
  return (
    <TextInput
      label={t`Code`}
      description={t`From your authenticator app, or a recovery code.`}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      autoComplete="one-time-code"
      required
      autoFocus
    />
  )
}
