/** One sign-up form: its settings with a preview, the code for a website, and what came of it. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { call, read } from '../../api/call.ts'
import { listOf } from '../../lib/format.ts'
import { reread } from '../../live/reread.ts'
import { may, useSession } from '../../session/session.ts'
import { Act, ActsRefused, useAct } from '../../ui/act.tsx'
import { AskFirst } from '../../ui/ask-first.tsx'
import { Note, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { toast } from '../../ui/toast.ts'
import home from '../home.module.css'
import { Editor } from './editor.tsx'
import { Embed } from './embed.tsx'
import { FormState } from './form-state.tsx'
import own from './forms.module.css'
import { Numbers } from './numbers.tsx'
import type { FormTab } from './search.ts'
import { type FormPartProps, settingsOf } from './types.ts'
import { WaveNote } from './wave.tsx'

const route = getRouteApi('/inside/clients/$clientId/forms/$formId')

const tabs: Readonly<
  Record<FormTab, { readonly label: MessageDescriptor; readonly Part: ComponentType<FormPartProps> }>
> = {
  settings: { label: msg`Settings and preview`, Part: Editor },
  embed: { label: msg`Put it on a website`, Part: Embed },
  numbers: { label: msg`Numbers`, Part: Numbers },
}

export function FormScreen() {
  const { t, i18n } = useLingui()
  const { clientId, formId } = route.useParams()
  const { tab = 'settings' } = route.useSearch()
  const session = useSession()
  const { data, error, isPending } = useQuery(read('Form.Get', { ClientID: clientId, FormID: formId }))
  const mayChange = may(session, 'ChangeAudience', clientId)
  const { Part } = tabs[tab]
  const lead = (
    <Link to="/clients/$clientId/forms" params={{ clientId }}>
      <Trans>All sign-up forms</Trans>
    </Link>
  )
  if (!data)
    return (
      <Page title={t`Sign-up form`} lead={lead}>
        {isPending && (
          <Panel>
            <Skeletons lines={6} />
          </Panel>
        )}
        <Refused error={error} />
      </Page>
    )
  const seesTab = (id: FormTab) => id !== 'numbers' || may(session, 'ReadReports', clientId)
  return (
    <Page
      title={data.Title ?? ''}
      lead={lead}
      isWide
      actions={<Actions clientId={clientId} form={data} mayChange={mayChange} />}
    >
      <State clientId={clientId} form={data} mayChange={mayChange} />
      <Tabs label={t`Parts of the form`}>
        {(Object.keys(tabs) as FormTab[]) // its own keys
          .filter(seesTab)
          .map(id => (
            <Link
              key={id}
              to="/clients/$clientId/forms/$formId"
              params={{ clientId, formId }}
              search={before => ({ ...before, tab: id === 'settings' ? undefined : id })}
              activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
              aria-current={id === tab ? 'page' : undefined}
              data-status={id === tab ? 'active' : undefined}
              resetScroll={false}
            >
              {i18n._(tabs[id].label)}
            </Link>
          ))}
      </Tabs>
      <Part key={formId} clientId={clientId} form={data} />
    </Page>
  )
}

/** What keeps sign-ups from coming in, if anything does. */
function State({ clientId, form, mayChange }: FormPartProps & { readonly mayChange: boolean }) {
  const seesNumbers = may(useSession(), 'ReadReports', clientId)
  const { FormID = '', Title = '', Paused, Problem = '', Lists = [] } = form
  const gone = Lists.flatMap(({ IsDeleted, ListTitle = '' }) => (IsDeleted ? [ListTitle] : []))
  const { data } = useQuery({
    ...read('Form.GetStatistics', { ClientID: clientId, FormID, Days: 30 }),
    enabled: seesNumbers,
  })
  const wave = data?.Waves?.find(({ State }) => State === 'Holding')
  return (
    <div className={own.state}>
      <p className={home.chips}>
        <FormState of={{ Paused, Problem, Held: data?.Held ?? 0 }} />
      </p>
      {Paused && (
        <Note tone="plain">
          <p>
            <Trans>The page says that sign-up is closed at the moment.</Trans>
          </p>
        </Note>
      )}
      {Problem !== '' && (
        <Note tone="bad">
          <p>{gone.length === 0 ? Problem : <GoneLists names={gone} isAll={gone.length === Lists.length} />}</p>
        </Note>
      )}
      {wave && data && (
        <WaveNote
          clientId={clientId}
          formId={FormID}
          title={Title}
          held={data.Held ?? 0}
          wave={wave}
          mayChange={mayChange}
        />
      )}
    </div>
  )
}

function GoneLists({ names, isAll }: { readonly names: readonly string[]; readonly isAll: boolean }) {
  if (isAll) return <Trans>The lists of this form were deleted, so it takes no sign-ups.</Trans>
  return (
    <Trans>
      Deleted: <bdi>{listOf(names)}</bdi>. The form takes no sign-ups for it.
    </Trans>
  )
}

function Actions({ clientId, form, mayChange }: FormPartProps & { readonly mayChange: boolean }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { FormID = '', Title = '', Paused } = form
  const turn = useAct(async () => {
    await call('Form.Update', { ClientID: clientId, FormID, ...settingsOf(form), Paused: !Paused })
    await reread('forms')
  })
  return (
    <>
      <Button variant="default" component="a" href={form.URL} target="_blank" rel="noreferrer">
        <Trans>Open the page</Trans>
      </Button>
      {mayChange && (
        <>
          <Act of={turn}>{Paused ? <Trans>Resume</Trans> : <Trans>Pause</Trans>}</Act>
          <AskFirst
            title={t`Delete the form?`}
            label={t`Delete the form`}
            text={
              <p>
                <Trans>
                  The form and its numbers are deleted permanently, and its links and code on websites stop working.
                  Everyone who signed up stays on the lists. To close it for a while, pause it instead.
                </Trans>
              </p>
            }
            run={async () => {
              await call('Form.Delete', { ClientID: clientId, FormID })
              await navigate({ to: '/clients/$clientId/forms', params: { clientId } })
              await reread('forms')
              toast(t`The form “${Title}” was deleted.`)
            }}
          >
            <Trans>Delete</Trans>
          </AskFirst>
          <ActsRefused of={[turn]} />
        </>
      )}
    </>
  )
}
