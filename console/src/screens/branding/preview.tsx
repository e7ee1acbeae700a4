/** The head of a page of the client, with its logo, colours and footer as they are typed. */
import { Trans, useLingui } from '@lingui/react/macro'
import { call } from '../../api/call.ts'
import { contrastOf, inkOn, readColor } from '../../lib/contrast.ts'
import { languages } from '../../lib/languages.ts'
import { Thumbnail } from '../content/thumbnail.tsx'
import own from './branding.module.css'
import type { BrandingValue } from './part-props.ts'

/** Of Lettershop, where a client has chosen none. */
const ownAccent = '#1f4fa3'

export function Preview({
  of: { LogoImageUrl, PrimaryColor = '', BackgroundColor = '', FooterText, PostalAddress, ImprintUrl },
  saved,
  clientId,
  company,
}: {
  readonly of: BrandingValue
  readonly saved: BrandingValue
  readonly clientId: string
  readonly company: string
}) {
  const { t } = useLingui()
  const paper = readColor(BackgroundColor) ?? '#ffffff'
  const ink = inkOn(paper)
  // without a colour of its own the page gets one that can be read there
  const accent = readColor(PrimaryColor) ?? (contrastOf(ownAccent, paper) >= 4.5 ? ownAccent : ink)
  return (
    <aside className={own.preview} aria-label={t`Preview`}>
      <h2>
        <Trans>Preview</Trans>
      </h2>
      {/* a picture of what is typed: what cannot be read there is said beside the colours */}
      <div className={own.sheet} aria-hidden="true" style={{ background: paper, color: ink, borderTopColor: accent }}>
        {LogoImageUrl ? <img src={LogoImageUrl} alt="" /> : <p className={own.company}>{company}</p>}
        <p className={own.title}>
          <Trans>Please confirm your subscription</Trans>
        </p>
        <p>
          <Trans>You get the letters of {company} from then on.</Trans>
        </p>
        <p>
          <span className={own.button} style={{ background: accent, color: inkOn(accent) }}>
            <Trans>Yes, subscribe me</Trans>
          </span>
        </p>
        {(FooterText || PostalAddress || ImprintUrl) && (
          <div className={own.foot}>
            {FooterText && <p>{FooterText}</p>}
            {PostalAddress && <p>{PostalAddress}</p>}
            {ImprintUrl && (
              <p style={{ color: accent, textDecoration: 'underline' }}>
                <Trans>Legal notice</Trans>
              </p>
            )}
          </div>
        )}
      </div>
      <LetterPreview clientId={clientId} saved={saved} />
    </aside>
  )
}

/** A letter in the branding that is saved. */
function LetterPreview({ clientId, saved }: { readonly clientId: string; readonly saved: BrandingValue }) {
  const { i18n } = useLingui()
  const parameters = { ClientID: clientId, Starter: 'welcome', Language: i18n.locale in languages ? i18n.locale : 'en' }
  return (
    <div className={own.letter}>
      <h2>
        <Trans>A letter, as saved</Trans>
      </h2>
      <Thumbnail
        // one that was saved anew is another
        key={JSON.stringify(saved)}
        queryKey={['Content.PreviewStarter', parameters, JSON.stringify(saved)]}
        load={signal => call('Content.PreviewStarter', parameters, { signal })}
      />
    </div>
  )
}
