/** Keys that rows of several tables share. Each contains the client, so that a statement reads the rows of one client only. */

export interface CampaignKey {
  readonly clientId: number
  readonly campaignId: number
}

export interface RecipientKey extends CampaignKey {
  /** Number in the campaign's audience. */
  readonly number: number
}

/** A recipient as tokens in links and return addresses identify it: the id of a campaign is unique over all clients. */
export type NamedRecipient = Omit<RecipientKey, 'clientId'>

/** A membership by the id of its row. */
export interface MemberKey {
  readonly clientId: number
  readonly listId: number
  readonly subscriberId: number
}
