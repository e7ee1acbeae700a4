/** What each tab of a list is given. */

export interface ListProps {
  readonly clientId: string
  readonly listId: string
}
