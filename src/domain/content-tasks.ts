/**
 * What is done with strangers' pages by threads (`lib/tasks.ts`): plain data goes in and comes back, and a refusal is an answer,
 * since errors lose what they are on their way between threads.
 */
import { Refusal, type RefusalName } from '../contract/refusals.ts'
import { Overloaded } from '../lib/coalesce.ts'
import { type Task, TaskFault, type Tasks } from '../lib/tasks.ts'
import { readLetter } from './campaigns/check-content.ts'
import { repairContent } from './campaigns/content-repairs.ts'
import { type GivenPage, readDraftPage } from './campaigns/draft-page.ts'
import { locateFindings } from './campaigns/finding-places.ts'
import { compileMjml } from './content/mjml/compile.ts'
import { compileSections } from './content/sections/compile.ts'
import { fillRegions } from './templates/fill-regions.ts'
import { templateRegions } from './templates/regions-shown.ts'
import { readTemplatePage } from './templates/template-page.ts'

interface Refused {
  readonly refused: RefusalName
  readonly detail: string | undefined
}

/** A task whose refusals are answers. */
function refusing<Run extends Task>(run: Run): (input: Parameters<Run>[0]) => ReturnType<Run> | Refused {
  return input => {
    try {
      return run(input) as ReturnType<Run> // what it returns
    } catch (error) {
      if (error instanceof Refusal) return { refused: error.refusal, detail: error.detail }
      throw error
    }
  }
}

/**
 * The tasks of the domain; `delivery/content/tasks.ts` adds those that compose.
 * @param renderText HTML → text, which delivery does
 */
export const domainTasks = (renderText: (html: string) => string) => ({
  draftPage: refusing((given: GivenPage) => readDraftPage(given, renderText)),
  templatePage: refusing(readTemplatePage),
  templateRegions: refusing(templateRegions),
  fillRegions: refusing(fillRegions),
  compileMjml,
  compileSections,
  readLetter,
  repairContent: refusing(repairContent),
  locateFindings: refusing(locateFindings),
  /** Nothing; see `warmUp`. */
  ready: () => true,
})

export type ContentTasks = Tasks<ReturnType<typeof domainTasks>>

/** A thread takes a second to start: it does so while the pages are fetched that it is to read. */
export function warmUp(contentTasks: Pick<ContentTasks, 'ready'>, clientId: number): void {
  // what goes wrong here goes wrong again, and is told, when the page is read
  contentTasks.ready(undefined, { key: clientId }).catch(() => {})
}

/**
 * @param refusal for a page that cannot be read within the deadline or the memory of a thread
 * @throws Refusal what the task refused; RequestTimeout when too many pages wait
 */
export async function taskAnswer<Value extends object>(
  refusal: RefusalName,
  task: Promise<Value | Refused>,
): Promise<Value> {
  let answer: Value | Refused
  try {
    answer = await task
  } catch (error) {
    if (error instanceof TaskFault) {
      throw new Refusal(refusal, `The page cannot be read: ${error.message}.`, { cause: error })
    }
    throw error instanceof Overloaded ? busy(error) : error
  }
  if ('refused' in answer) throw new Refusal(answer.refused, answer.detail)
  return answer
}

/** Why content cannot be composed, of an error of its task. @throws Refusal RequestTimeout when too many wait; any other error */
export function faultOf(error: unknown): { readonly fault: string } {
  if (error instanceof TaskFault) return { fault: error.message }
  throw error instanceof Overloaded ? busy(error) : error
}

/** Too many pages and messages are being read and composed at this moment. */
function busy(cause: Overloaded): Refusal {
  return new Refusal('RequestTimeout', 'Too many pages are being read at this moment. Try again in a few seconds.', {
    cause,
  })
}
