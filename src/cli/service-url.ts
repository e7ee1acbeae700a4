/** Where a command finds the running service. */
import { readConfig } from '../config.ts'
import { trimEndOf } from '../lib/trim-end.ts'

/** @param given `--url`; undefined for the service of the settings */
export function serviceUrl(given: string | undefined): string {
  const { LETTERSHOP_PUBLIC_URL, LETTERSHOP_HOST, LETTERSHOP_PORT } = readConfig()
  return given ?? LETTERSHOP_PUBLIC_URL ?? `http://${LETTERSHOP_HOST}:${LETTERSHOP_PORT}`
}

/** A link of an answer, which names the public URL, at the address where this command reaches the service. */
export function linkBelow(url: string, link: string): string {
  const { pathname, search } = new URL(link)
  return trimEndOf(url, '/') + pathname + search
}
