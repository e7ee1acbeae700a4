import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { LettershopError } from '../../../../src/client/client.ts'
import { call, queryClient, read } from '../../api/call.ts'
import * as codes from '../../api/codes.ts'
import type { DraftStore } from '../../drafts/draft-store.ts'
import { useDraftView } from '../../drafts/use-draft.ts'
import { number } from '../../lib/format.ts'
import { newKey } from '../../lib/new-key.ts'
import { reread } from '../../live/reread.ts'
import { may, useSession } from '../../session/session.ts'
import { Help } from '../../ui/help.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Note } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import css from './campaign.module.css'
import { errorsOf, openWarningsOf, useCheck } from './check.ts'
import type { StepName } from './places.ts'
import { useNotified } from './use-notified.ts'

export interface SendBarProps {
  readonly clientId: string
  readonly campaignId: string
  readonly store: DraftStore
  /** Undefined while they are not counted. */
  readonly recipients: number | undefined
  /** Above how many recipients their number is typed; undefined while that is not known. */
  readonly confirmAbove: number | undefined
  readonly at: string | undefined
  readonly goTo: (step: StepName) => void
}

/** Sends or schedules the campaign; the button names its effect. The check is run first. */
export function SendBar({ clientId, campaignId, store, recipients, confirmAbove, at, goTo }: SendBarProps) {
  const { t } = useLingui()
  const session = useSession()
  const { data: approval } = useQuery(read('Campaign.GetApproval', { CampaignID: campaignId }))
  const mustAsk = approval?.Required === true && !approval.MayBeSent
  const waits = mustAsk && approval.State === 'Requested' && approval.Revision === approval.PresentRevision
  const [notified, setNotified] = useNotified(clientId, campaignId)
  const toldInput = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [isAsked, setAsked] = useState(false)
  const isLarge = recipients !== undefined && confirmAbove !== undefined && recipients > confirmAbove
  const mustType = !mustAsk && (isLarge || isAsked)
  const { send, isHeld } = useSend(
    { campaignId, store, goTo },
    {
      do: revision =>
        mustAsk
          ? askForApproval(campaignId, revision)
          : sendCampaign({ campaignId, notified, at, recipients: mustType ? (numberTyped(typed) ?? -1) : undefined }),
      onUncounted: () => setAsked(true),
      onAddressRefused: () => toldInput.current?.focus(),
    },
  )
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!send.isPending) send.mutate()
  }
  const isAddressRefused = isOfAddress(send.error)
  const { Revision } = useDraftView(store).draft
  useMended(send, [Revision, at, recipients, typed].join())
  const isStillHeld = useIsHeld(campaignId, Revision, isHeld)
  return (
    <div className={css.send}>
      {isStillHeld && (
        <Note tone="warn" role="status">
          <Trans>It was not sent: see the checks above.</Trans>
        </Note>
      )}
      <Refused error={send.error} />
      {waits ? (
        <ApprovalNote clientId={clientId} campaignId={campaignId} people={approval.Approvers ?? []} />
      ) : !mustAsk && !may(session, 'Send', clientId) ? (
        <Note tone="plain">
          <Trans>Your role cannot send campaigns. Ask a manager of this client to send it.</Trans>
        </Note>
      ) : (
        <form className={css.sendRow} onSubmit={onSubmit} noValidate>
          {!mustAsk && (
            <TextInput
              ref={toldInput}
              type="email"
              label={t`Notify when sent`}
              description={
                <>
                  <Trans>Optional</Trans>
                  <Help>{t`This address gets a mail when the campaign was sent to everybody.`}</Help>
                </>
              }
              error={isAddressRefused}
              value={notified}
              onChange={event => {
                setNotified(event.currentTarget.value)
                if (isAddressRefused) send.reset()
              }}
              autoComplete="email"
              className={css.notified}
            />
          )}
          {mustType && (
            <div className={css.typed}>
              <TypedNumber recipients={recipients} confirmAbove={confirmAbove} value={typed} onChange={setTyped} />
            </div>
          )}
          <Button
            type="submit"
            size="md"
            loading={send.isPending}
            disabled={mustType && numberTyped(typed) === undefined}
            leftSection={<Icon name={mustAsk ? 'person' : at === undefined ? 'send' : 'clock'} />}
          >
            {mustAsk ? <Trans>Request approval</Trans> : <SendLabel recipients={recipients} at={at} />}
          </Button>
        </form>
      )}
    </div>
  )
}

/** What was refused is no longer shown once something of it is another. @param causes as text: what a refusal may be about */
function useMended({ error, reset }: { readonly error: unknown; readonly reset: () => void }, causes: string): void {
  const refusedFor = useRef(causes)
  const isRefused = error !== null
  useEffect(() => {
    if (!isRefused) refusedFor.current = causes
    else if (refusedFor.current !== causes) reset()
  }, [isRefused, causes, reset])
}

/** Until the check finds nothing that must be mended or confirmed, for whatever revision there is by now. */
function useIsHeld(campaignId: string, revision: number, isHeld: boolean): boolean {
  const { data, isPlaceholderData } = useCheck(campaignId, revision, isHeld)
  if (!isHeld || !data || isPlaceholderData) return isHeld
  return errorsOf(data).length > 0 || openWarningsOf(data).length > 0
}

interface SendActs {
  /** What is done when the check finds nothing. */
  readonly do: (revision: number) => Promise<unknown>
  /** The service wants the number of recipients. */
  readonly onUncounted: () => void
  readonly onAddressRefused: () => void
}

/** Saves, looks at the check, and does it. */
function useSend({ campaignId, store, goTo }: Pick<SendBarProps, 'campaignId' | 'store' | 'goTo'>, acts: SendActs) {
  /** The check found something. */
  const [isHeld, setHeld] = useState(false)
  const send = useMutation({
    mutationFn: async () => {
      setHeld(false)
      await store.flush()
      const { Revision } = store.view.get().draft
      if (!(await isReady(campaignId, Revision))) {
        setHeld(true)
        return goTo('checks')
      }
      await acts.do(Revision)
      await reread('campaign')
    },
    onError: error => {
      if (isOfAddress(error)) acts.onAddressRefused()
      // the service counts by itself: it asks also where this page has no count, or an old one
      if (!(error instanceof LettershopError) || error.code !== codes.AudienceNotConfirmed) return
      acts.onUncounted()
      void reread('audienceCount')
    },
  })
  return { send, isHeld }
}

/** @param order `recipients`: the number that was typed, where it must be */
function sendCampaign({
  campaignId,
  notified,
  at,
  recipients,
}: {
  readonly campaignId: string
  readonly notified: string
  readonly at: string | undefined
  readonly recipients: number | undefined
}): Promise<unknown> {
  const order = {
    CampaignID: campaignId,
    ConfirmationEmail: notified.trim(),
    SendDate: at === undefined ? 'Immediately' : `${at.replace('T', ' ')}:00`,
  }
  // without an address to notify it is sent as one whose audience is known: programs have to name one
  return recipients === undefined && order.ConfirmationEmail !== ''
    ? call('Campaign.Send', order)
    : call('Campaign.SendConfirmed', { ...order, ...(recipients !== undefined && { Recipients: recipients }) })
}

function SendLabel({ recipients: count, at }: Pick<SendBarProps, 'recipients' | 'at'>) {
  const { t } = useLingui()
  if (count === undefined) return at === undefined ? t`Send` : t`Schedule`
  return at === undefined
    ? t`Send to ${plural(count, { one: '# person', other: '# people' })}`
    : t`Schedule for ${plural(count, { one: '# person', other: '# people' })}`
}

function ApprovalNote({
  clientId,
  campaignId,
  people,
}: Pick<SendBarProps, 'clientId' | 'campaignId'> & { readonly people: readonly string[] }) {
  const approvers = people.slice(0, 3).join(', ')
  return (
    <Note tone="plain" role="status">
      <p>
        <strong>
          <Trans>It is waiting for approval.</Trans>
        </strong>{' '}
        {approvers !== '' && <Trans>These people may approve: {approvers}.</Trans>}
      </p>
      <p>
        <Link to="/clients/$clientId/campaigns/$campaignId/approval" params={{ clientId, campaignId }}>
          <Trans>Go to the approval</Trans>
        </Link>
      </p>
    </Note>
  )
}

/** Whether a refusal is about the address that is notified when the campaign is sent. */
function isOfAddress(error: unknown): boolean {
  if (!(error instanceof LettershopError)) return false
  return error.code === codes.ConfirmationEmailRequired || error.code === codes.InvalidConfirmationEmail
}

function TypedNumber({
  recipients,
  confirmAbove,
  value,
  onChange,
}: Pick<SendBarProps, 'recipients' | 'confirmAbove'> & {
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const { t } = useLingui()
  const people = recipients === undefined ? undefined : number(recipients)
  const usual = confirmAbove === undefined ? undefined : number(confirmAbove)
  return (
    <TextInput
      label={t`Type the number of recipients`}
      description={
        people === undefined || usual === undefined
          ? t`It would go to more people than usual. The audience step shows how many.`
          : t`It goes to ${people} people. Above ${usual} you must type the number.`
      }
      inputMode="numeric"
      autoComplete="off"
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      error={
        recipients !== undefined && numberTyped(value) !== undefined && numberTyped(value) !== recipients
          ? t`The number is different.`
          : undefined
      }
      className={css.notified}
    />
  )
}

/** A number as people write it, with points, commas, blanks or apostrophes between thousands. @returns undefined for none */
function numberTyped(text: string): number | undefined {
  const digits = text.replace(/[\s.,'’]/gu, '')
  return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined
}

/** Whether the check of a revision finds nothing that must be mended or confirmed. */
async function isReady(campaignId: string, revision: number): Promise<boolean> {
  const check = await queryClient.fetchQuery({
    queryKey: ['Campaign.Check', { CampaignID: campaignId }, revision],
    queryFn: ({ signal }) => call('Campaign.Check', { CampaignID: campaignId }, { signal }),
    staleTime: 15_000,
  })
  return errorsOf(check).length === 0 && openWarningsOf(check).length === 0
}

async function askForApproval(campaignId: string, revision: number): Promise<void> {
  const given = { CampaignID: campaignId, Revision: revision, Comment: '' }
  await call('Campaign.RequestApproval', given, { idempotencyKey: newKey() })
}
