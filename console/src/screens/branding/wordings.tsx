/** The client's own words on public pages, in each language. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isLanguage, languages } from '../../lib/languages.ts'
import { useSession } from '../../session/session.ts'
import { css } from '../../ui/page.tsx'
import own from './branding.module.css'
import type { BrandingValue, PartProps } from './part-props.ts'

type Wording = NonNullable<BrandingValue['Wordings']>[number]
type WordedPage = NonNullable<Wording['Page']>

const pages: Readonly<Record<WordedPage, MessageDescriptor>> = {
  Confirm: msg`“Please confirm”`,
  Confirmed: msg`“You are subscribed”`,
  Unsubscribe: msg`“Do you want to leave?”`,
  Unsubscribed: msg`“You have left”`,
}

export function Wordings({ of: { Wordings: all = [] }, change, mayChange }: PartProps) {
  const { t, i18n } = useLingui()
  const session = useSession()
  const [language, setLanguage] = useState(isLanguage(session.Language) ? session.Language : 'en')
  function set(Page: WordedPage, part: Partial<Wording>) {
    const isThis = (one: Wording) => one.Page === Page && one.Language === language
    const before = all.find(isThis) ?? { Page, Language: language, Title: '', Text: '' }
    const next = { ...before, ...part }
    const others = all.filter(one => !isThis(one))
    change({ Wordings: next.Title || next.Text ? [...others, next] : others })
  }
  return (
    <details className={own.words} open={all.length > 0}>
      <summary>
        <Trans>Custom texts on pages</Trans>
      </summary>
      <div className={own.fields}>
        <p className={`${css.quiet} ${css.small}`}>
          <Trans>Empty fields keep the standard texts. [list] and [client] are replaced by their names.</Trans>
        </p>
        <NativeSelect
          label={t`Language`}
          value={language}
          data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget: { value } }) => isLanguage(value) && setLanguage(value)}
        />
        {Object.entries(pages).map(([name, label]) => {
          const Page = name as WordedPage // a key of the table
          const { Title = '', Text = '' } = all.find(one => one.Page === Page && one.Language === language) ?? {}
          return (
            <fieldset key={name} className={own.part}>
              <legend>{i18n._(label)}</legend>
              <TextInput
                label={t`Title`}
                value={Title}
                disabled={!mayChange}
                onChange={event => set(Page, { Title: event.currentTarget.value })}
              />
              <Textarea
                label={t`Text`}
                rows={2}
                autosize={false}
                value={Text}
                disabled={!mayChange}
                onChange={event => set(Page, { Text: event.currentTarget.value })}
              />
            </fieldset>
          )
        })}
      </div>
    </details>
  )
}
