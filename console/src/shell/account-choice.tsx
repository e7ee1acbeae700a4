/** The accounts that a person works for; choosing one begins at its Home. */
import { Trans, useLingui } from '@lingui/react/macro'
import { type Session, selectAccount } from '../session/session.ts'
import { Icon } from '../ui/icons.tsx'
import css from './shell.module.css'

/** Shows nothing with one account only. @param onError receives the error that choosing has thrown */
export function AccountChoice({
  session: { Accounts = [] },
  onError,
}: {
  readonly session: Session
  readonly onError: (error: unknown) => void
}) {
  const { t } = useLingui()
  if (Accounts.length < 2) return null
  return (
    <fieldset className={css.accounts} aria-label={t`Account`}>
      <small className={css.accountsTitle} aria-hidden="true">
        <Trans>Account</Trans>
      </small>
      {Accounts.map(({ AccountID = '', Name, Selected }) => (
        <button
          key={AccountID}
          type="button"
          className={css.item}
          aria-pressed={Selected}
          disabled={Selected}
          onClick={() => void selectAccount(AccountID).catch(onError)}
        >
          <Icon name={Selected ? 'check' : 'people'} />
          <bdi>{Name}</bdi>
        </button>
      ))}
    </fieldset>
  )
}
