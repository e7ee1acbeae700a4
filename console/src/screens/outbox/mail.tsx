/** One mail of the outbox: its headers, and its HTML, text or source. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { read } from '../../api/call.ts'
import { dateTime, fileSize } from '../../lib/format.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { headersOf } from './headers.ts'
import css from './outbox.module.css'
import { chosen, ifChosen, type Look, looks, type Part, parts } from './search.ts'

const route = getRouteApi('/inside/clients/$clientId/outbox')

type OutboxMail = ValueOf<'Outbox.GetMail'>

/** The addresses of the HTML are good for 15 minutes. */
const goodFor = 14 * 60_000

export function Mail({ campaignId, mail }: { readonly campaignId: string; readonly mail: string }) {
  const { part = 'html' } = route.useSearch()
  const { data, error, isPending, dataUpdatedAt, refetch } = useQuery({
    ...read('Outbox.GetMail', { CampaignID: campaignId, Mail: mail }),
    staleTime: goodFor,
    refetchOnWindowFocus: false,
  })
  const renew = () => void (Date.now() - dataUpdatedAt > goodFor && refetch())
  return (
    <>
      <Link
        to="."
        search={before => ({ ...before, mail: undefined, of: undefined })}
        className={css.back}
        resetScroll={false}
      >
        <Icon name="chevron" size={16} />
        <Trans>All mails</Trans>
      </Link>
      <Refused error={error} />
      {isPending && <Skeletons lines={5} />}
      {data && (
        <>
          <Envelope mail={data} />
          <PartLinks mail={data} />
          {part === 'html' && <Html mail={data} onLook={renew} />}
          {part === 'text' && <PlainText text={data.Text ?? ''} />}
          {part === 'source' && <PlainText text={data.Source ?? ''} isSource />}
          {part === 'headers' && <Headers source={data.Source ?? ''} />}
        </>
      )}
    </>
  )
}

function Envelope({ mail }: { readonly mail: OutboxMail }) {
  const { t } = useLingui()
  const title = useRef<HTMLHeadingElement>(null)
  // a screen reader says what was opened, and a phone shows it from its top
  useEffect(() => title.current?.focus(), [])
  const lines: readonly (readonly [label: string, value: string])[] = [
    [t`From`, mail.From ?? ''],
    [t`To`, mail.To ?? ''],
    [t`Replies to`, mail.ReplyTo ?? ''],
    [t`Attached`, (mail.Attachments ?? []).join(', ')],
  ]
  return (
    <>
      <h2 ref={title} tabIndex={-1} className={css.title} dir="auto">
        {mail.Subject}
      </h2>
      <dl className={css.envelope}>
        {lines.map(
          ([label, value]) =>
            value !== '' && (
              <div key={label}>
                <dt>{label}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ),
        )}
        <div>
          <dt>{t`Written`}</dt>
          <dd>
            {dateTime(mail.Date)} · {fileSize(mail.SizeInBytes)}
          </dd>
        </div>
      </dl>
    </>
  )
}

const partLabels: Readonly<Record<Part, MessageDescriptor>> = {
  html: msg`HTML`,
  text: msg`Text`,
  headers: msg`Headers`,
  source: msg`Source`,
}

function PartLinks({ mail }: { readonly mail: OutboxMail }) {
  const { t, i18n } = useLingui()
  const { part = 'html' } = route.useSearch()
  // links of a recipient are in the source: not everyone gets it
  const offered = mail.Source ? parts : (['html', 'text'] as const)
  return (
    <nav className={css.choices} aria-label={t`Parts of the mail`}>
      {offered.map(one => (
        <Link
          key={one}
          to="."
          search={before => ({ ...before, part: one === 'html' ? undefined : one })}
          activeOptions={chosen}
          {...ifChosen(one === part)}
          resetScroll={false}
          replace
        >
          {i18n._(partLabels[one])}
        </Link>
      ))}
    </nav>
  )
}

const lookLabels: Readonly<Record<Look, readonly [MessageDescriptor, IconName]>> = {
  desktop: [msg`Desktop`, 'template'],
  phone: [msg`Phone`, 'list'],
  dark: [msg`Dark`, 'moon'],
  'no-images': [msg`Without images`, 'stop'],
}

function Html({ mail, onLook }: { readonly mail: OutboxMail; readonly onLook: () => void }) {
  const { t, i18n } = useLingui()
  const { look = 'desktop' } = route.useSearch()
  const address = { desktop: mail.HtmlURL, phone: mail.HtmlURL, dark: mail.DarkURL, 'no-images': mail.ImagesOffURL }
  if (!mail.Html) return <PlainText text="" />
  return (
    <>
      <nav className={css.looks} aria-label={t`View`}>
        {looks.map(one => {
          const [label, icon] = lookLabels[one]
          return (
            <Link
              key={one}
              to="."
              search={before => ({ ...before, look: one === 'desktop' ? undefined : one })}
              activeOptions={chosen}
              {...ifChosen(one === look)}
              onClick={onLook}
              resetScroll={false}
              replace
            >
              <Icon name={icon} size={16} />
              {i18n._(label)}
            </Link>
          )
        })}
      </nav>
      <div className={css.frame} data-look={look}>
        {/* another origin, and a sandbox: what is in a mail is not ours */}
        <iframe
          title={t`The mail as the recipient sees it`}
          src={address[look]}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
        />
      </div>
    </>
  )
}

function PlainText({ text, isSource = false }: { readonly text: string; readonly isSource?: boolean }) {
  const { t } = useLingui()
  if (text === '')
    return (
      <p className={css.none}>
        <Trans>The mail does not have this part.</Trans>
      </p>
    )
  return (
    <section
      className={`${css.plain} ${isSource ? css.source : ''}`}
      dir="auto"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must get there
      tabIndex={0}
      aria-label={isSource ? t`Source` : t`Text`}
    >
      {text}
    </section>
  )
}

function Headers({ source }: { readonly source: string }) {
  return (
    <dl className={css.headers}>
      {headersOf(source).map(({ name, value }, n) => (
        <div key={n}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
