/** Series in words: their state, what enrols people, and when a step comes. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Chip } from '../../ui/page.tsx'
import type { Series, Step } from './types.ts'

export function SeriesStateChip({
  of: { State, Problem = '' },
}: {
  readonly of: { readonly State: Series['State']; readonly Problem?: string }
}) {
  if (Problem !== '')
    return (
      <Chip tone="bad">
        <Trans comment="of a series of mails">Stopped</Trans>
      </Chip>
    )
  if (State === 'Running')
    return (
      <Chip tone="good">
        <Trans comment="of a series of mails">Running</Trans>
      </Chip>
    )
  if (State === 'Paused')
    return (
      <Chip tone="plain" icon="hand">
        <Trans comment="of a series of mails">Paused</Trans>
      </Chip>
    )
  return (
    <Chip tone="plain">
      <Trans comment="of a series of mails">Not started</Trans>
    </Chip>
  )
}

export const triggerNames: Readonly<Record<Series['Trigger'], MessageDescriptor>> = {
  Joined: msg`Joining the list`,
  TagGiven: msg`A tag`,
  Date: msg`A date`,
  Api: msg`By API`,
}

/** What enrols people, in a sentence. */
export function TriggerSentence({ of: { Trigger, Tag = '', DateField = '', DateDays = 0 } }: { readonly of: Series }) {
  const field = DateField.replace(/^\[|\]$/g, '')
  const days = Math.abs(DateDays)
  switch (Trigger) {
    case 'Joined':
      return <Trans>Starts when someone joins the list, from the confirmation on.</Trans>
    case 'TagGiven':
      return (
        <Trans>
          Starts when a member gets the tag <bdi>{Tag}</bdi>.
        </Trans>
      )
    case 'Date':
      if (days === 0)
        return (
          <Trans>
            Starts on the day in <bdi>{field}</bdi>.
          </Trans>
        )
      return DateDays < 0 ? (
        <Trans>
          Starts <Plural value={days} one="# day" other="# days" /> before the day in <bdi>{field}</bdi>.
        </Trans>
      ) : (
        <Trans>
          Starts <Plural value={days} one="# day" other="# days" /> after the day in <bdi>{field}</bdi>.
        </Trans>
      )
    case 'Api':
      return <Trans>Starts for people whom a program or a person enrols.</Trans>
  }
}

const minutesOfDay = 1440

/** How long after what the step comes. @param isFirst after the enrolment */
export function DelayWords({ minutes, isFirst }: { readonly minutes: number; readonly isFirst: boolean }) {
  if (minutes === 0) return isFirst ? <Trans>At once</Trans> : <Trans>At once after the step before</Trans>
  if (minutes % minutesOfDay === 0) {
    const days = minutes / minutesOfDay
    return isFirst ? (
      <Plural value={days} one="After # day" other="After # days" />
    ) : (
      <Plural value={days} one="# day later" other="# days later" />
    )
  }
  if (minutes % 60 === 0) {
    const hours = minutes / 60
    return isFirst ? (
      <Plural value={hours} one="After # hour" other="After # hours" />
    ) : (
      <Plural value={hours} one="# hour later" other="# hours later" />
    )
  }
  return isFirst ? (
    <Plural value={minutes} one="After # minute" other="After # minutes" />
  ) : (
    <Plural value={minutes} one="# minute later" other="# minutes later" />
  )
}

export function HoursWords({ of: { FromTime = '', ToTime = '' } }: { readonly of: Step }) {
  if (FromTime === '') return null
  return (
    <Trans>
      Between {FromTime} and {ToTime}
    </Trans>
  )
}
