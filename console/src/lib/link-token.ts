import { useEffect, useState } from 'react'

/**
 * The token of a mailed link, which follows the `#` so that no server sees it in an address. It is removed from the address at
 * once: an address copied later or kept in the history opens nothing.
 * @returns '' if the address has no token
 */
export function useLinkToken(): string {
  const [token, setToken] = useState(() => location.hash.slice(1))
  useEffect(() => {
    // the link was opened where this screen was shown already
    const onHash = () => location.hash.length > 1 && setToken(location.hash.slice(1))
    addEventListener('hashchange', onHash)
    return () => removeEventListener('hashchange', onHash)
  }, [])
  useEffect(() => {
    if (token !== '') history.replaceState(history.state, '', location.pathname + location.search)
  }, [token])
  return token
}
