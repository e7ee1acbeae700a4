/** One person: who it is, what they may do, and taking that away. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { dateTime, zoneName } from '../../lib/format.ts'
import { isLanguage, languages } from '../../lib/languages.ts'
import { reread } from '../../live/reread.ts'
import { useSession } from '../../session/session.ts'
import { AskFirst } from '../../ui/ask-first.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Form } from '../../ui/form.tsx'
import { css, Note } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import domain from '../domains/domain.module.css'
import { GrantsField } from './grants.tsx'
import { givenGrants, type Person } from './roles.ts'

export function PersonDrawer({ of: person, onClose }: { readonly of: Person; readonly onClose: () => void }) {
  const { t } = useLingui()
  const session = useSession()
  const {
    PersonID = '',
    Name = '',
    EmailAddress = '',
    Username,
    Language,
    Timezone,
    CreatedDate,
    SecondFactor,
  } = person
  const [grants, setGrants] = useState(() => givenGrants(person.Grants ?? []))
  const name = Name || EmailAddress || Username || ''
  const isMe = PersonID === session.PersonID
  return (
    <Drawer title={<bdi>{name}</bdi>} lead={<p className={css.quiet}>{EmailAddress || Username}</p>} onClose={onClose}>
      <div className={domain.parts}>
        <Facts>
          <Fact name={t`User name`}>{Username}</Fact>
          <Fact name={t`Language`}>
            {isLanguage(Language) && Language !== 'pseudo' ? languages[Language] : Language}
          </Fact>
          <Fact name={t`Time zone`}>{zoneName(Timezone ?? '')}</Fact>
          <Fact name={t`Second factor`}>{SecondFactor ? t`Set up` : t`None`}</Fact>
          <Fact name={t`Member since`}>{dateTime(CreatedDate)}</Fact>
        </Facts>
        <Form
          label={t`Save the roles`}
          isWide
          submit={async () => {
            await call('Person.SetGrants', { PersonID, Grants: [...grants] })
            await reread('people')
            toast(t`The roles of ${name} are saved.`)
            onClose()
          }}
        >
          {isMe && (
            <Note tone="warn">
              <p>
                <Trans>
                  This is you. Permissions that you remove from yourself can only be given back by another owner.
                </Trans>
              </p>
            </Note>
          )}
          <GrantsField value={grants} onChange={setGrants} />
        </Form>
        <div>
          <AskFirst
            title={t`Remove ${name}?`}
            label={t`Remove the person`}
            text={
              <p>
                <Trans>
                  Their sessions end at once, and the API keys they created are revoked. Drafts are kept. To come back,
                  they must be invited again.
                </Trans>
              </p>
            }
            run={async () => {
              await call('Person.Remove', { PersonID })
              await reread('people')
              toast(t`${name} no longer works with this account.`)
              onClose()
            }}
          >
            <Trans>Remove from the account</Trans>
          </AskFirst>
        </div>
      </div>
    </Drawer>
  )
}
