/** The settings of a form beside its page, which follows what is typed. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { reread } from '../../live/reread.ts'
import { may, useSession } from '../../session/session.ts'
import { Form } from '../../ui/form.tsx'
import { css, Note } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import { AskedPart } from './asked-part.tsx'
import { ConsentPart } from './consent-part.tsx'
import own from './forms.module.css'
import { LanguagesPart } from './languages-part.tsx'
import { LookPart } from './look-part.tsx'
import { Preview } from './preview.tsx'
import { AfterPart, ConfirmationPart, WebsitePart } from './settings-parts.tsx'
import { TextsPart } from './texts-part.tsx'
import { inStep } from './translations.ts'
import { type FormPartProps, type FormSettings, type PartProps, settingsOf } from './types.ts'

export function Editor({ clientId, form }: FormPartProps) {
  const { t } = useLingui()
  const mayChange = may(useSession(), 'ChangeAudience', clientId)
  const saved = settingsOf(form)
  const [given, setGiven] = useState(saved)
  const isChanged = JSON.stringify(given) !== JSON.stringify(saved)
  useLeaveQuestion(isChanged && mayChange)
  const part: PartProps = {
    clientId,
    of: given,
    change: change => setGiven(before => inStep(before, { ...before, ...change })),
    isLocked: !mayChange,
  }
  async function submit() {
    const { FormID = '', Paused } = form
    await call('Form.Update', { ClientID: clientId, FormID, Paused, ...trimmed(given) })
    await reread('forms')
    setGiven(trimmed(given))
    toast(t`The form is saved.`)
  }
  const parts = (
    <>
      <AskedPart {...part} lists={form.Lists ?? []} />
      <TextsPart {...part} />
      <ConsentPart {...part} saved={form.Consents ?? []} />
      <LanguagesPart {...part} saved={form.Translations ?? []} />
      <LookPart {...part} />
      <ConfirmationPart {...part} />
      <AfterPart {...part} />
      <WebsitePart {...part} url={form.URL ?? ''} />
    </>
  )
  return (
    <div className={own.sides}>
      <div className={own.editor}>
        {mayChange ? (
          <Form
            submit={submit}
            label={t`Save the form`}
            isWide
            aside={
              isChanged && (
                <span className={`${css.quiet} ${css.small}`} role="status">
                  <Trans>Not saved yet: people see the form as it was saved.</Trans>
                </span>
              )
            }
          >
            {parts}
          </Form>
        ) : (
          <div className={own.part}>
            <Note tone="plain">
              <p>{t`Your role can view this form, but not change it.`}</p>
            </Note>
            {parts}
          </div>
        )}
      </div>
      <Preview clientId={clientId} settings={given} isPaused={form.Paused} />
    </div>
  )
}

/** The browser asks before a page is left with changes that are not saved. */
function useLeaveQuestion(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', onLeave)
    return () => removeEventListener('beforeunload', onLeave)
  }, [isNeeded])
}

/** Spaces around lines and empty lines of lists are not meant; a link fills in what is asked. */
function trimmed(given: FormSettings): FormSettings {
  const lines = (all: readonly string[]) => all.map(line => line.trim()).filter(line => line !== '')
  const asked = new Set([...(given.Name === 'NotAsked' ? [] : ['Name']), ...given.Fields.map(({ Key }) => Key)])
  return {
    ...given,
    Title: given.Title.trim(),
    Tags: lines(given.Tags),
    RedirectHosts: lines(given.RedirectHosts),
    AllowedOrigins: lines(given.AllowedOrigins),
    Prefill: given.Prefill.filter(key => key === 'Email' || asked.has(key)),
    SuccessPage: given.SuccessPage.trim(),
    Translations: given.Translations.map(one => ({ ...one, SuccessPage: one.SuccessPage.trim() })),
  }
}
