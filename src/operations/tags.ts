/** Tag.*, the tags of contacts, and the tags that links give. */
import type { TagOfContact } from '../contract/groups/tags.ts'
import { Refusal } from '../contract/refusals.ts'
import type { OutputOf } from '../contract/shapes.ts'
import { mayOnClient } from '../domain/access/principal.ts'
import { listLinkTags, setLinkTags } from '../domain/campaigns/checking/link-tags.ts'
import { setTags } from '../domain/subscribers/tagging.ts'
import { tagSourceNames } from '../domain/tags/sources.ts'
import { createTag, deleteTag, readUsesOfTag, renameTag, type UseOfTag } from '../domain/tags/tags.ts'
import type { ContactTag } from '../store/tags/contact-tags.ts'
import { type NamedTag, readTags } from '../store/tags/tags.ts'
import { evidenceOf, type Handlers, type HandlersOf, sourceParts } from './dependencies.ts'

export const tags: HandlersOf<'Tag'> &
  Pick<Handlers, 'Subscriber.SetTags' | 'Campaign.SetLinkTags' | 'Campaign.GetLinkTags'> = {
  'Tag.Create': ({ Name, Color }, { client }, { db }) => createTag(db, client, { name: Name, color: Color }),

  async 'Tag.List'(_params, { client }, { db }) {
    return (await readTags(db, client.clientId)).map(tag => ({ ...labelOnWire(tag), People: tag.people }))
  },

  async 'Tag.GetUses'({ TagID }, { client }, { db }) {
    return (await readUsesOfTag(db, client, TagID)).map(useOnWire)
  },

  'Tag.Rename': ({ TagID, Name, Color }, { client }, { db }) =>
    renameTag(db, client, TagID, { name: Name, color: Color }),

  async 'Tag.Delete'({ TagID }, { client }, { db }) {
    return (await deleteTag(db, client, TagID)).map(useOnWire)
  },

  async 'Subscriber.SetTags'({ Email, Add, Remove, Replace, CreateMissing }, { client, principal, origin }, { db }) {
    const change = {
      email: Email,
      add: Add ?? [],
      remove: Remove ?? [],
      replace: Replace === true,
      createMissing: CreateMissing === true,
    }
    return (await setTags(db, client, change, evidenceOf(principal, origin))).map(tagOfContactOnWire)
  },

  async 'Campaign.SetLinkTags'({ Link, Tags, CreateMissing }, { campaign, principal }, dependencies) {
    if (CreateMissing && !mayOnClient(principal, campaign.clientId, 'ChangeAudience')) {
      throw new Refusal('AccessDenied', 'Creating tags takes the right to change subscribers.')
    }
    const given = { link: Link, tags: Tags ?? [], createMissing: CreateMissing === true }
    await setLinkTags(sourceParts(dependencies), campaign, given)
  },

  async 'Campaign.GetLinkTags'(_params, { campaign }, dependencies) {
    const links = await listLinkTags(sourceParts(dependencies), campaign)
    return links.map(({ url, tags }) => ({ Link: url, Tags: tags.map(labelOnWire) }))
  },
}

export function labelOnWire({ publicId, name, color }: NamedTag) {
  return { TagID: publicId, Name: name, Color: color }
}

export function tagOfContactOnWire(tag: ContactTag): OutputOf<typeof TagOfContact> {
  return { ...labelOnWire(tag), Source: tagSourceNames[tag.source], Date: tag.date, By: tag.by ?? '' }
}

function useOnWire({ kind, publicId, name }: UseOfTag) {
  return { Kind: kind, ID: publicId, Name: name }
}
