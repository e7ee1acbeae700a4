/** The templates of a client. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ValueOf } from '../../../../src/client/client.ts'
import { read } from '../../api/call.ts'
import { may, useSession } from '../../session/session.ts'
import { useClientAtHand } from '../../shell/client-at-hand.ts'
import { Icon } from '../../ui/icons.tsx'
import { Empty, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { FoundNote, isFound, mostUnsearched } from './finding.tsx'
import { NewTemplate } from './new-template.tsx'
import { TemplateThumbnail } from './template-thumbnail.tsx'
import css from './templates.module.css'

const route = getRouteApi('/inside/clients/$clientId/templates')

/** More are found by typing. */
const mostShown = 120

export function Templates() {
  const { t } = useLingui()
  const session = useSession()
  const { clientId } = route.useParams()
  const { way } = route.useSearch()
  const navigate = useNavigate({ from: '/clients/$clientId/templates' })
  const client = useClientAtHand()
  const { data, error, isPending } = useQuery(read('Client.GetTemplates', { ClientID: clientId }))
  const mayWrite = may(session, 'ImportHtml', clientId)
  const open = () => void navigate({ search: before => ({ ...before, way: 'starter' }) })
  return (
    <Page
      title={t`Templates`}
      lead={client?.Name}
      actions={
        mayWrite &&
        data !== undefined &&
        data.length > 0 && (
          <Button onClick={open}>
            <Trans>New template</Trans>
          </Button>
        )
      }
    >
      {isPending && <Skeletons lines={5} />}
      <Refused error={error} />
      {data?.length === 0 && (
        <Panel>
          <Empty
            icon="template"
            title={t`No templates yet`}
            action={
              mayWrite && (
                <Button onClick={open}>
                  <Trans>Create the first template</Trans>
                </Button>
              )
            }
          >
            <Trans>
              A template defines the design of mails and marks the parts that can be edited. People who write campaigns
              fill in texts and images, and cannot break the design.
            </Trans>
          </Empty>
        </Panel>
      )}
      {data && data.length > 0 && <TemplateCards clientId={clientId} templates={data} />}
      {mayWrite && way !== undefined && (
        <NewTemplate
          clientId={clientId}
          way={way}
          onWay={next => void navigate({ search: before => ({ ...before, way: next }), replace: true })}
          onClose={() => void navigate({ search: before => ({ ...before, way: undefined }) })}
        />
      )}
    </Page>
  )
}

/** The templates by name; many of them can be searched. */
function TemplateCards({
  clientId,
  templates,
}: {
  readonly clientId: string
  readonly templates: ValueOf<'Client.GetTemplates'>
}) {
  const { t } = useLingui()
  const { find = '' } = route.useSearch()
  const navigate = useNavigate({ from: '/clients/$clientId/templates' })
  const found = templates.filter(({ Name = '' }) => isFound(Name, find))
  return (
    <>
      {templates.length > mostUnsearched && (
        <TextInput
          type="search"
          aria-label={t`Find a template`}
          placeholder={t`Find a template`}
          leftSection={<Icon name="search" size={16} />}
          value={find}
          onChange={event => {
            const text = event.currentTarget.value
            void navigate({ search: before => ({ ...before, find: text || undefined }), replace: true })
          }}
          className={css.find ?? ''}
        />
      )}
      <ul className={css.cards}>
        {found.slice(0, mostShown).map(({ TemplateID = '', Name = '', ScreenshotURL = '' }) => (
          <li key={TemplateID} className={css.card}>
            <TemplateThumbnail templateId={TemplateID} screenshot={ScreenshotURL} />
            <Link
              to="/clients/$clientId/templates/$templateId"
              params={{ clientId, templateId: TemplateID }}
              className={css.name}
            >
              <bdi>{Name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
      <FoundNote found={found.length} most={mostShown} />
    </>
  )
}
