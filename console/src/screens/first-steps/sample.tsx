/** Sample data: a client to look round in, made and removed on request. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { newKey } from '../../lib/new-key.ts'
import { reread } from '../../live/reread.ts'
import { Panel } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import css from './first-steps.module.css'

/** @param sampleId the sample client; '' before it is created */
export function Sample({ sampleId }: { readonly sampleId: string }) {
  return sampleId === '' ? <SampleOffer /> : <SampleClient sampleId={sampleId} />
}

function SampleOffer() {
  const { t } = useLingui()
  const [idempotencyKey, setKey] = useState(newKey)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      await call('Sample.Create', {}, { idempotencyKey })
      // another one after it was removed
      setKey(newKey())
      await reread('clients')
    },
  })
  return (
    <Panel
      title={t`Want to look around first?`}
      text={t`Sample data is a client with two lists, a draft, and a campaign with opens, clicks and bounces. Its mails never leave this machine, and one click removes it.`}
      actions={
        <Button variant="default" loading={isPending} onClick={() => mutate()}>
          <Trans>Create sample data</Trans>
        </Button>
      }
    >
      <div className={css.refused}>
        <Refused error={error} />
      </div>
    </Panel>
  )
}

function SampleClient({ sampleId }: { readonly sampleId: string }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      await call('Sample.Remove', {})
      queryClient.removeQueries({ queryKey: ['Client.GetOverview'] })
      await reread('clients')
    },
  })
  return (
    <Panel
      title={t`Sample data`}
      text={t`The client “Sample: Bloom Flowers” has two lists that grew over two months, segments, a template, a draft, and a campaign that was sent three days ago. Its addresses end in .example: no mail can reach them. Removing it is final.`}
      actions={
        <>
          <Button component={Link} to={`/clients/${sampleId}`} variant="default">
            <Trans>View</Trans>
          </Button>
          <Button variant="subtle" loading={isPending} onClick={() => mutate()}>
            <Trans>Remove sample data</Trans>
          </Button>
        </>
      }
    >
      <div className={css.refused}>
        <Refused error={error} />
      </div>
    </Panel>
  )
}
