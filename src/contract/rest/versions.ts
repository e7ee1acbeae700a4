/** Versions of the REST interface that are served, and what differs between them (reference/rest.md §1.1). */

export interface Version {
  /** The segment of the path. */
  readonly name: VersionName
  /** Sent campaigns are paged and filtered; else they are a bare array. */
  readonly pagedCampaigns: boolean
  /** Rules of segments are `RuleGroups`; else `Rules` of `{Subject, Clauses}`. */
  readonly ruleGroups: boolean
  /** `ConsentToTrack` must be given where subscribers are added, changed or imported. */
  readonly consentRequired: boolean
  /** Tags of a client, names in campaign summaries. Fields that are only added are answered in every version. */
  readonly tags: boolean
}

export const versionNames = ['v3', 'v3.1', 'v3.2', 'v3.3'] as const
export type VersionName = (typeof versionNames)[number]

// biome-ignore format: a table reads by its columns
export const versions: { readonly [Name in VersionName]: Version } = {
  'v3':   { name: 'v3',   ruleGroups: false, consentRequired: false, pagedCampaigns: false, tags: false },
  'v3.1': { name: 'v3.1', ruleGroups: true,  consentRequired: false, pagedCampaigns: false, tags: false },
  'v3.2': { name: 'v3.2', ruleGroups: true,  consentRequired: true,  pagedCampaigns: false, tags: false },
  'v3.3': { name: 'v3.3', ruleGroups: true,  consentRequired: true,  pagedCampaigns: true,  tags: true },
}
/** The newest. */
export const latest = versions['v3.3']
