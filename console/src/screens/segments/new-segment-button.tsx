/** The link to a new segment. */
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'

/** @param listId of which it is proposed; left out for all lists of the client */
export function NewSegmentButton({ clientId, listId }: { readonly clientId: string; readonly listId?: string }) {
  return (
    <Button
      renderRoot={props => (
        <Link {...props} to="/clients/$clientId/segments/new" params={{ clientId }} search={{ list: listId }} />
      )}
    >
      <Trans>New segment</Trans>
    </Button>
  )
}
