/** One template: its code, what is open in it, its revisions, and how it looks. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { call } from '../../api/call.ts'
import { readPages } from '../../api/pages.ts'
import { actorName } from '../../lib/actor-name.ts'
import { dateTime } from '../../lib/format.ts'
import { useSaveKey } from '../../lib/save-key.ts'
import { reread } from '../../live/reread.ts'
import { may, useSession } from '../../session/session.ts'
import { Chip, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import type { PreviewOptions } from '../content/content.ts'
import { PreviewPane } from '../content/preview-pane.tsx'
import { OtherEditors } from '../other-editors.tsx'
import { Revisions } from '../revisions.tsx'
import { Conflict } from './conflict.tsx'
import { EarlierCopy } from './earlier-copy.tsx'
import { RegionTable } from './region-table.tsx'
import { TemplateActions } from './template-actions.tsx'
import { TemplateCode } from './template-code.tsx'
import css from './templates.module.css'
import { type TemplateAtHand, useTemplate } from './use-template.ts'

const route = getRouteApi('/inside/clients/$clientId/templates/$templateId')

const tabs = {
  code: msg`Code`,
  regions: msg`Editable regions`,
  revisions: msg`Revisions`,
} as const satisfies Record<string, MessageDescriptor>
type Tab = keyof typeof tabs

export function TemplateScreen() {
  const { templateId } = route.useParams()
  return <OneTemplate key={templateId} />
}

function OneTemplate() {
  const { t } = useLingui()
  const session = useSession()
  const { clientId, templateId } = route.useParams()
  const template = useTemplate(templateId)
  const isLocked = !may(session, 'ImportHtml', clientId)
  const { saved, error, save } = template
  useSaveKey(save)
  const load = useCallback(
    ({ signal }: PreviewOptions) => call('Template.Preview', { TemplateID: templateId }, { signal }),
    [templateId],
  )
  if (!saved) return <Page title={t`Template`}>{error ? <Refused error={error} /> : <Skeletons lines={8} />}</Page>
  return (
    <Page
      isWide
      title={saved.Name ?? ''}
      lead={
        <span className={css.state}>
          <SaveState template={template} />
          <OtherEditors of={{ TemplateID: templateId }} isEditing={!isLocked} />
        </span>
      }
      actions={<TemplateActions clientId={clientId} template={template} isLocked={isLocked} />}
    >
      <EarlierCopy template={template} />
      <Conflict template={template} />
      <div className={css.columns}>
        <div className={css.left}>
          <Tabs />
          <Panel>
            <Refused error={template.saveError} />
            <TemplateView template={template} isLocked={isLocked} />
          </Panel>
        </div>
        <aside className={css.right} aria-label={t`Preview`}>
          <PreviewPane of={['Template.Preview', templateId]} load={load} revision={saved.Revision} />
        </aside>
      </div>
    </Page>
  )
}

function TemplateView({ template, isLocked }: { readonly template: TemplateAtHand; readonly isLocked: boolean }) {
  const { templateId } = route.useParams()
  const { tab } = route.useSearch()
  const navigate = useNavigate({ from: '/clients/$clientId/templates/$templateId' })
  const [place, setPlace] = useState<{ readonly line: number; readonly column: number }>()
  if (tab === 'regions')
    return (
      <RegionTable
        templateId={templateId}
        html={template.written.Html}
        onJump={to => {
          setPlace(to)
          void navigate({ search: before => ({ ...before, tab: undefined }) })
        }}
      />
    )
  if (tab === 'revisions')
    return (
      <Revisions
        of={readPages('Template.ListRevisions', { TemplateID: templateId }, 50)}
        present={template.saved?.Revision ?? 0}
        restore={async (Revision, BasedOn) => {
          const made = await call('Template.RestoreRevision', { TemplateID: templateId, Revision, BasedOn })
          await template.reload()
          void reread('templateRegions')
          return made
        }}
        isLocked={isLocked}
        isChanged={template.isChanged}
      />
    )
  return <TemplateCode template={template} isLocked={isLocked} jumpTo={place} />
}

function Tabs() {
  const { t, i18n } = useLingui()
  const { clientId, templateId } = route.useParams()
  return (
    <nav className={css.tabs} aria-label={t`Parts of the template`}>
      {(Object.keys(tabs) as Tab[]) // its own keys
        .map(one => (
          <Link
            key={one}
            to="/clients/$clientId/templates/$templateId"
            params={{ clientId, templateId }}
            search={before => ({ ...before, tab: one === 'code' ? undefined : one })}
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
            resetScroll={false}
          >
            {i18n._(tabs[one])}
          </Link>
        ))}
    </nav>
  )
}

function SaveState({ template: { saved, isChanged, isSaving } }: { readonly template: TemplateAtHand }) {
  const { t } = useLingui()
  const { Revision = 0, SavedDate } = saved ?? {}
  const SavedBy = actorName(saved?.SavedBy ?? '')
  const date = dateTime(SavedDate)
  return (
    <span className={css.state} role="status">
      {isSaving ? (
        <Chip tone="plain" icon="clock">{t`Saving …`}</Chip>
      ) : isChanged ? (
        <Chip tone="warn" icon="clock">{t`Not saved yet`}</Chip>
      ) : (
        <Chip tone="good">{t`Saved`}</Chip>
      )}
      <span>
        {SavedBy === '' ? (
          <Trans>
            Revision {Revision}, {date}
          </Trans>
        ) : (
          <Trans>
            Revision {Revision}, {date} by <bdi>{SavedBy}</bdi>
          </Trans>
        )}
      </span>
    </span>
  )
}
