/** The tags of one contact, with the way to add and to remove them in place. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { reread } from '../../live/reread.ts'
import { may, useSession } from '../../session/session.ts'
import { css } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { toast } from '../../ui/toast.ts'
import { type TagLabel, TagList } from './tag-chip.tsx'
import { TagInput } from './tag-input.tsx'

interface Change {
  readonly Add?: readonly string[]
  readonly Remove?: readonly string[]
}

export function ContactTags({
  clientId,
  address,
  tags,
}: {
  readonly clientId: string
  readonly address: string
  readonly tags: readonly TagLabel[]
}) {
  const { t } = useLingui()
  const mayChange = may(useSession(), 'ChangeAudience', clientId)
  const change = useMutation({
    mutationFn: async ({ Add = [], Remove = [] }: Change) => {
      const given = { ClientID: clientId, Email: address, Add: [...Add], Remove: [...Remove], Replace: false }
      await call('Subscriber.SetTags', { ...given, CreateMissing: true })
      await reread('tags')
    },
  })
  async function remove({ TagID = '', Name = '' }: TagLabel) {
    await change.mutateAsync({ Remove: [TagID] })
    toast(t`The tag ${Name} was removed.`, { undo: () => change.mutateAsync({ Add: [Name] }) })
  }
  return (
    <>
      {tags.length === 0 && (
        <p className={css.quiet}>
          <Trans>This contact has no tags.</Trans>
        </p>
      )}
      <TagList of={tags} onRemove={mayChange ? tag => void remove(tag).catch(() => {}) : undefined} />
      <Refused error={change.error} />
      {mayChange && (
        <TagInput
          clientId={clientId}
          mayCreate
          isBusy={change.isPending}
          onAdd={name => change.mutate({ Add: [name] })}
        />
      )}
    </>
  )
}
