/** Accepting an invitation: a new person gives a name and chooses a password, one who is here already proves to be it. */

import { Trans, useLingui } from '@lingui/react/macro'
import { PasswordInput, TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { LettershopError } from '../../../src/client/client.ts'
import { callOnce } from '../api/call.ts'
import * as codes from '../api/codes.ts'
import { isLanguage } from '../lib/languages.ts'
import { useLinkToken } from '../lib/link-token.ts'
import { Form } from '../ui/form.tsx'
import { css, Note } from '../ui/page.tsx'
import { Door } from './door.tsx'
import { NewPassword } from './reset-password.tsx'

export function AcceptInvitation() {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const token = useLinkToken()
  const [isKnown, setKnown] = useState(false)
  const [address, setAddress] = useState('')
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [isCodeAsked, setCodeAsked] = useState(false)

  async function submit() {
    const language = isLanguage(i18n.locale) && i18n.locale !== 'pseudo' ? { Language: i18n.locale } : {}
    const Timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
    const proof = { Token: token, EmailAddress: address.trim(), Password: password }
    try {
      await callOnce(
        'Person.AcceptInvitation',
        isKnown ? { ...proof, Code: code.trim() } : { ...proof, Name: name.trim(), Timezone, ...language },
      )
    } catch (error) {
      if (!(error instanceof LettershopError) || error.code !== codes.CodeRequired) throw error
      return setCodeAsked(true)
    }
    await navigate({ to: '/sign-in', search: { done: 'invitation' }, replace: true })
  }

  if (token === '') {
    return (
      <Door title={t`Invitation`}>
        <Note tone="warn">
          <p>{t`The link is incomplete. Open it from the invitation again, or copy the complete link.`}</p>
        </Note>
        <div>
          <Link to="/sign-in">
            <Trans>Back to sign in</Trans>
          </Link>
        </div>
      </Door>
    )
  }
  return (
    <Door
      title={t`You are invited`}
      lead={
        isKnown ? t`Enter your current password to confirm that it is you.` : t`Enter your name and choose a password.`
      }
    >
      <Form submit={submit} label={t`Accept the invitation`}>
        <TextInput
          type="email"
          label={t`Email address`}
          description={t`The address the invitation was sent to.`}
          value={address}
          onChange={event => setAddress(event.currentTarget.value)}
          autoComplete="username"
          required
          autoFocus
        />
        {isKnown ? (
          <PasswordInput
            label={t`Password`}
            value={password}
            onChange={event => setPassword(event.currentTarget.value)}
            autoComplete="current-password"
            required
            visibilityToggleButtonProps={{ 'aria-label': t`Show password` }}
          />
        ) : (
          <>
            <TextInput
              label={t`Your name`}
              value={name}
              onChange={event => setName(event.currentTarget.value)}
              autoComplete="name"
              required
            />
            <NewPassword label={t`Password`} value={password} onChange={setPassword} />
          </>
        )}
        {isCodeAsked && (
          <TextInput
            label={t`Code`}
            description={t`From your authenticator app, or a recovery code.`}
            value={code}
            onChange={event => setCode(event.currentTarget.value)}
            autoComplete="one-time-code"
            required
            autoFocus
          />
        )}
        <label className={css.small}>
          <input type="checkbox" checked={isKnown} onChange={event => setKnown(event.currentTarget.checked)} />{' '}
          <Trans>I already have a password for this Lettershop</Trans>
        </label>
      </Form>
    </Door>
  )
}
