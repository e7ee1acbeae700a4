/** Questions to the domain name system, with an end: an answer, or none within a few seconds. */
import { Resolver } from 'node:dns/promises'

/** The records of a name; empty for a name that does not exist. */
export type DnsAnswer = readonly string[] | 'no answer'

export interface Dns {
  /** Each record in one piece. */
  txt(name: string): Promise<DnsAnswer>
  /** Host names, the preferred first. */
  mx(name: string): Promise<DnsAnswer>
}

/** More records under one name are abuse. */
const mostRecords = 100

/** @param servers addresses with or without a port; the system's own when there are none */
export function dns(servers: readonly string[] = []): Dns {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return {
    txt: name => answer(async () => (await resolver.resolveTxt(name)).map(parts => parts.join(''))),
    mx: name =>
      answer(async () =>
        (await resolver.resolveMx(name)).sort((a, b) => a.priority - b.priority).map(({ exchange }) => exchange),
      ),
  }
}

async function answer(ask: () => Promise<string[]>): Promise<DnsAnswer> {
  try {
    return (await ask()).slice(0, mostRecords)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException // errors of node:dns carry a code
    return code === 'ENODATA' || code === 'ENOTFOUND' ? [] : 'no answer'
  }
}
