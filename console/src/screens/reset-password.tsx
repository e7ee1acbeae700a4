/** A new password: requested by address, or chosen with the link of the mail, whose token follows the `#`. */

import { Trans, useLingui } from '@lingui/react/macro'
import { PasswordInput, TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { callOnce } from '../api/call.ts'
import { useLinkToken } from '../lib/link-token.ts'
import { Form } from '../ui/form.tsx'
import { Note } from '../ui/page.tsx'
import { Door } from './door.tsx'

export function ResetPassword() {
  const token = useLinkToken()
  return token === '' ? <RequestForm /> : <Choose token={token} />
}

function RequestForm() {
  const { t } = useLingui()
  const [address, setAddress] = useState('')
  const [sentTo, setSentTo] = useState<string>()
  const back = (
    <Link to="/sign-in">
      <Trans>Back to sign in</Trans>
    </Link>
  )
  if (sentTo !== undefined) {
    return (
      <Door title={t`Check your mail`}>
        <Note tone="good" role="status">
          <p>
            <Trans>
              If <strong>{sentTo}</strong> belongs to a person here, we have sent a link for a new password. It works
              once, within an hour.
            </Trans>
          </p>
        </Note>
        <div>{back}</div>
      </Door>
    )
  }
  return (
    <Door title={t`New password`} lead={t`We send you a link to choose a new one.`}>
      <Form
        label={t`Send the link`}
        aside={back}
        submit={async () => {
          await callOnce('Person.RequestPasswordReset', { EmailAddress: address.trim() })
          setSentTo(address.trim())
        }}
      >
        <TextInput
          type="email"
          label={t`Email address`}
          value={address}
          onChange={event => setAddress(event.currentTarget.value)}
          autoComplete="username"
          required
          autoFocus
        />
      </Form>
    </Door>
  )
}

function Choose({ token }: { readonly token: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  return (
    <Door title={t`Choose a new password`} lead={t`You are signed out everywhere; your second factor stays.`}>
      <Form
        label={t`Set the password`}
        aside={
          <Link to="/reset-password" reloadDocument>
            <Trans>Request a new link</Trans>
          </Link>
        }
        submit={async () => {
          await callOnce('Person.ResetPassword', { Token: token, Password: password })
          await navigate({ to: '/sign-in', search: { done: 'password' }, replace: true })
        }}
      >
        <NewPassword value={password} onChange={setPassword} />
      </Form>
    </Door>
  )
}

/** A password to be chosen, typed once and shown on request. */
export function NewPassword({
  value,
  onChange,
  label,
}: {
  readonly value: string
  readonly onChange: (password: string) => void
  readonly label?: string
}) {
  const { t } = useLingui()
  return (
    <PasswordInput
      label={label ?? t`New password`}
      description={t`At least 6 characters. A few words are easier to remember than symbols.`}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      autoComplete="new-password"
      minLength={6}
      required
      visibilityToggleButtonProps={{ 'aria-label': t`Show password` }}
    />
  )
}
