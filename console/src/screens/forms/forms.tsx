/** The sign-up forms of a client: which are open, what came of each in 30 days, and which have held mails back. */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { readPages } from '../../api/pages.ts'
import { listOf, number } from '../../lib/format.ts'
import { may, useSession } from '../../session/session.ts'
import { More } from '../../ui/more.tsx'
import { css, Empty, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Share } from '../../ui/share.tsx'
import { Table } from '../../ui/table.tsx'
import { ClientLead } from '../client-lead.tsx'
import { LeavePage } from '../client-settings/leave-page.tsx'
import home from '../home.module.css'
import { FormState } from './form-state.tsx'
import { NewForm } from './new-form.tsx'
import type { FormSummary } from './types.ts'
import { HeldActs } from './wave.tsx'

const route = getRouteApi('/inside/clients/$clientId/forms')

export function Forms() {
  const { t } = useLingui()
  const session = useSession()
  const { clientId } = route.useParams()
  const { adding } = route.useSearch()
  const navigate = useNavigate({ from: '/clients/$clientId/forms' })
  const query = useInfiniteQuery(readPages('Form.List', { ClientID: clientId }))
  const { data, error, isPending } = query
  const forms = data?.pages.flatMap(({ Forms: rows = [] }) => rows)
  const mayChange = may(session, 'ChangeAudience', clientId)
  const go = (search: { adding?: true }) => void navigate({ search, resetScroll: false })
  const add = mayChange && (
    <Button onClick={() => go({ adding: true })}>
      <Trans>New form</Trans>
    </Button>
  )
  return (
    <Page
      title={t`Sign-up forms`}
      lead={
        <ClientLead
          clientId={clientId}
        >{t`Pages where people subscribe, to link to or to put into a website.`}</ClientLead>
      }
      actions={forms && forms.length > 0 && add}
    >
      <Panel>
        {isPending && <Skeletons lines={5} />}
        <Refused error={error} />
        {forms?.length === 0 && (
          <Empty icon="form" title={t`No sign-up forms yet`} action={add}>
            <Trans>
              A form is a page of its own, and HTML for your website. Everyone who signs up confirms by mail, and bots
              are kept out.
            </Trans>
          </Empty>
        )}
        {forms && forms.length > 0 && <FormTable clientId={clientId} forms={forms} mayChange={mayChange} />}
        <More of={query} />
      </Panel>
      <LeavePage clientId={clientId} />
      {adding && mayChange && <NewForm clientId={clientId} onClose={() => go({})} />}
    </Page>
  )
}

function FormTable({
  clientId,
  forms,
  mayChange,
}: {
  readonly clientId: string
  readonly forms: readonly FormSummary[]
  readonly mayChange: boolean
}) {
  const { t } = useLingui()
  return (
    <>
      <Table heads={[t`Form`, t`State`, t`Lists`, t`Sign-ups`, t`Confirmed`, t`Held back`]}>
        {forms.map(form => {
          const { FormID = '', Title, ListTitles = [], Submitted = 0, Confirmed = 0, Mailed = 0, Held = 0 } = form
          return (
            <tr key={FormID}>
              <td>
                <Link
                  className={home.name}
                  to="/clients/$clientId/forms/$formId"
                  params={{ clientId, formId: FormID }}
                  dir="auto"
                >
                  {Title}
                </Link>
              </td>
              <td data-label={t`State`}>
                <div className={home.chips}>
                  <FormState of={form} />
                </div>
              </td>
              <td data-label={t`Lists`} dir="auto">
                {listOf(ListTitles)}
              </td>
              <td data-label={t`Sign-ups`}>{number(Submitted)}</td>
              <td data-label={t`Confirmed`}>
                <span>{Mailed > 0 ? <Share of={{ Count: Confirmed, Of: Mailed }} /> : number(Confirmed)}</span>
              </td>
              <td data-label={t`Held back`}>
                <div>
                  {Held === 0 ? (
                    <span className={css.quiet}>{number(0)}</span>
                  ) : (
                    <>
                      <Plural value={Held} one="# mail" other="# mails" />
                      {mayChange && (
                        <HeldActs clientId={clientId} formId={FormID} title={Title ?? ''} held={Held} isSmall />
                      )}
                    </>
                  )}
                </div>
              </td>
            </tr>
          )
        })}
      </Table>
      <p className={`${css.quiet} ${css.small}`}>
        <Trans>Sign-ups and confirmations of the last 30 days.</Trans>
      </p>
    </>
  )
}
