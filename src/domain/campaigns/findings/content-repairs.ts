/**
 * What of a draft can be mended in one step: tags of other systems, and links that promise an opt-out and lead elsewhere. Pure functions
 * of plain data, which a thread runs.
 */
import type { DraftVersion } from '../../../store/campaigns/draft-rows.ts'
import type { SystemName } from '../../content/foreign-systems.ts'
import { replaceSpans, tokenize } from '../../content/markup.ts'
import { type FieldKeys, fieldKeys } from '../../content/merge-tags.ts'
import { storedValues } from '../../content/regions/given-regions.ts'
import { type Translation, translateHtml, translateText } from '../../content/translate-tags.ts'
import { optOutWord } from '../../content/unsubscribe-words.ts'
import { asOwnLink } from '../../content/written-links.ts'
import { type Finding, type FindingCode, finding } from './check-findings.ts'
import { changeParts, type DraftPart, type Place, type WrittenDraft } from './content-parts.ts'
import { shownOptOutLink, wrongOptOutAddresses, wrongOptOutLinks } from './opt-out-links.ts'

export interface RepairInput extends WrittenDraft {
  /** Keys of the custom fields of its lists, without brackets. */
  readonly customFields: readonly string[]
}

export interface FoundTag extends Translation {
  readonly place: Place
  readonly canChange: boolean
}

export interface FoundLink {
  /** The detail of the finding. */
  readonly detail: string
  readonly place: Place
  readonly canChange: boolean
}

/** Findings that can be mended here. */
export type RepairableCode = Extract<FindingCode, 'ForeignTags' | 'UnsubscribeElsewhere'>

export interface Repair {
  readonly code: RepairableCode
  /** That of the finding; '' for all findings of the code. */
  readonly detail: string
}

export interface RepairedDraft {
  readonly draft: WrittenDraft
  readonly tags: readonly FoundTag[]
  readonly links: readonly FoundLink[]
}

export function writtenDraft({ settings, text }: Pick<DraftVersion, 'settings' | 'text'>): WrittenDraft {
  const { subject, preheader } = settings
  return { kind: text.kind, subject, preheader, html: text.html, text: text.text, values: storedValues(text.detail) }
}

/** What can be mended, and the draft with a repair made; without one, as it is. Linear. */
export function repairContent({
  draft: { customFields, ...draft },
  repair,
}: {
  readonly draft: RepairInput
  readonly repair?: Repair | undefined
}): RepairedDraft {
  const keys = fieldKeys(customFields)
  const tags: FoundTag[] = []
  const links: FoundLink[] = []
  const isWanted = (code: RepairableCode) => repair?.code === code
  const changed = changeParts(draft, part => {
    const { place, canChange } = part
    const translated = translatePart(part, keys, isWanted('ForeignTags') ? systemOfDetail(repair?.detail) : undefined)
    for (const one of translated.translations)
      tags.push({ ...one, place, canChange: canChange && one.becomes !== undefined })
    const replaced = replaceLinks(part, keys, repair?.detail ?? '')
    for (const detail of replaced.details) links.push({ detail, place, canChange })
    if (!canChange) return part.text
    if (isWanted('ForeignTags')) return translated.text
    return isWanted('UnsubscribeElsewhere') ? replaced.text : part.text
  })
  return { draft: changed, tags, links }
}

function translatePart({ form, text }: DraftPart, keys: FieldKeys, only: SystemName | undefined) {
  switch (form) {
    case 'html':
      return translateHtml(text, keys, { only })
    case 'fragment':
      return translateHtml(text, keys, { only, dates: false })
    case 'text':
    case 'subject':
    case 'line':
      return translateText(text, form, keys, { only })
  }
}

/** @param detail of the links that are replaced; '' for all */
function replaceLinks({ form, text }: DraftPart, keys: FieldKeys, detail: string) {
  const isWanted = (one: string) => detail === '' || detail === one
  switch (form) {
    case 'html':
    case 'fragment': {
      const links = wrongOptOutLinks(tokenize(text), keys).map(link => ({ link, detail: shownOptOutLink(link) }))
      const changes = links.flatMap(({ link, detail }) =>
        isWanted(detail) ? asOwnLink(text, link, 'unsubscribe', optOutWord('')) : [],
      )
      return { text: replaceSpans(text, changes), details: links.map(one => one.detail) }
    }
    case 'text': {
      const addresses = wrongOptOutAddresses(text).map(one => ({
        ...one,
        detail: shownOptOutLink({ ...one, alternative: '' }),
      }))
      const changes = addresses.flatMap(({ start, end, detail }) =>
        isWanted(detail) ? [{ start, end, text: '[unsubscribe]' }] : [],
      )
      return { text: replaceSpans(text, changes), details: addresses.map(one => one.detail) }
    }
    case 'subject':
    case 'line':
      return { text, details: [] }
  }
}

/** One finding for each system, with all of its tags. */
export function foreignTagFindings(tags: readonly FoundTag[]): readonly Finding[] {
  const systems = [...new Set(tags.map(({ system }) => system))]
  return systems.map(system => {
    const own = tags.filter(tag => tag.system === system)
    const names = (some: readonly FoundTag[]) => [...new Set(some.map(({ found }) => found))].join(', ')
    const known = names(own.filter(({ becomes }) => becomes !== undefined))
    const unknown = names(own.filter(({ becomes }) => becomes === undefined))
    const stays = unknown === '' ? '' : `nothing here stands for ${unknown}`
    return finding('ForeignTags', `${system}: ${[known, stays].filter(one => one !== '').join('; ')}`)
  })
}

/** As the detail of a finding begins. @returns undefined for '' */
function systemOfDetail(detail = ''): SystemName | undefined {
  const name = detail.slice(0, Math.max(0, detail.indexOf(': ')))
  return name === '' ? undefined : (name as SystemName) // one that is unknown changes nothing
}
