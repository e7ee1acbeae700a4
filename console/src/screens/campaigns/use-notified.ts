/** Who is notified when the campaign is sent: what was typed for it, else who was notified last, else who is signed in. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../api/call.ts'
import { useSession } from '../../session/session.ts'

export function useNotified(clientId: string, campaignId: string): readonly [string, (address: string) => void] {
  const { EmailAddress = '' } = useSession()
  const { data } = useQuery(read('Sender.GetLast', { ClientID: clientId }))
  const name = `lettershop-notified ${campaignId}`
  const [typed, setTyped] = useState(() => stored(name))
  // calls of programs may have notified several
  const last = data?.WasSent ? (data.ConfirmationEmail ?? '').split(',')[0] : undefined
  const change = (address: string) => {
    setTyped(address)
    try {
      sessionStorage.setItem(name, address)
    } catch {
      // it stays as long as the page does
    }
  }
  return [typed ?? last ?? EmailAddress, change]
}

function stored(name: string): string | undefined {
  try {
    return sessionStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}
