/** Boxes for consent, each separate and unticked, with their wording; a changed wording is a new version. */

import { i18n } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useId } from 'react'
import { Check } from '../../ui/check.tsx'
import { Icon } from '../../ui/icons.tsx'
import { css, Panel } from '../../ui/page.tsx'
import { IconButton } from '../content/icon-button.tsx'
import own from './forms.module.css'
import { suggestedWording } from './suggested-wordings.ts'
import type { FormConsentSettings, FormValue, PartProps, Purpose } from './types.ts'

export type SavedConsent = NonNullable<FormValue['Consents']>[number]

/** Of a form, as the service limits them. */
const mostBoxes = 10

interface ConsentProps extends PartProps {
  /** With the versions of their wordings. */
  readonly saved: readonly SavedConsent[]
}

export function ConsentPart(part: ConsentProps) {
  const { t } = useLingui()
  const {
    of: { Consents: boxes },
    change,
    isLocked,
    saved,
  } = part
  const further = boxes.flatMap((box, at) => (box.Purpose === 'Further' ? [{ box, at }] : []))
  return (
    <Panel
      title={t`Boxes for consent`}
      text={t`Each box is separate and not ticked beforehand. Signing up does not depend on it. Each answer is kept with the exact words, the time, the network address and the page.`}
    >
      <div className={own.part}>
        <PurposeBox {...part} purpose="Measuring" label={t`Ask for consent to tracking of opens and clicks`} />
        <PurposeBox {...part} purpose="Personalising" label={t`Ask for consent to personal content`} />
        {further.map(({ box, at }, n) => (
          <FurtherBox
            key={at}
            which={n + 1}
            box={box}
            saved={saved.find(({ Purpose, Name }) => Purpose === 'Further' && Name === box.Name)}
            isLocked={isLocked}
            onChange={next => change({ Consents: boxes.with(at, next) })}
            onRemove={() => change({ Consents: boxes.toSpliced(at, 1) })}
          />
        ))}
        {!isLocked && boxes.length < mostBoxes && (
          <div>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<Icon name="plus" size={16} />}
              onClick={() => change({ Consents: [...boxes, { Purpose: 'Further', Name: '', Wording: '' }] })}
            >
              <Trans>Add another purpose</Trans>
            </Button>
          </div>
        )}
      </div>
    </Panel>
  )
}

/** A purpose that a form asks once or not at all. */
function PurposeBox({
  of: { Consents: boxes, Language },
  change,
  isLocked,
  saved,
  purpose,
  label,
}: ConsentProps & { readonly purpose: Exclude<Purpose, 'Further'>; readonly label: string }) {
  const at = boxes.findIndex(({ Purpose }) => Purpose === purpose)
  const box = boxes[at]
  function turn(isAsked: boolean) {
    if (isLocked) return
    if (!isAsked) return change({ Consents: boxes.toSpliced(at, 1) })
    const before = saved.find(({ Purpose }) => Purpose === purpose)?.Wording
    const Wording = before ?? suggestedWording(Language || i18n.locale, purpose)
    change({ Consents: [{ Purpose: purpose, Name: '', Wording }, ...boxes] })
  }
  return (
    <div className={own.group}>
      <Check label={label} checked={box !== undefined} onChange={turn} />
      {box && (
        <div className={own.within}>
          <Wording
            about={label}
            box={box}
            saved={saved.find(({ Purpose }) => Purpose === purpose)}
            isLocked={isLocked}
            onChange={next => change({ Consents: boxes.with(at, next) })}
          />
        </div>
      )}
    </div>
  )
}

interface BoxProps {
  readonly box: FormConsentSettings
  readonly saved: SavedConsent | undefined
  readonly isLocked: boolean
  readonly onChange: (box: FormConsentSettings) => void
}

function FurtherBox({
  which,
  onRemove,
  ...props
}: BoxProps & { readonly which: number; readonly onRemove: () => void }) {
  const { t } = useLingui()
  const { box, isLocked, onChange } = props
  const about = t`Other purpose ${which}`
  const id = useId()
  return (
    <section className={own.within} aria-labelledby={id}>
      <div className={own.rowHead}>
        <h3 id={id} className={own.name}>
          {about}
        </h3>
        {!isLocked && <IconButton icon="trash" label={t`${about}: remove`} onClick={onRemove} />}
      </div>
      <TextInput
        label={t`Name of the purpose`}
        aria-label={t`${about}: name of the purpose`}
        description={t`For records and exports, such as “Phone calls”.`}
        value={box.Name}
        onChange={event => onChange({ ...box, Name: event.currentTarget.value })}
        maxLength={100}
        readOnly={isLocked}
        required
      />
      <Wording about={about} {...props} />
    </section>
  )
}

export function Wording({ about, box, saved, isLocked, onChange }: BoxProps & { readonly about: string }) {
  const { t } = useLingui()
  const version = saved?.Version ?? 0
  const next = version + 1
  const isChanged = saved !== undefined && saved.Wording !== box.Wording
  return (
    <div>
      <Textarea
        label={t`Words beside the box`}
        aria-label={t`${about}: words beside the box`}
        value={box.Wording}
        onChange={event => onChange({ ...box, Wording: event.currentTarget.value })}
        rows={2}
        autosize
        maxLength={2000}
        readOnly={isLocked}
        required
        dir="auto"
      />
      {version > 0 && (
        <p className={`${css.quiet} ${css.small}`} role="status">
          {isChanged ? (
            <Trans>
              Changed words become version {next}. Answers that were given so far stay with version {version}, and
              people are not asked again.
            </Trans>
          ) : (
            <Trans>Version {version}</Trans>
          )}
        </p>
      )}
    </div>
  )
}
