/** The regions of a template as callers see them. A pure function of plain data: a thread runs it. */
import { attributeOf, tokenize } from '../markup.ts'
import { type LeafRegion, type Region, readRegions } from './regions.ts'

interface ShownLeaf {
  readonly name: string
  readonly label: string
  readonly kind: Region['kind']
  /** What the template shows: text, HTML, or the reference to an image. */
  readonly content: string
  readonly alt: string
  readonly canLink: boolean
  /** '' for none. */
  readonly href: string
  /** Pixels; 0 where the template leaves it open. */
  readonly width: number
  readonly height: number
}

export interface ShownRegion extends ShownLeaf {
  /** Of a repeater. */
  readonly layouts: readonly { readonly label: string; readonly regions: readonly ShownLeaf[] }[]
}

/** @throws Refusal TooManyRegions */
export function templateRegions({ html }: { readonly html: string }): readonly ShownRegion[] {
  return readRegions(html, tokenize(html)).regions.map(region => {
    if (region.kind !== 'Repeater') return { ...leaf(region), layouts: [] }
    const { name, label, kind } = region
    const layouts = region.layouts.map(layout => ({ label: layout.label, regions: layout.regions.map(leaf) }))
    return { name, label, kind, content: '', alt: '', canLink: false, href: '', width: 0, height: 0, layouts }
  })
}

function leaf(region: LeafRegion): ShownLeaf {
  const { name, label, kind, content, canLink, link } = region
  const href = (link && attributeOf(link, 'href')) ?? ''
  const image = kind === 'Image' ? region.image : undefined
  const alt = (image && attributeOf(image, 'alt')) ?? ''
  const size = kind === 'Image' ? { width: region.width, height: region.height } : { width: 0, height: 0 }
  return { name, label, kind, content, alt, canLink, href, ...size }
}
