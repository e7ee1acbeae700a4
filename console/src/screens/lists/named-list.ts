/** A list by its id and name, as `Client.GetLists` answers it. */
export interface NamedList {
  readonly ListID?: string
  readonly Name?: string
}
