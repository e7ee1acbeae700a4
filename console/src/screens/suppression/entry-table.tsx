/** Entries of suppression lists, one a row: what for whom, why, since when, and how that is known. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { dateTime } from '../../lib/format.ts'
import layout from '../../ui/layout.module.css'
import { Chip, css } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { VirtualRows } from '../../ui/virtual-rows.tsx'
import home from '../home.module.css'
import filters from '../subscribers/filters.module.css'
import { holderOf } from './holder.ts'
import { HolderName } from './holder-name.tsx'
import { Lift } from './lift.tsx'
import { isOfErased, reasonLabels, reasonLooks, type Suppression } from './reasons.ts'

export interface EntryTableProps {
  readonly rows: readonly Suppression[]
  /** Undefined on the screen of the account. */
  readonly clientId?: string | undefined
  /** Entries of more than one list are shown: each says whose it is. */
  readonly isMixed?: boolean
  readonly mayChange: boolean
}

export function EntryTable({ rows, clientId, isMixed = false, mayChange }: EntryTableProps) {
  const { t, i18n } = useLingui()
  const heads = [t`Address`, ...(isMixed ? [t`Applies to`] : []), t`Reason`, t`Since`, t`Source`]
  return (
    <Table heads={heads} hasActions={mayChange}>
      <VirtualRows rows={rows} columns={heads.length + (mayChange ? 1 : 0)} keyOf={keyOf}>
        {(row, props) => {
          const { EmailAddress = '', Reason, Date: since, Evidence } = row
          const holder = holderOf(row, clientId ?? '')
          return (
            <tr key={keyOf(row)} {...props}>
              <td className={filters.address}>
                <strong>
                  <Entry clientId={clientId} entry={EmailAddress} />
                </strong>
              </td>
              {isMixed && (
                <td data-label={t`Applies to`}>
                  <HolderName of={holder} />
                </td>
              )}
              <td data-label={t`Reason`}>
                <span>
                  <Chip {...reasonLooks[Reason]}>{i18n._(reasonLabels[Reason])}</Chip>
                </span>
              </td>
              <td data-label={t`Since`} className={filters.date}>
                {dateTime(since)}
              </td>
              <td data-label={t`Source`} className={css.quiet}>
                <bdi>{Evidence || '–'}</bdi>
              </td>
              {mayChange && (
                <td className={layout.end}>{!isOfErased(EmailAddress) && <Lift from={holder} of={row} />}</td>
              )}
            </tr>
          )
        }}
      </VirtualRows>
    </Table>
  )
}

const keyOf = ({ EmailAddress = '', ListID = '' }: Suppression) => `${EmailAddress} ${ListID}`

interface EntryProps {
  readonly clientId: string | undefined
  readonly entry: string
}

/** An address leads to its contact; a domain or a hash covers many addresses, and the keyed hash of an erased contact none that is known. */
function Entry({ clientId, entry }: EntryProps) {
  if (isOfErased(entry)) return <Trans>Erased contact</Trans>
  if (clientId === undefined || entry.startsWith('@')) return <bdi>{entry}</bdi>
  return (
    <Link className={home.name} to="/clients/$clientId/contact" params={{ clientId }} search={{ address: entry }}>
      <bdi>{entry}</bdi>
    </Link>
  )
}
