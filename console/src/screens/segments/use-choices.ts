/** What conditions can refer to: fields, lists, segments, campaigns, tags and imports of the client, with their names. */

import { useLingui } from '@lingui/react/macro'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read } from '../../api/call.ts'
import { may, useSession } from '../../session/session.ts'
import { type Field, fieldsQuery } from '../lists/fields-query.ts'
import { countLeaves } from './editing.ts'
import type { Names } from './sentences.ts'
import type { Leaf, Owner, Root } from './types.ts'
import { valueWord } from './value-words.ts'

export interface Choice {
  readonly value: string
  readonly label: string
}

export interface Choices {
  readonly owner: Owner
  readonly fields: readonly Field[]
  readonly lists: readonly Choice[]
  readonly segments: readonly Choice[]
  readonly campaigns: readonly Choice[]
  readonly campaignTags: readonly string[]
  /** Of people. */
  readonly tags: readonly string[]
  readonly imports: readonly Choice[]
  readonly names: Names
  /** While names are on their way. */
  readonly isPending: boolean
}

/** Fields of all lists are offered for a segment of the client; more lists are not asked. */
const mostLists = 40
/** Newest first; what is not among them is found by its name. */
const mostNamed = 200

/** @param root whose conditions must be named */
export function useChoices(owner: Owner, root: Root, segmentId: string | undefined): Choices {
  const { i18n } = useLingui()
  const session = useSession()
  const { clientId, listId } = owner
  const lists = useQuery(read('Client.GetLists', { ClientID: clientId }))
  const segments = useQuery(read('Segment.ListAll', { ClientID: clientId }))
  const campaigns = useQuery(read('Campaign.List', { ClientID: clientId, Limit: mostNamed }))
  const campaignTags = useQuery(read('Client.GetTags', { ClientID: clientId }))
  const imports = useQuery({
    ...read('Import.List', { ClientID: clientId, Limit: mostNamed }),
    enabled: may(session, 'Import', clientId),
  })
  const listIds = listId === '' ? (lists.data ?? []).slice(0, mostLists).map(({ ListID = '' }) => ListID) : [listId]
  const fields = useQueries({ queries: listIds.map(fieldsQuery), combine: mergeFields })
  const listed = useMemo(
    () =>
      (campaigns.data?.Campaigns ?? []).map(({ CampaignID = '', Name, Subject }) =>
        choice(CampaignID, Name || Subject),
      ),
    [campaigns.data],
  )
  const others = campaignIdsOf(root).filter(id => campaigns.data && !listed.some(({ value }) => value === id))
  const named = useQueries({
    queries: others.map(id => read('Campaign.GetReport', { CampaignID: id })),
    combine: answers =>
      answers.map(({ data }, n) => choice(others[n]!, data?.Campaign?.Name || data?.Campaign?.Subject)),
  })
  return useMemo(() => {
    const allCampaigns = [...listed, ...named]
    const allLists = (lists.data ?? []).map(({ ListID = '', Name }) => choice(ListID, Name))
    const allSegments = (segments.data ?? [])
      .filter(({ SegmentID }) => SegmentID !== segmentId)
      .map(({ SegmentID = '', ListID = '', Title = '' }) => {
        const list = allLists.find(({ value }) => value === ListID)
        return choice(SegmentID, list ? `${list.label} › ${Title}` : Title)
      })
    const allImports = (imports.data?.Imports ?? []).map(({ ImportID = '', FileName }) => choice(ImportID, FileName))
    const labelOf = (all: readonly Choice[]) => (id: string) => all.find(({ value }) => value === id)?.label
    return {
      owner,
      fields: fields.all,
      lists: allLists,
      segments: allSegments,
      campaigns: allCampaigns,
      campaignTags: (campaignTags.data ?? []).map(({ Name = '' }) => Name),
      tags: [],
      imports: allImports,
      isPending: lists.isPending || segments.isPending || campaigns.isPending,
      names: {
        field: key => fields.all.find(({ Key }) => isSameKey(Key, key))?.FieldName,
        list: labelOf(allLists),
        segment: labelOf(allSegments),
        campaign: labelOf(allCampaigns),
        import: labelOf(allImports),
        value: (leaf, value) => valueWord(i18n, leaf, value, labelOf(allImports)),
      },
    }
    // the queries answer the same data until they are read again
  }, [
    owner,
    fields,
    lists.data,
    segments.data,
    campaignTags.data,
    imports.data,
    listed,
    named,
    i18n,
    i18n.locale,
    segmentId,
  ])
}

const choice = (value: string, label: string | undefined): Choice => ({ value, label: label ?? '' })

interface FieldAnswer {
  readonly data?: readonly Field[] | undefined
}

/** Each key once; lists may have fields of the same key. */
function mergeFields(answers: readonly FieldAnswer[]) {
  const byKey = new Map<string, Field>()
  for (const { data = [] } of answers)
    for (const field of data) {
      const key = plainKey(field.Key)
      if (!byKey.has(key)) byKey.set(key, field)
    }
  return { all: [...byKey.values()] }
}

function plainKey(key = ''): string {
  return key.replace(/^\[|\]$/g, '').toLowerCase()
}

/** Keys are compared without brackets and case, as the service does. */
export function isSameKey(one: string | undefined, other: string | undefined): boolean {
  return plainKey(one) === plainKey(other)
}

function campaignIdsOf(root: Root): readonly string[] {
  if (countLeaves(root) === 0) return []
  const own = root.leaves.map(({ leaf }: { readonly leaf: Leaf }) => leaf.CampaignID ?? '')
  return [...new Set([...own, ...root.groups.flatMap(campaignIdsOf)])].filter(id => id !== '')
}
