/** Blocks: sections that the client saved under a name. One is copied into a mail; the mail does not follow its changes. */
import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read } from '../../../api/call.ts'
import { newKey } from '../../../lib/new-key.ts'
import { reread } from '../../../live/reread.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { css as parts } from '../../../ui/page.tsx'
import { Refused } from '../../../ui/refused.tsx'
import { toast } from '../../../ui/toast.ts'
import content from '../content.module.css'
import { IconButton } from '../icon-button.tsx'
import { documentOf, type Section, sourceOf, wordsOf } from './document.ts'
import { kindNames } from './names.ts'
import css from './sections.module.css'

/** As many as a client may have; so one page holds all of them. */
const all = { Cursor: '', Limit: 100 }

const blocksOf = (clientId: string) => read('Block.List', { ClientID: clientId, ...all })

/** In the menu of what is added: the blocks of the client, to be added or deleted. */
export function BlockChoices({
  clientId,
  version,
  onAdd,
}: {
  readonly clientId: string
  readonly version: number
  readonly onAdd: (section: Section) => void
}) {
  const { t, i18n } = useLingui()
  const { data, error } = useQuery(blocksOf(clientId))
  const blocks = data?.Blocks ?? []
  const remove = useMutation({
    mutationFn: ({ BlockID = '' }: (typeof blocks)[number]) => call('Block.Delete', { ClientID: clientId, BlockID }),
    onSuccess: async (_done, { Name = '', Sections = '' }) => {
      await reread('blocks')
      toast(t`The block “${Name}” is deleted.`, {
        undo: async () => {
          await call('Block.Create', { ClientID: clientId, Name, Sections }, { idempotencyKey: newKey() })
          await reread('blocks')
        },
      })
    },
  })
  return (
    <section aria-label={t`Saved blocks`}>
      <h3 className={css.blocksHead}>
        <Trans>Saved blocks</Trans>
      </h3>
      <Refused error={error ?? remove.error} />
      {data && blocks.length === 0 && (
        <p className={`${parts.quiet} ${parts.small}`}>
          <Trans>None yet. Open a section and press “Save as block” to use it again in other mails.</Trans>
        </p>
      )}
      <ul className={css.blocks}>
        {blocks.map(block => {
          const { BlockID = '', Name = '', Kind = '', Sections = '' } = block
          const [section] = documentOf(Sections, version)?.sections ?? []
          const kind = kindNames[Kind]
          return (
            <li key={BlockID} className={css.block}>
              {/* of a newer version: it cannot be added here */}
              <button type="button" disabled={!section} onClick={() => section && onAdd(section)}>
                <Icon name={kind?.icon ?? 'code'} size={20} />
                <span>
                  <b dir="auto">{Name}</b>
                  <small dir="auto">
                    {kind && i18n._(kind.label)}
                    {section && wordsOf(section) !== '' && `: ${wordsOf(section)}`}
                  </small>
                </span>
              </button>
              <IconButton
                icon="trash"
                label={t`Delete the block “${Name}”`}
                isOff={remove.isPending}
                onClick={() => remove.mutate(block)}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** In the menu of a section. */
export function SaveAsBlock({
  clientId,
  section,
  version,
}: {
  readonly clientId: string
  readonly section: Section
  readonly version: number
}) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton icon="into" label={t`Save as block`} onClick={() => setOpen(true)} />
      {isOpen && (
        <Dialog title={t`Save as block`} onClose={() => setOpen(false)}>
          <SaveForm {...{ clientId, section, version }} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  )
}

function SaveForm({
  clientId,
  section,
  version,
  onDone,
}: {
  readonly clientId: string
  readonly section: Section
  readonly version: number
  readonly onDone: () => void
}) {
  const { t } = useLingui()
  const { data } = useQuery(blocksOf(clientId))
  const [name, setName] = useState(() => wordsOf(section).slice(0, 40).trim())
  const [idempotencyKey, setKey] = useState(newKey)
  const same = data?.Blocks?.find(({ Name = '' }) => Name.toLocaleLowerCase() === name.trim().toLocaleLowerCase())
  async function submit() {
    const given = {
      ClientID: clientId,
      Name: name.trim(),
      Sections: sourceOf({ theme: {}, sections: [section] }, version),
    }
    if (same?.BlockID) await call('Block.Update', { ...given, BlockID: same.BlockID })
    else await call('Block.Create', given, { idempotencyKey })
    await reread('blocks')
    onDone()
    toast(t`The block “${name}” is saved.`)
  }
  return (
    <Form submit={submit} label={same ? t`Replace the block` : t`Save the block`} isWide>
      <p className={`${parts.quiet} ${content.hint}`}>
        <Trans>
          You find it under “Add a section” in all mails of this client. Mails that use it already stay as they are.
        </Trans>
      </p>
      <TextInput
        label={t`Name of the block`}
        value={name}
        onChange={event => {
          setName(event.currentTarget.value)
          setKey(newKey())
        }}
        description={same ? t`There is a block of this name. It will be replaced.` : undefined}
        maxLength={100}
        autoComplete="off"
        required
        data-first
      />
    </Form>
  )
}
