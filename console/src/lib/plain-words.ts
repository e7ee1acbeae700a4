/** A name of a program in words, for what this console has no sentence for: `campaign.approval_ended` is “Campaign approval ended”. */
export function plainWords(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[._-]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
