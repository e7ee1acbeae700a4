/** Signing in: a name and a password, then a code where the person has a second factor. */

import { useLingui } from '@lingui/react/macro'
import { PasswordInput, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { LettershopError } from '../../../src/client/client.ts'
import { callOnce } from '../api/call.ts'
import * as codes from '../api/codes.ts'
import { Form } from '../ui/form.tsx'
import { Note } from '../ui/page.tsx'
import type { Session } from './session.ts'

export interface SignInFormProps {
  readonly onSignedIn: (session: Session) => Promise<void> | void
  /** Who signs in again. */
  readonly name?: string | undefined
  readonly aside?: ReactNode
}

export function SignInForm({ onSignedIn, name: knownName = '', aside }: SignInFormProps) {
  const { t } = useLingui()
  const [name, setName] = useState(knownName)
  const [site, setSite] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [isCodeAsked, setCodeAsked] = useState(false)
  const isAddress = name.includes('@')
  const isUsername = name.trim() !== '' && !isAddress

  async function submit() {
    const who = isAddress ? { EmailAddress: name.trim() } : { Username: name.trim(), SiteUrl: site.trim() }
    try {
      const session = await callOnce('Session.SignIn', { ...who, Password: password, Code: code.trim() })
      await onSignedIn(session)
    } catch (error) {
      if (!(error instanceof LettershopError)) throw error
      // the password was right: that the code is missing is no mistake
      if (error.code === codes.CodeRequired) return setCodeAsked(true)
      setCode('')
      throw error
    }
  }

  return (
    <Form submit={submit} label={isCodeAsked ? t`Confirm` : t`Sign in`} aside={aside}>
      {isCodeAsked ? (
        <>
          <Note tone="plain" role="status">
            <p>{t`The password is correct. Enter the code of your authenticator app, or a recovery code.`}</p>
          </Note>
          <TextInput
            label={t`Code`}
            value={code}
            onChange={event => setCode(event.currentTarget.value)}
            autoComplete="one-time-code"
            inputMode="text"
            required
            autoFocus
          />
        </>
      ) : (
        <>
          <TextInput
            label={t`Email address or user name`}
            value={name}
            onChange={event => setName(event.currentTarget.value)}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            autoFocus={knownName === ''}
          />
          {isUsername && (
            <TextInput
              label={t`Site of the account`}
              description={t`Only if several accounts share this installation.`}
              value={site}
              onChange={event => setSite(event.currentTarget.value)}
              placeholder="https://agency.example.com/"
              autoComplete="url"
            />
          )}
          <PasswordInput
            label={t`Password`}
            value={password}
            onChange={event => setPassword(event.currentTarget.value)}
            autoComplete="current-password"
            required
            autoFocus={knownName !== ''}
            visibilityToggleButtonProps={{ 'aria-label': t`Show password` }}
          />
        </>
      )}
    </Form>
  )
}
