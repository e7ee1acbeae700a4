/** The segments of a list: those active subscribers for whom every rule holds. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call, queryClient, read } from '../../api/call.ts'
import { reread } from '../../live/reread.ts'
import { may, useSession } from '../../session/session.ts'
import layout from '../../ui/layout.module.css'
import { css, Empty, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.ts'
import { ExportButton } from '../exports/export-button.tsx'
import { Count } from './count.tsx'
import type { ListProps } from './list-props.ts'

type Rule = ValueOf<'Segment.GetRules'>[number]

const operators: Readonly<Record<Rule['Operator'], MessageDescriptor>> = {
  Equals: msg`is`,
  NotEquals: msg`is not`,
  Contains: msg`contains`,
  NotContains: msg`does not contain`,
  IsSet: msg`is set`,
  IsNotSet: msg`is not set`,
}

const reload = () => reread('segments')

export function Segments({ clientId, listId }: ListProps) {
  const { t } = useLingui()
  const session = useSession()
  const { data, error, isPending } = useQuery(read('Client.GetSegments', { ClientID: clientId }))
  const segments = data?.filter(({ ListID }) => ListID === listId)
  const seesPeople = may(session, 'ReadAudience', clientId)
  const mayChange = may(session, 'ChangeAudience', clientId)
  const more = seesPeople ? [t`Members`, t`People`] : []
  return (
    <Panel title={t`Segments`} text={t`Parts of the list that you can send campaigns to.`}>
      {isPending && <Skeletons lines={4} />}
      <Refused error={error} />
      {segments?.length === 0 && (
        <Empty icon="list" title={t`No segments yet`}>
          <Trans>
            A segment is a part of the list defined by rules, such as everyone whose city is Oslo. The segment editor
            will come with a later version; until then create segments over the API with Segment.Create.
          </Trans>
        </Empty>
      )}
      {segments && segments.length > 0 && (
        <Table heads={[t`Segment`, ...more]} hasActions={mayChange || seesPeople}>
          {segments.map(({ Name = '' }) => (
            <tr key={Name}>
              <td>
                <strong dir="auto">{Name}</strong>
              </td>
              {seesPeople && <Members listId={listId} name={Name} />}
              {(mayChange || seesPeople) && (
                <td>
                  <div className={`${css.actions} ${layout.atEnd}`}>
                    {seesPeople && (
                      <ExportButton
                        clientId={clientId}
                        exported={{ Kind: 'Subscribers', ListID: listId, Segment: Name }}
                        name={Name}
                      />
                    )}
                    {mayChange && <DeleteSegment listId={listId} name={Name} />}
                  </div>
                </td>
              )}
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}

const rulesQuery = (listId: string, name: string) => read('Segment.GetRules', { ListID: listId, Name: name })

function Members({ listId, name }: { readonly listId: string; readonly name: string }) {
  const { t, i18n } = useLingui()
  const rules = useQuery(rulesQuery(listId, name))
  const count = useQuery(read('Segment.GetCount', { ListID: listId, Name: name }))
  return (
    <>
      <td data-label={t`Members`}>
        <div>
          <Refused error={rules.error} />
          {rules.data?.length === 0 && <Trans>No rules: no subscribers</Trans>}
          {rules.data?.map(({ Field, Operator, Value }, n) => (
            // rules have no names, and do not change places
            <div key={n} dir="auto">
              {n > 0 && (
                <span className={css.quiet}>
                  <Trans comment="between two rules that must both hold">and</Trans>{' '}
                </span>
              )}
              <b className={layout.weighty}>{Field}</b> {i18n._(operators[Operator])}{' '}
              {Value !== undefined && Value !== null && <q>{Value}</q>}
            </div>
          ))}
        </div>
      </td>
      <td data-label={t`People`}>
        <Count value={count.data} isPending={count.isPending} />
      </td>
    </>
  )
}

/** The rules are read before, so that undoing makes the same segment again. */
function DeleteSegment({ listId, name }: { readonly listId: string; readonly name: string }) {
  const { t } = useLingui()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const rules = await queryClient.fetchQuery(rulesQuery(listId, name))
      await call('Segment.Delete', { ListID: listId, Name: name })
      await reload()
      toast(t`The segment “${name}” was deleted.`, {
        undo: async () => {
          const Rules = rules.map(({ Field = '', Operator, Value = '' }) => ({ Field, Operator, Value: Value ?? '' }))
          await call('Segment.Add', { ListID: listId, Title: name, Rules })
          await reload()
        },
      })
    },
  })
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        loading={isPending}
        onClick={() => mutate()}
        aria-label={t`Delete ${name}`}
      >
        <Trans>Delete</Trans>
      </Button>
      <Refused error={error} />
    </>
  )
}
