/** One of the first steps: why it is needed, and the way to do it. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { reread } from '../../live/reread.ts'
import { may, mayOnAccount, useSession } from '../../session/session.ts'
import { type ListedClient, useClientAtHand, useClients } from '../../shell/client-at-hand.ts'
import { setupQuery } from '../../shell/open-places.ts'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { NewClient } from '../new-client.tsx'
import { FirstList } from './first-list.tsx'
import css from './first-steps.module.css'
import type { Step, StepName } from './steps.ts'
import { settings, words } from './words.ts'

/** @param isNext the first one of its group that is not done */
export function StepLine({ step: { Name, State }, isNext }: { readonly step: Step; readonly isNext: boolean }) {
  const { i18n } = useLingui()
  const isDone = State === 'Done'
  const setting = settings[Name]
  return (
    <li data-next={isNext ? '' : undefined}>
      <span className={css.dot} data-done={isDone ? '' : undefined}>
        {isDone && <Icon name="check" size={14} />}
      </span>
      <div>
        <b>{i18n._(words[Name].label)}</b>
        {!isDone && <p>{i18n._(words[Name].why)}</p>}
        {!isDone && setting !== undefined && <code className={css.setting}>{setting}</code>}
      </div>
      <div className={css.way}>
        <StepAction name={Name} isDone={isDone} isNext={isNext} />
        <span className={css.state}>
          {isDone ? <Trans>Done</Trans> : State === 'Todo' ? <Trans>To do</Trans> : <Trans>Unknown</Trans>}
        </span>
      </div>
    </li>
  )
}

/** The client that first steps are taken for: the one at hand, else the first; never the one of the sample data. */
function useFirstClient(): ListedClient | undefined {
  const { data: setup } = useQuery(setupQuery)
  const own = useClients().filter(({ ClientID }) => ClientID !== setup?.SampleClientID)
  const atHand = useClientAtHand()
  return own.find(({ ClientID }) => ClientID === atHand?.ClientID) ?? own[0]
}

function StepAction({
  name,
  isDone,
  isNext,
}: {
  readonly name: StepName
  readonly isDone: boolean
  readonly isNext: boolean
}): ReactNode {
  const { t } = useLingui()
  const session = useSession()
  const client = useFirstClient()
  const { data: setup } = useQuery(setupQuery)
  const clientId = client?.ClientID
  const hasOutbox = clientId !== undefined && setup?.Transport === 'Folder' && may(session, 'ReadReports', clientId)
  const to = (path: string, label: string, isMain = isNext && !isDone) =>
    clientId !== undefined && <WayLink to={`/clients/${clientId}${path}`} label={label} isMain={isMain} />
  switch (name) {
    case 'Client':
      return isDone ? to('', t`Open`) : mayOnAccount(session, 'Clients') && <AddClient />
    case 'Subscribers':
      if (isDone) return to('/lists', t`Lists`)
      return (
        clientId !== undefined &&
        may(session, 'ChangeAudience', clientId) && <AddList clientId={clientId} isMain={isNext} />
      )
    case 'Campaign':
      if (isDone) return hasOutbox ? to('/outbox', t`View in the outbox`) : to('/campaigns', t`Campaigns`)
      return to('/campaigns', t`Create the campaign`)
    case 'Transport':
      return isDone ? null : hasOutbox && to('/outbox', t`Outbox`, false)
    case 'PublicUrl':
      return null
    case 'Domain':
      return clientId !== undefined && may(session, 'Settings', clientId) && to('/domains', t`Sending domains`, false)
  }
}

function WayLink({ to, label, isMain }: { readonly to: string; readonly label: string; readonly isMain: boolean }) {
  return (
    <Button component={Link} to={to} size="xs" variant={isMain ? 'filled' : 'default'}>
      {label}
    </Button>
  )
}

function AddClient() {
  return <NewClient size="xs" onMade={() => void reread('setup')} />
}

function AddList({ clientId, isMain }: { readonly clientId: string; readonly isMain: boolean }) {
  return (
    <DialogButton
      size="xs"
      variant={isMain ? 'filled' : 'default'}
      dialog={close => <FirstList clientId={clientId} onClose={close} />}
    >
      <Trans>Create a list</Trans>
    </DialogButton>
  )
}
