/** The colours of a form: those of the client unless it has its own. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../../api/call.ts'
import { css, Panel } from '../../ui/page.tsx'
import { Contrasts } from '../branding/colours.tsx'
import { ColorField } from '../content/sections/color-field.tsx'
import own from './forms.module.css'
import type { PartProps } from './types.ts'

/** Of Lettershop, where neither the form nor the client has one. */
const ownAccent = '#1f4fa3'

export function LookPart({ clientId, of: { PrimaryColor, BackgroundColor }, change, isLocked }: PartProps) {
  const { t } = useLingui()
  const { data } = useQuery(read('Client.GetBranding', { ClientID: clientId }))
  const ofClient = { primary: data?.PrimaryColor ?? '', background: data?.BackgroundColor ?? '' }
  return (
    <Panel title={t`Design`}>
      <div className={own.part}>
        <p className={css.quiet}>
          <Trans>
            Logo, colours and footer come from the{' '}
            <Link to="/clients/$clientId/branding" params={{ clientId }}>
              branding
            </Link>{' '}
            of the client. A form can have other colours.
          </Trans>
        </p>
        <div className={own.colours}>
          <ColorField
            label={t`Accent`}
            value={PrimaryColor}
            initial={ofClient.primary || ownAccent}
            onChange={color => change({ PrimaryColor: color })}
            isLocked={isLocked}
          />
          <ColorField
            label={t`Background`}
            value={BackgroundColor}
            initial={ofClient.background || '#ffffff'}
            onChange={color => change({ BackgroundColor: color })}
            isLocked={isLocked}
          />
        </div>
        <Contrasts primary={PrimaryColor || ofClient.primary} background={BackgroundColor || ofClient.background} />
      </div>
    </Panel>
  )
}
