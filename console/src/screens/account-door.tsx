/** Which account, for people who work for several: asked after the sign-in, before anything is shown. */
import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { callOnce } from '../api/call.ts'
import type { Session } from '../session/session.ts'
import { Icon } from '../ui/icons.tsx'
import { Refused } from '../ui/refused.tsx'
import css from './door.module.css'
import { Door } from './door.tsx'

export function AccountDoor({
  session,
  onChosen,
}: {
  readonly session: Session
  readonly onChosen: (session: Session) => Promise<void>
}) {
  const { t } = useLingui()
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (accountId: string) =>
      onChosen(
        accountId === session.AccountID ? session : await callOnce('Session.SelectAccount', { AccountID: accountId }),
      ),
  })
  return (
    <Door title={t`Choose an account`} lead={t`You can change it at any time, in the menu of clients.`}>
      <div className={css.accounts}>
        <Refused error={error} />
        {session.Accounts?.map(({ AccountID = '', Name, Selected }) => (
          <button
            key={AccountID}
            ref={Selected ? first : undefined}
            type="button"
            className={css.account}
            disabled={isPending}
            onClick={() => mutate(AccountID)}
          >
            <bdi>{Name}</bdi>
            <Icon name="chevron" size={16} />
          </button>
        ))}
      </div>
    </Door>
  )
}
