import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Textarea } from '@mantine/core'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call } from '../../api/call.ts'
import { readPages } from '../../api/pages.ts'
import { dateTime } from '../../lib/format.ts'
import { newKey } from '../../lib/new-key.ts'
import { reread } from '../../live/reread.ts'
import { may, useSession } from '../../session/session.ts'
import { More } from '../../ui/more.tsx'
import { Chip, Panel, css as parts, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import css from './campaign.module.css'

type Comment = NonNullable<ValueOf<'Campaign.ListComments'>['Comments']>[number]

interface Ids {
  readonly clientId: string
  readonly campaignId: string
}

/** What is said about a campaign, the newest first. */
export function Comments({ clientId, campaignId, revision }: Ids & { readonly revision: number }) {
  const { t } = useLingui()
  const session = useSession()
  const query = useInfiniteQuery(readPages('Campaign.ListComments', { CampaignID: campaignId }, 50))
  const { data, error, isPending } = query
  const comments = data?.pages.flatMap(({ Comments: rows = [] }) => rows) ?? []
  return (
    <Panel title={t`Comments`}>
      {may(session, 'Comment', clientId) && <NewComment campaignId={campaignId} revision={revision} />}
      {isPending && <Skeletons lines={3} />}
      <Refused error={error} />
      {data && comments.length === 0 && (
        <p className={parts.quiet}>
          <Trans>No comments yet.</Trans>
        </p>
      )}
      <ul className={css.comments}>
        {comments.map(comment => (
          <CommentItem key={comment.CommentID} clientId={clientId} campaignId={campaignId} comment={comment} />
        ))}
      </ul>
      <More of={query} />
    </Panel>
  )
}

function NewComment({ campaignId, revision }: { readonly campaignId: string; readonly revision: number }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [idempotencyKey, setIdempotencyKey] = useState(newKey)
  const add = useMutation({
    mutationFn: () =>
      call(
        'Campaign.AddComment',
        { CampaignID: campaignId, Text: text, Revision: revision, Place: '' },
        { idempotencyKey },
      ),
    onSuccess: () => {
      setText('')
      setIdempotencyKey(newKey())
      return reread('comments')
    },
  })
  return (
    <div className={css.fields}>
      <Refused error={add.error} />
      <Textarea
        label={t`Your comment`}
        value={text}
        onChange={event => {
          setText(event.currentTarget.value)
          setIdempotencyKey(newKey())
        }}
        rows={2}
        maxLength={5000}
        dir="auto"
      />
      <div className={parts.actions}>
        <Button variant="default" disabled={text.trim() === ''} loading={add.isPending} onClick={() => add.mutate()}>
          <Trans>Add the comment</Trans>
        </Button>
      </div>
    </div>
  )
}

function CommentItem({ clientId, campaignId, comment }: Ids & { readonly comment: Comment }) {
  const session = useSession()
  const { CommentID = '', Author, Date: date, Text, Revision, Own, ResolvedBy } = comment
  const isResolved = Boolean(ResolvedBy)
  const named = { CampaignID: campaignId, CommentID }
  const resolve = useMutation({
    mutationFn: () => call('Campaign.ResolveComment', { ...named, Resolved: !isResolved }),
    onSettled: () => reread('comments'),
  })
  const remove = useMutation({
    mutationFn: () => call('Campaign.DeleteComment', named),
    onSettled: () => reread('comments'),
  })
  return (
    <li className={css.said}>
      <p>
        <b>
          <bdi>{Author}</bdi>
        </b>{' '}
        <span className={`${parts.quiet} ${parts.small}`}>
          <Trans>
            {dateTime(date)}, revision {Revision}
          </Trans>
        </span>{' '}
        {isResolved && (
          <Chip tone="good">
            <Trans>Resolved by {ResolvedBy}</Trans>
          </Chip>
        )}
      </p>
      <blockquote className={css.quote} dir="auto">
        {Text}
      </blockquote>
      <Refused error={resolve.error ?? remove.error} />
      <p className={css.commentActs}>
        {may(session, 'Comment', clientId) && (
          <button type="button" className={css.link} onClick={() => resolve.mutate()}>
            {isResolved ? <Trans>Reopen</Trans> : <Trans>Resolve</Trans>}
          </button>
        )}
        {(Own || may(session, 'Draft', clientId)) && (
          <button type="button" className={css.link} onClick={() => remove.mutate()}>
            <Trans>Delete</Trans>
          </button>
        )}
      </p>
    </li>
  )
}
