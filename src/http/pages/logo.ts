/** `/logo/<ClientID>`: the logo of a client, for its public pages and the mails that this service sends to its subscribers. */
import type { Request, Route } from '../../lib/http.ts'
import { isPublicId } from '../../lib/ids.ts'
import { logoOf } from '../../store/accounts/branding.ts'
import type { Database } from '../../store/connection/database.ts'
import { asset, fresh, notFound, readOnly } from './assets.ts'

const prefix = '/logo/'

export function logoRoute({ db }: { readonly db: Database }): Route {
  return request =>
    request.path.startsWith(prefix)
      ? readOnly(request, () => logo(db, request, request.path.slice(prefix.length)))
      : undefined
}

async function logo(db: Database, request: Request, clientId: string) {
  const found = isPublicId(clientId) ? await logoOf(db, clientId) : undefined
  // the address of another logo differs in its query
  return found ? fresh(request, found.bytes, asset(found.mediaType, 'public, max-age=86400')) : notFound(request)
}
