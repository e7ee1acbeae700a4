/** Which groups of the navigation a person has opened, remembered in this browser. */
const stored = 'lettershop-open-groups'

export function isFolded(group: string): boolean {
  return !readOpened().includes(group)
}

export function rememberFolded(group: string, isNowFolded: boolean): void {
  const others = readOpened().filter(one => one !== group)
  try {
    localStorage.setItem(stored, JSON.stringify(isNowFolded ? others : [...others, group]))
  } catch {
    // storage is switched off: the choice lasts until the page is loaded anew
  }
}

function readOpened(): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(stored) ?? '[]')
    return Array.isArray(value) ? value.filter(one => typeof one === 'string') : []
  } catch {
    return []
  }
}
