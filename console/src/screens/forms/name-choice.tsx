/** How the form asks for the name. */
import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import type { PartProps } from './types.ts'

export function NameChoice({ of: { Name }, change, isLocked }: PartProps) {
  const { t } = useLingui()
  return (
    <NativeSelect
      size="xs"
      aria-label={t`Name`}
      value={Name}
      disabled={isLocked}
      onChange={event => change({ Name: event.currentTarget.value as typeof Name })} // the options below
      data={[
        { value: 'NotAsked', label: t`Not asked` },
        { value: 'Optional', label: t`Optional` },
        { value: 'Required', label: t`Required` },
      ]}
    />
  )
}
