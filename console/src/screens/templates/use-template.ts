/** One template while it is written: what is saved, what was typed since, and what another saved meanwhile. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { LettershopError, type ValueOf } from '../../../../src/client/client.ts'
import { call } from '../../api/call.ts'
import * as codes from '../../api/codes.ts'
import { useLeaveWarning, useLocalCopies } from '../../drafts/use-local-copies.ts'
import { reread } from '../../live/reread.ts'
import { useSession } from '../../session/session.ts'

export type TemplateRevision = ValueOf<'Template.GetRevision'>

/** What is written. */
export interface Written {
  readonly Name: string
  readonly Html: string
}

export interface TemplateAtHand {
  readonly error: unknown
  /** The newest revision that was read; what is typed is based on it. */
  readonly saved: TemplateRevision | undefined
  readonly written: Written
  readonly isChanged: boolean
  readonly isSaving: boolean
  readonly saveError: unknown
  /** What another saved since. */
  readonly theirs: TemplateRevision | undefined
  /** What was typed in an earlier visit and never saved. */
  readonly earlier: Written | undefined
  readonly change: (changes: Partial<Written>) => void
  readonly save: () => Promise<void>
  /** Ends a conflict: mine becomes the next revision, or theirs is gone on with. */
  readonly settle: (isMine: boolean) => Promise<void>
  readonly takeEarlier: (isWanted: boolean) => void
  /** After a revision was restored. */
  readonly reload: () => Promise<void>
}

function newestRevision(templateId: string) {
  return queryOptions({
    queryKey: ['Template.GetRevision', { TemplateID: templateId }, 'newest'],
    queryFn: async ({ signal }) => {
      const { Revisions = [] } = await call('Template.ListRevisions', { TemplateID: templateId, Limit: 1 }, { signal })
      const Revision = Revisions[0]?.Revision ?? 1
      return call('Template.GetRevision', { TemplateID: templateId, Revision }, { signal })
    },
  })
}

export function useTemplate(templateId: string): TemplateAtHand {
  const queryClient = useQueryClient()
  const { PersonID = '', Username = '' } = useSession()
  const { data, error } = useQuery(newestRevision(templateId))
  const copies = useLocalCopies<Written>(`${PersonID || Username} template ${templateId}`)
  const [base, setBase] = useState<TemplateRevision>()
  const [changes, setChanges] = useState<Partial<Written>>({})
  const [theirs, setTheirs] = useState<TemplateRevision>()
  const [saving, setSaving] = useState({ isSaving: false, error: undefined as unknown })
  const saved = base ?? data
  const { Name = '', Html = '' } = saved ?? {}
  const written = { Name, Html, ...changes }
  const isChanged = written.Name !== Name || written.Html !== Html
  /** For a save that a key starts, while what was typed is on its way. */
  const now = useRef({ written, saved, isChanged })
  now.current = { written, saved, isChanged }

  // what is typed is based on what was read first, until it is saved
  useEffect(() => {
    if (data && (!base || (!now.current.isChanged && data.Revision > base.Revision))) setBase(data)
  }, [data, base])
  useLeaveWarning(isChanged)

  async function write(given: Written, basedOn: number) {
    const Revision = await call('Template.SaveContent', { TemplateID: templateId, Revision: basedOn, ...given })
    // what the service makes of the page is its word: images are copied
    const made = await call('Template.GetRevision', { TemplateID: templateId, Revision })
    queryClient.setQueryData(newestRevision(templateId).queryKey, made)
    setBase(made)
    // what was typed meanwhile stays
    setChanges(before => (before.Html === given.Html || before.Html === undefined ? {} : before))
    await copies.drop()
    void reread('templateContent')
  }
  async function guarded(run: () => Promise<void>) {
    setSaving({ isSaving: true, error: undefined })
    try {
      await run()
      setSaving({ isSaving: false, error: undefined })
    } catch (reason) {
      const isStale = reason instanceof LettershopError && reason.code === codes.StaleRevision
      const { Current } = ((isStale && reason.data) || {}) as { Current?: TemplateRevision } // docs/content.md: both versions
      setTheirs(Current)
      setSaving({ isSaving: false, error: Current ? undefined : reason })
    }
  }
  const { earlier } = copies
  const isWorthOffering = earlier && saved && (earlier.Html !== Html || earlier.Name !== Name) && !isChanged
  const save = () => {
    const { written: given, saved: basedOn, isChanged: isNeeded } = now.current
    return isNeeded && basedOn ? guarded(() => write(given, basedOn.Revision)) : Promise.resolve()
  }
  return {
    ...{ error, saved, written, isChanged, theirs, save },
    isSaving: saving.isSaving,
    saveError: saving.error,
    earlier: isWorthOffering ? earlier : undefined,
    change: useCallback(
      (given: Partial<Written>) => {
        const { written: before, saved: basedOn } = now.current
        const { Revision: revision = 0, Name: name = '', Html: html = '' } = basedOn ?? {}
        const changed = { ...before, ...given }
        now.current = { ...now.current, written: changed, isChanged: true }
        setChanges(changed)
        // at once: the page may be left by the next key
        copies.keep({ revision, before: { Name: name, Html: html }, changes: changed, at: Date.now() })
      },
      [copies.keep],
    ),
    async settle(isMine) {
      if (!theirs) return
      setTheirs(undefined)
      if (isMine) return guarded(() => write(now.current.written, theirs.Revision))
      queryClient.setQueryData(newestRevision(templateId).queryKey, theirs)
      setBase(theirs)
      setChanges({})
      await copies.drop()
    },
    takeEarlier(isWanted) {
      if (isWanted && earlier) setChanges(earlier)
      else void copies.drop()
      copies.setEarlier(undefined)
    },
    async reload() {
      const read = await queryClient.fetchQuery({ ...newestRevision(templateId), staleTime: 0 })
      setBase(read)
      setChanges({})
      await copies.drop()
    },
  }
}
