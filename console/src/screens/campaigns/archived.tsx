/** Whether public archives show a campaign: nothing where no list of it has one. */
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call, read } from '../../api/call.ts'
import { reread } from '../../live/reread.ts'
import { may, useSession } from '../../session/session.ts'
import layout from '../../ui/layout.module.css'
import { Panel } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'

type Choice = ValueOf<'Campaign.GetArchived'>['Choice']

export function Archived({ clientId, campaignId }: { readonly clientId: string; readonly campaignId: string }) {
  const { t } = useLingui()
  const session = useSession()
  const { data } = useQuery(read('Campaign.GetArchived', { CampaignID: campaignId }))
  const choose = useMutation({
    mutationFn: (chosen: Choice) => call('Campaign.SetArchived', { CampaignID: campaignId, Choice: chosen }),
    onSuccess: () => reread('archive'),
  })
  const archives = data?.Archives ?? []
  if (!data || archives.length === 0) return null
  const shown = archives.filter(({ Shown }) => Shown)
  return (
    <section className={layout.top16}>
      <Panel
        title={t`Public archive`}
        text={t`A list of this campaign has an archive that everyone can read, without anything about a recipient.`}
      >
        <Refused error={choose.error} />
        {shown.length > 0 && (
          <ul>
            {shown.map(({ ListID = '', Title, URL }) => (
              <li key={ListID}>
                <a href={URL} target="_blank" rel="noreferrer" dir="auto">
                  {Title}
                </a>
              </li>
            ))}
          </ul>
        )}
        <NativeSelect
          label={t`In the archive`}
          value={choose.isPending ? choose.variables : data.Choice}
          onChange={event => choose.mutate(event.currentTarget.value as Choice)} // one of the options
          disabled={!may(session, 'Draft', clientId)}
          data={[
            { value: 'Automatic', label: t`once it is sent to the complete list` },
            { value: 'Shown', label: t`once it is sent, also to part of a list` },
            { value: 'Hidden', label: t`never` },
          ]}
        />
        {shown.length === 0 && (
          <p>
            <Trans>No archive shows it now.</Trans>
          </p>
        )}
      </Panel>
    </section>
  )
}
