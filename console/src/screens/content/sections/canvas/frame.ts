/**
 * What the frame of the mail says: where its parts are, and how their text is set. The frame shows what strangers wrote, so nothing of it is believed
 * but numbers within limits and values of styles in known forms. The other side is src/http/pages/canvas.ts.
 */

export interface Place {
  /** Of the section, from 0. */
  readonly section: number
  /** Of what is written there, such as `text` or `columns`, 0, `title`; empty for the section itself. */
  readonly path: readonly (string | number)[]
  /** The class that names it to the frame. */
  readonly name: string
  /** Pixels of the frame. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly padding: readonly [top: number, right: number, bottom: number, left: number]
  readonly type: TextType
}

/** Values of styles. */
export interface TextType {
  readonly fontFamily: string
  readonly fontSize: string
  readonly fontWeight: string
  readonly lineHeight: string
  readonly color: string
  readonly textAlign: 'left' | 'center' | 'right' | 'start'
  /** Behind the text. */
  readonly paper: string
}

export interface Places {
  /** Of the `show` that it is about. */
  readonly turn: number
  readonly height: number
  readonly places: readonly Place[]
}

const mostPlaces = 2_000
/** Pixels: a letter is not longer. */
const longest = 60_000

/** @returns undefined for what no canvas says */
export function readPlaces(data: unknown): Places | undefined {
  if (!isRecord(data) || data.of !== 'canvas' || data.kind !== 'places' || !Array.isArray(data.places)) return undefined
  const places = data.places.slice(0, mostPlaces).flatMap(one => readPlace(one) ?? [])
  return { turn: within(data.turn, 0, Number.MAX_SAFE_INTEGER), height: within(data.height, 40, longest), places }
}

export function isReady(data: unknown): boolean {
  return isRecord(data) && data.of === 'canvas' && data.kind === 'ready'
}

function readPlace(given: unknown): Place | undefined {
  if (!isRecord(given) || typeof given.name !== 'string' || given.name.length > 80) return undefined
  const [, number, rest = ''] = /^at-(\d{1,3})((?:-[A-Za-z]+|-\d{1,2})*)$/.exec(given.name) ?? []
  if (number === undefined) return undefined
  const [left, top, width, height] = numbers(given.box, -longest, longest)
  const padding = numbers(given.padding, 0, 200)
  return {
    section: Number(number),
    path: rest
      .split('-')
      .filter(Boolean)
      .map(step => (/^\d+$/.test(step) ? Number(step) : step)),
    name: given.name,
    left,
    top,
    width: Math.max(0, width),
    height: Math.max(0, height),
    padding,
    type: readType(Array.isArray(given.type) ? given.type : []),
  }
}

function readType([family, size, weight, line, color, align, paper]: readonly unknown[]): TextType {
  const styled = (value: unknown, form: RegExp, otherwise: string) =>
    typeof value === 'string' && form.test(value) ? value : otherwise
  const shade = /^rgba?\([\d.,%\s/]{3,60}\)$/
  return {
    fontFamily: styled(family, /^[\w\s"',.-]{1,300}$/, 'sans-serif'),
    fontSize: styled(size, /^\d{1,2}(?:\.\d{1,4})?px$/, '16px'),
    fontWeight: styled(weight, /^\d{3}$/, '400'),
    lineHeight: styled(line, /^(?:normal|\d{1,3}(?:\.\d{1,4})?px)$/, '1.5'),
    color: styled(color, shade, '#000'),
    textAlign: styled(align, /^(?:left|center|right)$/, 'start') as TextType['textAlign'], // one of the form
    paper: styled(paper, shade, '#fff'),
  }
}

function numbers(given: unknown, least: number, most: number): [number, number, number, number] {
  const list = Array.isArray(given) ? given : []
  const at = (n: number) => within(list[n], least, most)
  return [at(0), at(1), at(2), at(3)]
}

function within(value: unknown, least: number, most: number): number {
  return typeof value === 'number' && Number.isFinite(value)
    ? Math.min(most, Math.max(least, value))
    : Math.max(0, least)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
