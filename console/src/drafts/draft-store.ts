/**
 * One draft while it is written. Each change is kept in this browser at once and saved soon after; until the service has acknowledged it,
 * it is never given up: not when the connection or the service is gone, not when the session ends, not when another saves meanwhile.
 */
import { LettershopError, NoAnswerError } from '../../../src/client/client.ts'
import { call } from '../api/call.ts'
import * as codes from '../api/codes.ts'
import { SharedValue } from '../lib/shared-value.ts'
import { SignInGivenUp } from '../session/ended.ts'
import { copiesOf, dropCopy, keepCopy, tabName } from './local-copies.ts'
import {
  type Changes,
  changedParts,
  type Draft,
  mergeChanges,
  omitParts,
  type Part,
  parts,
  pickParts,
  withChanges,
} from './parts.ts'
import { isSame } from './same.ts'

/** `waiting`: not saved, since the service cannot be reached; it is tried again. `refused`: a part of it is not taken as it is. */
export type SaveState = 'saved' | 'typing' | 'saving' | 'waiting' | 'refused' | 'conflict' | 'closed'

export interface DraftView {
  /** With own changes. */
  readonly draft: Draft
  readonly state: SaveState
  /** Why it is not saved. */
  readonly error: unknown
  /** Parts that are refused as they are. */
  readonly refused: readonly Part[]
  /** What another has saved, and the parts that both have changed. */
  readonly conflict: { readonly theirs: Draft; readonly clashes: readonly Part[] } | undefined
  /** Who saved other parts meanwhile: they are shown now. */
  readonly joined: string | undefined
}

/** Milliseconds from the last key to the save, and between saves while one types on. */
const afterLastKeyMs = 900
const longestMs = 5000
const mostWaitMs = 30_000
/** Copies of other tabs that are younger may be saved there this moment. */
const youngMs = 5000

export class DraftStore {
  readonly #campaignId: string
  readonly #copy: { readonly of: string; readonly tab: string }
  #base: Draft
  #before: Changes = {}
  #changes: Changes = {}
  /** What screens show. */
  readonly view: SharedValue<DraftView>
  #timer: ReturnType<typeof setTimeout> | undefined
  #typingSince = 0
  #saving: Promise<void> | undefined
  #failures = 0
  /** Why the parts are refused that are. */
  #refusal: unknown

  /** @param who writes: copies of one person are not shown to another */
  constructor(draft: Draft, who: string) {
    this.#campaignId = draft.CampaignID ?? ''
    this.#copy = { of: `${who} ${this.#campaignId}`, tab: tabName() }
    this.#base = draft
    this.view = new SharedValue<DraftView>({
      draft,
      state: 'saved',
      error: undefined,
      refused: [],
      conflict: undefined,
      joined: undefined,
    })
    void this.#adoptCopies()
  }

  get isSaved(): boolean {
    return changedParts(this.#changes).length === 0
  }

  readonly change = (changes: Changes): void => {
    const changed = changedParts(changes)
    this.#before = { ...pickParts(this.#base, changed), ...this.#before }
    this.#changes = { ...this.#changes, ...changes }
    this.#keep()
    const refused = this.view.get().refused.filter(part => !changed.includes(part))
    const isOpen = this.view.get().state !== 'conflict' && this.view.get().state !== 'closed'
    const error = refused.length > 0 ? this.#refusal : undefined
    this.#show(isOpen && !this.#saving ? { state: 'typing', refused, error } : { refused })
    if (isOpen) this.#saveSoon()
  }

  /** Saves what is not saved, at once. @throws what keeps it from being saved */
  readonly flush = async (): Promise<void> => {
    clearTimeout(this.#timer)
    await this.#saving
    if (!this.isSaved && !this.view.get().conflict) await this.#save()
    const { state, error } = this.view.get()
    if (!this.isSaved) throw error ?? new Error(`The draft is not saved: ${state}.`)
  }

  /** At once, and without a word where it fails: the page is left, the field is left, or the connection is back. */
  readonly hurry = (): void => {
    if (!this.isSaved && !this.#saving && this.view.get().state !== 'refused') void this.flush().catch(() => {})
  }

  /** A version was read anew. */
  readonly receive = (draft: Draft): void => {
    if (this.view.get().state === 'closed' && draft.State === 'Draft') {
      this.#show({ state: this.isSaved ? 'saved' : 'typing', error: undefined })
      if (!this.isSaved) this.#saveSoon()
    }
    if (this.#saving || draft.Revision < this.#base.Revision || this.view.get().conflict) return
    if (draft.Revision === this.#base.Revision) {
      // the same revision in another state, or with a newer template
      if (draft !== this.#base) this.#goOnFrom(draft, this.#changes)
      return
    }
    this.#mergeChanges(draft)
  }

  /** Goes on from what this person saved in another way, such as an earlier revision that was restored. */
  readonly goOn = (draft: Draft): void => {
    if (draft.Revision > this.#base.Revision) this.#goOnFrom(draft, this.#changes)
  }

  /** Ends a conflict. @param own the clashing parts that stay as they are here; the others become what was saved */
  readonly settle = (own: readonly Part[]): void => {
    const { conflict } = this.view.get()
    if (!conflict) return
    const given = conflict.clashes.filter(part => !own.includes(part))
    this.#goOnFrom(conflict.theirs, omitParts(this.#changes, given))
    this.#show({ conflict: undefined, error: undefined, state: this.isSaved ? 'saved' : 'typing' })
    if (!this.isSaved) void this.flush().catch(() => {})
  }

  #mergeChanges(theirs: Draft): void {
    const isOtherwise = parts.some(part => !(part in this.#changes) && !isSame(theirs[part], this.#base[part]))
    const { rest, clashes } = mergeChanges(this.#before, this.#changes, theirs)
    if (clashes.length > 0) {
      this.#changes = rest
      this.#show({ state: 'conflict', conflict: { theirs, clashes }, error: undefined })
      return
    }
    this.#goOnFrom(theirs, rest)
    this.#show({ ...(isOtherwise ? { joined: theirs.SavedBy || '?' } : {}), state: this.isSaved ? 'saved' : 'typing' })
    if (!this.isSaved) this.#saveSoon()
  }

  #goOnFrom(base: Draft, changes: Changes): void {
    this.#base = base
    this.#changes = changes
    this.#before = pickParts(base, changedParts(changes))
    this.#keep()
    this.#show({})
  }

  #saveSoon(): void {
    clearTimeout(this.#timer)
    this.#typingSince ||= Date.now()
    const wait = Math.min(afterLastKeyMs, Math.max(0, this.#typingSince + longestMs - Date.now()))
    this.#timer = setTimeout(() => void this.flush().catch(() => {}), wait)
  }

  async #save(): Promise<void> {
    this.#saving ??= this.#saveAll().finally(() => {
      this.#saving = undefined
    })
    return this.#saving
  }

  async #saveAll(): Promise<void> {
    this.#typingSince = 0
    // what is refused stays refused while other parts are saved
    this.#show({ state: 'saving', error: this.view.get().refused.length > 0 ? this.#refusal : undefined })
    try {
      await this.#send(omitParts(this.#changes, this.view.get().refused))
      this.#failures = 0
    } catch (error) {
      return await this.#failed(error).catch(reason => this.#tryLater(reason))
    }
    const isRefused = this.view.get().refused.length > 0
    const error = isRefused ? this.#refusal : undefined
    this.#show({ state: this.isSaved ? 'saved' : isRefused ? 'refused' : 'typing', error })
    // what was typed meanwhile
    if (changedParts(this.#changes).some(part => !this.view.get().refused.includes(part))) this.#saveSoon()
  }

  async #send(sent: Changes): Promise<void> {
    if (changedParts(sent).length === 0) return
    const given = { CampaignID: this.#campaignId, Revision: this.#base.Revision, ...sent }
    const { Revision, SavedDate } = await call('Campaign.UpdateDraft', given)
    const done = changedParts(sent).filter(part => this.#changes[part] === sent[part])
    const base = { ...withChanges(this.#base, sent), Revision, SavedBy: '', SavedDate: SavedDate ?? '' }
    this.#goOnFrom(base, omitParts(this.#changes, done))
    // what the service makes of a file, a page or a template is its word
    if (sent.Content && !keptAsGiven.has(sent.Content.Kind)) await this.#readAgain()
  }

  async #readAgain(): Promise<void> {
    const draft = await call('Campaign.GetDraft', { CampaignID: this.#campaignId })
    if (draft.Revision === this.#base.Revision) this.#goOnFrom(draft, this.#changes)
  }

  async #failed(error: unknown): Promise<void> {
    if (!(error instanceof LettershopError) || error.status >= 500 || error.status === 429) return this.#tryLater(error)
    if (error.code === codes.StaleRevision) {
      const { Current } = (error.data ?? {}) as { Current?: Draft } // docs/content.md: both versions
      const theirs = Current ?? (await call('Campaign.GetDraft', { CampaignID: this.#campaignId }))
      return this.#mergeChanges(theirs)
    }
    if (closing.has(error.code)) return this.#show({ state: 'closed', error })
    await this.#saveOneByOne(error)
  }

  /** One part that is not taken keeps no other from being saved. */
  async #saveOneByOne(first: unknown): Promise<void> {
    const wanted = changedParts(omitParts(this.#changes, this.view.get().refused))
    const refused: Part[] = [...this.view.get().refused]
    let error = first
    for (const part of wanted) {
      try {
        if (wanted.length > 1) await this.#send(pickParts(this.#changes, [part]))
        else refused.push(part)
      } catch (reason) {
        if (!(reason instanceof LettershopError) || reason.status >= 500) return this.#tryLater(reason)
        error = reason
        refused.push(part)
      }
    }
    this.#show({
      state: refused.length > 0 ? 'refused' : 'saved',
      refused,
      error: refused.length > 0 ? error : undefined,
    })
    this.#refusal = error
  }

  #tryLater(error: unknown): void {
    this.#show({ state: 'waiting', error })
    if (error instanceof SignInGivenUp || !(error instanceof NoAnswerError || error instanceof LettershopError)) return
    const wait = Math.min(mostWaitMs, 1000 * 2 ** this.#failures++)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush().catch(() => {}), wait)
  }

  #keep(): void {
    if (this.isSaved) return void dropCopy(this.#copy)
    const copy = { ...this.#copy, revision: this.#base.Revision, before: this.#before, changes: this.#changes }
    void keepCopy({ ...copy, at: Date.now() })
  }

  /** What an earlier visit could not save: of this tab, or of one that is gone. */
  async #adoptCopies(): Promise<void> {
    for (const { tab, at, before, changes } of await copiesOf<Changes>(this.#copy.of)) {
      if (tab !== this.#copy.tab && Date.now() - at < youngMs) continue
      const { rest } = mergeChanges(before, changes, this.#base)
      // what is typed by now is newer
      const kept = omitParts(rest, changedParts(this.#changes))
      if (tab !== this.#copy.tab) void dropCopy({ of: this.#copy.of, tab })
      if (changedParts(kept).length === 0) {
        if (this.isSaved) void dropCopy(this.#copy)
        continue
      }
      this.#before = { ...pickParts(before, changedParts(kept)), ...this.#before }
      this.#changes = { ...kept, ...this.#changes }
      this.#keep()
      this.#mergeChanges(this.#base)
    }
  }

  #show(view: Partial<DraftView>): void {
    this.view.set({ ...this.view.get(), ...view, draft: withChanges(this.#base, this.#changes) })
  }
}

const keptAsGiven: ReadonlySet<string> = new Set(['Html', 'Mjml', 'Sections'])

/** The campaign is no draft any more, or is gone. */
const closing: ReadonlySet<number> = new Set([codes.CampaignNotDraft, codes.InvalidCampaignId, codes.AlreadySent])
