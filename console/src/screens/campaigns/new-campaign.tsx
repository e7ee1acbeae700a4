import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, read } from '../../api/call.ts'
import { newKey } from '../../lib/new-key.ts'
import { reread } from '../../live/reread.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { Help } from '../../ui/help.tsx'
import { css } from '../../ui/page.tsx'
import { lastSender } from './last-sender.ts'
import { TemplateChoice } from './template-choice.tsx'

/** Begins a campaign: empty, or from a template. */
export function NewCampaign({ clientId, onClose }: { readonly clientId: string; readonly onClose: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { data: templates = [] } = useQuery(read('Client.GetTemplates', { ClientID: clientId }))
  const [name, setName] = useState('')
  const [templateId, setTemplateId] = useState('')
  /** One key for one campaign, however often the form is sent. */
  const [idempotencyKey, setIdempotencyKey] = useState(newKey)
  const change = (set: (text: string) => void) => (text: string) => {
    set(text)
    setIdempotencyKey(newKey())
  }
  async function submit() {
    const { CampaignID = '' } = await call(
      'Campaign.CreateDraft',
      {
        ClientID: clientId,
        ...(await lastSender(clientId)),
        ...(name.trim() === '' ? {} : { Name: name.trim() }),
        ...(templateId === '' ? {} : { Content: { Kind: 'Regions', TemplateID: templateId } }),
      },
      { idempotencyKey },
    )
    void reread('campaignList')
    await navigate({
      to: '/clients/$clientId/campaigns/$campaignId',
      params: { clientId, campaignId: CampaignID },
      replace: true,
    })
  }
  return (
    <Dialog title={t`New campaign`} onClose={onClose} isWide={templates.length > 0}>
      <Form submit={submit} label={t`Create`} isWide>
        <TextInput
          label={t`Name`}
          description={<Help>{t`Helps you find it. Recipients do not see it.`}</Help>}
          value={name}
          onChange={event => change(setName)(event.currentTarget.value)}
          autoComplete="off"
          maxLength={250}
          data-first
        />
        {templates.length > 0 && (
          <TemplateChoice templates={templates} chosen={templateId} onChoose={change(setTemplateId)} />
        )}
        <p className={`${css.quiet} ${css.small}`}>
          <Trans>To start from an earlier campaign, press “Duplicate” beside it in the list.</Trans>
        </p>
      </Form>
    </Dialog>
  )
}
