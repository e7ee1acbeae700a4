/** The button below a list of which there is more. */
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'

export interface MoreProps {
  /** Of useInfiniteQuery. */
  readonly of: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => Promise<unknown>
    /** What is shown are the rows of the question before: there is no more of them. */
    readonly isPlaceholderData?: boolean
  }
  /** Instead of *Show more*. */
  readonly label?: string | undefined
}

export function More({ of: query, label }: MoreProps) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isPlaceholderData = false } = query
  if (!hasNextPage || isPlaceholderData) return null
  return (
    <Button variant="default" mt="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {label ?? <Trans>Show more</Trans>}
    </Button>
  )
}
