/** Campaigns and templates whose editors were notified to have changed, until the next look gives them to the readers. */
import { readEdited } from '../../store/events/followed.ts'
import type { FollowedClient } from './followed-clients.ts'
import { editingItem, type Item } from './messages.ts'

/** Of one look, which follows the one before within a second. What comes beyond them a screen learns when it renews its own lease. */
const most = 500

export interface EditingNews {
  readonly client: FollowedClient
  readonly item: Item
}

export class Edited {
  readonly #clientIds = new Map<string, number>()

  /** @param payload of the channel @returns whether it is about editors */
  heard(payload: string | undefined): boolean {
    const edited = payload === undefined ? undefined : readEdited(payload)
    if (edited && this.#clientIds.size < most) this.#clientIds.set(edited.publicId, edited.clientId)
    return edited !== undefined
  }

  /** What was heard since the last time, of clients that are followed. */
  take(find: (clientId: number) => FollowedClient | undefined): readonly EditingNews[] {
    const heard = [...this.#clientIds]
    this.#clientIds.clear()
    return heard.flatMap(([publicId, clientId]) => {
      const client = find(clientId)
      return client === undefined ? [] : { client, item: editingItem(client.publicId, publicId) }
    })
  }

  clear(): void {
    this.#clientIds.clear()
  }
}
