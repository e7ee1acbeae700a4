/** Answers that the page asked for while its scripts were on their way (index.html). */

interface Asked {
  readonly body: string
  /** Undefined without a session. */
  readonly response: Promise<Response | undefined>
}

declare global {
  interface Window {
    lettershopAhead?: Record<string, Asked>
  }
}

/** Later than this after the page began, an answer is asked for anew: in milliseconds. */
const longestMs = 60_000

/** The answer to the same call, once. @returns undefined where the page did not ask, or no answer came */
export async function takeAhead(request: Request): Promise<Response | undefined> {
  const [, operation = ''] = new URL(request.url).pathname.split('/api/json/')
  const asked = window.lettershopAhead?.[operation]
  if (!asked) return undefined
  delete window.lettershopAhead?.[operation]
  if (performance.now() > longestMs || (await request.clone().text()) !== asked.body) return undefined
  return asked.response.catch(() => undefined)
}
