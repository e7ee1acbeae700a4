/** One finding of a check: the problem, its place as the editor names it, and the actions that fix it. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { dateTime } from '../../lib/format.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { css as parts } from '../../ui/page.tsx'
import { kindNames } from '../content/sections/names.ts'
import { useSettingName } from '../content/sections/setting-name.ts'
import css from './campaign.module.css'
import type { Finding, FindingPlace } from './check.ts'
import { findings, type SenderField } from './findings.ts'
import { type FieldPlace, focusField } from './focus-field.ts'
import type { ContentPlace, StepName } from './places.ts'

export type GroupKind = 'error' | 'warning' | 'confirmed' | 'fine'
const icons: Readonly<Record<GroupKind, IconName>> = {
  error: 'close',
  warning: 'warning',
  confirmed: 'person',
  fine: 'check',
}

export interface FindingActs {
  readonly clientId: string
  readonly goTo: (step: StepName, place?: ContentPlace) => void
  /** Mends it; undefined for who may not. */
  readonly onRepair: ((found: Finding) => void) | undefined
  readonly isBusy: boolean
}

export function FindingLine({
  kind,
  found,
  place,
  clientId,
  goTo,
  onRepair,
  isBusy,
  onConfirm,
}: FindingActs & {
  readonly kind: GroupKind
  readonly found: Finding
  readonly place: FindingPlace | undefined
  readonly onConfirm: ((found: Finding) => void) | undefined
}) {
  const { t, i18n } = useLingui()
  const { Code, Message, AcknowledgedBy, AcknowledgedDate } = found
  // a newer service may find more
  const known = Code && (findings[Code] as (typeof findings)[typeof Code] | undefined)
  const what = known ? i18n._(known.what) : Message
  const at = isOfSender(place) ? 'sender' : known?.at
  const fieldOf = useFieldOf()
  function show(step: StepName) {
    goTo(step, placeInContent(place))
    const field = fieldOf(place, known ? known.field : undefined)
    if (field) focusField(field)
  }
  const repair = Code === 'ForeignTags' ? t`Translate` : t`Replace it`
  return (
    <li className={css.finding}>
      <Icon name={icons[kind]} size={16} />
      <div>
        {what}
        <Detail found={found} place={place} />
        {AcknowledgedBy && (
          <div className={`${parts.quiet} ${parts.small}`}>
            <Trans>
              confirmed by {AcknowledgedBy}, {dateTime(AcknowledgedDate)}
            </Trans>
          </div>
        )}
      </div>
      <span className={css.findingActs}>
        {place?.CanRepair && onRepair && (
          <button
            type="button"
            className={css.link}
            disabled={isBusy}
            onClick={() => onRepair(found)}
            aria-label={`${repair}: ${what}`}
          >
            {repair}
          </button>
        )}
        {at && (kind !== 'fine' || place?.Part === 'Content') && (
          <button type="button" className={css.link} onClick={() => show(at)} aria-label={t`Show: ${what}`}>
            <Trans>Show</Trans>
          </button>
        )}
        {known?.settings && kind !== 'fine' && (
          <SettingsLink to={known.settings} what={what ?? ''} clientId={clientId} />
        )}
        {onConfirm && (
          <button type="button" className={css.link} onClick={() => onConfirm(found)} aria-label={t`Confirm: ${what}`}>
            <Trans>Confirm</Trans>
          </button>
        )}
      </span>
    </li>
  )
}

function SettingsLink({
  to,
  what,
  clientId,
}: {
  readonly to: NonNullable<(typeof findings)[keyof typeof findings]['settings']>
  readonly what: string
  readonly clientId: string
}) {
  const { t } = useLingui()
  const label = to === 'lists' ? t`Lists` : t`Branding`
  return (
    <Link to={`/clients/$clientId/${to}`} params={{ clientId }} className={css.link} aria-label={`${label}: ${what}`}>
      {label}
    </Link>
  )
}

const senderFields = {
  Subject: msg`Subject`,
  Preheader: msg`Preheader`,
  FromName: msg`Sender’s name`,
  FromEmail: msg`Sender’s address`,
  ReplyTo: msg`Reply-to address`,
} as const satisfies Record<SenderField, MessageDescriptor>

/** The field that a finding is about; undefined for one about the whole. */
function useFieldOf(): (place: FindingPlace | undefined, field: SenderField | undefined) => FieldPlace | undefined {
  const { t, i18n } = useLingui()
  const settingName = useSettingName()
  return (place, field) => {
    const { Part, Section = 0, Kind = '', Setting = '', Item = 0, Region = '' } = place ?? {}
    const ofSender = Part === 'Subject' || Part === 'Preheader' ? Part : field
    if (ofSender) return { label: i18n._(senderFields[ofSender]) }
    if (Part === 'Text') return { label: t`Text part` }
    if (Part !== 'Content') return undefined
    if (Section > 0 && Setting !== '') {
      return { label: settingName(ownerOf(Kind, Item), Setting), section: Section, item: Item }
    }
    if (Region !== '') return { label: Setting || Region, item: Item }
    return undefined
  }
}

/** How the editor names settings: those of items by their list. */
function ownerOf(kind: string, item: number): string {
  return item === 0 ? kind : kind === 'social' ? 'links' : 'columns'
}

function isOfSender(place: FindingPlace | undefined): boolean {
  return place?.Part === 'Subject' || place?.Part === 'Preheader'
}

function placeInContent(place: FindingPlace | undefined): ContentPlace | undefined {
  if (place?.Section) return { section: place.Section }
  return place?.Line ? { line: place.Line, column: place.Column } : undefined
}

/** Of a detail that begins with a place in the source. */
const leadingLine = /^(?:Line \d+, column \d+:|Html, line \d+:) */

/** The object of the finding. */
function Detail({ found, place }: { readonly found: Finding; readonly place: FindingPlace | undefined }) {
  const { t } = useLingui()
  const where = usePlaceWords()(place)
  const Code = found.Code
  const detail = found.Detail ?? ''
  const tags = Code === 'ForeignTags' ? (place?.Tags ?? []) : []
  const [, words, address] = (Code === 'UnsubscribeElsewhere' && /^“(.*)” leads to (.*)$/.exec(detail)) || []
  const [, part, below] = (Code === 'UnsubscribeAdded' && /^(HTML|text): at the end, below “(.*)”$/.exec(detail)) || []
  // the service names sections and lines in English, the place in the words of the editor
  const said =
    Code === 'SectionIncomplete' && where !== '' ? '' : place?.Line ? detail.replace(leadingLine, '') : detail
  const line = `${parts.quiet} ${parts.small}`
  return (
    <>
      {where !== '' && <div className={line}>{where}</div>}
      {tags.length > 0 ? (
        <ul className={`${css.tags} ${line}`} dir="ltr">
          {tags.map(({ Found = '', Becomes }) => (
            <li key={Found}>
              <code>{Found}</code>{' '}
              {typeof Becomes === 'string' ? (
                <>
                  → <code>{Becomes === '' ? '–' : Becomes}</code>
                </>
              ) : (
                <Trans>not changed: there is no equivalent here</Trans>
              )}
            </li>
          ))}
        </ul>
      ) : (
        said !== '' && (
          <div className={line} dir="auto">
            {address !== undefined
              ? t`“${words}” links to ${address}`
              : below !== undefined
                ? part === 'HTML'
                  ? t`It is below “${below}”`
                  : t`In the text version it is below “${below}”`
                : said}
          </div>
        )
      )}
    </>
  )
}

/** `Section 3, Image: Leads to`; empty for what needs no words. */
function usePlaceWords(): (place: FindingPlace | undefined) => string {
  const { t, i18n } = useLingui()
  const settingName = useSettingName()
  return place => {
    if (!place) return ''
    const { Part, Section = 0, Kind = '', Setting = '', Item = 0, Region = '', Line } = place
    if (Line > 0) return t`Line ${Line}`
    if (Part === 'Subject') return t`Subject`
    if (Part === 'Preheader') return t`Preheader`
    if (Part === 'Text') return t`Text version`
    if (Part === 'Template') return t`In the template: change it there`
    const item = Item > 0 ? t`item ${Item}` : ''
    if (Section > 0) {
      const kind = kindNames[Kind] ? i18n._(kindNames[Kind].label) : Kind
      const setting = Setting === '' ? '' : settingName(ownerOf(Kind, Item), Setting)
      return [t`Section ${Section}: ${kind}`, item, setting === kind ? '' : setting].filter(Boolean).join(' · ')
    }
    return [Region, item, Setting].filter(Boolean).join(' · ')
  }
}
