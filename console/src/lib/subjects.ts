/**
 * Subjects as people see them: in lists, headings and reports a tag shows its fallback, as it does in a preview without a subscriber.
 * Editors show subjects as they are written.
 */
import { isTag, tagPattern } from './merge-tags.ts'

/** The grammar of tags is docs/tags.md. */
export function shownSubject(subject = ''): string {
  return subject
    .replace(tagPattern, (written: string, name: string, fallback?: string) => {
      if (fallback !== undefined) return fallback
      return isTag(name, fallback) ? '' : written
    })
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,.!?;:])/g, '')
    .trim()
}
