/** The numbers of a report as CSV: one table, the same columns for every line. */
import type { ReportTexts } from '../../../domain/texts/report/language.ts'
import { ledgerStates } from '../../../domain/texts/report/language.ts'
import type { Texts } from '../../../domain/texts/texts.ts'
import { csv } from '../../../lib/csv.ts'
import { fileNameOf, savedAs } from '../../../lib/file-name.ts'
import type { Answer } from '../../../lib/http.ts'
import { zoneName } from '../../../lib/zone-name.ts'
import { guarded } from '../answers.ts'
import type { ReportLook } from './brand.ts'
import { ledgerCounts } from './delivery.ts'
import { heightOf, type MappedLink, sortMappedLinks } from './links.ts'
import { findMeasuredKinds, type MeasuredKind, notMeasuredSentence, type ShownReport } from './parts.ts'
import { periodRows } from './time.ts'

/** Section, item, detail; then what people did, what machines did, and both together. Empty where nothing is measured, or people and machines are not distinguished. */
type Line = readonly [string, string, string, number | '', number | '', number | '']

export function reportDownload({ language }: Texts, look: ReportLook, report: ShownReport): Answer {
  const { texts } = report
  const { csv: words, people, machines } = texts
  const head = [words.section, words.item, words.detail, people, machines, words.all]
  return {
    status: 200,
    headers: {
      ...guarded,
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Language': language,
      'Content-Disposition': savedAs(
        fileNameOf([look.name, report.campaign.name], report.campaign.sentDate ?? '', 'csv'),
      ),
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
    body: csv([head, ...about(report), ...counts(report), ...measuredLines(report)]),
  }
}

function about({ texts, campaign, asOf, timeZone }: ShownReport): readonly Line[] {
  const line = (item: string, detail: string): Line => [texts.title, item, detail, '', '', '']
  return [
    line(texts.title, campaign.name),
    line(texts.subject, campaign.subject),
    line(texts.sent, campaign.sentDate ?? ''),
    line(texts.asOf(asOf, zoneName(timeZone)), ''),
  ]
}

function counts(report: ShownReport): readonly Line[] {
  const { texts, campaign, bounces } = report
  const states = ledgerCounts(report)
  const { delivery, back } = texts
  return [
    ...ledgerStates.map((state): Line => {
      const { name, meaning } = delivery.states[state]
      return [delivery.heading, name, meaning, '', '', states[state]]
    }),
    [delivery.heading, texts.recipients, '', '', '', campaign.recipients],
    ...bounces.map(({ of: bounceType, recipients }): Line => {
      const { name, meaning } = back.classes[bounceType]
      return [back.heading, `${back.bounced} – ${name}`, meaning, '', '', recipients]
    }),
    [back.heading, back.unsubscribed.name, back.unsubscribed.meaning, '', '', campaign.unsubscribes],
    [back.heading, back.complained.name, back.complained.meaning, '', '', campaign.complaints],
  ]
}

function measuredLines(report: ShownReport): readonly Line[] {
  const { texts, engagement: found } = report
  const { time, glance } = texts
  const kinds = findMeasuredKinds(report)
  const missing = notMeasuredSentence(report)
  const totals: Record<MeasuredKind, readonly Line[]> = {
    opens: [
      [glance.heading, glance.opened, '', ...splitByKind(found.humanUniqueOpens, found.uniqueOpens)],
      [glance.heading, time.opens, '', ...splitByKind(found.humanOpens, found.opens)],
    ],
    clicks: [
      [glance.heading, glance.clicked, '', ...splitByKind(found.humanUniqueClicks, found.uniqueClicks)],
      [glance.heading, time.clicks, '', ...splitByKind(found.humanClicks, found.clicks)],
    ],
  }
  return [
    ...(missing === undefined ? [] : [[time.heading, texts.notMeasured, missing, '', '', ''] as const]),
    ...kinds.flatMap(of => totals[of]),
    ...periodRows(report).flatMap(row =>
      kinds.map((kind): Line => {
        const { people, machines } = row[kind]
        return [time.heading, row.label, time[kind], people, machines, people + machines]
      }),
    ),
    ...(kinds.includes('clicks') ? sortMappedLinks(report) : []).map((link): Line => {
      return [texts.links.heading, link.url, placeOf(link, texts), ...splitByKind(link.humanClicks, link.clicks)]
    }),
  ]
}

function splitByKind(people: number, all: number): readonly [number, number, number] {
  return [people, Math.max(0, all - people), all]
}

function placeOf({ place, number }: MappedLink, { links }: ReportTexts): string {
  return [...(place ? [links.heights[heightOf(place)]] : []), links.order(String(number))].join(', ')
}
