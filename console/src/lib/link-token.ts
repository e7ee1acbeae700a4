import { useEffect, useState } from 'react'

/**
 * The token of a mailed link, which stands behind the `#` so that no server sees it in an address. It is taken out of the address at
 * once: what is copied or kept in the history opens nothing.
 * @returns '' where the address has none
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
