/** Which kind of section is added. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icons.tsx'
import content from '../content.module.css'
import { kindNames } from './names.ts'

export function AddSection({
  kinds,
  isFull,
  onAdd,
  blocks,
}: {
  readonly kinds: readonly string[]
  readonly isFull: boolean
  readonly onAdd: (kind: string) => void
  /** Below the kinds. @param close after one was added */
  readonly blocks: (close: () => void) => ReactNode
}) {
  const { t, i18n } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button
        variant="default"
        leftSection={<Icon name="plus" size={16} />}
        disabled={isFull}
        onClick={() => setOpen(true)}
      >
        <Trans>Add a section</Trans>
      </Button>
      {isFull && <p className={content.hint}>{t`The mail has reached its maximum number of sections.`}</p>}
      {isOpen && (
        <Dialog title={t`Add a section`} onClose={() => setOpen(false)}>
          <ul className={content.choices}>
            {kinds.map((kind, n) => (
              <li key={kind}>
                <button
                  type="button"
                  className={content.choice}
                  {...(n === 0 && { 'data-first': '' })}
                  onClick={() => {
                    setOpen(false)
                    onAdd(kind)
                  }}
                >
                  <Icon name={kindNames[kind]?.icon ?? 'code'} size={20} />
                  <span>
                    <b>{kindNames[kind] ? i18n._(kindNames[kind].label) : kind}</b>
                    {kindNames[kind] && <small>{i18n._(kindNames[kind].about)}</small>}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          {blocks(() => setOpen(false))}
        </Dialog>
      )}
    </div>
  )
}
