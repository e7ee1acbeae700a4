/** A mail or a page in a frame of the content origin, as wide as it would be shown, scaled down if the place is narrower. */
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import css from './content.module.css'

/** Pixels of this page. */
const height = 640

export function MailFrame({
  url,
  width,
  title,
}: {
  readonly url: string
  readonly width: number
  readonly title: string
}) {
  const place = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(width)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect.width))
    observer.observe(place.current!) // it is rendered by now
    return () => observer.disconnect()
  }, [])
  const scale = Math.min(1, room / width)
  const shown = width === 375 ? width : Math.max(width, room)
  const look: CSSProperties = {
    width: scale < 1 ? width : Math.min(shown, room),
    height: height / scale,
    transform: `scale(${scale})`,
  }
  return (
    <div ref={place} className={css.frame} style={{ height }} data-narrow={width === 375 ? '' : undefined}>
      {/* no scripts, no forms, no origin */}
      <iframe src={url} title={title} sandbox="" referrerPolicy="no-referrer" style={look} />
    </div>
  )
}
