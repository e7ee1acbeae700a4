import { Trans, useLingui } from '@lingui/react/macro'
import { Textarea, TextInput } from '@mantine/core'
import { css } from '../../ui/page.tsx'
import own from './branding.module.css'
import type { PartProps } from './part-props.ts'

type Name = 'FooterText' | 'PostalAddress' | 'ImprintUrl' | 'ConfirmationFromName' | 'ConfirmationFromEmail'

export function Footer({ of: branding, change, mayChange }: PartProps) {
  const { t } = useLingui()
  const field = (name: Name) => ({
    value: branding[name] ?? '',
    disabled: !mayChange,
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  })
  return (
    <>
      <fieldset className={own.part}>
        <legend>
          <Trans>Footer</Trans>
        </legend>
        <Textarea label={t`Text`} rows={2} autosize={false} {...field('FooterText')} />
        <Textarea label={t`Postal address`} rows={3} autosize={false} {...field('PostalAddress')} />
        <TextInput type="url" label={t`Address of the legal notice`} placeholder="https://" {...field('ImprintUrl')} />
      </fieldset>
      <fieldset className={own.part}>
        <legend>
          <Trans>Sender of confirmation mails</Trans>
        </legend>
        <div className={css.fields}>
          <TextInput label={t`Name`} {...field('ConfirmationFromName')} />
          <TextInput type="email" label={t`Email address`} {...field('ConfirmationFromEmail')} />
        </div>
      </fieldset>
    </>
  )
}
