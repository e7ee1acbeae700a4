import { useLayoutEffect, useMemo, useRef } from 'react'

type Acts = Readonly<Record<string, (...given: never[]) => unknown>>

/** Functions that stay the same while what they do is that of the latest render: parts of a screen that are given them are not rendered anew for them. */
export function useStable<Of extends Acts>(acts: Of): Of {
  const latest = useRef(acts)
  useLayoutEffect(() => {
    latest.current = acts
  })
  const names = Object.keys(acts).join()
  return useMemo(
    () =>
      Object.fromEntries(
        names.split(',').map(name => [name, (...given: never[]) => latest.current[name]?.(...given)]),
      ) as unknown as Of, // a function for each name
    [names],
  )
}
