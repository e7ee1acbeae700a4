import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import layout from '../ui/layout.module.css'
import { accountPlaces, clientPlaces, clientsPlace, homePlace } from './places.ts'
import css from './shell.module.css'

export function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  const { t, i18n } = useLingui()
  const places = [homePlace, clientsPlace, ...clientPlaces, ...accountPlaces].filter(({ key }) => key !== undefined)
  return (
    <Dialog title={t`Keyboard`} onClose={onClose}>
      <table className={layout.spaced}>
        <tbody>
          <Row keys={['Ctrl', 'K']}>
            <Trans>Go to any page, client or command</Trans>
          </Row>
          <Row keys={['/']}>
            <Trans>Search on this screen</Trans>
          </Row>
          <Row keys={['z']}>
            <Trans>Undo the last action, while its message is shown</Trans>
          </Row>
          <Row keys={['?']}>
            <Trans>This help</Trans>
          </Row>
          {places.map(({ key = '', label }) => (
            <Row key={key} keys={['g', key]}>
              {i18n._(label)}
            </Row>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}

function Row({ keys, children }: { readonly keys: readonly string[]; readonly children: ReactNode }) {
  return (
    <tr>
      <th className={layout.plainHead} scope="row">
        {children}
      </th>
      <td className={layout.endUnbroken}>
        {keys.map(key => (
          <kbd key={key} className={`${css.key} ${layout.after4}`}>
            {key}
          </kbd>
        ))}
      </td>
    </tr>
  )
}
