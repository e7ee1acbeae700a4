/** The button below a list of which there is more. */
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'

export interface MoreProps {
  /** Of useInfiniteQuery. */
  readonly of: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => Promise<unknown>
  }
}

export function More({ of: { hasNextPage, isFetchingNextPage, fetchNextPage } }: MoreProps) {
  if (!hasNextPage) return null
  return (
    <Button variant="default" mt="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      <Trans>Show more</Trans>
    </Button>
  )
}
