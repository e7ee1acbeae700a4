/** Values of regions as callers give them; absent is null. */
import type { LeafValue, RegionValue } from './fill-regions.ts'

export interface GivenLeafValue {
  readonly Name?: string | null
  readonly Content?: string | null
  readonly Alt?: string | null
  readonly Href?: string | null
}

export interface GivenRegionValue extends GivenLeafValue {
  readonly Items?:
    | readonly ({
        readonly Layout?: string | null
        readonly Regions?: readonly (GivenLeafValue | null)[] | null
      } | null)[]
    | null
}

export interface KeptLeafValue {
  readonly Name?: string
  readonly Content?: string
  readonly Alt?: string
  readonly Href?: string
}

/** Values as they are kept: what was left out is not there. */
export interface KeptRegionValue extends KeptLeafValue {
  readonly Items?: readonly { readonly Layout?: string; readonly Regions?: readonly KeptLeafValue[] }[]
}

/** Of a draft, as `keptValues` made them. */
export function storedValues({ values }: { readonly values?: readonly object[] }): readonly KeptRegionValue[] {
  return values ?? []
}

export function keptValues(given: readonly (GivenRegionValue | null)[]): readonly KeptRegionValue[] {
  return given
    .filter(value => value !== null)
    .map(value => ({
      ...keptLeaf(value),
      ...(value.Items && {
        Items: value.Items.filter(item => item !== null).map(({ Layout, Regions }) => ({
          ...(typeof Layout === 'string' && { Layout }),
          ...(Regions && { Regions: Regions.filter(region => region !== null).map(keptLeaf) }),
        })),
      }),
    }))
}

function keptLeaf({ Name, Content, Alt, Href }: GivenLeafValue): KeptLeafValue {
  return {
    ...(typeof Name === 'string' && { Name }),
    ...(typeof Content === 'string' && { Content }),
    ...(typeof Alt === 'string' && { Alt }),
    ...(typeof Href === 'string' && { Href }),
  }
}

/** As `fillRegions` takes them. */
export function regionValues(given: readonly (GivenRegionValue | null)[]): readonly RegionValue[] {
  return given.map(value => ({
    ...leaf(value),
    items: value?.Items?.map(item => ({ layout: item?.Layout ?? null, regions: item?.Regions?.map(leaf) ?? [] })),
  }))
}

function leaf(value: GivenLeafValue | null): LeafValue {
  return {
    name: value?.Name ?? null,
    content: value?.Content ?? null,
    alt: value?.Alt ?? null,
    href: value?.Href ?? null,
  }
}
