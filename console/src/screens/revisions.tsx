/** Who saved what when; an earlier revision can be made the present one. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type { ValueOf } from '../../../src/client/client.ts'
import type { Pages } from '../api/pages.ts'
import { actorName } from '../lib/actor-name.ts'
import { dateTime } from '../lib/format.ts'
import { More } from '../ui/more.tsx'
import { Chip, Skeletons } from '../ui/page.tsx'
import { Refused } from '../ui/refused.tsx'
import { Table } from '../ui/table.tsx'
import { toast } from '../ui/toast.ts'
import css from './revisions.module.css'

type Revision = NonNullable<ValueOf<'Template.ListRevisions'>['Revisions']>[number]

const actions: Readonly<Record<Revision['Action'], MessageDescriptor>> = {
  Created: msg`Created`,
  Saved: msg`Saved`,
  Duplicated: msg`Copied`,
  Restored: msg`Restored`,
}

export interface RevisionsProps {
  /** The pages of their list. */
  readonly of: Pages<ValueOf<'Template.ListRevisions'>>
  /** The number of the one that is shown. */
  readonly present: number
  /** Makes a revision the present one. @returns its new number */
  readonly restore: (revision: number, basedOn: number) => Promise<number>
  readonly isLocked: boolean
  /** Whether something typed is not saved. */
  readonly isChanged: boolean
}

export function Revisions({ of: pages, present, restore, isLocked, isChanged }: RevisionsProps) {
  const { t, i18n } = useLingui()
  const listed = useInfiniteQuery({
    ...pages,
    // each that is saved makes a list of its own
    queryKey: [...pages.queryKey, present],
  })
  const restoring = useMutation({
    // which one is present changes while it is restored
    mutationFn: async (revision: number) => ({ before: present, made: await restore(revision, present) }),
    onSuccess: ({ before, made }, revision) =>
      toast(t`Revision ${revision} was restored as revision ${made}.`, {
        undo: async () => {
          await restore(before, made)
        },
      }),
  })
  const rows = listed.data?.pages.flatMap(({ Revisions: page = [] }) => page) ?? []
  return (
    <div className={css.revisions}>
      {listed.isPending && <Skeletons lines={4} />}
      <Refused error={listed.error ?? restoring.error} />
      {rows.length > 0 && (
        <Table heads={[t`Revision`, t`Saved`, t`By`]} hasActions>
          {rows.map(({ Revision, SavedDate, SavedBy, Action, Restored }) => (
            <tr key={Revision}>
              <td>
                <b>{Revision}</b>{' '}
                {Revision === present && (
                  <Chip tone="good">
                    <Trans>Current</Trans>
                  </Chip>
                )}
              </td>
              <td data-label={t`Saved`}>
                {dateTime(SavedDate)}
                <small className={css.of}>
                  {Restored > 0 ? t`Restored from ${Restored}` : i18n._(actions[Action])}
                </small>
              </td>
              <td data-label={t`By`}>
                <bdi>{actorName(SavedBy ?? '') || '–'}</bdi>
              </td>
              <td>
                {!isLocked && Revision !== present && (
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={t`Restore revision ${Revision}`}
                    loading={restoring.isPending && restoring.variables === Revision}
                    disabled={isChanged}
                    onClick={() => restoring.mutate(Revision)}
                  >
                    <Trans>Restore</Trans>
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {isChanged && <p className={css.of}>{t`Save your changes first; then a revision can be restored.`}</p>}
      <More of={listed} />
    </div>
  )
}
