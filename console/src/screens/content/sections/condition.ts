/** The condition of a section as its form holds it. The service has the grammar (docs/content.md#conditions); what is not read here is kept as it is. */

export type Subject = 'everybody' | 'field' | Asked | 'other'
/** What is asked for by its name, beside fields. */
export type Asked = 'tag' | 'language' | 'segment'
export type Comparison = '=' | '!=' | '*=' | 'known' | 'empty'

export interface ShownTo {
  readonly subject: Subject
  /** The key of a field, without brackets. */
  readonly field: string
  readonly comparison: Comparison
  readonly value: string
}

export const everybody: ShownTo = { subject: 'everybody', field: '', comparison: '=', value: '' }

const reserved = new Set(['tag', 'language', 'segment'])

export function readShownTo(text: string): ShownTo {
  if (text.trim() === '') return everybody
  const found = /^\s*(?:(field|contact):)?([^=]*?)\s*(?:(!=|\*=|=)(.*))?$/i.exec(text)
  const name = found?.[2]?.trim() ?? ''
  const value = unquoted((found?.[4] ?? '').trim())
  const operator = found?.[3] as '=' | '!=' | '*=' | undefined // one of the pattern's
  if (name === '') return { ...everybody, subject: 'other' }
  const lower = name.toLowerCase()
  if (reserved.has(lower) && found?.[1]?.toLowerCase() !== 'field') {
    if (operator === undefined || operator === '*=') return { ...everybody, subject: 'other' }
    return { subject: lower as Asked, field: '', comparison: operator, value }
  }
  if (found?.[1]?.toLowerCase() === 'contact') return { ...everybody, subject: 'other' }
  if (operator === undefined || (operator === '!=' && value === ''))
    return { subject: 'field', field: name, comparison: 'known', value: '' }
  if (operator === '=' && value === '') return { subject: 'field', field: name, comparison: 'empty', value: '' }
  return { subject: 'field', field: name, comparison: operator, value }
}

/** @param fields keys of custom fields: one that is called *tag*, *language* or *segment* is written as a field */
export function writeShownTo({ subject, field, comparison, value }: ShownTo, fields: readonly string[]): string {
  const hasField = (name: string) => fields.some(one => one.toLowerCase() === name)
  switch (subject) {
    case 'everybody':
    case 'other':
      return ''
    case 'tag':
    case 'language':
    case 'segment':
      return `${hasField(subject) ? `contact:${subject}` : subject}${comparison === '!=' ? '!=' : '='}${quoted(value)}`
    case 'field': {
      const name = reserved.has(field.toLowerCase()) ? `field:${field}` : field
      if (comparison === 'known') return name
      return comparison === 'empty' ? `${name}=` : `${name}${comparison}${quoted(value)}`
    }
  }
}

function quoted(value: string): string {
  return /[[\]]/.test(value) ? `"${value.replaceAll('"', '')}"` : value.replaceAll('"', '')
}

function unquoted(value: string): string {
  return value.length >= 2 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value
}
