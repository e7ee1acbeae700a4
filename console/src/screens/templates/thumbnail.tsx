/** How a template looks, small: its screenshot, else the top of its preview once the card is seen. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { read } from '../../api/call.ts'
import { Icon } from '../../ui/icons.tsx'
import css from './templates.module.css'

/** Milliseconds; the addresses of a preview work for 15 minutes. */
const freshFor = 12 * 60_000
/** Pixels of the page that is made smaller. */
const pageWidth = 680

export function Thumbnail({ templateId, screenshot }: { readonly templateId: string; readonly screenshot: string }) {
  const place = useRef<HTMLSpanElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      setWidth(entry.boundingClientRect.width)
      observer.disconnect()
    })
    observer.observe(place.current!) // it is rendered by now
    return () => observer.disconnect()
  }, [])
  const { data } = useQuery({
    ...read('Template.Preview', { TemplateID: templateId }),
    enabled: width > 0 && screenshot === '',
    staleTime: freshFor,
  })
  return (
    <span ref={place} className={css.thumb} aria-hidden="true">
      {screenshot !== '' ? (
        <img src={screenshot} alt="" loading="lazy" />
      ) : data?.HtmlURL ? (
        <iframe
          src={data.HtmlURL}
          title={templateId}
          tabIndex={-1}
          sandbox=""
          referrerPolicy="no-referrer"
          style={{ transform: `scale(${width / pageWidth})` }}
        />
      ) : (
        <Icon name="template" size={32} />
      )}
    </span>
  )
}
