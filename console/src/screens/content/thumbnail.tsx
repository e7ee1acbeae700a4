/** How a letter or a template looks, small: its screenshot, else the top of its preview, which is loaded once it is seen. */
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../ui/icons.tsx'
import css from './gallery.module.css'

/** Milliseconds; the addresses of a preview work for 15 minutes. */
const freshFor = 12 * 60_000
/** Pixels of the page that is made smaller. */
const pageWidth = 680

export interface ThumbnailProps {
  /** Of the query: the operation and its parameters. */
  readonly queryKey: readonly unknown[]
  readonly load: (signal: AbortSignal) => Promise<{ readonly HtmlURL?: string | undefined }>
  /** The address of an image that is shown in its place; empty for none. */
  readonly screenshot?: string
}

export function Thumbnail({ queryKey, load, screenshot = '' }: ThumbnailProps) {
  const { t } = useLingui()
  const place = useRef<HTMLSpanElement>(null)
  const [room, setRoom] = useState<{ readonly width: number; readonly height: number }>()
  const [isGone, setGone] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      const { width, height } = entry.boundingClientRect
      setRoom({ width, height })
      observer.disconnect()
    })
    observer.observe(place.current!) // it is rendered by now
    return () => observer.disconnect()
  }, [])
  const hasPicture = screenshot !== '' && !isGone
  const { data, isError } = useQuery({
    queryKey,
    queryFn: ({ signal }) => load(signal),
    enabled: room !== undefined && !hasPicture,
    staleTime: freshFor,
    retry: 1,
  })
  const scale = (room?.width ?? 0) / pageWidth
  return (
    <span ref={place} className={css.thumb} data-loading={(!hasPicture && !data && !isError) || undefined}>
      {hasPicture ? (
        <img src={screenshot} alt="" loading="lazy" onError={() => setGone(true)} />
      ) : data?.HtmlURL && room ? (
        // a picture of what its card names: neither the keyboard nor a screen reader goes there
        <iframe
          src={data.HtmlURL}
          title={t`Preview`}
          aria-hidden="true"
          tabIndex={-1}
          sandbox=""
          referrerPolicy="no-referrer"
          style={{ height: room.height / scale, transform: `scale(${scale})` }}
        />
      ) : (
        <span className={css.none}>
          <Icon name={isError ? 'warning' : 'template'} size={28} />
          {isError && <small>{t`There is no preview.`}</small>}
        </span>
      )}
    </span>
  )
}
