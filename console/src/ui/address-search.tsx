/** The field that searches by the beginning of an address. */
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { Icon } from './icons.tsx'

export interface AddressSearchProps {
  readonly value: string
  readonly onType: (text: string) => void
  readonly className?: string | undefined
}

export function AddressSearch({ value, onType, className = '' }: AddressSearchProps) {
  const { t } = useLingui()
  return (
    <TextInput
      className={className}
      type="search"
      label={t`Address`}
      placeholder={t`Beginning of the address`}
      leftSection={<Icon name="search" size={16} />}
      value={value}
      onChange={event => onType(event.currentTarget.value)}
      maxLength={254}
      autoComplete="off"
      spellCheck={false}
    />
  )
}
