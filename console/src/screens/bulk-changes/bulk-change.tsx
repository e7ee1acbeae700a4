/**
 * Changes all subscribers that a rule chooses: the button shows their number, and the service compares it, so that only
 * subscribers who were counted are changed. See docs/bulk-changes.md.
 */
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ParametersOf } from '../../../../src/client/client.ts'
import { call } from '../../api/call.ts'
import { number } from '../../lib/format.ts'
import { reread } from '../../live/reread.ts'
import { Check, Choice } from '../../ui/check.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Form } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { css, Note, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { fieldsQuery } from '../lists/fields-query.ts'
import type { NamedList } from '../lists/named-list.ts'
import { FieldInputs } from '../subscribers/field-inputs.tsx'
import { useTags } from '../tags/tag-input.tsx'
import { Progress } from './progress.tsx'
import { type Action, actionWords } from './words.ts'

/** As BulkChange.Count and BulkChange.Create take it. */
export interface Rule {
  readonly State?: string
  /** The name of a segment. */
  readonly Segment?: string
  readonly Search?: string
  readonly JoinedSince?: string
  readonly JoinedUntil?: string
  /** Of contacts that were selected. */
  readonly Emails?: string[]
}

interface Selection {
  readonly clientId: string
  readonly listId: string
  readonly lists: readonly NamedList[]
  readonly rule: Rule
  /** What is offered, the first of them first. */
  readonly actions: readonly Action[]
  /** Whether another list can be chosen: the segment is of all of them. */
  readonly isOfAllLists?: boolean
}

/** A button that opens the dialog. */
export function BulkChangeButton({ label, ...selection }: Selection & { readonly label: string }) {
  const { t } = useLingui()
  return (
    <DialogButton
      variant="default"
      dialog={close => (
        <Dialog title={t`Bulk change`} onClose={close}>
          <BulkChangeDialog {...selection} />
        </Dialog>
      )}
    >
      {label}
    </DialogButton>
  )
}

function BulkChangeDialog(selection: Selection) {
  const [changeId, setChangeId] = useState<string>()
  return changeId === undefined ? (
    <BulkChangeForm {...selection} onBegun={setChangeId} />
  ) : (
    <>
      <Progress clientId={selection.clientId} changeId={changeId} />
      <p className={`${css.small} ${layout.top12}`}>
        <Link to="/clients/$clientId/changes/$changeId" params={{ clientId: selection.clientId, changeId }}>
          <Trans>Details of this change</Trans>
        </Link>
      </p>
    </>
  )
}

function BulkChangeForm({
  clientId,
  listId: firstListId,
  lists,
  rule,
  actions,
  isOfAllLists = false,
  onBegun,
}: Selection & { readonly onBegun: (id: string) => void }) {
  const { t } = useLingui()
  const [listId, setListId] = useState(firstListId)
  const others = lists.filter(({ ListID }) => ListID !== listId)
  const { data: fields = [] } = useQuery(fieldsQuery(listId))
  const tags = useTags(clientId)
  const options = useActionOptions(actions, fields.length > 0, others.length > 0, tags.length > 0)
  const [action, setAction] = useState<Action>(actions[0]!) // it is not empty
  const [key, setKey] = useState('')
  const [values, setValues] = useState<readonly string[]>([])
  const [toListId, setToListId] = useState('')
  const [tagId, setTagId] = useState('')
  const [createFields, setCreateFields] = useState(true)
  const isField = action === 'SetField' || action === 'ClearField'
  const isCopy = action === 'Copy' || action === 'Move'
  const isTag = action === 'AddTag' || action === 'RemoveTag'
  const tag = tagId || (tags[0]?.TagID ?? '')
  const field = fields.find(({ Key }) => Key === (key || fields[0]?.Key))
  const target = toListId || (others[0]?.ListID ?? '')
  const asked = { ListID: listId, Action: action, ...rule }
  const counted = useCount(clientId, asked)
  const people = counted.data?.Subscribers
  const label = useLabel(action, people ?? 0)
  const isOpen = (isField && !field) || (isCopy && target === '') || (isTag && tag === '')
  async function submit() {
    if (people === undefined) return
    const begun = await call('BulkChange.Create', {
      ...asked,
      Subscribers: people,
      CreateFields: isCopy && createFields,
      ...(isField && { Key: field?.Key ?? '' }),
      ...(action === 'SetField' && { Values: [...values] }),
      ...(isTag && { Values: [tag] }),
      ...(isCopy && { ToListID: target }),
    })
    await reread('bulkChanges')
    onBegun(begun)
  }
  return (
    <>
      {isOfAllLists && <OneList lists={lists} listId={listId} onList={setListId} />}
      <Rules of={rule} lists={lists} listId={listId} />
      <div className={`${css.form} ${layout.unboundedBottom16}`}>
        <Choice label={t`Action`} value={action} onChange={setAction} of={options} />
        {isField && field && (
          <NativeSelect
            label={t`Custom field`}
            value={field.Key ?? ''}
            onChange={event => {
              setKey(event.currentTarget.value)
              setValues([])
            }}
            data={fields.map(({ Key = '', FieldName = '' }) => ({ value: Key, label: FieldName }))}
          />
        )}
        {action === 'SetField' && field && (
          <FieldInputs
            fields={[field]}
            values={{ [field.Key ?? '']: values }}
            onChange={given => setValues(given[field.Key ?? ''] ?? [])}
          />
        )}
        {isTag && <TagChoice tags={tags} tag={tag} onTag={setTagId} />}
        {isCopy && (
          <TargetList
            lists={others}
            listId={target}
            onList={setToListId}
            createFields={createFields}
            onCreateFields={setCreateFields}
          />
        )}
      </div>
      {counted.isPending && <Skeletons lines={1} />}
      <Refused error={counted.error} />
      {people === 0 && (
        <Note tone="plain" role="status">
          <p>
            <Trans>This would change no one: no subscriber is in a matching state.</Trans>
          </p>
        </Note>
      )}
      {people !== undefined && people > 0 && !isOpen && (
        <Form submit={submit} label={label} isWide isDangerous={action === 'Unsubscribe' || action === 'Delete'}>
          <p className={`${css.quiet} ${css.small}`}>
            <Trans>No mail is sent. It can be undone for 30 days.</Trans>
          </p>
        </Form>
      )}
    </>
  )
}

function TagChoice({
  tags,
  tag,
  onTag,
}: {
  readonly tags: ReturnType<typeof useTags>
  readonly tag: string
  readonly onTag: (tagId: string) => void
}) {
  const { t } = useLingui()
  return (
    <NativeSelect
      label={t`Contact tag`}
      value={tag}
      onChange={event => onTag(event.currentTarget.value)}
      data={tags.map(({ TagID = '', Name = '' }) => ({ value: TagID, label: Name }))}
    />
  )
}

/** The list whose members are changed, of a segment of all lists. */
function OneList({
  lists,
  listId,
  onList,
}: {
  readonly lists: readonly NamedList[]
  readonly listId: string
  readonly onList: (listId: string) => void
}) {
  const { t } = useLingui()
  return (
    <NativeSelect
      label={t`Of the list`}
      value={listId}
      onChange={event => onList(event.currentTarget.value)}
      data={lists.map(({ ListID = '', Name = '' }) => ({ value: ListID, label: Name }))}
      mb="sm"
    />
  )
}

/** The actions that are possible with the list's fields, and the client's other lists and tags. */
function useActionOptions(actions: readonly Action[], hasFields: boolean, hasOtherLists: boolean, hasTags: boolean) {
  const { i18n } = useLingui()
  return actions
    .filter(one => (one !== 'SetField' && one !== 'ClearField') || hasFields)
    .filter(one => (one !== 'Copy' && one !== 'Move') || hasOtherLists)
    .filter(one => (one !== 'AddTag' && one !== 'RemoveTag') || hasTags)
    .map(value => ({
      value,
      label: i18n._(actionWords[value].label),
      description: i18n._(actionWords[value].description),
    }))
}

/** Counted anew each time the dialog opens, since the button shows the number and the service checks it. */
function useCount(clientId: string, asked: ParametersOf<'BulkChange.Count'>) {
  return useQuery({
    queryKey: ['BulkChange.Count', { ClientID: clientId, ...asked }],
    queryFn: ({ signal }) => call('BulkChange.Count', asked, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
}

/** The list that subscribers are copied or moved to. */
function TargetList({
  lists,
  listId,
  onList,
  createFields,
  onCreateFields,
}: {
  readonly lists: readonly NamedList[]
  readonly listId: string
  readonly onList: (listId: string) => void
  readonly createFields: boolean
  readonly onCreateFields: (isOn: boolean) => void
}) {
  const { t } = useLingui()
  return (
    <>
      <NativeSelect
        label={t`To the list`}
        value={listId}
        onChange={event => onList(event.currentTarget.value)}
        data={lists.map(({ ListID = '', Name = '' }) => ({ value: ListID, label: Name }))}
      />
      <Check
        label={t`Create custom fields that the other list does not have`}
        description={t`Otherwise their values are not copied. Existing values stay.`}
        checked={createFields}
        onChange={onCreateFields}
      />
    </>
  )
}

/** The button shows the number. */
function useLabel(action: Action, people: number): string {
  const { t } = useLingui()
  const shown = number(people)
  switch (action) {
    case 'Unsubscribe':
      return people === 1 ? t`Unsubscribe 1 person` : t`Unsubscribe ${shown} people`
    case 'Delete':
      return people === 1 ? t`Remove 1 person from the list` : t`Remove ${shown} people from the list`
    case 'SetField':
    case 'ClearField':
    case 'AddTag':
    case 'RemoveTag':
      return people === 1 ? t`Change 1 person` : t`Change ${shown} people`
    case 'Copy':
      return people === 1 ? t`Copy 1 person` : t`Copy ${shown} people`
    case 'Move':
      return people === 1 ? t`Move 1 person` : t`Move ${shown} people`
  }
}

/** Whom it is about, in the words of the filters. */
function Rules({
  of: rule,
  lists,
  listId,
}: {
  readonly of: Rule
  readonly lists: readonly NamedList[]
  readonly listId: string
}) {
  const { State, Segment, Search, JoinedSince, JoinedUntil, Emails } = rule
  const list = lists.find(({ ListID }) => ListID === listId)
  const isAll = !State && !Search && !JoinedSince && !JoinedUntil
  return (
    <p className={layout.bottom16}>
      {Emails !== undefined ? (
        <Trans>
          The selected contacts that are on <bdi>{list?.Name}</bdi>.
        </Trans>
      ) : Segment !== undefined ? (
        <Trans>
          All active subscribers of <bdi>{list?.Name}</bdi> in the segment <bdi>{Segment}</bdi>.
        </Trans>
      ) : isAll ? (
        <Trans>
          All subscribers of <bdi>{list?.Name}</bdi>.
        </Trans>
      ) : (
        <Trans>
          All subscribers of <bdi>{list?.Name}</bdi> that match the filters, including further pages.
        </Trans>
      )}
    </p>
  )
}
