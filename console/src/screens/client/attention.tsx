/** What needs a hand, the most urgent first; nothing where all is well. */

import { Plural, Trans } from '@lingui/react/macro'
import { useQueries, useQuery } from '@tanstack/react-query'
import { read } from '../../api/call.ts'
import { Note } from '../../ui/page.tsx'
import { PathLink } from '../../ui/path-link.tsx'
import own from './client-home.module.css'
import { useImportNeeds } from './import-needs.tsx'
import type { Need } from './need.ts'
import type { Overview } from './overview.ts'
import { isAbove } from './standing.tsx'

/** A whole page: clients that need something come first, so this one is on it if it does. */
const mostClients = 1000
/** Drafts that are asked whether they wait for an approval. */
const mostDrafts = 20

export function Attention({ clientId, overview }: { readonly clientId: string; readonly overview: Overview }) {
  const { Standing, Domains = [], Next = [] } = overview
  const waiting = useWaiting(clientId)
  const importNeeds = useImportNeeds(clientId)
  const base = `/clients/${clientId}`
  const unverified = (Domains ?? []).filter(({ Verified, CheckedDate }) => !Verified && CheckedDate)
  const needs: Need[] = []
  if (Standing?.Held) needs.push({ key: 'held', tone: 'bad', text: <HoldNotice base={base} /> })
  else if (Standing && isAbove(Standing.Complaints, Standing.WarnAbove)) {
    needs.push({
      key: 'complaints',
      tone: 'bad',
      text: <Trans>More people complain than usual. See the numbers below.</Trans>,
    })
  }
  for (const { id, name } of waiting) {
    needs.push({
      key: id,
      tone: 'warn',
      text: (
        <Trans>
          <PathLink to={`${base}/campaigns/${id}`}>
            <bdi>{name}</bdi>
          </PathLink>{' '}
          is waiting for approval.
        </Trans>
      ),
    })
  }
  for (const { CampaignID = '', Name } of (Next ?? []).filter(({ State }) => State === 'Paused')) {
    needs.push({
      key: CampaignID,
      tone: 'warn',
      text: (
        <Trans>
          <PathLink to={`${base}/campaigns/${CampaignID}`}>
            <bdi>{Name}</bdi>
          </PathLink>{' '}
          is paused: no mail is sent.
        </Trans>
      ),
    })
  }
  needs.push(...importNeeds)
  if (unverified.length > 0) {
    needs.push({ key: 'domains', tone: 'warn', text: <UnverifiedDomains base={base} domains={unverified.length} /> })
  }
  if (needs.length === 0) return null
  return (
    <ul className={own.attention}>
      {needs.map(({ key, tone, text }) => (
        <li key={key}>
          <Note tone={tone}>
            <p>{text}</p>
          </Note>
        </li>
      ))}
    </ul>
  )
}

function HoldNotice({ base }: { readonly base: string }) {
  return (
    <Trans>
      <strong>Sending is on hold</strong> because too many people complained. No mail of this client is sent.{' '}
      <PathLink to={`${base}/holds`}>See why, and release the hold</PathLink>
    </Trans>
  )
}

function UnverifiedDomains({ base, domains }: { readonly base: string; readonly domains: number }) {
  return (
    <>
      <Plural
        value={domains}
        one="A sending domain failed its last check: mail from it is not signed."
        other="# sending domains failed their last check: mail from them is not signed."
      />{' '}
      <PathLink to={`${base}/domains`}>
        <Trans>See the DNS records</Trans>
      </PathLink>
    </>
  )
}

/** The drafts for which approval was asked. They are looked for only where the service says that there are some. */
function useWaiting(clientId: string): readonly { readonly id: string; readonly name: string }[] {
  const account = useQuery(read('Account.GetOverview', { Limit: mostClients }))
  const isWaiting = account.data?.Clients?.find(({ ClientID }) => ClientID === clientId)?.Reasons?.includes(
    'ApprovalAsked',
  )
  const drafts = useQuery({
    ...read('Campaign.List', { ClientID: clientId, State: 'Draft', Limit: mostDrafts }),
    enabled: isWaiting === true,
  })
  const campaigns = isWaiting ? (drafts.data?.Campaigns ?? []) : []
  const approvals = useQueries({
    queries: campaigns.map(({ CampaignID = '' }) => read('Campaign.GetApproval', { CampaignID })),
  })
  return campaigns
    .filter((_, n) => approvals[n]?.data?.State === 'Requested')
    .map(({ CampaignID = '', Name = '' }) => ({ id: CampaignID, name: Name }))
}
