/** The client that the navigation is about: that of the address, else the last one, else the only one. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ValueOf } from '../../../src/client/client.ts'
import { read } from '../api/call.ts'

export type ListedClient = ValueOf<'User.GetClients'>[number]

const stored = 'lettershop-client'

export const clientsQuery = read('User.GetClients', {})

export function useClients(): readonly ListedClient[] {
  return useQuery(clientsQuery).data ?? []
}

export function useClientAtHand(): ListedClient | undefined {
  const { clientId } = useParams({ strict: false }) as { clientId?: string } // of whichever screen is shown
  const clients = useClients()
  useEffect(() => {
    if (clientId !== undefined) remember(clientId)
  }, [clientId])
  const wanted = clientId ?? readLastClient()
  return clients.find(({ ClientID }) => ClientID === wanted) ?? (clients.length === 1 ? clients[0] : undefined)
}

function remember(clientId: string): void {
  try {
    localStorage.setItem(stored, clientId)
  } catch {
    // storage is switched off: the client is that of the address alone
  }
}

function readLastClient(): string | undefined {
  try {
    return localStorage.getItem(stored) ?? undefined
  } catch {
    return undefined
  }
}
