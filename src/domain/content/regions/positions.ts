/**
 * Values of regions by their position: the first of the single lines is for the first single line of the template, and so on. A region
 * without a value is left out, as the interface has it that this is for (reference/rest.md §2.5).
 */
import { Refusal } from '../../../contract/refusals.ts'
import { fillLimits } from './fill-regions.ts'
import type { KeptLeafValue, KeptRegionValue } from './given-regions.ts'
import type { ShownRegion } from './regions-shown.ts'

/** Absent is null. */
export interface PlacedLeaf {
  readonly Content?: string | null
  readonly Alt?: string | null
  readonly Href?: string | null
}

export interface PlacedLeaves {
  readonly Singlelines?: readonly (PlacedLeaf | null)[] | null
  readonly Multilines?: readonly (PlacedLeaf | null)[] | null
  readonly Images?: readonly (PlacedLeaf | null)[] | null
}

export interface PlacedContent extends PlacedLeaves {
  readonly Repeaters?: readonly ({ readonly Items?: readonly (PlacedItem | null)[] | null } | null)[] | null
}

export interface PlacedItem extends PlacedLeaves {
  /** Needed where the repeater has several. */
  readonly Layout?: string | null
}

type Leaf = ShownRegion['layouts'][number]['regions'][number]

/** @throws Refusal InvalidRegionValue for more values than there are regions; `fillRegions` refuses what else is wrong */
export function valuesByPosition(regions: readonly ShownRegion[], content: PlacedContent): readonly KeptRegionValue[] {
  const repeaters = regions.filter(({ kind }) => kind === 'Repeater')
  const given = content.Repeaters ?? []
  refuseMore('Repeaters', given, repeaters, 'the template')
  const items = given.reduce((sum, repeater) => sum + (repeater?.Items?.length ?? 0), 0)
  if (items > fillLimits.items)
    throw new Refusal('InvalidRegionValue', `There are more than ${fillLimits.items} items.`)
  return [
    ...leavesByPosition(regions, content, 'the template'),
    ...repeaters.map(({ name, layouts }, at) => ({
      Name: name,
      Items: (given[at]?.Items ?? []).map(item => itemByPosition(layouts, item ?? {})),
    })),
  ]
}

/** An item of an unknown layout has no values: it is refused for its layout. */
function itemByPosition(layouts: ShownRegion['layouts'], item: PlacedItem) {
  const label = (item.Layout ?? '').replace(/\s+/g, ' ').trim()
  const layout = label === '' && layouts.length === 1 ? layouts[0] : layouts.find(one => one.label === label)
  return { Layout: label, Regions: layout ? leavesByPosition(layout.regions, item, 'an item of its layout') : [] }
}

const lists = { SingleLine: 'Singlelines', MultiLine: 'Multilines', Image: 'Images' } as const

function leavesByPosition(regions: readonly Leaf[], given: PlacedLeaves, where: string): readonly KeptLeafValue[] {
  return (['SingleLine', 'MultiLine', 'Image'] as const).flatMap(kind => {
    const places = regions.filter(region => region.kind === kind)
    const values = given[lists[kind]] ?? []
    refuseMore(lists[kind], values, places, where)
    return places.map(({ name }, at) => ({
      Name: name,
      Content: values[at]?.Content ?? '',
      Href: values[at]?.Href ?? '',
      ...(kind === 'Image' && { Alt: values[at]?.Alt ?? '' }),
    }))
  })
}

/** What has no place would be lost. */
function refuseMore(list: string, values: readonly unknown[], places: readonly unknown[], where: string): void {
  if (values.length > places.length) {
    throw new Refusal(
      'InvalidRegionValue',
      `${list} has ${values.length} values, but ${where} has ${places.length} such regions.`,
    )
  }
}

/** The URLs of images that are given. */
export function imagesOf(content: PlacedContent): readonly string[] {
  const items = (content.Repeaters ?? []).flatMap(repeater => repeater?.Items ?? [])
  return [content, ...items]
    .flatMap(leaves => leaves?.Images ?? [])
    .map(image => image?.Content?.trim() ?? '')
    .filter(url => url !== '')
}
