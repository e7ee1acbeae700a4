/** What stands between a new installation and its first campaign. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ValueOf } from '../../../src/client/client.ts'
import { Icon } from '../ui/icons.tsx'
import { Panel } from '../ui/page.tsx'
import css from './home.module.css'

type Step = NonNullable<ValueOf<'Setup.GetStatus'>['Steps']>[number]

const words: Readonly<Record<Step['Name'], { readonly label: MessageDescriptor; readonly how: MessageDescriptor }>> = {
  Transport: {
    label: msg`A relay sends the mails`,
    how: msg`Until then mails go into the folder data/outbox, where you can look at them. The operator sets LETTERSHOP_TRANSPORT.`,
  },
  PublicUrl: {
    label: msg`A public address`,
    how: msg`Links in mails lead there. The operator sets LETTERSHOP_PUBLIC_URL, with https.`,
  },
  Client: { label: msg`The first client`, how: msg`Lists, templates and campaigns belong to a client.` },
  Subscribers: {
    label: msg`The first subscriber`,
    how: msg`Make a list and add yourself: then you get the first campaign.`,
  },
  Domain: {
    label: msg`A sending domain`,
    how: msg`Mails from a verified domain are signed, and arrive. You publish some DNS records for it.`,
  },
  Campaign: { label: msg`The first campaign`, how: msg`Write it, send yourself a test, and send it.` },
}

export function SetupSteps({ steps }: { readonly steps: readonly Step[] }) {
  const { t, i18n } = useLingui()
  const done = steps.filter(({ State }) => State === 'Done').length
  return (
    <div className={css.setup}>
      <Panel title={t`First steps`} text={t`${done} of ${steps.length} are done.`}>
        <progress className={css.progress} max={steps.length} value={done} aria-label={t`First steps`} />
        <ol className={css.steps}>
          {steps.map(({ Name, State }) => (
            <li key={Name}>
              <span className={css.dot} data-done={State === 'Done' ? '' : undefined}>
                {State === 'Done' && <Icon name="check" size={14} />}
              </span>
              <span>
                <b>{i18n._(words[Name].label)}</b>
                {State !== 'Done' && <p>{i18n._(words[Name].how)}</p>}
              </span>
              <span className={css.state}>
                {State === 'Done' ? (
                  <Trans>Done</Trans>
                ) : State === 'Todo' ? (
                  <Trans>To do</Trans>
                ) : (
                  <Trans>Not known</Trans>
                )}
              </span>
            </li>
          ))}
        </ol>
      </Panel>
    </div>
  )
}
