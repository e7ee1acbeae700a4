/** The custom fields of a list: data of each subscriber besides address and name. */

import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { reread } from '../../live/reread.ts'
import { may, useSession } from '../../session/session.ts'
import { AskFirst } from '../../ui/ask-first.tsx'
import layout from '../../ui/layout.module.css'
import { css, Empty, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import { UsingSegments } from '../segments/using-segments.tsx'
import { typeLabels } from './field-types.ts'
import { type Field, fieldsQuery } from './fields-query.ts'
import type { ListProps } from './list-props.ts'
import { NewField } from './new-field.tsx'

/** Further options are shown as a number. */
const mostOptions = 6

export function Fields({ clientId, listId }: ListProps) {
  const { t } = useLingui()
  const session = useSession()
  const { data, error, isPending } = useQuery(fieldsQuery(listId))
  const mayChange = may(session, 'ChangeAudience', clientId)
  const add = mayChange && <NewField listId={listId} />
  return (
    <Panel
      title={t`Custom fields`}
      text={t`Each field has a tag, which is replaced by the reader’s value in a mail.`}
      actions={data && data.length > 0 && add}
    >
      {isPending && <Skeletons lines={4} />}
      <Refused error={error} />
      {data?.length === 0 && (
        <Empty icon="person" title={t`No custom fields yet`} action={add}>
          <Trans>
            A field stores data about your readers, such as a city or a birthday. Mails can include it, and segments can
            filter by it.
          </Trans>
        </Empty>
      )}
      {data && data.length > 0 && (
        <Table heads={[t`Field`, t`Tag`, t`Type`]} hasActions={mayChange}>
          {data.map(field => (
            <Row key={field.Key} field={field} clientId={clientId} listId={listId} mayChange={mayChange} />
          ))}
        </Table>
      )}
    </Panel>
  )
}

function Row({
  field: { FieldName = '', Key = '', DataType, Options = [] },
  clientId,
  listId,
  mayChange,
}: ListProps & {
  readonly field: Field
  readonly mayChange: boolean
}) {
  const { t, i18n } = useLingui()
  const more = Options.length - mostOptions
  const shown = Options.slice(0, mostOptions).join(', ')
  return (
    <tr>
      <td>
        <strong dir="auto">{FieldName}</strong>
      </td>
      <td data-label={t`Tag`}>
        <code dir="auto">{Key}</code>
      </td>
      <td data-label={t`Type`}>
        <div>
          {i18n._(typeLabels[DataType])}
          {Options.length > 0 && (
            <div className={`${css.quiet} ${css.small}`} dir="auto">
              {more > 0 ? (
                <Trans>
                  {shown} and {more} more
                </Trans>
              ) : (
                shown
              )}
            </div>
          )}
        </div>
      </td>
      {mayChange && (
        <td className={layout.end}>
          <DeleteField clientId={clientId} listId={listId} fieldKey={Key} name={FieldName} />
        </td>
      )}
    </tr>
  )
}

/** Asks first, because the values of all subscribers go with it and nothing brings them back. */
function DeleteField({
  clientId,
  listId,
  fieldKey,
  name,
}: ListProps & {
  readonly fieldKey: string
  readonly name: string
}) {
  const { t } = useLingui()
  return (
    <AskFirst
      variant="default"
      size="compact-sm"
      aria-label={t`Delete ${name}`}
      title={name}
      label={t`Delete the field and its values`}
      text={
        <>
          <p>
            <Trans>The values of all subscribers in this field are deleted with it and cannot be restored.</Trans>
          </p>
          <UsingSegments clientId={clientId} of={{ kind: 'Field', key: fieldKey, listId }} />
        </>
      }
      run={async () => {
        await call('List.DeleteCustomField', { ListID: listId, Key: fieldKey })
        await reread('fields')
      }}
    >
      <Trans>Delete</Trans>
    </AskFirst>
  )
}
