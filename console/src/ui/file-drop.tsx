/** A place that takes one file: dropped onto it, or chosen by a click or the keyboard. */
import type { ReactNode } from 'react'
import css from './file-drop.module.css'

export interface FileDropProps {
  /** Ends of names, separated by commas. */
  readonly accept: string
  readonly isDisabled?: boolean
  readonly onChoose: (file: File) => void
  /** What may be dropped. */
  readonly children: ReactNode
}

export function FileDrop({ accept, isDisabled = false, onChoose, children }: FileDropProps) {
  return (
    <label className={css.drop}>
      <input
        type="file"
        accept={accept}
        disabled={isDisabled}
        onChange={event => {
          const [file] = event.currentTarget.files ?? []
          // the same file can be chosen again
          event.currentTarget.value = ''
          if (file) onChoose(file)
        }}
      />
      <span>{children}</span>
    </label>
  )
}
