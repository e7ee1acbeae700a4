/** The page at addresses where nothing is. */

import { textsFor } from '../../domain/texts/texts.ts'
import type { Answer, Request, Route } from '../../lib/http.ts'
import { page } from './answers.ts'

/** Answers every request of a browser, so it comes after all other routes; for programs its caller answers with a line. */
export const notFoundRoute: Route = request => {
  const answer = notFoundPage(request)
  return answer && Promise.resolve(answer)
}

/** @returns undefined for a program, which is better served with a line */
export function notFoundPage({ headers }: Request): Answer | undefined {
  if (!wantsPage(headers.accept)) return undefined
  const texts = textsFor(headers['accept-language'])
  const answer = page(404, texts, texts.notFound)
  return { ...answer, headers: { ...answer.headers, Vary: 'Accept, Accept-Language' } }
}

/** Browsers name HTML; programs mostly take anything. */
function wantsPage(accept = ''): boolean {
  return accept
    .slice(0, 500)
    .split(',')
    .some(
      range =>
        /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(range) && !/;\s*q=0(?:\.0*)?\s*$/i.test(range),
    )
}
