/** Keys that rows of several tables share. Each contains the client, so that a statement reads the rows of one client only. */

export interface CampaignKey {
  readonly clientId: number
  readonly campaignId: number
}

export interface RecipientKey extends CampaignKey {
  /** Number in the campaign's audience. */
  readonly number: number
}

/** A campaign as tokens in links identify it. Tokens of earlier forms contain no client; the id is unique over all clients. */
export interface NamedCampaign {
  readonly clientId?: number | undefined
  readonly campaignId: number
}

/** A recipient as tokens in links and return addresses identify it. */
export interface NamedRecipient extends NamedCampaign {
  /** Number in the campaign's audience. */
  readonly number: number
}

/** A membership by the id of its row. */
export interface MemberKey {
  readonly clientId: number
  readonly listId: number
  readonly subscriberId: number
}

/** A membership as tokens identify it. Tokens of earlier forms contain no client. */
export type NamedMember = Omit<MemberKey, 'clientId'> & { readonly clientId?: number | undefined }
