/** Has the browser save a file that was made here. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // the browser has begun to save it by then
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
