/** Links with which others read the report without a login, and the campaign's history. */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call } from '../../api/call.ts'
import { readPages } from '../../api/pages.ts'
import { dateTime } from '../../lib/format.ts'
import { languages } from '../../lib/languages.ts'
import { newKey } from '../../lib/new-key.ts'
import { reread } from '../../live/reread.ts'
import { AskFirst } from '../../ui/ask-first.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { Help } from '../../ui/help.tsx'
import layout from '../../ui/layout.module.css'
import { More } from '../../ui/more.tsx'
import { Chip, css, Empty, Note, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import { CampaignHistory } from './history.tsx'
import type { PartProps } from './part-props.ts'
import own from './report.module.css'

type ReportLink = NonNullable<ValueOf<'Report.ListLinks'>['ReportLinks']>[number]
type Shared = ValueOf<'Report.Share'>

export function ShareAndHistory(props: PartProps) {
  return (
    <>
      <ReportLinks campaignId={props.campaignId} />
      <CampaignHistory campaignId={props.campaignId} />
    </>
  )
}

function ReportLinks({ campaignId }: { readonly campaignId: string }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const [shared, setShared] = useState<Shared>()
  const query = useInfiniteQuery(readPages('Report.ListLinks', { CampaignID: campaignId }, 50))
  const { data, error, isPending } = query
  const links = data?.pages.flatMap(({ ReportLinks = [] }) => ReportLinks ?? []) ?? []
  return (
    <Panel
      title={t`Report links`}
      text={t`People with the link can read the report without signing in, in the client’s branding. It names no recipients.`}
      actions={
        <Button onClick={() => setOpen(true)}>
          <Trans>Share the report</Trans>
        </Button>
      }
    >
      {shared && (
        <div className={`${own.notes} ${layout.bottom16}`}>
          <Note tone="good" role="status">
            <p>
              <strong>{t`The link is valid until ${dateTime(shared.ExpiresDate)}.`}</strong>{' '}
              {t`Copy it now: it is shown only once.`}
            </p>
          </Note>
          <CopyText text={shared.URL ?? ''} />
        </div>
      )}
      {isPending && <Skeletons lines={3} />}
      <Refused error={error} />
      {data && links.length === 0 && !shared && (
        <Empty icon="globe" title={t`No links yet`}>
          <Trans>
            Share the report and send the link by mail or chat. You see how often it was opened, and can revoke it.
          </Trans>
        </Empty>
      )}
      {links.length > 0 && (
        <Table heads={[t`Link`, t`State`, t`Opened`]} hasActions>
          {links.map(link => (
            <Row key={link.ReportLinkID} campaignId={campaignId} of={link} />
          ))}
        </Table>
      )}
      <More of={query} />
      {isOpen && (
        <NewLink
          campaignId={campaignId}
          onClose={() => setOpen(false)}
          onShared={made => {
            setShared(made)
            setOpen(false)
          }}
        />
      )}
    </Panel>
  )
}

function NewLink({
  campaignId,
  onClose,
  onShared,
}: {
  readonly campaignId: string
  readonly onClose: () => void
  readonly onShared: (shared: Shared) => void
}) {
  const { t } = useLingui()
  const [label, setLabel] = useState('')
  const [expires, setExpires] = useState('')
  const [language, setLanguage] = useState('')
  /** One key for one link, however often the form is sent. */
  const [idempotencyKey] = useState(newKey)
  async function submit() {
    const given = { CampaignID: campaignId, Label: label.trim(), ExpiresDate: expires, Language: language }
    const shared = await call('Report.Share', given, { idempotencyKey })
    await reread('reportLinks')
    onShared(shared)
  }
  return (
    <Dialog title={t`Share the report`} onClose={onClose}>
      <Form submit={submit} label={t`Create the link`}>
        <TextInput
          label={t`For whom`}
          description={<Help>{t`Only you see this, in the list of links.`}</Help>}
          value={label}
          onChange={event => setLabel(event.currentTarget.value)}
          autoComplete="off"
          required
        />
        <TextInput
          type="date"
          label={t`Valid until`}
          description={t`Empty: 90 days. At most a year.`}
          value={expires}
          onChange={event => setExpires(event.currentTarget.value)}
        />
        <NativeSelect
          label={t`Language`}
          value={language}
          onChange={event => setLanguage(event.currentTarget.value)}
          data={[
            { value: '', label: t`The language of the campaign’s first list` },
            ...Object.entries(languages).map(([value, name]) => ({ value, label: name })),
          ]}
        />
      </Form>
    </Dialog>
  )
}

function Row({ campaignId, of: link }: { readonly campaignId: string; readonly of: ReportLink }) {
  const { t } = useLingui()
  const { ReportLinkID = '', Label = '', State, CreatedBy, CreatedDate, Views, LastViewedDate } = link
  async function revoke() {
    await call('Report.Revoke', { CampaignID: campaignId, ReportLinkID })
    await reread('reportLinks')
  }
  return (
    <tr>
      <td>
        <strong dir="auto">{Label || <Trans>Unnamed</Trans>}</strong>
        <br />
        <span className={`${css.quiet} ${css.small}`}>
          <Trans>
            by {CreatedBy}, {dateTime(CreatedDate)}
          </Trans>
        </span>
      </td>
      <td data-label={t`State`}>
        <span>
          <LinkState {...link} />
        </span>
      </td>
      <td data-label={t`Opened`}>
        <span>
          <Plural value={Views} _0="Not yet" one="# time" other="# times" />
          {LastViewedDate && (
            <span className={`${css.quiet} ${css.small} ${layout.line}`}>
              <Trans>last {dateTime(LastViewedDate)}</Trans>
            </span>
          )}
        </span>
      </td>
      <td className={layout.end}>
        {State === 'Active' && (
          <AskFirst
            variant="default"
            size="compact-sm"
            aria-label={t`Revoke the link ${Label}`}
            title={Label}
            label={t`Revoke the link`}
            text={
              <p>
                <Plural
                  value={Views}
                  _0="The link was not opened yet."
                  one="The link was opened # time."
                  other="The link was opened # times."
                />{' '}
                <Trans>From now on the link shows a page saying that it has expired. It cannot be restored.</Trans>
              </p>
            }
            run={revoke}
          >
            <Trans>Revoke</Trans>
          </AskFirst>
        )}
      </td>
    </tr>
  )
}

function LinkState({ State, ExpiresDate, RevokedDate }: ReportLink) {
  if (State === 'Revoked') {
    return (
      <Chip tone="plain" icon="close">
        <Trans>Revoked {dateTime(RevokedDate)}</Trans>
      </Chip>
    )
  }
  if (State === 'Expired') {
    return (
      <Chip tone="plain" icon="clock">
        <Trans>Expired {dateTime(ExpiresDate)}</Trans>
      </Chip>
    )
  }
  return (
    <>
      <Chip tone="good">
        <Trans>Active</Trans>
      </Chip>
      <span className={`${css.quiet} ${css.small} ${layout.line}`}>
        <Trans>until {dateTime(ExpiresDate)}</Trans>
      </span>
    </>
  )
}
