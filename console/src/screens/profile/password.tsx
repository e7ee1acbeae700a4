import { useLingui } from '@lingui/react/macro'
import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { Form } from '../../ui/form.tsx'
import { Note, Panel } from '../../ui/page.tsx'
import { NewPassword } from '../reset-password.tsx'

export function Password() {
  const { t } = useLingui()
  const [present, setPresent] = useState('')
  const [next, setNext] = useState('')
  const [isDone, setDone] = useState(false)
  async function submit() {
    setDone(false)
    await call('Person.ChangePassword', { Password: present, NewPassword: next })
    setPresent('')
    setNext('')
    setDone(true)
  }
  return (
    <Panel
      title={t`Password`}
      text={t`With a new password your other sessions end; this one continues. API keys stay valid.`}
    >
      <Form submit={submit} label={t`Change the password`}>
        {isDone && (
          <Note tone="good" role="status">
            <p>{t`The new password is set.`}</p>
          </Note>
        )}
        <PasswordInput
          label={t`Current password`}
          value={present}
          onChange={event => setPresent(event.currentTarget.value)}
          autoComplete="current-password"
          required
          visibilityToggleButtonProps={{ 'aria-label': t`Show password` }}
        />
        <NewPassword value={next} onChange={setNext} />
      </Form>
    </Panel>
  )
}
