/** Revisions of what is read page by page: a page that was marked under one is not where it was under another. */

/** Another one at each change. It is random, so that one that a fail-over took back does not come again with other rows. */
export function newRevision(): number {
  return Math.floor(Math.random() * Number.MAX_SAFE_INTEGER)
}
