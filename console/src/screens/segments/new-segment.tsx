/** A new segment: from one of the usual ones, a template, the people of an import, a copy, or without conditions. */
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { read } from '../../api/call.ts'
import { Page, Panel, Skeletons } from '../../ui/page.tsx'
import { fieldsQuery } from '../lists/fields-query.ts'
import { SegmentEditor } from './segment.tsx'
import css from './segments.module.css'
import { startersFor } from './starters.ts'
import { ownTemplates, Templates, templatesQuery } from './templates.tsx'
import type { Tree } from './types.ts'

const route = getRouteApi('/inside/clients/$clientId/segments/new')

const empty = {
  id: 'empty',
  label: msg`Without conditions`,
  meaning: msg`You choose each condition.`,
  tree: { Match: 'All', Leaves: [], Groups: [] } satisfies Tree as Tree,
}

/** Fields of more lists are not asked for. */
const mostLists = 40

export function NewSegment() {
  const { t, i18n } = useLingui()
  const { clientId } = route.useParams()
  const { list: listId = '', start, import: importId, title = '' } = route.useSearch()
  const navigate = useNavigate({ from: '/clients/$clientId/segments/new' })
  const lists = useQuery(read('Client.GetLists', { ClientID: clientId }))
  const templates = useQuery(templatesQuery(clientId))
  const own = ownTemplates(templates.data ?? [])
  const listIds = listId === '' ? (lists.data ?? []).slice(0, mostLists).map(({ ListID = '' }) => ListID) : [listId]
  const fields = useQueries({
    queries: listIds.map(fieldsQuery),
    combine: answers => ({
      all: answers.flatMap(({ data = [] }) => data),
      isPending: answers.some(({ isPending }) => isPending),
    }),
  })
  const starters = [empty, ...startersFor(fields.all)]
  const starter = starters.find(({ id }) => id === start)
  const template = own.find(({ TemplateID }) => TemplateID === start)
  const chosen =
    importId !== undefined
      ? { id: importId, title, tree: peopleOf(importId) }
      : starter
        ? { ...starter, title: starter === empty ? '' : i18n._(starter.label) }
        : template && { id: start, title: template.Title ?? '', tree: template.Tree as Tree } // its members are all there
  if (chosen)
    return (
      <SegmentEditor
        key={chosen.id}
        start={{ segmentId: undefined, owner: { clientId, listId }, title: chosen.title, tree: chosen.tree }}
        onOwner={list => void navigate({ search: before => ({ ...before, list: list || undefined }), replace: true })}
      />
    )
  const isWaiting = lists.isPending || fields.isPending
  return (
    <Page
      title={t`New segment`}
      lead={
        <Link to="/clients/$clientId/segments" params={{ clientId }}>
          <Trans>All segments</Trans>
        </Link>
      }
    >
      <Panel title={t`Start with`} text={t`Everything can be changed afterwards.`}>
        {isWaiting ? (
          <Skeletons lines={4} />
        ) : (
          <div className={css.starters}>
            {starters.map(({ id, label, meaning }) => (
              <Link
                key={id}
                className={css.starter}
                to="/clients/$clientId/segments/new"
                params={{ clientId }}
                search={{ list: listId || undefined, start: id }}
              >
                <b>{i18n._(label)}</b>
                <small>{i18n._(meaning)}</small>
              </Link>
            ))}
          </div>
        )}
      </Panel>
      <Templates clientId={clientId} listId={listId} templates={own} />
    </Page>
  )
}

/** Whom an import added, or whose state it changed. */
function peopleOf(importId: string): Tree {
  return { Match: 'All', Leaves: [{ Subject: 'Import', Operator: 'AnyOf', Values: [importId] }], Groups: [] }
}
