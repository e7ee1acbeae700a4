import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call, read } from '../../api/call.ts'
import { dateTime, zoneName } from '../../lib/format.ts'
import { reread } from '../../live/reread.ts'
import { useSession } from '../../session/session.ts'
import layout from '../../ui/layout.module.css'
import { Chip, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'

const sessions = read('Session.List', {})

export function Sessions() {
  const { t } = useLingui()
  const Timezone = zoneName(useSession().Timezone ?? '')
  const { data, error, isPending } = useQuery(sessions)
  const reload = () => reread('sessions')
  const end = useMutation({ mutationFn: (SessionID: string) => call('Session.End', { SessionID }), onSettled: reload })
  const endOthers = useMutation({ mutationFn: () => call('Session.EndAll', { KeepThis: true }), onSettled: reload })
  return (
    <Panel
      title={t`Sessions`}
      text={t`Browsers in which you are signed in. Dates are in ${Timezone}.`}
      actions={
        data &&
        data.length > 1 && (
          <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            <Trans>End all others</Trans>
          </Button>
        )
      }
    >
      {isPending && <Skeletons lines={4} />}
      <Refused error={error ?? end.error ?? endOthers.error} />
      {data && (
        <Table heads={[t`Browser`, t`Network address`, t`Signed in`, t`Last used`]} hasActions>
          {data.map(({ SessionID = '', Current, Device, NetworkAddress, SignedInDate, LastUsedDate }) => (
            <tr key={SessionID}>
              <td>
                {Device || <Trans>Unknown browser</Trans>}{' '}
                {Current && (
                  <Chip tone="good">
                    <Trans>This one</Trans>
                  </Chip>
                )}
              </td>
              <td data-label={t`Network address`}>{NetworkAddress}</td>
              <td data-label={t`Signed in`}>{dateTime(SignedInDate)}</td>
              <td data-label={t`Last used`}>{dateTime(LastUsedDate)}</td>
              <td className={layout.end}>
                {!Current && (
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={t`End the session of ${Device}, ${NetworkAddress}`}
                    loading={end.isPending && end.variables === SessionID}
                    onClick={() => end.mutate(SessionID)}
                  >
                    <Trans>End</Trans>
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}
