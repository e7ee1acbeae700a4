/**
 * Subjects as people see them: in lists, headings and reports a tag shows its fallback, as it does in a preview without a subscriber.
 * Editors show subjects as they are written.
 */

/** A name without a fallback may also be ordinary text, such as `[Newsletter]`; these are never. */
const peopleTags = ['firstname', 'lastname', 'fullname', 'email']

const tagPattern = /\[([^[\]<>,\r\n]{1,100})(?:,\s*fallback\s*=([^[\]]{0,1000}))?\]/gi

/** The grammar of tags is docs/tags.md. */
export function shownSubject(subject = ''): string {
  return subject
    .replace(tagPattern, (written: string, name: string, fallback?: string) => {
      if (fallback !== undefined) return fallback
      return peopleTags.includes(name.trim().toLowerCase()) ? '' : written
    })
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,.!?;:])/g, '')
    .trim()
}
