/** Sections as starter letters use them again and again. */
import { inkOn } from '../../../content/contrast.ts'
import { type Desk, example, type Part } from './kit.ts'

type Align = 'left' | 'center'

/** Above a title, in small type of the accent. */
export function kicker(text: string, { accent }: Desk, align: Align): Part {
  return { kind: 'text', html: `<p><strong>${text}</strong></p>`, size: 'small', align, color: accent, space: 'normal' }
}

export function title(text: string, align: Align = 'left'): Part {
  return { kind: 'heading', level: '1', text, align, space: 'small' }
}

export function subtitle(text: string, align: Align = 'left'): Part {
  return { kind: 'heading', level: '3', text, align, space: 'small' }
}

/** @param paragraphs HTML of each */
export function text(paragraphs: readonly string[], settings: Readonly<Record<string, string>> = {}): Part {
  return { kind: 'text', html: paragraphs.map(one => `<p>${one}</p>`).join(''), space: 'small', ...settings }
}

/** @param items HTML of each */
export function list(items: readonly string[], settings: Readonly<Record<string, string>> = {}): Part {
  return { kind: 'text', html: `<ul>${items.map(one => `<li>${one}</li>`).join('')}</ul>`, space: 'small', ...settings }
}

export function button(label: string, align: Align = 'left', settings: Readonly<Record<string, string>> = {}): Part {
  return { kind: 'button', text: label, href: example, align, space: 'normal', ...settings }
}

/** Across the letter. @param alt the words that replace it */
export function picture(src: string, alt: string): Part {
  return { kind: 'image', src, alt, width: 'full', space: 'none' }
}

export function rule(settings: Readonly<Record<string, string>> = {}): Part {
  return { kind: 'divider', space: 'normal', ...settings }
}

/** White space. */
export function space(): Part {
  return { kind: 'divider', width: 'short', thickness: '1', color: '#ffffff', space: 'small' }
}

/** On the accent, for what comes first. */
export function band({ accent }: Desk): { readonly background: string; readonly color: string } {
  return { background: accent, color: inkOn(accent) }
}
