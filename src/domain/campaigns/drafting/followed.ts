/**
 * Whom a campaign that follows another goes to, as conditions beside those of its segments. They are the conditions that segments have, so that a
 * resend and a segment mean the same by "opened", and they are judged when the campaign starts. A change of the audience of the draft can only
 * narrow it. See docs/decisions/campaigns.md#a-resend-follows-its-campaign.
 */
import type { SegmentTree, Source } from '../../../store/campaigns/audience.ts'
import type { Followed } from '../../../store/campaigns/follow-ups.ts'
import type { ConditionTree, EventCondition, LeafCondition } from '../../../store/segments/conditions.ts'

/** The sources of a campaign, narrowed to those who are meant by the campaign that it follows. */
export function narrowSources(sources: readonly Source[], followed: Followed): readonly Source[] {
  const tree = treeOf(followed)
  return sources.map(source => ({ listId: source.listId, tree: source.tree ? both(source.tree, tree) : tree }))
}

function both(own: SegmentTree, other: SegmentTree): SegmentTree {
  const parts: readonly ConditionTree[] = [own.tree, other.tree]
  return { listId: own.listId, tree: { match: 'all', parts }, needs: [...own.needs, ...other.needs] }
}

/**
 * A resend: the mail of the campaign was accepted, by the list that it comes by now, and no mail of the family was opened or clicked by the person.
 * Each of them must have been measured: what is unknown is not "no".
 */
function treeOf({ kind, campaignIds }: Followed): SegmentTree {
  const [id] = campaignIds
  const own = { campaigns: campaignIds.slice(0, 1), byOwnList: true }
  const parts: readonly LeafCondition[] =
    kind === 'resend'
      ? [atLeastOnce('accepted', own), ...campaignIds.map(campaignId => neverOpened(campaignId))]
      : [atLeastOnce('capped', own)]
  return { listId: null, tree: { match: 'all', parts }, needs: [{ kind: 'campaign', id: id! }] } // there is one at least
}

function atLeastOnce(event: 'accepted' | 'capped', scope: EventCondition['scope']): EventCondition {
  return { is: 'event', event, scope, link: null, times: { is: 'at least', count: 1 } }
}

/** Who has clicked has opened. */
function neverOpened(campaignId: number): EventCondition {
  return {
    is: 'event',
    event: 'opened',
    scope: { campaigns: [campaignId] },
    link: null,
    times: { is: 'at most', count: 0 },
  }
}
