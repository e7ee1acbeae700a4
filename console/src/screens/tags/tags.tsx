/** The tags of a client: how many people have each, and what uses it. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { call, read } from '../../api/call.ts'
import { number } from '../../lib/format.ts'
import { reread } from '../../live/reread.ts'
import { may, useSession } from '../../session/session.ts'
import { useClients } from '../../shell/client-at-hand.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Form } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { css, Empty, Page, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import { EmptiedSegments } from '../segments/using-segments.tsx'
import { type Tag, TagChip } from './tag-chip.tsx'
import { TagForm } from './tag-form.tsx'

const route = getRouteApi('/inside/clients/$clientId/tags')

export function Tags() {
  const { t } = useLingui()
  const { clientId } = route.useParams()
  const session = useSession()
  const client = useClients().find(({ ClientID }) => ClientID === clientId)
  const { data, error, isPending } = useQuery(read('Tag.List', { ClientID: clientId }))
  const mayChange = may(session, 'ChangeAudience', clientId)
  const add = mayChange && <NewTag clientId={clientId} />
  return (
    <Page
      title={t`Tags`}
      lead={client && <Trans>Words that sort the contacts of {client.Name}, whatever list they are on.</Trans>}
      actions={data && data.length > 0 && add}
    >
      <Panel>
        {isPending && <Skeletons lines={5} />}
        <Refused error={error} />
        {data?.length === 0 && (
          <Empty icon="tag" title={t`No tags yet`} action={add}>
            <Trans>
              People get tags here, by an import, a form, a bulk change, or a click on a link of a campaign.
            </Trans>
          </Empty>
        )}
        {data && data.length > 0 && (
          <Table heads={[t`Contact tag`, t`People`]} hasActions={mayChange}>
            {data.map(tag => (
              <Row key={tag.TagID} clientId={clientId} tag={tag} mayChange={mayChange} />
            ))}
          </Table>
        )}
      </Panel>
    </Page>
  )
}

function Row({
  clientId,
  tag,
  mayChange,
}: {
  readonly clientId: string
  readonly tag: Tag
  readonly mayChange: boolean
}) {
  const { t } = useLingui()
  const mayRead = may(useSession(), 'ReadAudience', clientId)
  const { Name = '', People } = tag
  const shown = number(People)
  return (
    <tr>
      <td>
        <TagChip of={tag} />
      </td>
      <td data-label={t`People`}>
        {mayRead && People > 0 ? (
          <Link
            to="/clients/$clientId/contacts"
            params={{ clientId }}
            search={{ tag: Name }}
            aria-label={t`${shown}: people with the tag ${Name}`}
          >
            {shown}
          </Link>
        ) : (
          shown
        )}
      </td>
      {mayChange && (
        <td className={layout.end}>
          <EditTag clientId={clientId} tag={tag} /> <DeleteTag clientId={clientId} tag={tag} />
        </td>
      )}
    </tr>
  )
}

function NewTag({ clientId }: { readonly clientId: string }) {
  const { t } = useLingui()
  return (
    <DialogButton
      dialog={close => (
        <Dialog title={t`New tag`} onClose={close}>
          <TagForm
            label={t`Create the tag`}
            submit={async given => {
              await call('Tag.Create', { ClientID: clientId, ...given })
              await reread('tags')
              close()
            }}
          />
        </Dialog>
      )}
    >
      <Trans>New tag</Trans>
    </DialogButton>
  )
}

function EditTag({ clientId, tag }: { readonly clientId: string; readonly tag: Tag }) {
  const { t } = useLingui()
  const { TagID = '', Name = '' } = tag
  return (
    <DialogButton
      variant="default"
      size="compact-sm"
      aria-label={t`Edit the tag ${Name}`}
      dialog={close => (
        <Dialog title={t`Edit the tag`} onClose={close}>
          <TagForm
            of={tag}
            label={t`Save`}
            submit={async given => {
              await call('Tag.Rename', { ClientID: clientId, TagID, ...given })
              close()
              await reread('tags')
            }}
          />
        </Dialog>
      )}
    >
      <Trans>Edit</Trans>
    </DialogButton>
  )
}

/** Asks first: nothing gives the tag back to its people. */
function DeleteTag({ clientId, tag }: { readonly clientId: string; readonly tag: Tag }) {
  const { t } = useLingui()
  const { Name = '' } = tag
  return (
    <DialogButton
      variant="default"
      size="compact-sm"
      aria-label={t`Delete the tag ${Name}`}
      dialog={close => (
        <Dialog title={t`Delete the tag ${Name}?`} onClose={close}>
          <DeleteForm clientId={clientId} tag={tag} onDone={close} />
        </Dialog>
      )}
    >
      <Trans>Delete</Trans>
    </DialogButton>
  )
}

function DeleteForm({
  clientId,
  tag: { TagID = '', People },
  onDone,
}: {
  readonly clientId: string
  readonly tag: Tag
  readonly onDone: () => void
}) {
  const { t } = useLingui()
  const uses = useQuery(read('Tag.GetUses', { ClientID: clientId, TagID }))
  const shown = number(People)
  const segments = (uses.data ?? []).filter(({ Kind }) => Kind === 'Segment')
  const campaigns = (uses.data ?? []).filter(({ Kind }) => Kind === 'Campaign')
  if (uses.isPending) return <Skeletons lines={3} />
  return (
    <Form
      submit={async () => {
        await call('Tag.Delete', { ClientID: clientId, TagID })
        onDone()
        await reread('tags')
      }}
      label={t`Delete the tag`}
      isDangerous
    >
      <Refused error={uses.error} />
      <p>
        <Trans>People who have it now: {shown}. They lose the tag, and it cannot be restored.</Trans>
      </p>
      <EmptiedSegments names={segments.map(({ Name = '' }) => Name)} />
      {campaigns.length > 0 && (
        <div>
          <p>
            <Trans>Links of these campaigns no longer give it:</Trans>
          </p>
          <Names of={campaigns} />
        </div>
      )}
    </Form>
  )
}

function Names({ of: uses }: { readonly of: readonly { readonly ID?: string; readonly Name?: string }[] }) {
  return (
    <ul className={css.small}>
      {uses.map(({ ID, Name }) => (
        <li key={ID}>
          <bdi>{Name}</bdi>
        </li>
      ))}
    </ul>
  )
}
