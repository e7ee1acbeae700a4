/**
 * One tab of a browser reads the live stream for all: HTTP/1.1 gives an origin six connections, and each tab with a stream of its own
 * would use them up. The tab that holds the lease reads. A lease in localStorage does on every address; Web Locks are missing on plain
 * http. Two readers for a moment do no harm, so nothing stronger is needed.
 */
const lease = 'lettershop-live'
/** Milliseconds between renewals, and after which a lease is no one's any more. A hidden tab's timers are held back: it loses it then. */
const renewMs = 4000
const leaseMs = 11_000

const tab = `${Math.random()}`

/** Calls `take` when this tab is to read, and `leave` when another one is. @returns ends it */
export function asOneTab(take: () => void, leave: () => void): () => void {
  let isReading = false
  function look() {
    const holder = read()
    const isMine =
      holder === undefined || holder.tab === tab || Date.now() - holder.at > leaseMs || holder.at > Date.now()
    if (isMine) write()
    if (isMine === isReading) return
    isReading = isMine
    if (isMine) take()
    else leave()
  }
  const timer = setInterval(look, renewMs)
  function end() {
    clearInterval(timer)
    removeEventListener('pagehide', giveBack)
    removeEventListener('storage', onStorage)
    giveBack()
  }
  function giveBack() {
    if (isReading) leave()
    isReading = false
    if (read()?.tab === tab) remove()
  }
  // another tab has given the lease back
  function onStorage({ key, newValue }: StorageEvent) {
    if (key === lease && newValue === null) look()
  }
  addEventListener('pagehide', giveBack)
  addEventListener('storage', onStorage)
  look()
  return end
}

/** @returns undefined also where storage is switched off: then each tab reads */
function read(): { readonly tab: string; readonly at: number } | undefined {
  try {
    const [holder = '', at = ''] = (localStorage.getItem(lease) ?? '').split(' ')
    return holder === '' ? undefined : { tab: holder, at: Number(at) }
  } catch {
    return undefined
  }
}

function write(): void {
  try {
    localStorage.setItem(lease, `${tab} ${Date.now()}`)
  } catch {
    // storage is switched off
  }
}

function remove(): void {
  try {
    localStorage.removeItem(lease)
  } catch {
    // storage is switched off
  }
}
