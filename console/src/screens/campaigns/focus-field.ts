/** Takes the keyboard to a field that a step shows, by the name that its reader sees. */

export interface FieldPlace {
  /** The label of the field. */
  readonly label: string
  /** The number of the section that it is in, from 1; 0 for none. */
  readonly section?: number
  /** The number of the item of a section or repeater that it is in, from 1; 0 for none. */
  readonly item?: number
}

/** Milliseconds: steps and editors are loaded when they are first opened. */
const longestWait = 8_000

/** Waits until the field is there. The newest call counts. */
export function focusField(place: FieldPlace): void {
  const mine = ++newest
  const until = performance.now() + longestWait
  let earlier: HTMLElement | undefined
  function look() {
    if (mine !== newest || performance.now() > until) return
    const field = findField(place)
    // one that is replaced while its section opens would lose the keyboard again
    if (field && field === earlier) {
      field.focus({ preventScroll: true })
      field.scrollIntoView({ block: 'center' })
      return
    }
    earlier = field
    setTimeout(look, 120)
  }
  look()
}

let newest = 0

function findField({ label, section = 0, item = 0 }: FieldPlace): HTMLElement | undefined {
  const main = document.querySelector('main')
  const row = section > 0 ? [...(main?.querySelectorAll('li[data-open]') ?? [])].find(isNumber(section)) : main
  if (!row) return undefined
  const within = item > 0 ? (itemsIn(row)[item - 1] ?? row) : row
  const named = [...within.querySelectorAll<HTMLElement>('[aria-label]')].find(element => {
    const name = element.getAttribute('aria-label') ?? ''
    return isField(element) && (name === label || name.startsWith(`${label}:`))
  })
  if (named) return named
  const labels = [...within.querySelectorAll('label')]
  return (labels.find(({ textContent }) => textContent.trim() === label)?.control as HTMLElement | null) ?? undefined
}

const isNumber = (section: number) => (row: Element) =>
  [...(row.parentElement?.children ?? [])].indexOf(row) === section - 1

/** Items of sections and repeaters are sections of a fieldset. */
function itemsIn(row: Element): Element[] {
  return [...row.querySelectorAll('fieldset > section, fieldset > li')]
}

function isField(element: HTMLElement): boolean {
  return element.matches('input, textarea, select, [contenteditable="true"]')
}
