/** Who gets data of a client or reaches it, with what is to be added by hand. */
import { Trans, useLingui } from '@lingui/react/macro'
import { number } from '../../lib/format.ts'
import { Note, Panel } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { type Role, wordsOf } from '../people/roles.ts'
import own from './register.module.css'
import { type Recipient, recipientWords } from './words.ts'

export function Recipients({ of: recipients }: { readonly of: readonly Recipient[] }) {
  const { t, i18n } = useLingui()
  const isElsewhere = recipients.some(({ Kind, IsThisMachine }) => hosts.has(Kind) && !IsThisMachine)
  return (
    <Panel title={t`Recipients and access`}>
      <Table heads={[t`Recipient`, t`Name`, t`Number`, t`Place`]}>
        {recipients.map(({ Kind, Name = '', Count = 0, IsThisMachine }) => (
          <tr key={`${Kind} ${Name}`}>
            <td>{i18n._(recipientWords[Kind])}</td>
            {/* of people it is one of the roles */}
            <td data-label={Name ? t`Name` : undefined}>
              {Kind === 'Person' ? i18n._(wordsOf(Name as Role).label) : Name}
            </td>
            <td data-label={t`Number`}>{number(Count)}</td>
            <td data-label={hosts.has(Kind) ? t`Place` : undefined}>
              {hosts.has(Kind) && (IsThisMachine ? t`this machine` : t`not known`)}
            </td>
          </tr>
        ))}
      </Table>
      {isElsewhere && (
        <div className={own.apart}>
          <Note tone="plain">
            <p>
              <Trans>
                In which country a host is, is not known here. Add transfers to other countries to this register by
                hand.
              </Trans>
            </p>
          </Note>
        </div>
      )}
    </Panel>
  )
}

const hosts: ReadonlySet<Recipient['Kind']> = new Set(['Relay', 'Webhook', 'Folder'])
