/** Content of mails about approvals. */
import type { Sql, Transaction } from '../connection/database.ts'
import type { CampaignKey } from '../keys.ts'
import { isVoid, type StoredApproval } from './approvals.ts'

export interface ApprovalToMail extends CampaignKey {
  readonly accountId: number
  readonly accountName: string
  readonly companyName: string
  readonly campaignPublicId: string
  readonly campaignName: string
  readonly revision: number
  readonly state: StoredApproval
  readonly isVoid: boolean
  readonly requestedBy: string
  readonly requesterPersonId: number | null
  readonly requestComment: string
  readonly decidedBy: string | null
  readonly decisionComment: string | null
}

/** @returns undefined if the campaign or its client is deleted */
export async function findApprovalToMail(
  sql: Sql,
  { clientId, approvalId }: { readonly clientId: number; readonly approvalId: number },
): Promise<ApprovalToMail | undefined> {
  const [row] = await sql<ApprovalToMail[]>`
    select a.client_id, a.campaign_id, c.account_id, k.name as account_name, c.company_name, m.public_id as campaign_public_id,
      m.name as campaign_name, a.revision, a.state, ${isVoid(sql, clientId)} as is_void, a.requested_by,
      a.requester_person_id, a.request_comment, a.decided_by, a.decision_comment
    from campaign_approvals a
    join campaigns m on m.client_id = ${clientId} and m.id = a.campaign_id and m.deleted_at is null
    join clients c on c.id = m.client_id and c.deleted_at is null
    join accounts k on k.id = c.account_id
    where a.client_id = ${clientId} and a.id = ${approvalId}`
  return row
}

/** Called in the transaction that enqueues the mails of a request. @returns false if they were enqueued before */
export async function markMailsMade(
  sql: Transaction,
  { clientId, approvalId }: { readonly clientId: number; readonly approvalId: number },
): Promise<boolean> {
  const { count } = await sql`
    update campaign_approvals set mails_made = true
    where client_id = ${clientId} and id = ${approvalId} and not mails_made`
  return count > 0
}
