/** A campaign beside those that follow it, and the beginning of a resend. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call, read } from '../../api/call.ts'
import { dateTime, number } from '../../lib/format.ts'
import { newKey } from '../../lib/new-key.ts'
import { shownSubject } from '../../lib/subjects.ts'
import { reread } from '../../live/reread.ts'
import { may, useSession } from '../../session/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { css, Panel } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Share } from '../../ui/share.tsx'
import { Table } from '../../ui/table.tsx'
import type { PartProps } from './part-props.ts'
import own from './report.module.css'

type Family = ValueOf<'Campaign.GetFollowUps'>
type Mail = NonNullable<Family['Mails']>[number]

const kinds: Readonly<Record<Mail['Kind'], MessageDescriptor>> = {
  Original: msg`Original`,
  Resend: msg`Resend`,
  CatchUp: msg`Catch-up`,
}

/** Nothing for a campaign that is not followed and cannot be. */
export function FollowUps({ clientId, campaignId, report }: PartProps) {
  const { t } = useLingui()
  const session = useSession()
  const [isAsking, setAsking] = useState(false)
  const { data, error } = useQuery(read('Campaign.GetFollowUps', { CampaignID: campaignId }))
  if (error) return <Refused error={error} />
  const mails = data?.Mails ?? []
  const mayDraft = may(session, 'Draft', clientId)
  const mayResend = data?.CanResend === true && mayDraft
  if (!data || (mails.length < 2 && !mayResend && data.Capped === 0)) return null
  return (
    <section className={layout.top16}>
      <Panel
        title={t`Resend`}
        text={t`The same mail with another subject, to people who received it and did not open or click.`}
        actions={
          mayResend && (
            <span className={own.noPrint}>
              <Button variant="default" onClick={() => setAsking(true)}>
                <Trans>Resend …</Trans>
              </Button>
            </span>
          )
        }
      >
        {data.Capped > 0 && (
          <CatchUp
            clientId={clientId}
            campaignId={campaignId}
            capped={data.Capped}
            isOffered={data.CanCatchUp && mayDraft}
          />
        )}
        {mails.length > 1 && <Mails clientId={clientId} campaignId={campaignId} family={data} />}
      </Panel>
      {isAsking && (
        <Dialog title={t`Resend`} onClose={() => setAsking(false)}>
          <ResendForm clientId={clientId} campaignId={campaignId} subject={report.Campaign.Subject ?? ''} />
        </Dialog>
      )}
    </section>
  )
}

/** Whom the frequency cap left out, and the beginning of a campaign for them. */
function CatchUp({
  clientId,
  campaignId,
  capped,
  isOffered,
}: {
  readonly clientId: string
  readonly campaignId: string
  readonly capped: number
  readonly isOffered: boolean
}) {
  const navigate = useNavigate()
  const [idempotencyKey] = useState(newKey)
  const begin = useMutation({
    mutationFn: () => call('Campaign.CatchUp', { CampaignID: campaignId }, { idempotencyKey }),
    onSuccess: async ({ CampaignID = '' }) => {
      void reread('report')
      void reread('campaignList')
      await navigate({ to: '/clients/$clientId/campaigns/$campaignId', params: { clientId, campaignId: CampaignID } })
    },
  })
  return (
    <div>
      <p>
        <Plural
          value={capped}
          one="# recipient was skipped because of the frequency cap."
          other="# recipients were skipped because of the frequency cap."
        />
      </p>
      {isOffered && (
        <p className={own.noPrint}>
          <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate()}>
            <Trans>Catch up</Trans>
          </Button>
        </p>
      )}
      <Refused error={begin.error} />
    </div>
  )
}

function Mails({
  clientId,
  campaignId,
  family: { Mails = [], Together },
}: {
  readonly clientId: string
  readonly campaignId: string
  readonly family: Family
}) {
  const { t } = useLingui()
  const heads = { delivered: t`Delivered`, opened: t`Opened`, clicked: t`Clicked`, left: t`Unsubscribed` }
  return (
    <Table heads={[t`Mail`, heads.delivered, heads.opened, heads.clicked, heads.left]}>
      {Mails.map(mail => (
        <tr key={mail.CampaignID}>
          <td>
            <MailName mail={mail} clientId={clientId} isShown={mail.CampaignID === campaignId} />
          </td>
          <Numbers heads={heads} of={mail} />
        </tr>
      ))}
      {Together && (
        <tr>
          <td>
            <strong>
              <Trans>Together</Trans>
            </strong>
          </td>
          <Numbers heads={heads} of={Together} />
        </tr>
      )}
    </Table>
  )
}

function MailName({
  mail: { CampaignID = '', Name = '', Subject = '', Kind, SentDate, EarliestDate },
  clientId,
  isShown,
}: {
  readonly mail: Mail
  readonly clientId: string
  readonly isShown: boolean
}) {
  const { i18n } = useLingui()
  const params = { clientId, campaignId: CampaignID }
  const name = <bdi>{Name}</bdi>
  return (
    <>
      {isShown ? (
        <strong>{name}</strong>
      ) : SentDate ? (
        <Link to="/clients/$clientId/campaigns/$campaignId/report" params={params}>
          {name}
        </Link>
      ) : (
        <Link to="/clients/$clientId/campaigns/$campaignId" params={params}>
          {name}
        </Link>
      )}
      <span className={`${css.quiet} ${css.small} ${layout.line}`}>
        {i18n._(kinds[Kind])} · <bdi>{shownSubject(Subject)}</bdi>
      </span>
      {!SentDate && EarliestDate && (
        <span className={`${css.quiet} ${css.small} ${layout.line}`}>
          <Trans>Can start from {dateTime(EarliestDate)}</Trans>
        </span>
      )}
    </>
  )
}

interface Counted {
  readonly Accepted: number
  readonly HumanUniqueOpened: number
  readonly HumanUniqueClicked: number
  readonly Unsubscribed: number
}

function Numbers({
  heads,
  of: { Accepted, HumanUniqueOpened, HumanUniqueClicked, Unsubscribed },
}: {
  readonly heads: Readonly<Record<'delivered' | 'opened' | 'clicked' | 'left', string>>
  readonly of: Counted
}) {
  const rate = (Count: number) => <Share of={{ Count, Of: Accepted }} />
  return (
    <>
      <td data-label={heads.delivered}>{number(Accepted)}</td>
      <td data-label={heads.opened}>
        <span>{rate(HumanUniqueOpened)}</span>
      </td>
      <td data-label={heads.clicked}>
        <span>{rate(HumanUniqueClicked)}</span>
      </td>
      <td data-label={heads.left}>
        <span>{rate(Unsubscribed)}</span>
      </td>
    </>
  )
}

function ResendForm({
  clientId,
  campaignId,
  subject,
}: {
  readonly clientId: string
  readonly campaignId: string
  readonly subject: string
}) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [given, setGiven] = useState('')
  const [idempotencyKey] = useState(newKey)
  async function submit() {
    const { CampaignID = '' } = await call(
      'Campaign.Resend',
      { CampaignID: campaignId, Subject: given },
      { idempotencyKey },
    )
    void reread('report')
    void reread('campaignList')
    await navigate({ to: '/clients/$clientId/campaigns/$campaignId', params: { clientId, campaignId: CampaignID } })
  }
  return (
    <Form submit={submit} label={t`Create draft`}>
      <p>
        <Trans>
          Goes to people who received this campaign and did not open or click, as of the moment the resend starts.
          People who are not tracked are left out. It can start 48 hours after the end of this campaign.
        </Trans>
      </p>
      <TextInput
        label={t`New subject`}
        description={t`Before: ${shownSubject(subject)}`}
        value={given}
        onChange={event => setGiven(event.currentTarget.value)}
        maxLength={500}
        required
        data-autofocus
      />
    </Form>
  )
}
