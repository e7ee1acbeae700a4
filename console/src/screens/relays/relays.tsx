/** The SMTP relays of the installation, and what a test of each finds. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call, read } from '../../api/call.ts'
import { fileSize, number } from '../../lib/format.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Form } from '../../ui/form.tsx'
import { Help } from '../../ui/help.tsx'
import { Icon } from '../../ui/icons.tsx'
import layout from '../../ui/layout.module.css'
import { Chip, css, Note, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import own from './relays.module.css'

type Tests = ValueOf<'Relay.Test'>
type Test = NonNullable<Tests['Relays']>[number]
type Step = Exclude<NonNullable<Test['Step']>, 'Done'>

/** Of a session, in their order. */
const steps: readonly (readonly [Step, MessageDescriptor])[] = [
  ['Resolve', msg`Name found`],
  ['Connect', msg`Connected`],
  ['Hello', msg`Greeting received`],
  ['Tls', msg`Encrypted`],
  ['Login', msg`Logged in`],
  ['Sender', msg`Sender accepted`],
  ['Reset', msg`Cancelled, nothing sent`],
]

export function Relays() {
  const { t } = useLingui()
  const { data: version, error, isPending } = useQuery(read('Setup.GetVersion', {}))
  const [from, setFrom] = useState('')
  const [tests, setTests] = useState<Tests>()
  return (
    <Page title={t`Relays`} lead={t`Mail is sent through SMTP relays. The operator sets them in LETTERSHOP_TRANSPORT.`}>
      {isPending && <Skeletons lines={4} />}
      <Refused error={error} />
      {version?.Transport === 'Folder' && (
        <Note tone="plain">
          <p>
            <strong>
              <Trans>Mail is written to a folder; nothing leaves this machine.</Trans>
            </strong>
          </p>
          <p>
            <Trans>To send, start Lettershop with a relay, for example:</Trans>{' '}
            <code>LETTERSHOP_TRANSPORT='smtps://user:password@relay.example' npm start</code>
          </p>
        </Note>
      )}
      {version?.Transport === 'Relays' && (
        <>
          <Panel
            title={t`Test the relays`}
            text={t`Opens a session with each relay, offers a sender and cancels. Nothing is sent.`}
          >
            <Form
              label={t`Test now`}
              submit={async () => setTests(await call('Relay.Test', { Relay: '', FromEmail: from.trim() }))}
            >
              <TextInput
                type="email"
                label={t`Sender for the test`}
                description={
                  <Help>{t`Some relays accept only the senders of a login. Empty: the empty sender that bounces have.`}</Help>
                }
                value={from}
                onChange={event => setFrom(event.currentTarget.value)}
                autoComplete="off"
              />
            </Form>
          </Panel>
          <div role="status">{tests && <Results of={tests} />}</div>
        </>
      )}
    </Page>
  )
}

function Results({ of: { Relays = [] } }: { readonly of: Tests }) {
  const failed = Relays.filter(({ Works }) => !Works).length
  return (
    <div className={own.results}>
      <Note tone={failed > 0 ? 'bad' : 'good'}>
        <p>
          {failed === 0 ? (
            <Plural value={Relays.length} one="The relay works." other="All # relays work." />
          ) : (
            <Plural value={failed} one="# relay cannot be used." other="# relays cannot be used." />
          )}
        </p>
      </Note>
      {Relays.map(test => (
        <Result key={test.Relay} of={test} />
      ))}
    </div>
  )
}

function Result({ of: test }: { readonly of: Test }) {
  const { t, i18n } = useLingui()
  const {
    Relay = '',
    Works,
    Step,
    Code = 0,
    Error: error,
    Addresses = [],
    MostBytes = 0,
    Milliseconds = 0,
    LoginMethods = [],
  } = test
  const failedAt = Works ? steps.length : steps.findIndex(([name]) => name === Step)
  const isLeftOut = (step: Step) => (step === 'Tls' && !test.Encrypted) || (step === 'Login' && !test.LoggedIn)
  const offers = [
    test.Pipelining && 'PIPELINING',
    test.Chunking && 'CHUNKING',
    test.EightBitMime && '8BITMIME',
    test.SmtpUtf8 && 'SMTPUTF8',
  ].filter(Boolean)
  return (
    <Panel
      title={Relay}
      actions={
        Works ? (
          <Chip tone="good">
            <Trans>Works</Trans>
          </Chip>
        ) : (
          <Chip tone="bad">
            <Trans>Cannot be used</Trans>
          </Chip>
        )
      }
    >
      <ol className={own.steps}>
        {steps.slice(0, failedAt + 1).map(([name, label], n) => (
          <li key={name} data-state={n === failedAt ? 'failed' : isLeftOut(name) ? 'left-out' : 'done'}>
            <Icon name={n === failedAt ? 'warning' : isLeftOut(name) ? 'info' : 'check'} size={16} />
            <span>
              {n === failedAt ? (
                <Trans>Failed: {i18n._(label)}</Trans>
              ) : isLeftOut(name) ? (
                name === 'Tls' ? (
                  <Trans>Not encrypted</Trans>
                ) : (
                  <Trans>Without a login</Trans>
                )
              ) : (
                i18n._(label)
              )}
            </span>
          </li>
        ))}
      </ol>
      {!Works && (
        <div className={layout.top12}>
          <Note tone="bad">
            <p dir="auto">
              {Code > 0 && <code>{Code} </code>}
              {error}
            </p>
          </Note>
        </div>
      )}
      <div className={layout.top16}>
        <Facts>
          <Fact name={t`Network addresses`}>{Addresses.join(', ')}</Fact>
          <Fact name={t`Extensions`}>{offers.join(', ')}</Fact>
          <Fact name={t`Ways to log in`}>{LoginMethods.join(', ')}</Fact>
          <Fact name={t`Largest mail`}>{MostBytes > 0 && fileSize(MostBytes)}</Fact>
          <Fact name={t`Time`}>
            <span className={css.quiet}>{t`${number(Milliseconds)} ms`}</span>
          </Fact>
        </Facts>
      </div>
    </Panel>
  )
}
