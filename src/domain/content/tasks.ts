/**
 * What threads do with strangers' pages (`lib/tasks.ts`): plain data goes in and comes back. A refusal is an answer, since an error
 * loses its class and its fields on the way between threads. `templates/content-tasks.ts` has the table of all tasks.
 */
import { Refusal, type RefusalName } from '../../contract/refusals.ts'
import { Overloaded } from '../../lib/coalesce.ts'
import { type Task, TaskFault, type Tasks } from '../../lib/tasks.ts'
import { compileMjml } from './mjml/compile.ts'
import { fillRegions } from './regions/fill-regions.ts'
import { templateRegions } from './regions/regions-shown.ts'
import { compileSections } from './sections/compile.ts'
import { compileAsTemplate } from './sections/open-regions.ts'

interface Refused {
  readonly refused: RefusalName
  readonly detail: string | undefined
}

/** A task whose refusals are answers. */
export function refusing<Run extends Task>(run: Run): (input: Parameters<Run>[0]) => ReturnType<Run> | Refused {
  return input => {
    try {
      return run(input) as ReturnType<Run> // the type of run
    } catch (error) {
      if (error instanceof Refusal) return { refused: error.refusal, detail: error.detail }
      throw error
    }
  }
}

/** The tasks of content alone. */
export const contentTaskTable = {
  templateRegions: refusing(templateRegions),
  fillRegions: refusing(fillRegions),
  compileMjml,
  compileSections,
  compileAsTemplate,
  /** Does nothing: `warmUp` calls it to start a thread. */
  ready: () => true,
}

/** A thread takes a second to start: it does so while the pages are fetched that it is to read. */
export function warmUp(contentTasks: Pick<Tasks<typeof contentTaskTable>, 'ready'>, clientId: number): void {
  // an error here occurs again, and is reported, when the page is read
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
    throw error instanceof Overloaded ? busyRefusal(error) : error
  }
  if ('refused' in answer) throw new Refusal(answer.refused, answer.detail)
  return answer
}

/** Why content cannot be composed, of an error of its task. @throws Refusal RequestTimeout when too many wait; any other error */
export function faultOf(error: unknown): { readonly fault: string } {
  if (error instanceof TaskFault) return { fault: error.message }
  throw error instanceof Overloaded ? busyRefusal(error) : error
}

/** Too many pages and messages are being read and composed at this moment. */
function busyRefusal(cause: Overloaded): Refusal {
  return new Refusal('RequestTimeout', 'Too many pages are being read at this moment. Try again in a few seconds.', {
    cause,
  })
}
