/** Tests of variants. */
import type { DecidedBy, TestState, TestVerdict } from '../../contract/groups/variants.ts'
import type { OutputOf } from '../../contract/shapes.ts'
import { mayOnClient } from '../../domain/access/principal.ts'
import { setVariants } from '../../domain/campaigns/lifecycle/setting-variants.ts'
import { chooseVariant, verdictNames } from '../../domain/campaigns/lifecycle/testing.ts'
import { countUp } from '../../domain/campaigns/reports/counting.ts'
import {
  planTest,
  readTestReport,
  type TestState as State,
  type TestReport,
} from '../../domain/campaigns/reports/variants.ts'
import { letterOf } from '../../domain/campaigns/variants/contents.ts'
import { percentText } from '../../domain/campaigns/variants/settings.ts'
import type { DecidedBy as StoredDecidedBy } from '../../store/campaigns/variants.ts'
import { actor, type Handlers, sourceParts } from '../dependencies.ts'

type Names = 'Campaign.SetVariants' | 'Campaign.PlanTest' | 'Campaign.GetVariants' | 'Campaign.ChooseVariant'

export const variants: Pick<Handlers, Names> = {
  'Campaign.SetVariants': (params, { campaign, principal, origin }, dependencies) => {
    const others = (params.Others ?? []).map(other => ({
      subject: other?.Subject ?? null,
      fromName: other?.FromName ?? null,
      contentOf: other?.ContentOf ?? null,
    }))
    const given = {
      sharePercent: params.SharePercent,
      holdoutPercent: params.HoldoutPercent,
      decides: decidedBy[params.DecidedBy],
      waitMinutes: params.WaitMinutes,
      otherwise: params.Otherwise,
      usualPercent: params.UsualPercent,
      hopedPercent: params.HopedPercent,
    }
    const by = actor(principal, origin)
    return setVariants(sourceParts(dependencies), campaign, others, given, by, dependencies.now())
  },

  async 'Campaign.PlanTest'(params, { campaign }, { db }) {
    const plan = await planTest(db, campaign, params.Variants, {
      sharePercent: params.SharePercent,
      holdoutPercent: params.HoldoutPercent,
      decides: decidedBy[params.DecidedBy],
      waitMinutes: null,
      otherwise: null,
      usualPercent: params.UsualPercent,
      hopedPercent: params.HopedPercent,
    })
    return {
      Recipients: plan.recipients,
      PerVariant: plan.perVariant,
      NeededPerVariant: plan.needed,
      IsEnough: plan.isEnough,
      NeededSharePercent: plan.neededShare,
    }
  },

  async 'Campaign.GetVariants'(_params, { campaign, principal }, { db, now }) {
    const seesCounts = mayOnClient(principal, campaign.clientId, 'ReadReports')
    return describeTest(await readTestReport(db, campaign, now(), seesCounts))
  },

  'Campaign.ChooseVariant': ({ Variant }, { campaign, principal, origin }, { db, now }) =>
    chooseVariant(db, campaign, Variant, {
      actor: actor(principal, origin),
      countUp: key => countUp(db, key),
      now: now(),
    }),
}

const decidedBy: Readonly<Record<OutputOf<typeof DecidedBy>, StoredDecidedBy>> = {
  Clicks: 'clicks',
  Opens: 'opens',
  Hand: 'by hand',
}
const deciders: Readonly<Record<StoredDecidedBy, OutputOf<typeof DecidedBy>>> = {
  clicks: 'Clicks',
  opens: 'Opens',
  'by hand': 'Hand',
}
const states: Readonly<Record<State, OutputOf<typeof TestState>>> = {
  'not begun': 'NotBegun',
  sending: 'Sending',
  waiting: 'Waiting',
  undecided: 'Undecided',
  decided: 'Decided',
  stopped: 'Stopped',
}

function describeTest(report: TestReport | undefined) {
  const { test, rest } = report ?? {}
  const letter = (variant: number | null | undefined) => (variant ? letterOf(variant) : '')
  const verdict: OutputOf<typeof TestVerdict> = test?.verdict ? verdictNames[test.verdict] : 'None'
  return {
    State: report ? states[report.state] : ('None' as const),
    SharePercent: test?.share ?? 0,
    HoldoutPercent: test?.holdout ?? 0,
    DecidedBy: test ? deciders[test.decides] : ('Clicks' as const),
    WaitMinutes: test?.waitMinutes ?? 0,
    Otherwise: letter(test?.otherwise),
    UsualPercent: test ? percentText(test.usualRate) : '',
    HopedPercent: test ? percentText(test.hopedRate) : '',
    NeededPerVariant: report?.needed ?? 0,
    WaitedMinutes: Math.floor((test?.waitedMs ?? 0) / 60_000),
    Verdict: verdict,
    Winner: letter(test?.winner),
    PValue: typeof test?.p === 'number' ? test.p.toFixed(4) : '',
    Chosen: letter(test?.chosen),
    ChosenBy: test?.chosenBy ?? '',
    ChosenDate: report?.chosenDate ?? null,
    CountedDate: report?.countedDate ?? null,
    CanChoose: report?.canChoose ?? false,
    Variants: (report?.variants ?? []).map(variant => ({
      Variant: letterOf(variant.variant),
      Subject: variant.subject,
      FromName: variant.fromName,
      ContentOf: variant.contentOf,
      HasOwnContent: variant.hasOwnContent,
      Recipients: variant.recipients,
      Accepted: variant.accepted,
      Measured: variant.measured,
      HumanUniqueOpened: variant.opened,
      HumanUniqueClicked: variant.clicked,
      Unsubscribed: variant.unsubscribed,
      Bounced: variant.bounced,
      Complained: variant.complained,
    })),
    Rest: {
      Recipients: rest?.recipients ?? 0,
      Accepted: rest?.accepted ?? 0,
      HumanUniqueOpened: rest?.opened ?? 0,
      HumanUniqueClicked: rest?.clicked ?? 0,
      HeldOut: rest?.heldOut ?? 0,
    },
  }
}
