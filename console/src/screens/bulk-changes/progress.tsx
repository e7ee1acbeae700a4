/** How far a bulk change is, what came of it, and the way back. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call, queryClient } from '../../api/call.ts'
import { number } from '../../lib/format.ts'
import { css, Note } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { reloadSubscribers } from '../subscribers/contact.tsx'

type Change = ValueOf<'BulkChange.Get'>

/** Milliseconds between two looks; events of the live stream come in between. */
const lookMs = 1000

const underWay: ReadonlySet<Change['Progress']> = new Set(['Choosing', 'Changing', 'Undoing'])

const states: Readonly<Record<Change['Progress'], MessageDescriptor>> = {
  Choosing: msg`They are being counted out.`,
  Changing: msg`They are being changed.`,
  Done: msg`Done.`,
  Cancelled: msg`Stopped. Who was changed by then stays so.`,
  Undoing: msg`It is being undone.`,
  Undone: msg`Undone.`,
  Failed: msg`It could not be done.`,
}

export function Progress({ clientId, changeId }: { readonly clientId: string; readonly changeId: string }) {
  const { t, i18n } = useLingui()
  const named = { ClientID: clientId, ChangeID: changeId }
  const { data, error } = useQuery({
    queryKey: ['BulkChange.Get', named],
    queryFn: ({ signal }) => call('BulkChange.Get', named, { signal }),
    refetchInterval: ({ state }) => (state.data && !underWay.has(state.data.Progress) ? false : lookMs),
  })
  const progress = data?.Progress
  const isUnderWay = progress === undefined || underWay.has(progress)
  useEffect(() => {
    if (!isUnderWay) void reloadSubscribers()
  }, [isUnderWay])
  const act = useMutation({
    mutationFn: async (operation: 'BulkChange.Undo' | 'BulkChange.Cancel') => {
      await call(operation, named)
      await queryClient.invalidateQueries({ queryKey: ['BulkChange.Get', named] })
    },
  })
  if (error) return <Refused error={error} />
  if (!data || progress === undefined)
    return <progress style={{ width: '100%' }} aria-label={t`Changing subscribers`} />
  const all = progress === 'Undoing' ? data.Changed + data.LeftAlone : data.Subscribers
  return (
    <div className={css.form} style={{ maxWidth: 'none' }}>
      <div role="status">
        <p>
          <strong>{i18n._(states[progress])}</strong>{' '}
          {isUnderWay && (
            <span className={css.quiet}>
              <Trans>
                {number(data.Done)} of {number(all)}
              </Trans>
            </span>
          )}
        </p>
        {!isUnderWay && <Result of={data} />}
      </div>
      {isUnderWay && (
        <>
          <progress style={{ width: '100%' }} max={all || 1} value={data.Done} aria-label={t`Changing subscribers`} />
          <p className={`${css.quiet} ${css.small}`}>
            <Trans>It goes on when you close this.</Trans>
          </p>
        </>
      )}
      <Refused error={act.error} />
      <div className={css.actions}>
        {data.CanBeUndone && (
          <Button variant="default" loading={act.isPending} onClick={() => act.mutate('BulkChange.Undo')}>
            <Trans>Undo</Trans>
          </Button>
        )}
        {(progress === 'Choosing' || progress === 'Changing') && (
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
          <Plural value={Undone} one="# person is as before." other="# people are as before." />
        ) : (
          <Plural value={Changed} one="# person was changed." other="# people were changed." />
        )}
      </p>
      {left > 0 && (
        <p className={css.quiet}>
          <Plural value={left} one="# person was left alone." other="# people were left alone." />
        </p>
      )}
    </>
  )
}
