/**
 * Tags of other systems and what they are here. docs/tags.md has the same tables, and a test compares them. Names are compared in lower
 * case. See docs/decisions/content.md#tags-of-other-systems-are-translated-on-request.
 */
import type { DateTag, LinkTag, recipientTags } from './merge-tags.ts'

/** The meaning of a tag of another system. */
export type Meaning =
  | { readonly kind: 'value'; readonly name: (typeof recipientTags)[number] }
  /** `isWhole`: it becomes the link with its words, not only its address. */
  | { readonly kind: 'link'; readonly link: LinkTag; readonly isWhole?: boolean }
  | { readonly kind: 'date'; readonly tag: DateTag }
  /** Something that Lettershop adds by itself. */
  | { readonly kind: 'nothing' }

const value = (name: (typeof recipientTags)[number]): Meaning => ({ kind: 'value', name })
const link = (name: LinkTag): Meaning => ({ kind: 'link', link: name })
const wholeLink = (name: LinkTag): Meaning => ({ kind: 'link', link: name, isWhole: true })
const date = (tag: DateTag): Meaning => ({ kind: 'date', tag })
const nothing: Meaning = { kind: 'nothing' }

const [first, last, full, email] = [value('firstname'), value('lastname'), value('fullname'), value('email')]

interface ForeignSystem {
  /** By the text inside the tag's brackets, in lower case. */
  readonly tags: Readonly<Record<string, Meaning>>
  /** The text before the name of a field; a field of that name here is meant. Undefined: its tags name no fields. */
  readonly fields?: readonly string[]
}

export const foreignSystems = {
  Mailchimp: {
    fields: [''],
    tags: {
      fname: first,
      merge1: first,
      lname: last,
      merge2: last,
      email,
      merge0: email,
      unsub: link('unsubscribe'),
      update_profile: link('preferences'),
      archive: link('webversion'),
      forward: link('forwardtoafriend'),
      current_year: date('currentyear'),
      'date:y': date('currentyear'),
    },
  },
  Brevo: {
    fields: ['contact.'],
    tags: {
      'contact.firstname': first,
      'contact.vorname': first,
      'contact.prenom': first,
      'contact.lastname': last,
      'contact.nachname': last,
      'contact.nom': last,
      'contact.email': email,
      unsubscribe: link('unsubscribe'),
      update_profile: link('preferences'),
      mirror: link('webversion'),
    },
  },
  listmonk: {
    fields: ['.subscriber.attribs.'],
    tags: {
      '.subscriber.firstname': first,
      '.subscriber.lastname': last,
      '.subscriber.name': full,
      '.subscriber.email': email,
      unsubscribeurl: link('unsubscribe'),
      manageurl: link('preferences'),
      messageurl: link('webversion'),
      trackview: nothing,
    },
  },
  Mautic: {
    fields: ['contactfield=', 'leadfield='],
    tags: {
      'contactfield=firstname': first,
      'leadfield=firstname': first,
      'contactfield=lastname': last,
      'leadfield=lastname': last,
      'contactfield=email': email,
      'leadfield=email': email,
      unsubscribe_url: link('unsubscribe'),
      unsubscribe_text: wholeLink('unsubscribe'),
      dnc_url: link('unsubscribe'),
      webview_url: link('webversion'),
      webview_text: wholeLink('webversion'),
      tracking_pixel: nothing,
    },
  },
  Sendy: {
    tags: {
      name: full,
      unsubscribe: link('unsubscribe'),
      webversion: link('webversion'),
      currentdaynumber: date('currentday'),
      currentday: date('currentdayname'),
      currentmonthnumber: date('currentmonth'),
      currentmonth: date('currentmonthname'),
      currentyear: date('currentyear'),
    },
  },
  ActiveCampaign: {
    fields: [''],
    tags: {
      firstname: first,
      lastname: last,
      fullname: full,
      email,
      unsubscribelink: link('unsubscribe'),
      updatelink: link('preferences'),
      webcopy: link('webversion'),
      forward2friend: link('forwardtoafriend'),
    },
  },
  Kit: {
    fields: ['subscriber.'],
    tags: {
      'subscriber.first_name': first,
      'subscriber.last_name': last,
      'subscriber.email_address': email,
      unsubscribe_url: link('unsubscribe'),
      unsubscribe_link: wholeLink('unsubscribe'),
      subscriber_preferences_url: link('preferences'),
      subscriber_preferences_link: wholeLink('preferences'),
    },
  },
  CleverReach: {
    fields: [''],
    tags: {
      firstname: first,
      vorname: first,
      lastname: last,
      nachname: last,
      email,
      unsubscribe: link('unsubscribe'),
      online_version: link('webversion'),
      onlineversion: link('webversion'),
      forward: link('forwardtoafriend'),
    },
  },
  MailerLite: {
    fields: [''],
    tags: {
      name: first,
      last_name: last,
      email,
      unsubscribe: link('unsubscribe'),
      preferences: link('preferences'),
      url: link('webversion'),
      forward: link('forwardtoafriend'),
    },
  },
  Mailjet: {
    fields: ['data:'],
    tags: {
      'data:firstname': first,
      'data:lastname': last,
      'data:name': full,
      email_to: email,
      unsub_link: link('unsubscribe'),
      unsubscribe: link('unsubscribe'),
      permalink: link('webversion'),
    },
  },
  'Marketing Cloud': {
    fields: [''],
    tags: {
      'first name': first,
      firstname: first,
      'last name': last,
      lastname: last,
      emailaddr: email,
      email,
      unsubscribe: link('unsubscribe'),
      unsub_center_url: link('unsubscribe'),
      subscription_center_url: link('preferences'),
      profile_center_url: link('preferences'),
      view_email_url: link('webversion'),
      ftaf_url: link('forwardtoafriend'),
      xtyear: date('currentyear'),
    },
  },
  /** Written with curly brackets as in several systems. */
  'another system': {
    fields: [''],
    tags: {
      first_name: first,
      firstname: first,
      last_name: last,
      lastname: last,
      full_name: full,
      name: full,
      email,
      email_address: email,
      unsubscribelink: link('unsubscribe'),
      unsubscribe_url: link('unsubscribe'),
    },
  },
} as const satisfies Record<string, ForeignSystem>

export type SystemName = keyof typeof foreignSystems

export function systemOf(name: SystemName): ForeignSystem {
  return foreignSystems[name]
}
