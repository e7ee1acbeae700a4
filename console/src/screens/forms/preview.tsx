/** The page of the form as the settings would make it: on the origin of content, where it shares nothing with the console. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { fileSize } from '../../lib/format.ts'
import { css, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import content from '../content/content.module.css'
import { MailFrame } from '../content/mail-frame.tsx'
import own from './forms.module.css'
import { LanguageChoice } from './language-choice.tsx'
import { chosenLanguages } from './languages.ts'
import { type FormView, formViews } from './search.ts'
import type { FormSettings } from './types.ts'

const route = getRouteApi('/inside/clients/$clientId/forms/$formId')

const views: Readonly<Record<FormView, MessageDescriptor>> = {
  desktop: msg`Desktop`,
  phone: msg`Phone`,
  dark: msg`Dark`,
}

/** Milliseconds without a key before the page is made anew. */
const pause = 400
/** Milliseconds; the addresses of a preview work for 15 minutes. */
const freshFor = 12 * 60_000

export function Preview({
  clientId,
  settings,
  isPaused,
}: {
  readonly clientId: string
  readonly settings: FormSettings
  readonly isPaused: boolean
}) {
  const { t } = useLingui()
  const { view = 'desktop' } = route.useSearch()
  const shown = useSettled(settings)
  const languages = chosenLanguages(shown)
  const [chosen, setChosen] = useState('')
  // one that was removed is shown no longer
  const ShownLanguage = languages.includes(chosen) ? chosen : (languages[0] ?? '')
  const { data, error, isPending, isFetching } = useQuery({
    queryKey: ['Form.Preview', clientId, shown, isPaused, ShownLanguage],
    queryFn: ({ signal }) =>
      call('Form.Preview', { ClientID: clientId, ...shown, Paused: isPaused, ShownLanguage }, { signal }),
    placeholderData: before => before,
    staleTime: freshFor,
    refetchInterval: freshFor,
    retry: false,
  })
  return (
    <section className={own.preview} aria-label={t`Preview`} aria-busy={isFetching}>
      <ViewChooser view={view} />
      {languages.length > 0 && <LanguageChoice languages={languages} value={ShownLanguage} onChange={setChosen} />}
      <Refused error={error} />
      {isPending && <Skeletons lines={8} />}
      {data && (
        <>
          <MailFrame
            key={view}
            url={(view === 'dark' ? data.DarkURL : data.HtmlURL) ?? ''}
            width={widths[view]}
            title={t`Preview of the page`}
          />
          <p className={`${css.quiet} ${css.small}`}>
            <Trans>
              The page, {fileSize(data.Bytes ?? 0)} with everything it loads. Colours of a client are the same in light
              and dark.
            </Trans>
          </p>
        </>
      )}
    </section>
  )
}

/** The settings once nothing has changed for a moment. */
function useSettled(settings: FormSettings): FormSettings {
  const [settled, setSettled] = useState(settings)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(settings), pause)
    return () => clearTimeout(timer)
  }, [settings])
  return settled
}

function ViewChooser({ view }: { readonly view: FormView }) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate({ from: '/clients/$clientId/forms/$formId' })
  const choose = (next: FormView) =>
    void navigate({
      search: before => ({ ...before, view: next === 'desktop' ? undefined : next }),
      replace: true,
      resetScroll: false,
    })
  return (
    <fieldset className={content.views}>
      <legend className={content.hidden}>{t`View`}</legend>
      {formViews.map(one => (
        <button key={one} type="button" aria-pressed={one === view} onClick={() => choose(one)}>
          {i18n._(views[one])}
        </button>
      ))}
    </fieldset>
  )
}

/** Pixels of the page that is shown. */
const widths: Readonly<Record<FormView, number>> = { desktop: 720, phone: 375, dark: 720 }
