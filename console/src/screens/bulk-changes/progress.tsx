/** How far a bulk change is, what came of it, and the way back. */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, read } from '../../api/call.ts'
import { number } from '../../lib/format.ts'
import { reread } from '../../live/reread.ts'
import { may, useSession } from '../../session/session.ts'
import layout from '../../ui/layout.module.css'
import { css, Note } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { type Change, changeStateWords, isCancellable, isUnderWay, lookMs, subscribersOf } from './words.ts'

/** One change as the service has it, read again while it is worked on. */
export function changeQuery(clientId: string, changeId: string) {
  return queryOptions({
    ...read('BulkChange.Get', { ClientID: clientId, ChangeID: changeId }),
    refetchInterval: ({ state }) => {
      const found = state.data as Change | undefined // of this query
      return found && !isUnderWay(found.Progress) ? false : lookMs
    },
  })
}

export function Progress({ clientId, changeId }: { readonly clientId: string; readonly changeId: string }) {
  const { t, i18n } = useLingui()
  const named = { ClientID: clientId, ChangeID: changeId }
  const session = useSession()
  const mayChange = may(session, 'ChangeAudience', clientId)
  const { data, error } = useQuery(changeQuery(clientId, changeId))
  const progress = data?.Progress
  const isWorking = progress === undefined || isUnderWay(progress)
  useEffect(() => {
    if (!isWorking) void reread('members')
  }, [isWorking])
  const act = useMutation({
    mutationFn: async (operation: 'BulkChange.Undo' | 'BulkChange.Cancel') => {
      await call(operation, named)
      await reread('bulkChanges')
    },
  })
  if (error) return <Refused error={error} />
  if (!data || progress === undefined) return <progress className={layout.full} aria-label={t`Changing subscribers`} />
  const all = subscribersOf(data)
  return (
    <div className={`${css.form} ${layout.unbounded}`}>
      <div role="status">
        <p>
          <strong>{i18n._(changeStateWords[progress].sentence)}</strong>{' '}
          {isWorking && (
            <span className={css.quiet}>
              <Trans>
                {number(data.Done)} of {number(all)}
              </Trans>
            </span>
          )}
        </p>
        {!isWorking && <Result of={data} />}
      </div>
      {isWorking && (
        <>
          <progress className={layout.full} max={all || 1} value={data.Done} aria-label={t`Changing subscribers`} />
          <p className={`${css.quiet} ${css.small}`}>
            <Trans>It continues when you leave this page.</Trans>
          </p>
        </>
      )}
      <Refused error={act.error} />
      <div className={css.actions}>
        {mayChange && data.CanBeUndone && (
          <Button variant="default" loading={act.isPending} onClick={() => act.mutate('BulkChange.Undo')}>
            <Trans>Undo</Trans>
          </Button>
        )}
        {mayChange && isCancellable(progress) && (
          <Button variant="default" loading={act.isPending} onClick={() => act.mutate('BulkChange.Cancel')}>
            <Trans>Stop</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}

function Result({
  of: { Progress: progress, Changed, LeftAlone, Undone, NotUndone, Problem },
}: {
  readonly of: Change
}) {
  if (progress === 'Failed') {
    return (
      <Note tone="bad">
        <p>{Problem}</p>
      </Note>
    )
  }
  const isUndone = progress === 'Undone'
  const left = isUndone ? NotUndone : LeftAlone
  return (
    <>
      <p>
        {isUndone ? (
          <Plural value={Undone} one="# person was restored." other="# people were restored." />
        ) : (
          <Plural value={Changed} one="# person was changed." other="# people were changed." />
        )}
      </p>
      {left > 0 && (
        <p className={css.quiet}>
          <Plural value={left} one="# person was skipped." other="# people were skipped." />
        </p>
      )}
    </>
  )
}
