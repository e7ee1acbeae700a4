/** Templates of segments of the account: kept from a segment, offered where a segment is begun, renamed and deleted there. */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call, read } from '../../api/call.ts'
import { reread } from '../../live/reread.ts'
import { mayOnAccount, useSession } from '../../session/session.ts'
import { AskFirst } from '../../ui/ask-first.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Panel, css as parts } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import type { Editor } from './editor.ts'
import { NameDialog } from './name-dialog.tsx'
import css from './segments.module.css'
import type { Tree } from './types.ts'
import { isWhole } from './use-count.ts'
import { treeOf } from './use-segment.ts'

type Template = ValueOf<'SegmentTemplate.List'>[number]

export const templatesQuery = (clientId: string) => read('SegmentTemplate.List', { ClientID: clientId })

/** Those of the account. The ones of the program are offered as starters, in the language of the reader. */
export function ownTemplates(templates: readonly Template[]): readonly Template[] {
  return templates.filter(({ BuiltIn }) => !BuiltIn)
}

/** Nothing for no templates. */
export function Templates({
  clientId,
  listId,
  templates,
}: {
  readonly clientId: string
  readonly listId: string
  readonly templates: readonly Template[]
}) {
  const { t } = useLingui()
  const mayManage = mayOnAccount(useSession(), 'ChangeAudience')
  if (templates.length === 0) return null
  return (
    <Panel title={t`Templates of the account`} text={t`They can be used for every client of the account.`}>
      <ul className={`${css.starters} ${css.templates}`}>
        {templates.map(({ TemplateID = '', Title = '', Tree }) => (
          <li key={TemplateID} className={css.template}>
            <Link
              className={css.starter}
              to="/clients/$clientId/segments/new"
              params={{ clientId }}
              search={{ list: listId || undefined, start: TemplateID }}
            >
              <b dir="auto">{Title}</b>
              <small>
                <Plural value={countLeaves(Tree)} one="# condition" other="# conditions" />
              </small>
            </Link>
            {mayManage && (
              <span className={parts.actions}>
                <Rename templateId={TemplateID} name={Title} />
                <Delete templateId={TemplateID} name={Title} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function countLeaves({ Leaves = [], Groups = [] }: Pick<Tree, 'Leaves' | 'Groups'> = {}): number {
  return Leaves.length + Groups.reduce((sum, group) => sum + countLeaves(group as Tree), 0) // its groups are trees
}

interface TemplateProps {
  readonly templateId: string
  readonly name: string
}

function Rename({ templateId, name }: TemplateProps) {
  const { t } = useLingui()
  return (
    <DialogButton
      variant="default"
      size="compact-sm"
      aria-label={t`Rename ${name}`}
      dialog={close => (
        <NameDialog
          title={t`Rename the template`}
          label={t`Name of the template`}
          name={name}
          submitLabel={t`Save`}
          onClose={close}
          onSubmit={async title => {
            await call('SegmentTemplate.Rename', { TemplateID: templateId, Title: title })
            close()
            await reread('segmentTemplates')
          }}
        />
      )}
    >
      <Trans>Rename</Trans>
    </DialogButton>
  )
}

/** Asks first: nothing brings it back. */
function Delete({ templateId, name }: TemplateProps) {
  const { t } = useLingui()
  return (
    <AskFirst
      variant="default"
      size="compact-sm"
      aria-label={t`Delete ${name}`}
      title={name}
      label={t`Delete the template`}
      text={
        <p>
          <Trans>
            It is deleted for all clients of the account and cannot be restored. Segments made from it stay.
          </Trans>
        </p>
      }
      run={async () => {
        await call('SegmentTemplate.Delete', { TemplateID: templateId })
        await reread('segmentTemplates')
      }}
    >
      <Trans>Delete</Trans>
    </AskFirst>
  )
}

/** Keeps the conditions as they are on the screen. The service refuses those that belong to one client. */
export function SaveAsTemplate({ editor: { segment, root } }: { readonly editor: Editor }) {
  const { t } = useLingui()
  const mayManage = mayOnAccount(useSession(), 'ChangeAudience')
  const { owner, title } = segment
  if (!mayManage) return null
  return (
    <DialogButton
      variant="default"
      disabled={!isWhole(root)}
      dialog={close => (
        <NameDialog
          title={t`Save as template`}
          label={t`Name of the template`}
          name={title}
          submitLabel={t`Save`}
          onClose={close}
          onSubmit={async (name, idempotencyKey) => {
            await call(
              'SegmentTemplate.Create',
              { ClientID: owner.clientId, Title: name, Tree: treeOf(root) },
              { idempotencyKey },
            )
            close()
            toast(t`The template “${name}” is saved.`)
            await reread('segmentTemplates')
          }}
        >
          <p className={parts.quiet}>
            <Trans>
              All clients of the account can begin segments with it. It has no conditions about campaigns, lists,
              segments or imports, which belong to one client.
            </Trans>
          </p>
        </NameDialog>
      )}
    >
      <Trans>Save as template …</Trans>
    </DialogButton>
  )
}
