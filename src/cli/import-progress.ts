/** How far an import is, on one line of a terminal; elsewhere nothing, so that a log is not filled with it. */
import { SingleBar } from 'cli-progress'
import type { ValueOf } from '../client/client.ts'

type Import = ValueOf<'Import.Get'>

const words: Readonly<Partial<Record<Import['State'], string>>> = {
  Fetching: 'Rows are read from the other program',
  Reading: 'The file is read',
  Judging: 'Rows are checked',
  Committing: 'Rows are written',
}

export interface Progress {
  show(found: Import): void
  end(): void
}

/** @param out where it is shown, if that is a terminal */
export function createProgress(out: NodeJS.WriteStream = process.stderr): Progress {
  if (out.isTTY !== true) return { show() {}, end() {} }
  let state: Import['State'] | undefined
  let bar: SingleBar | undefined
  const end = () => {
    bar?.stop()
    bar = undefined
    state = undefined
  }
  return {
    end,
    show(found) {
      const { State } = found
      const text = words[State]
      const { done, all } = countsOf(found)
      if (State !== state || text === undefined) {
        end()
        if (text === undefined) return
        state = State
        bar = new SingleBar({
          format: all > 0 ? `${text} {bar} {value} of {total}` : `${text} …`,
          stream: out,
          clearOnComplete: true,
          hideCursor: true,
        })
        bar.start(Math.max(all, 1), done)
      }
      bar?.setTotal(Math.max(all, 1))
      bar?.update(done)
    },
  }
}

/** In rows; of what is read or checked the number is not known before its end. */
function countsOf({ State, RowsDone, RowsInFile, RowsFetched, RowsToFetch }: Import): { done: number; all: number } {
  if (State === 'Fetching') return { done: RowsFetched, all: RowsToFetch }
  return State === 'Committing' ? { done: RowsDone, all: RowsInFile } : { done: 0, all: 0 }
}
