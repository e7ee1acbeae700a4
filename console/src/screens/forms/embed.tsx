/** A form on a website: a link, plain HTML with the policy line it needs, WordPress, and the JSON interface. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { read } from '../../api/call.ts'
import { CopyBlock } from '../../ui/copy-block.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { css, Note, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { jsonExample } from './embed-code.ts'
import own from './forms.module.css'
import { LanguageChoice } from './language-choice.tsx'
import { chosenLanguages } from './languages.ts'
import type { FormPartProps } from './types.ts'

export function Embed({ clientId, form }: FormPartProps) {
  const { t } = useLingui()
  const { FormID = '', AllowedOrigins = [] } = form
  const languages = chosenLanguages(form)
  const [chosen, setChosen] = useState('')
  const ShownLanguage = languages.includes(chosen) ? chosen : (languages[0] ?? '')
  const { data, error, isPending } = useQuery(read('Form.GetEmbed', { ClientID: clientId, FormID, ShownLanguage }))
  if (!data)
    return (
      <Panel>
        {isPending && <Skeletons lines={6} />}
        <Refused error={error} />
      </Panel>
    )
  const { URL: url = '', Html = '', ContentSecurityPolicy = '', ConnectPolicy = '' } = data
  return (
    <>
      {languages.length > 0 && (
        <Panel
          title={t`Languages`}
          text={t`Link and code of each language. On the page people can change the language.`}
        >
          <LanguageChoice languages={languages} value={ShownLanguage} onChange={setChosen} />
        </Panel>
      )}
      <Panel title={t`Link`} text={t`For mails, social media and printed codes: the page of the form.`}>
        <CopyText text={url} />
      </Panel>
      <Panel
        title={t`HTML for any website`}
        text={t`It needs no script. After sending it, people come to the page of the form and press one more button, which keeps bots out.`}
      >
        <div className={own.part}>
          <CopyBlock label={t`HTML of the form`} text={Html} />
          <p>
            <Trans>
              If the website has a Content-Security-Policy, its administrator adds this. Without it the browser does not
              send the form.
            </Trans>
          </p>
          <CopyText text={ContentSecurityPolicy} />
          <p className={`${css.quiet} ${css.small}`}>
            <Trans>
              Copy the code again after you have changed fields or lists. Boxes for consent are on the page that
              follows.
            </Trans>
          </p>
        </div>
      </Panel>
      <Panel title={t`WordPress`} text={t`Without a plugin, in the editor of blocks.`}>
        <ol className={own.steps}>
          <li>
            <Trans>Open the page or post, and add a block of the kind “Custom HTML”.</Trans>
          </li>
          <li>
            <Trans>Paste the HTML of the form from above.</Trans>
          </li>
          <li>
            <Trans>
              Choose “Preview” in the block, then publish. Accounts without the right to publish HTML get it cut: then
              use the link.
            </Trans>
          </li>
        </ol>
      </Panel>
      <Panel
        title={t`JSON for programmers`}
        text={t`For your own script or app. It needs a token and a proof of work, as the page does.`}
      >
        <div className={own.part}>
          {AllowedOrigins.length === 0 && (
            <Note tone="plain">
              <p>
                <Trans>
                  No website may call it yet. Add its origin under{' '}
                  <Link to="/clients/$clientId/forms/$formId" params={{ clientId, formId: FormID }}>
                    Links and websites
                  </Link>
                  .
                </Trans>
              </p>
            </Note>
          )}
          <CopyBlock label={t`Script`} text={jsonExample(data, form)} />
          <p>
            <Trans>For a website with a Content-Security-Policy:</Trans>
          </p>
          <CopyText text={ConnectPolicy} />
        </div>
      </Panel>
    </>
  )
}
