/** What a mail of sections begins with: it is never empty. */
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../../api/call.ts'
import { useClientAtHand } from '../../../shell/client-at-hand.ts'
import { Icon } from '../../../ui/icons.tsx'
import { Skeletons } from '../../../ui/page.tsx'
import { Refused } from '../../../ui/refused.tsx'
import css from '../content.module.css'
import type { KindChooserProps } from '../props.ts'
import { sourceOf } from './document.ts'
import { useLayouts } from './layouts.ts'

export function LayoutChooser({ clientId, present, onChoose }: KindChooserProps) {
  const { t } = useLingui()
  const branding = useQuery(read('Client.GetBranding', { ClientID: clientId }))
  const kinds = useQuery(read('Content.GetSectionKinds', { ClientID: clientId }))
  const layouts = useLayouts(branding.data?.LogoImageUrl ?? '', useClientAtHand()?.Name ?? '')
  if (kinds.isPending || branding.isPending) return <Skeletons lines={3} />
  // without a branding that can be read there is no logo
  if (kinds.error) return <Refused error={kinds.error} />
  const version = kinds.data.Version ?? 1
  return (
    <div>
      <p className={css.label} aria-hidden="true">{t`Start with`}</p>
      <ul className={css.choices} aria-label={t`Start with`}>
        {layouts.map(({ id, name, about, sections }) => (
          <li key={id}>
            <button
              type="button"
              className={css.choice}
              onClick={() =>
                onChoose({
                  Kind: 'Sections',
                  Sections: sourceOf({ theme: {}, sections }, version),
                  Text: present?.Text ?? '',
                })
              }
            >
              <Icon name="sections" size={20} />
              <span>
                <b>{name}</b>
                <small>{about}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
