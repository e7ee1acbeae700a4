/** Client.GetUtmTags and SetUtmTags. */
import { readUtmTags, writeUtmTags } from '../domain/campaigns/drafting/utm.ts'
import { readClientUtmTags, updateClientUtmTags } from '../store/accounts/client-utm.ts'
import type { Handlers } from './dependencies.ts'

export const clientUtm: Pick<Handlers, 'Client.GetUtmTags' | 'Client.SetUtmTags'> = {
  async 'Client.GetUtmTags'(_params, { client }, { db }) {
    return writeUtmTags(await readClientUtmTags(db, client))
  },

  'Client.SetUtmTags': ({ Tags }, { client }, { db }) => updateClientUtmTags(db, client, readUtmTags(Tags)),
}
