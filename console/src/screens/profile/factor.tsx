/** The second factor: set up with a QR code, ended, and its recovery codes. */

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { encode } from 'uqr'
import { call } from '../../api/call.ts'
import { reread } from '../../live/reread.ts'
import { useSession } from '../../session/session.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { Form } from '../../ui/form.tsx'
import { Help } from '../../ui/help.tsx'
import layout from '../../ui/layout.module.css'
import { Chip, Note, Panel, css as parts } from '../../ui/page.tsx'
import css from './profile.module.css'

export function Factor() {
  const { t } = useLingui()
  const session = useSession()
  const [codes, setCodes] = useState<readonly string[]>()
  if (session.Kind !== 'Person') {
    return (
      <Panel title={t`Second factor`}>
        <p>
          <Trans>Client logins have no second factor. Have yourself invited with your email address.</Trans>
        </p>
      </Panel>
    )
  }
  if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
  return session.SecondFactor === 'Active' ? <ActiveFactor onCodes={setCodes} /> : <NoFactor onCodes={setCodes} />
}

/** Codes are shown this once. */
type OnCodes = (codes: readonly string[]) => void

function NoFactor({ onCodes }: { readonly onCodes: OnCodes }) {
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const [begun, setBegun] = useState<{ readonly secret: string; readonly uri: string }>()
  if (begun) return <Confirm {...begun} password={password} onCodes={onCodes} />
  return (
    <Panel
      title={t`Second factor`}
      text={t`Signing in then also requires a code from an app on your phone: a password alone is not enough.`}
    >
      <Form
        label={t`Set up`}
        submit={async () => {
          const { Secret = '', Uri = '' } = await call('Factor.Begin', { Password: password })
          setBegun({ secret: Secret, uri: Uri })
        }}
      >
        <PresentPassword value={password} onChange={setPassword} />
      </Form>
    </Panel>
  )
}

function Confirm({
  secret,
  uri,
  password,
  onCodes,
}: {
  readonly secret: string
  readonly uri: string
  readonly password: string
  readonly onCodes: OnCodes
}) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  return (
    <Panel title={t`Second factor`} text={t`Scan this with your authenticator app, then type the code that it shows.`}>
      <div className={css.qr}>
        <QrCode text={uri} label={t`QR code for the authenticator app`} />
        <div className={layout.growing}>
          <p className={parts.small}>
            <Trans>Or type this into the app:</Trans>
          </p>
          <CopyText text={secret.replace(/(.{4})(?=.)/g, '$1 ')} />
        </div>
      </div>
      <div className={layout.top20}>
        <Form
          label={t`Confirm`}
          submit={async () => {
            const codes = await call('Factor.Confirm', { Password: password, Code: code.trim() })
            onCodes(codes)
            await reread('secondFactor')
          }}
        >
          <Code
            value={code}
            onChange={setCode}
            description={<Help>{t`Six digits; the app shows a new code each 30 seconds.`}</Help>}
          />
        </Form>
      </div>
    </Panel>
  )
}

function RecoveryCodes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Recovery codes`}>
      <Note tone="good" role="status">
        <p>
          <strong>{t`The second factor is active.`}</strong>{' '}
          {t`Store these codes where you can find them without your phone: each is valid for one sign-in. They are shown only once.`}
        </p>
      </Note>
      <ul className={`${css.codes} ${layout.block16}`}>
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button onClick={onDone}>
        <Trans>I have stored them</Trans>
      </Button>
    </Panel>
  )
}

function ActiveFactor({ onCodes }: { readonly onCodes: OnCodes }) {
  const { t } = useLingui()
  const { RecoveryCodesLeft } = useSession()
  const [wish, setWish] = useState<'codes' | 'end'>()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const proof = { Password: password, Code: code.trim() }
  async function submit() {
    if (wish === 'codes') onCodes(await call('Factor.NewCodes', proof))
    else await call('Factor.Disable', proof)
    await reread('secondFactor')
  }
  return (
    <Panel title={t`Second factor`} text={t`Signing in requires your password and a code from your app.`}>
      <p className={parts.actions}>
        <Chip tone="good">
          <Trans>Active</Trans>
        </Chip>
        <Chip tone={RecoveryCodesLeft < 3 ? 'warn' : 'plain'}>
          <Plural value={RecoveryCodesLeft} one="# recovery code left" other="# recovery codes left" />
        </Chip>
      </p>
      {wish === undefined ? (
        <p className={`${parts.actions} ${layout.top16}`}>
          <Button variant="default" onClick={() => setWish('codes')}>
            <Trans>New recovery codes</Trans>
          </Button>
          <Button variant="default" onClick={() => setWish('end')}>
            <Trans>Turn off the second factor</Trans>
          </Button>
        </p>
      ) : (
        <div className={layout.top20}>
          <Form
            submit={submit}
            label={wish === 'codes' ? t`Create new codes` : t`Turn off the second factor`}
            isDangerous={wish === 'end'}
            aside={
              <Button variant="subtle" onClick={() => setWish(undefined)}>
                <Trans>Cancel</Trans>
              </Button>
            }
          >
            <PresentPassword value={password} onChange={setPassword} />
            <Code value={code} onChange={setCode} description={t`From your app, or a recovery code.`} />
          </Form>
        </div>
      )}
    </Panel>
  )
}

function PresentPassword({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const { t } = useLingui()
  return (
    <PasswordInput
      label={t`Current password`}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      autoComplete="current-password"
      required
      visibilityToggleButtonProps={{ 'aria-label': t`Show password` }}
    />
  )
}

function Code({
  value,
  onChange,
  description,
}: {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly description: ReactNode
}) {
  const { t } = useLingui()
  return (
    <TextInput
      label={t`Code`}
      description={description}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      autoComplete="one-time-code"
      required
    />
  )
}

/** One path of squares. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: 0 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} fill="#000" />
    </svg>
  )
}
