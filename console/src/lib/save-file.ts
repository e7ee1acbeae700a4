import { fileNameOf } from '../../../src/lib/file-name.ts'

/** Has the browser save a file that was made here. @param about what is in it: a client, a campaign, what of them */
export function saveFile(content: Blob, about: readonly string[], ending: 'csv' | 'json'): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  // the day of the reader: Swedes write it as files are sorted
  link.download = fileNameOf(about, new Date().toLocaleDateString('sv'), ending)
  document.body.append(link)
  link.click()
  link.remove()
  // the browser has begun to save it by then
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
