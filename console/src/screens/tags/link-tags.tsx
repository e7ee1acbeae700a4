/** The links of a campaign with the tags that people get who click them. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call, read } from '../../api/call.ts'
import { reread } from '../../live/reread.ts'
import { may, useSession } from '../../session/session.ts'
import { css, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { TagList } from './tag-chip.tsx'
import { TagInput } from './tag-input.tsx'
import own from './tags.module.css'

interface OfCampaign {
  readonly clientId: string
  readonly campaignId: string
}

/** @param revision of a draft: its links are read again when it was saved */
export function LinkTags({ clientId, campaignId, revision }: OfCampaign & { readonly revision?: number }) {
  const { t } = useLingui()
  const query = read('Campaign.GetLinkTags', { CampaignID: campaignId })
  const { data, error, isPending } = useQuery({ ...query, queryKey: [...query.queryKey, revision ?? 0] })
  return (
    <Panel
      title={t`Tags by link`}
      text={t`Who clicks a link gets its tags from then on. Clicks of bots, and of people who are not measured, give none.`}
    >
      {isPending && <Skeletons lines={3} />}
      <Refused error={error} />
      {data?.length === 0 && (
        <p className={css.quiet}>
          <Trans>The content has no links whose clicks are recorded.</Trans>
        </p>
      )}
      <ul className={own.links}>
        {data?.map(link => (
          <OneLink key={link.Link} clientId={clientId} campaignId={campaignId} link={link} />
        ))}
      </ul>
    </Panel>
  )
}

function OneLink({
  clientId,
  campaignId,
  link: { Link = '', Tags = [] },
}: OfCampaign & {
  readonly link: ValueOf<'Campaign.GetLinkTags'>[number]
}) {
  const { t } = useLingui()
  const session = useSession()
  const mayChange = may(session, 'Draft', clientId)
  const set = useMutation({
    mutationFn: async (tags: readonly string[]) => {
      const CreateMissing = may(session, 'ChangeAudience', clientId)
      await call('Campaign.SetLinkTags', { CampaignID: campaignId, Link, Tags: [...tags], CreateMissing })
      await reread('linkTags')
    },
  })
  const ids = Tags.map(({ TagID = '' }) => TagID)
  return (
    <li>
      <fieldset className={own.colors} aria-label={t`Tags of the link ${Link}`}>
        <div>
          <span className={own.url} dir="ltr">
            {Link}
          </span>
          <TagList of={Tags} onRemove={mayChange ? tag => set.mutate(ids.filter(id => id !== tag.TagID)) : undefined} />
          <Refused error={set.error} />
          {mayChange && (
            <TagInput
              clientId={clientId}
              mayCreate={may(session, 'ChangeAudience', clientId)}
              isBusy={set.isPending}
              onAdd={name => set.mutate([...ids, name])}
            />
          )}
        </div>
      </fieldset>
    </li>
  )
}
