/** Which places are open to the person who is signed in. */
import { useQuery } from '@tanstack/react-query'
import { read } from '../api/call.ts'
import { isOnAccount, useSession } from '../session/session.ts'
import { type ListedClient, useClients } from './client-at-hand.ts'
import { accountPlaces, clientPlaces, clientsPlace, homePlace, isOpenTo, type Place } from './places.ts'

/** What is done before the first campaign, where mails go, and which client is sample data. */
export const setupQuery = read('Setup.GetStatus', {})

export function useClientPlaces(client: ListedClient | undefined): readonly Place[] {
  const session = useSession()
  const { data: setup } = useQuery(setupQuery)
  if (!client) return []
  // mails of sample data are written into the outbox also where relays take all others
  const hasOutbox = setup?.Transport === 'Folder' || (setup && setup.SampleClientID === client.ClientID)
  return clientPlaces.filter(
    place => isOpenTo(place, session, client.ClientID) && (!place.needsOutbox || hasOutbox === true),
  )
}

/** Above all clients. Who works for one client alone has its overview in place of them. */
export function useGeneralPlaces(): readonly Place[] {
  const session = useSession()
  const clients = useClients()
  return clients.length === 1 && !isOnAccount(session) ? [] : [homePlace, clientsPlace]
}

export function useAccountPlaces(): readonly Place[] {
  const session = useSession()
  return accountPlaces.filter(place => isOpenTo(place, session))
}
