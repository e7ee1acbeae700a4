/** The fields of the form in their order: moved with the mouse, with buttons, or with Alt and the arrow keys. */
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Check } from '../../ui/check.tsx'
import { Icon } from '../../ui/icons.tsx'
import { css } from '../../ui/page.tsx'
import { IconButton } from '../content/icon-button.tsx'
import { type Drag, useDrag } from '../content/sections/use-drag.ts'
import { NameChoice } from './asked-part.tsx'
import own from './forms.module.css'
import { useKnownFields } from './known-fields.ts'
import type { FormFieldSettings, PartProps } from './types.ts'

/** Of a form, as the service limits them. */
const mostFields = 30

export function AskedFields(part: PartProps) {
  const { t } = useLingui()
  const { of: settings, change, isLocked } = part
  const { Fields: asked } = settings
  const known = useKnownFields(settings.Lists)
  const rows = useRef<HTMLUListElement>(null)
  const [moved, setMoved] = useState<string>()
  const set = (next: readonly FormFieldSettings[]) => change({ Fields: [...next] })
  function move(from: number, to: number) {
    const field = asked[from]
    if (!field || to < 0 || to >= asked.length) return
    setMoved(field.Key)
    set(asked.toSpliced(from, 1).toSpliced(to, 0, field))
  }
  const drag = useDrag(rows, move)
  const others = [...known].filter(([key]) => !asked.some(({ Key }) => Key === key))
  return (
    <fieldset className={own.choices}>
      <legend>
        <Trans>What the form asks</Trans>
      </legend>
      <div className={own.rows}>
        <p className={own.fixed}>
          <b>
            <Trans>Email address</Trans>
          </b>
          <span className={`${css.quiet} ${css.small}`}>
            <Trans>always required</Trans>
          </span>
        </p>
        <div className={own.fixed}>
          <b>
            <Trans>Name</Trans>
          </b>
          <NameChoice {...part} />
        </div>
      </div>
      {asked.length > 0 && (
        <ul className={own.rows} ref={rows} aria-label={t`Custom fields of the form`}>
          {asked.map((field, at) => (
            <FieldRow
              key={field.Key}
              field={field}
              name={known.get(field.Key)}
              {...{ at, drag, isLocked }}
              count={asked.length}
              hasFocus={moved === field.Key}
              onMove={to => move(at, to)}
              onChange={next => set(asked.with(at, next))}
              onRemove={() => set(asked.toSpliced(at, 1))}
            />
          ))}
        </ul>
      )}
      {!isLocked && others.length > 0 && asked.length < mostFields && (
        <NativeSelect
          aria-label={t`Add a field`}
          value=""
          onChange={({ currentTarget: { value } }) => {
            setMoved(value)
            set([...asked, { Key: value, Label: '', Required: false }])
          }}
          data={[{ value: '', label: t`Add a field …` }, ...others.map(([key, name]) => ({ value: key, label: name }))]}
        />
      )}
      <p className={`${css.quiet} ${css.small}`}>
        <Trans>
          Each further field costs sign-ups. Custom fields are made at the list. What people type enters the list with
          the confirmation.
        </Trans>
      </p>
    </fieldset>
  )
}

interface FieldRowProps {
  readonly field: FormFieldSettings
  /** Undefined where no list of the form has it. */
  readonly name: string | undefined
  readonly at: number
  readonly count: number
  readonly drag: Drag
  readonly isLocked: boolean
  /** It is given the keyboard: it is new, or was moved. */
  readonly hasFocus: boolean
  readonly onMove: (to: number) => void
  readonly onChange: (field: FormFieldSettings) => void
  readonly onRemove: () => void
}

function FieldRow(props: FieldRowProps) {
  const { field, name: known, at, count, drag, isLocked, hasFocus, onMove, onChange, onRemove } = props
  const { t } = useLingui()
  const head = useRef<HTMLParagraphElement>(null)
  // a row that moves in the page loses the keyboard
  useEffect(() => {
    if (hasFocus) head.current?.focus()
  }, [hasFocus, at])
  const name = known ?? field.Key
  const { held, handle } = drag
  function key(event: KeyboardEvent) {
    if (!event.altKey || isLocked || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? at - 1 : at + 1)
  }
  return (
    <li
      className={own.row}
      data-held={held?.from === at || undefined}
      data-before={(held?.before === at && held.from !== at) || undefined}
      data-after={(held?.before === count && at === count - 1 && held.from !== at) || undefined}
      onKeyDown={key}
    >
      <div className={own.rowHead}>
        <span className={own.handle} aria-hidden="true" title={t`Drag to move`} {...(isLocked ? {} : handle(at))}>
          <Icon name="grip" size={16} />
        </span>
        <p className={own.name} ref={head} tabIndex={-1} dir="auto">
          <b>{name}</b>{' '}
          {known === undefined && (
            <span className={`${css.quiet} ${css.small}`}>
              <Trans>no list of the form has this field: remove it</Trans>
            </span>
          )}
        </p>
        {!isLocked && (
          <span className={own.acts}>
            <IconButton
              icon="up"
              label={t`${name}: move up`}
              shortcut="Alt+ArrowUp"
              isOff={at === 0}
              onClick={() => onMove(at - 1)}
            />
            <IconButton
              icon="down"
              label={t`${name}: move down`}
              shortcut="Alt+ArrowDown"
              isOff={at === count - 1}
              onClick={() => onMove(at + 1)}
            />
            <IconButton icon="trash" label={t`${name}: remove`} onClick={onRemove} />
          </span>
        )}
      </div>
      <div className={own.rowBody}>
        <TextInput
          size="xs"
          aria-label={t`${name}: words beside the field`}
          placeholder={t`Words beside the field: ${name}`}
          value={field.Label}
          onChange={event => onChange({ ...field, Label: event.currentTarget.value })}
          maxLength={200}
          readOnly={isLocked}
          dir="auto"
        />
        <Check
          label={t`Required`}
          checked={field.Required}
          onChange={Required => (isLocked ? undefined : onChange({ ...field, Required }))}
        />
      </div>
    </li>
  )
}
