/** Whether the service is heard from. */
import { useEffect, useState, useSyncExternalStore } from 'react'

let connected = true
const listeners = new Set<() => void>()

export function setConnected(isConnected: boolean): void {
  if (connected === isConnected) return
  connected = isConnected
  for (const listener of listeners) listener()
}

export function isConnected(): boolean {
  return connected
}

/** Milliseconds: a service that restarts, or a network that changes, is back by then. */
const graceMs = 8000

/** True where it has not been heard from for a while. */
export function useIsCutOff(): boolean {
  const isUp = useSyncExternalStore(listen, isConnected)
  const [isCutOff, setCutOff] = useState(false)
  useEffect(() => {
    if (isUp) return setCutOff(false)
    const timer = setTimeout(() => setCutOff(true), graceMs)
    return () => clearTimeout(timer)
  }, [isUp])
  return isCutOff
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
