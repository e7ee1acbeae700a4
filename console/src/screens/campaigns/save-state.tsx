/** Whether what was typed is saved, in a word that is always there. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { isDenied } from '../../api/call.ts'
import type { DraftView } from '../../drafts/draft-store.ts'
import { actorName } from '../../lib/actor-name.ts'
import { dateTime } from '../../lib/format.ts'
import type { IconName } from '../../ui/icons.tsx'
import { Chip, Note, type Tone } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import css from './campaign.module.css'

export function SaveState({
  view: { state, draft },
  isScheduled,
  onRetry,
}: {
  readonly view: DraftView
  readonly isScheduled: boolean
  readonly onRetry: () => void
}) {
  const { t } = useLingui()
  const { Revision, SavedBy, SavedDate } = draft
  const at = dateTime(SavedDate)
  if (isScheduled)
    return (
      <Chip tone="plain" icon="clock">
        <Trans>Scheduled · revision {Revision}</Trans>
      </Chip>
    )
  const words: Readonly<Record<DraftView['state'], readonly [Tone, IconName, string]>> = {
    saved: ['good', 'check', t`Saved · revision ${Revision}`],
    typing: ['plain', 'clock', t`Saving …`],
    saving: ['plain', 'clock', t`Saving …`],
    waiting: ['warn', 'warning', t`Not saved · no connection`],
    refused: ['bad', 'warning', t`Not saved`],
    conflict: ['warn', 'people', t`Not saved · two versions`],
    closed: ['bad', 'warning', t`Not saved`],
  }
  const [tone, icon, word] = words[state]
  return (
    <span
      role="status"
      className={css.saved}
      title={state === 'saved' && SavedBy ? `${actorName(SavedBy)}, ${at}` : undefined}
    >
      <Chip tone={tone} icon={icon}>
        {word}
      </Chip>
      {state === 'waiting' && (
        <>
          <span className={css.hint}>
            <Trans>Your text is stored in this browser and saved as soon as the service answers.</Trans>
          </span>
          <button type="button" className={css.link} onClick={onRetry}>
            <Trans>Try now</Trans>
          </button>
        </>
      )}
    </span>
  )
}

/** Another saved parts that were not touched here. */
export function OthersChanges({ by }: { readonly by: string | undefined }) {
  if (by === undefined) return null
  const name = by === '?' ? '' : actorName(by)
  return (
    <div className={css.notice}>
      <Note tone="plain" role="status">
        {name === '' ? (
          <Trans>Other parts of this campaign were changed in the meantime; they are shown here now.</Trans>
        ) : (
          <Trans>{name} has changed other parts of this campaign in the meantime; they are shown here now.</Trans>
        )}
      </Note>
    </div>
  )
}

/** Of the screen of what was deleted. */
const deletedPath = '/deleted' as string

/** It is no draft any more, or is gone. What was typed stays in this browser. */
export function LockedNote({ view: { state } }: { readonly view: DraftView }) {
  if (state !== 'closed') return null
  return (
    <div className={css.notice}>
      <Note tone="bad" role="alert">
        <p>
          <strong>
            <Trans>This campaign can no longer be changed: it was scheduled, sent or deleted.</Trans>
          </strong>
        </p>
        <p>
          <Trans>
            Your last changes are stored in this browser and come back when the campaign becomes a draft again. Deleted
            campaigns and clients can be restored: <Link to={deletedPath}>Recently deleted</Link>.
          </Trans>
        </p>
      </Note>
    </div>
  )
}

/** The role of the person changed while the campaign was open. What was typed stays in this browser. */
export function DeniedNote({ view: { state, error } }: { readonly view: DraftView }) {
  if (state !== 'refused' || !isDenied(error)) return null
  return (
    <div className={css.notice}>
      <Refused error={error}>
        <Trans>Your last changes are stored in this browser and saved when your role allows it again.</Trans>
      </Refused>
    </div>
  )
}
