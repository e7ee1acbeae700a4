/** What people sign up to, and what the form asks of them. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/call.ts'
import { Check } from '../../ui/check.tsx'
import { Help } from '../../ui/help.tsx'
import { Icon } from '../../ui/icons.tsx'
import { css, Note, Panel } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { isSameName, useTags } from '../tags/tag-input.tsx'
import { AskedFields } from './asked-fields.tsx'
import own from './forms.module.css'
import type { FormListSettings, FormValue, PartProps } from './types.ts'

type ListOfForm = NonNullable<FormValue['Lists']>[number]

export function AskedPart({ lists: saved, ...part }: PartProps & { readonly lists: readonly ListOfForm[] }) {
  const { t } = useLingui()
  const { of: settings, change, isLocked } = part
  return (
    <Panel title={t`What people sign up to`}>
      <div className={own.part}>
        <TextInput
          label={t`Name of the form`}
          description={<Help>{t`For you alone; people who sign up do not see it.`}</Help>}
          value={settings.Title}
          onChange={event => change({ Title: event.currentTarget.value })}
          maxLength={100}
          autoComplete="off"
          required
          readOnly={isLocked}
        />
        <Lists {...part} saved={saved} />
        <AskedFields {...part} />
        <Tags {...part} />
      </div>
    </Panel>
  )
}

function Lists({
  clientId,
  of: { Lists: chosen },
  change,
  isLocked,
  saved,
}: PartProps & { readonly saved: readonly ListOfForm[] }) {
  const { t } = useLingui()
  const { data = [], error } = useQuery(read('Client.GetLists', { ClientID: clientId }))
  const gone = saved.filter(({ ListID, IsDeleted }) => IsDeleted && chosen.some(one => one.ListID === ListID))
  const set = (listId: string, part: Partial<FormListSettings>) =>
    change({ Lists: chosen.map(one => (one.ListID === listId ? { ...one, ...part } : one)) })
  const remove = (listId: string) => change({ Lists: chosen.filter(({ ListID }) => ListID !== listId) })
  return (
    <fieldset className={own.choices}>
      <legend>
        <Trans>Lists</Trans>
      </legend>
      <Refused error={error} />
      <p className={`${css.quiet} ${css.small}`}>
        {chosen.length > 1 ? (
          <Trans>People tick the lists they want; none is ticked beforehand.</Trans>
        ) : (
          <Trans>With one list, everyone joins it. With several, people tick.</Trans>
        )}
      </p>
      {gone.map(({ ListID = '', ListTitle = '' }) => (
        <Note key={ListID} tone="bad">
          <p>
            <Trans>
              The list <bdi>{ListTitle}</bdi> was deleted, so the form takes no sign-ups for it.
            </Trans>
          </p>
          {!isLocked && <Check label={t`Leave out ${ListTitle}`} checked={false} onChange={() => remove(ListID)} />}
        </Note>
      ))}
      {data.map(({ ListID = '', Name = '' }) => {
        const settings = chosen.find(one => one.ListID === ListID)
        return (
          <div key={ListID} className={own.group}>
            <Check
              label={Name}
              checked={settings !== undefined}
              onChange={isChosen =>
                isLocked
                  ? undefined
                  : isChosen
                    ? change({ Lists: [...chosen, { ListID, Title: '', Description: '' }] })
                    : remove(ListID)
              }
            />
            {settings && chosen.length > 1 && (
              <div className={own.within}>
                <TextInput
                  label={t`Shown as`}
                  aria-label={t`${Name}: shown as`}
                  placeholder={Name}
                  value={settings.Title}
                  onChange={event => set(ListID, { Title: event.currentTarget.value })}
                  maxLength={200}
                  readOnly={isLocked}
                />
                <Textarea
                  label={t`What it brings`}
                  aria-label={t`${Name}: what it brings`}
                  placeholder={t`One letter a month.`}
                  rows={1}
                  autosize
                  value={settings.Description}
                  onChange={event => set(ListID, { Description: event.currentTarget.value })}
                  maxLength={500}
                  readOnly={isLocked}
                />
              </div>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}

/** Tags of the client that are offered; others are typed. */
const mostOffered = 8

/** Tags by name, one a line: those of the client by a click, new ones as they are typed. */
function Tags({ clientId, of: { Tags: tags }, change, isLocked }: PartProps) {
  const { t } = useLingui()
  const known = useTags(clientId).map(({ Name = '' }) => Name)
  const others = known.filter(name => !tags.some(tag => isSameName(tag, name))).slice(0, mostOffered)
  return (
    <div className={own.group}>
      <Textarea
        label={t`Tags that the contact gets`}
        description={t`With the confirmation; one a line, such as where the form is.`}
        value={tags.join('\n')}
        onChange={event => change({ Tags: event.currentTarget.value.split('\n') })}
        rows={1}
        autosize
        readOnly={isLocked}
      />
      {!isLocked && others.length > 0 && (
        <div className={css.actions}>
          {others.map(name => (
            <Button
              key={name}
              variant="default"
              size="compact-sm"
              leftSection={<Icon name="plus" size={14} />}
              aria-label={t`Add the tag ${name}`}
              onClick={() => change({ Tags: [...tags.filter(tag => tag.trim() !== ''), name] })}
            >
              <bdi>{name}</bdi>
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
