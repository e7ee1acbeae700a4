/** Whether the service is heard from. */
import { useEffect, useState } from 'react'
import { SharedValue, useShared } from '../lib/shared-value.ts'

const connected = new SharedValue(true)

export function setConnected(isConnected: boolean): void {
  connected.set(isConnected)
}

export function isConnected(): boolean {
  return connected.get()
}

export function useIsConnected(): boolean {
  return useShared(connected)
}

/** Milliseconds: a service that restarts, or a network that changes, is back by then. */
const graceMs = 8000

/** True where it has not been heard from for a while. */
export function useIsCutOff(): boolean {
  const isUp = useShared(connected)
  const [isCutOff, setCutOff] = useState(false)
  useEffect(() => {
    if (isUp) return setCutOff(false)
    const timer = setTimeout(() => setCutOff(true), graceMs)
    return () => clearTimeout(timer)
  }, [isUp])
  return isCutOff
}
