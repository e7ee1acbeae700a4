/** Two have changed the same part: both versions stand side by side, and one is chosen for each part. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { read } from '../../api/call.ts'
import type { DraftView } from '../../drafts/draft-store.ts'
import type { Draft, Part } from '../../drafts/parts.ts'
import { actorName } from '../../lib/actor-name.ts'
import { dateTime } from '../../lib/format.ts'
import { Panel } from '../../ui/page.tsx'
import css from './campaign.module.css'

const labels: Readonly<Record<Part, MessageDescriptor>> = {
  Name: msg`Name of the campaign`,
  Subject: msg`Subject`,
  Preheader: msg`Preheader`,
  FromName: msg`Sender’s name`,
  FromEmail: msg`Sender’s address`,
  ReplyTo: msg`Reply-to address`,
  Content: msg`Content`,
  Audience: msg`Audience`,
  Tracking: msg`Tracking`,
  AsksForConsent: msg`Asks for consent`,
  Utm: msg`Link tags`,
  InlineCss: msg`Inline styles`,
}

export function Conflict({
  clientId,
  view,
  conflict: { theirs, clashes },
  onSettle,
}: {
  readonly clientId: string
  readonly view: DraftView
  readonly conflict: NonNullable<DraftView['conflict']>
  readonly onSettle: (own: readonly Part[]) => void
}) {
  const { t, i18n } = useLingui()
  const [own, setOwn] = useState<readonly Part[]>(clashes)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  const by = actorName(theirs.SavedBy ?? '') || t`another person`
  const text = useText(clientId)
  return (
    <div ref={place} tabIndex={-1} className={css.notice} role="alertdialog" aria-label={t`Two versions`}>
      <Panel
        title={t`Two versions`}
        text={
          <Trans>
            {by} saved revision {theirs.Revision} on {dateTime(theirs.SavedDate)} while you changed the same part.
            Nothing is lost: choose which version to keep.
          </Trans>
        }
      >
        {clashes.map(part => (
          <fieldset key={part} className={css.clash}>
            <legend>{i18n._(labels[part])}</legend>
            {([true, false] as const).map(isOwn => (
              <label key={String(isOwn)} className={css.version}>
                <input
                  type="radio"
                  name={part}
                  checked={own.includes(part) === isOwn}
                  onChange={() => setOwn(isOwn ? [...own, part] : own.filter(one => one !== part))}
                />
                <span>
                  <b>{isOwn ? <Trans>Yours</Trans> : by}</b>
                  <span className={css.versionText} dir="auto">
                    {text(part, isOwn ? view.draft : theirs)}
                  </span>
                </span>
              </label>
            ))}
          </fieldset>
        ))}
        <Button onClick={() => onSettle(own)}>
          <Trans>Continue with this choice</Trans>
        </Button>
      </Panel>
    </div>
  )
}

/** A part of a draft as text. */
function useText(clientId: string): (part: Part, draft: Draft) => string {
  const { t } = useLingui()
  const { data: lists = [] } = useQuery(read('Client.GetLists', { ClientID: clientId }))
  const nameOf = (id: string) => lists.find(({ ListID }) => ListID === id)?.Name ?? id
  return (part, draft) => {
    switch (part) {
      case 'Content': {
        const { Kind, Html, Mjml, Sections, Values, HtmlUrl, FileName } = draft.Content ?? { Kind: undefined }
        if (Kind === undefined) return '–'
        return `${Kind} · ${Html || Mjml || Sections || HtmlUrl || FileName || JSON.stringify(Values ?? [])}`
      }
      case 'Audience': {
        const { ListIDs = [], Segments = [], ExcludedListIDs = [], ExcludedSegments = [] } = draft.Audience ?? {}
        const into = [...ListIDs.map(nameOf), ...Segments.map(({ Name }) => Name)].join(', ') || '–'
        const out = [...ExcludedListIDs.map(nameOf), ...ExcludedSegments.map(({ Name }) => Name)].join(', ')
        return out === '' ? into : `${into} · ${t`Exclude`}: ${out}`
      }
      case 'Tracking':
      case 'Utm':
        return Object.entries(draft[part] ?? {})
          .map(([name, value]) => `${name}: ${value}`)
          .join(', ')
      case 'AsksForConsent':
      case 'InlineCss':
        return draft[part] ? t`Yes` : t`No`
      default:
        return draft[part] || '–'
    }
  }
}
