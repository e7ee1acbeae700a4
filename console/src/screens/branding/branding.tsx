/** How the public pages, reports and confirmation mails of a client look, with a preview beside the form. */
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { call, read } from '../../api/call.ts'
import { reread } from '../../live/reread.ts'
import { may, useSession } from '../../session/session.ts'
import { Form } from '../../ui/form.tsx'
import { Note, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { toast } from '../../ui/toast.ts'
import { ClientLead } from '../client-lead.tsx'
import own from './branding.module.css'
import { Colours } from './colours.tsx'
import { Footer } from './footer.tsx'
import { MoreColors, SocialLinks, Typefaces } from './letters.tsx'
import { Logo } from './logo.tsx'
import type { BrandingValue } from './part-props.ts'
import { Preview } from './preview.tsx'
import { Wordings } from './wordings.tsx'

const route = getRouteApi('/inside/clients/$clientId/branding')

export function Branding() {
  const { t } = useLingui()
  const { clientId } = route.useParams()
  const { data, error, isPending } = useQuery(read('Client.GetBranding', { ClientID: clientId }))
  const { data: detail } = useQuery(read('Client.GetDetail', { ClientID: clientId }))
  return (
    <Page title={t`Branding`} lead={<ClientLead clientId={clientId} />}>
      {isPending && (
        <Panel>
          <Skeletons lines={6} />
        </Panel>
      )}
      <Refused error={error} />
      {data && (
        <Details key={clientId} of={data} clientId={clientId} company={detail?.BasicDetails?.CompanyName ?? ''} />
      )}
    </Page>
  )
}

function Details({
  of: branding,
  clientId,
  company,
}: {
  readonly of: BrandingValue
  readonly clientId: string
  readonly company: string
}) {
  const { t } = useLingui()
  const mayChange = may(useSession(), 'Settings', clientId)
  const [given, setGiven] = useState(branding)
  const change = (part: Partial<BrandingValue>) => setGiven(before => ({ ...before, ...part }))
  async function submit() {
    const { LogoImageUrl: _, ...settings } = given
    const isSaid = (text: string | null | undefined) => (text ?? '').trim() !== ''
    // a row that is empty was only opened
    const Colors = given.Colors?.filter(isSaid) ?? []
    const SocialLinks = given.SocialLinks?.filter(({ Name, Url }) => isSaid(Name) || isSaid(Url)) ?? []
    await call('Client.SetBranding', { ClientID: clientId, ...settings, Colors, SocialLinks })
    change({ Colors, SocialLinks })
    await reread('branding')
    toast(t`The branding is saved.`)
  }
  const fields = (
    <>
      <Logo of={given} clientId={clientId} change={change} mayChange={mayChange} />
      <Colours of={given} change={change} mayChange={mayChange} />
      <MoreColors of={given} change={change} mayChange={mayChange} />
      <Typefaces of={given} change={change} mayChange={mayChange} />
      <Footer of={given} change={change} mayChange={mayChange} />
      <SocialLinks of={given} change={change} mayChange={mayChange} />
      <Wordings of={given} change={change} mayChange={mayChange} />
    </>
  )
  return (
    <div className={own.sides}>
      <div>
        <Panel
          title={t`Design and texts`}
          text={t`For your letters, the pages that subscribers see, the reports you share, and confirmation mails.`}
        >
          {mayChange ? (
            <Form submit={submit} label={t`Save the branding`} isWide>
              {fields}
            </Form>
          ) : (
            <div className={own.fields}>
              <Note tone="plain">
                <p>{t`Your role can view the branding, but not change it.`}</p>
              </Note>
              {fields}
            </div>
          )}
        </Panel>
      </div>
      <Preview of={given} saved={branding} clientId={clientId} company={company} />
    </div>
  )
}
