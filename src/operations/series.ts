/** Series.*: mails that follow each other. */
import type { SeriesState as WireState, SeriesTrigger as WireTrigger } from '../contract/groups/series.ts'
import type { OutputOf } from '../contract/shapes.ts'
import type { CampaignRef, ClientRef } from '../domain/access/access.ts'
import type { Principal } from '../domain/access/principal.ts'
import { stateNames } from '../domain/campaign-state/state-names.ts'
import { countExistingMembers, enrolExisting, enrolPeople } from '../domain/series/enrolling.ts'
import { type GivenSeries, timeText } from '../domain/series/given.ts'
import { outcomeNames } from '../domain/series/outcome-names.ts'
import { listPeople, readSeriesReport, type SeriesReport, type StepReport } from '../domain/series/report.ts'
import {
  changeSeries,
  createSeries,
  editStep,
  listSeries,
  readOwnSeries,
  removeSeries,
  type ShownStep,
} from '../domain/series/series.ts'
import { pauseSeries, startSeries } from '../domain/series/starting.ts'
import type { Sql } from '../store/connection/database.ts'
import { readSegmentsById } from '../store/segments/referred.ts'
import { countDue, type SeriesRow, type SeriesSettings, type SeriesTrigger } from '../store/series/series.ts'
import { readTags } from '../store/tags/tags.ts'
import { checkOf } from './campaigns/checking.ts'
import { saver } from './campaigns/drafts.ts'
import { actor, type Dependencies, type HandlersOf, type Origin, sourceParts } from './dependencies.ts'

export const seriesOperations: HandlersOf<'Series'> = {
  'Series.Create': (params, { list, principal }, { db, now }) =>
    createSeries(db, list, params as GivenSeries, now(), saver(principal)),

  async 'Series.Get'({ SeriesID }, { client }, { db, now }) {
    const { series, steps } = await readOwnSeries(db, client, SeriesID)
    const due = await countDue(
      db,
      client.clientId,
      steps.map(({ stepId }) => stepId),
      now(),
    )
    const segments = await segmentNamer(db, client.clientId, series.settings, steps)
    return {
      ...standingOf(series, steps),
      ListTitle: series.listTitle,
      ListID: series.listPublicId,
      ...(await settingsOf(db, series, segments)),
      Steps: steps.map(step => stepOnWire(step, segments)),
      Due: due,
      Changed: series.startedRevision !== series.revision || steps.some(({ draft }) => draft !== undefined),
      EnrollingExisting: series.isEnrollingExisting,
      CreatedDate: series.createdDate,
      ChangedDate: series.changedDate,
      StartedDate: series.startedDate ?? '',
    }
  },

  async 'Series.List'({ Cursor, Limit }, { client }, { db }) {
    const { rows, nextCursor } = await listSeries(db, client, { cursor: Cursor, limit: Limit })
    return {
      Series: rows.map(({ series, steps }) => ({
        ...standingOf(series, steps),
        ListTitle: series.listTitle,
        Trigger: triggers[series.settings.trigger.on],
        Steps: steps.length,
      })),
      NextCursor: nextCursor,
    }
  },

  'Series.Update': ({ SeriesID, ...params }, { client, principal }, { db, now }) =>
    changeSeries(db, client, SeriesID, params as GivenSeries, now(), saver(principal)),

  'Series.EditStep': ({ SeriesID, StepID }, { client, principal }, { db, now }) =>
    editStep(db, client, SeriesID, StepID, now(), saver(principal)),

  'Series.Start': ({ SeriesID, Due }, { client, principal, origin }, dependencies) =>
    start(dependencies, client, SeriesID, Due ?? undefined, principal, origin),

  'Series.Pause': ({ SeriesID }, { client, principal, origin }, { db, now }) =>
    pauseSeries(db, client, SeriesID, actor(principal, origin), now()),

  'Series.Delete': ({ SeriesID }, { client, principal, origin }, { db, now }) =>
    removeSeries(db, client, SeriesID, actor(principal, origin), now()),

  'Series.Enrol'({ SeriesID, EmailAddresses, Existing, Count }, { client, principal }, { db, now }) {
    if (!Existing) return enrolPeople(db, client, SeriesID, EmailAddresses ?? [], now())
    const confirmation = principal.sessionId === undefined ? undefined : { people: Count ?? undefined }
    return enrolExisting(db, client, SeriesID, confirmation, now())
  },

  'Series.CountExisting': ({ SeriesID }, { client }, { db, now }) => countExistingMembers(db, client, SeriesID, now()),

  async 'Series.GetPeople'({ SeriesID, Cursor, Limit }, { client }, { db }) {
    const { rows, nextCursor } = await listPeople(db, client, SeriesID, { cursor: Cursor, limit: Limit })
    return {
      People: rows.map(row => ({
        EmailAddress: row.address,
        StepID: row.stepId ?? 0,
        NextDate: row.nextDate ?? '',
        EnrolledDate: row.enrolledDate,
        EndedDate: row.endedDate ?? '',
        Outcome: outcomeNames[row.outcome ?? ''] ?? '',
        Times: row.run,
      })),
      NextCursor: nextCursor,
    }
  },

  async 'Series.GetReport'({ SeriesID }, { client }, { db }) {
    return reportOnWire(await readSeriesReport(db, client, SeriesID))
  },
}

async function start(
  dependencies: Dependencies,
  client: ClientRef,
  id: string | null,
  due: number | undefined,
  principal: Principal,
  origin: Origin,
): Promise<void> {
  const { db, content, mail, now } = dependencies
  const isOfPerson = principal.sessionId !== undefined
  const checksOf = (campaign: CampaignRef) => ({
    source: sourceParts(dependencies),
    compose: content.composeOnce,
    check: () => checkOf(dependencies, campaign),
  })
  await startSeries(
    { db, checksOf },
    client,
    id,
    {
      publicUrl: mail.mailLinks.base(),
      stoppable: isOfPerson,
      confirmation: isOfPerson ? { people: due } : undefined,
      by: actor(principal, origin),
      saver: saver(principal),
    },
    now(),
  )
}

const triggers: Readonly<Record<SeriesTrigger['on'], OutputOf<typeof WireTrigger>>> = {
  joined: 'Joined',
  tag: 'TagGiven',
  date: 'Date',
  api: 'Api',
}

const states: Readonly<Record<SeriesRow['state'], OutputOf<typeof WireState>>> = {
  draft: 'Draft',
  running: 'Running',
  paused: 'Paused',
}

function standingOf(series: SeriesRow, steps: readonly { readonly waiting: number }[]) {
  return {
    SeriesID: series.publicId,
    Name: series.name,
    State: states[series.state],
    Problem: series.problem,
    ...numbersOf(series, steps),
  }
}

function numbersOf(series: SeriesRow, steps: readonly { readonly waiting: number }[]) {
  return {
    Enrolled: series.enrolled,
    Waiting: steps.reduce((sum, { waiting }) => sum + waiting, 0),
    Finished: series.finished,
    Reached: series.reached,
    Stopped: series.stopped,
  }
}

type NameSegment = (id: number) => string

/** Public ids of the segments that a series names; '' for those that were deleted. */
async function segmentNamer(
  sql: Sql,
  clientId: number,
  settings: SeriesSettings,
  steps: readonly ShownStep[],
): Promise<NameSegment> {
  const ids = [settings.segmentId, settings.goalSegmentId, ...steps.map(step => step.settings.segmentId)]
  const named = ids.filter(id => id !== 0)
  const segments = named.length === 0 ? [] : await readSegmentsById(sql, clientId, named)
  const known = new Map(segments.map(segment => [segment.id, segment.publicId]))
  return id => known.get(id) ?? ''
}

async function settingsOf(sql: Sql, { clientId, settings }: SeriesRow, segment: NameSegment) {
  const { trigger } = settings
  const tags = trigger.on === 'tag' ? await readTags(sql, clientId) : []
  return {
    Trigger: triggers[trigger.on],
    Tag: trigger.on === 'tag' ? (tags.find(({ tagId }) => tagId === trigger.tagId)?.name ?? '') : '',
    DateField: trigger.on === 'date' ? `[${trigger.key}]` : '',
    DateDays: trigger.on === 'date' ? trigger.days : 0,
    DateYearly: trigger.on === 'date' && trigger.yearly,
    SegmentID: segment(settings.segmentId),
    AgainAfterDays: settings.againAfterDays ?? 0,
    GoalSegmentID: segment(settings.goalSegmentId),
    GoalClick: settings.goalClick,
  }
}

function stepOnWire({ stepId, settings, waiting, draft, coming, edition }: ShownStep, segment: NameSegment) {
  const inForce = coming ?? edition
  return {
    StepID: stepId,
    DelayMinutes: settings.delayMinutes,
    FromTime: timeText(settings.fromMinute),
    ToTime: timeText(settings.toMinute),
    SegmentID: segment(settings.segmentId),
    DraftID: draft?.publicId ?? '',
    EditionID: inForce?.publicId ?? '',
    EditionState: inForce ? stateNames[inForce.state] : '',
    Subject: (draft ?? inForce)?.subject ?? '',
    Waiting: waiting,
  }
}

function reportOnWire({ series, steps, together }: SeriesReport) {
  return {
    SeriesID: series.publicId,
    Name: series.name,
    ...numbersOf(
      series,
      steps.map(({ step }) => step),
    ),
    Accepted: together.accepted,
    Unsubscribed: together.unsubscribes,
    Bounced: together.bounces,
    Complained: together.complaints,
    Steps: steps.map(stepReportOnWire),
  }
}

function stepReportOnWire({ step, editions, ...sums }: StepReport) {
  return {
    StepID: step.stepId,
    Subject: (step.edition ?? step.coming ?? step.draft)?.subject ?? '',
    DelayMinutes: step.settings.delayMinutes,
    Waiting: step.waiting,
    Skipped: step.skipped,
    Stopped: step.stopped,
    Recipients: sums.recipients,
    Accepted: sums.accepted,
    Excluded: sums.excluded,
    Refused: sums.refused,
    Open: sums.open,
    HumanUniqueOpened: sums.humanUniqueOpens,
    HumanUniqueClicked: sums.humanUniqueClicks,
    Unsubscribed: sums.unsubscribes,
    Bounced: sums.bounces,
    Complained: sums.complaints,
    Editions: [...editions],
  }
}
