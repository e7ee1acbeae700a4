import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'

/** The way to a new import. @param list where the people are to go, if that is known */
export function ImportPeople({
  clientId,
  list,
  isDefault = false,
}: {
  readonly clientId: string
  readonly list?: string | undefined
  /** Whether another button beside it is the main one. */
  readonly isDefault?: boolean
}) {
  return (
    <Button
      {...(isDefault ? { variant: 'default' } : {})}
      renderRoot={props => (
        <Link {...props} to="/clients/$clientId/imports/new" params={{ clientId }} search={{ list }} />
      )}
    >
      <Trans>Import people</Trans>
    </Button>
  )
}
