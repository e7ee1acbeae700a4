/** What is mine: name and language, how I sign in, my sessions. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { may, useSession } from '../../session/session.ts'
import { Note, Page, Panel } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Factor } from './factor.tsx'
import { Me } from './me.tsx'
import { Password } from './password.tsx'
import css from './profile.module.css'
import { Sessions } from './sessions.tsx'

const route = getRouteApi('/inside/profile/$section')

const sections: Readonly<Record<string, { readonly label: MessageDescriptor; readonly Section: ComponentType }>> = {
  me: { label: msg`About me`, Section: Me },
  password: { label: msg`Password`, Section: Password },
  factor: { label: msg`Second factor`, Section: Factor },
  sessions: { label: msg`Sessions`, Section: Sessions },
}

export function Profile() {
  const { t, i18n } = useLingui()
  const session = useSession()
  const { section } = route.useParams()
  const { Section } = sections[section] ?? sections.me!
  return (
    <Page title={t`My profile`} lead={session.EmailAddress || session.Username}>
      {session.SecondFactorMissing && (
        <div className={css.note}>
          <Note tone="warn">
            <p>
              <strong>{t`Your account requires a second factor.`}</strong> {t`Set one up to use the console.`}
            </p>
          </Note>
        </div>
      )}
      <Tabs label={t`My profile`}>
        {Object.entries(sections).map(([id, { label }]) => (
          <Link key={id} to="/profile/$section" params={{ section: id }}>
            {i18n._(label)}
          </Link>
        ))}
        {may(session, 'Keys') && (
          <Link to="/keys">
            <Trans>API keys</Trans>
          </Link>
        )}
      </Tabs>
      <Section />
      {!(section in sections) && (
        <Panel>
          <Trans>This part of the profile does not exist.</Trans>
        </Panel>
      )}
    </Page>
  )
}
