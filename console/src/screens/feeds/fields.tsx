/** The settings of a feed: where it is, when it is looked at, and what its campaigns are. */
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/call.ts'
import { locale } from '../../lib/format.ts'
import { Check } from '../../ui/check.tsx'
import { Help } from '../../ui/help.tsx'
import layout from '../../ui/layout.module.css'
import { css, Note } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import checks from '../profile/profile.module.css'
import type { FeedSettings } from './types.ts'
import { actions, rhythms } from './words.tsx'

export interface FieldsProps {
  readonly clientId: string
  readonly settings: FeedSettings
  readonly change: (part: Partial<FeedSettings>) => void
  readonly isLocked: boolean
}

export function FeedFields(props: FieldsProps) {
  const { t } = useLingui()
  const { settings, change, isLocked } = props
  return (
    <>
      <TextInput
        label={t`Name of the feed`}
        description={<Help>{t`Campaigns are named after it.`}</Help>}
        value={settings.Title}
        onChange={event => change({ Title: event.currentTarget.value })}
        maxLength={100}
        autoComplete="off"
        required
        readOnly={isLocked}
        data-first
      />
      <TextInput
        type="url"
        label={t`Address of the feed`}
        description={<Help>{t`RSS, Atom or JSON Feed. Items that are there now are not mailed.`}</Help>}
        placeholder="https://"
        value={settings.URL}
        onChange={event => change({ URL: event.currentTarget.value })}
        maxLength={2000}
        required
        readOnly={isLocked}
      />
      <Lists {...props} />
      <When {...props} />
      <Sender {...props} />
      <Letter {...props} />
    </>
  )
}

function Lists({ clientId, settings: { Audience }, change, isLocked }: FieldsProps) {
  const { data: lists, error } = useQuery(read('Client.GetLists', { ClientID: clientId }))
  const chosen = Audience.ListIDs ?? []
  const segments = [
    ...(Audience.Segments ?? []),
    ...(Audience.ExcludedSegments ?? []),
    ...(Audience.ExcludedListIDs ?? []),
  ]
  return (
    <>
      <Refused error={error} />
      {lists && lists.length > 0 && (
        <fieldset className={`${checks.checks} ${layout.scrolled12}`}>
          <legend>
            <Trans>Campaigns go to</Trans>
          </legend>
          {lists.map(({ ListID = '', Name = '' }) => (
            <Check
              key={ListID}
              label={Name}
              checked={chosen.includes(ListID)}
              onChange={isChosen => {
                const ListIDs = isChosen ? [...chosen, ListID] : chosen.filter(one => one !== ListID)
                if (!isLocked) change({ Audience: { ...Audience, ListIDs } })
              }}
            />
          ))}
        </fieldset>
      )}
      {lists?.length === 0 && (
        <Note tone="plain">
          <p>
            <Trans>Campaigns go to a list, and this client has none yet.</Trans>
          </p>
        </Note>
      )}
      {segments.length > 0 && (
        <p className={`${css.quiet} ${css.small}`}>
          <Trans>The segments and exclusions of this feed were set by a program and stay as they are.</Trans>
        </p>
      )}
    </>
  )
}

/** The first Monday of a year: days of the week are named by it. */
const monday = Date.UTC(2024, 0, 1)

function When({ settings, change, isLocked }: FieldsProps) {
  const { t, i18n } = useLingui()
  const days = new Intl.DateTimeFormat(locale(), { weekday: 'long', timeZone: 'UTC' })
  const hours = new Intl.DateTimeFormat(locale(), { timeStyle: 'short', timeZone: 'UTC' })
  const numbers = (least: number, most: number) => Array.from({ length: most - least + 1 }, (_, n) => String(least + n))
  return (
    <>
      <NativeSelect
        label={t`How often`}
        value={settings.Every}
        onChange={event => change({ Every: event.currentTarget.value as FeedSettings['Every'] })} // one of the options
        data={Object.entries(rhythms).map(([value, label]) => ({ value, label: i18n._(label) }))}
        disabled={isLocked}
      />
      {settings.Every === 'Weekly' && (
        <NativeSelect
          label={t`Day of the week`}
          value={String(settings.Weekday)}
          onChange={event => change({ Weekday: Number(event.currentTarget.value) })}
          data={numbers(1, 7).map(value => ({ value, label: days.format(monday + (Number(value) - 1) * 86_400_000) }))}
          disabled={isLocked}
        />
      )}
      {settings.Every === 'Monthly' && (
        <NativeSelect
          label={t`Day of the month`}
          description={<Help>{t`In shorter months it is the last day.`}</Help>}
          value={String(settings.MonthDay)}
          onChange={event => change({ MonthDay: Number(event.currentTarget.value) })}
          data={numbers(1, 31)}
          disabled={isLocked}
        />
      )}
      <NativeSelect
        label={t`Time of day`}
        description={<Help>{t`In the time zone of the client.`}</Help>}
        value={String(settings.Hour)}
        onChange={event => change({ Hour: Number(event.currentTarget.value) })}
        data={numbers(0, 23).map(value => ({ value, label: hours.format(Number(value) * 3_600_000) }))}
        disabled={isLocked}
      />
      <NativeSelect
        label={t`New items needed`}
        description={<Help>{t`With fewer nothing is made, and they wait for the next look.`}</Help>}
        value={String(settings.MinItems)}
        onChange={event => change({ MinItems: Number(event.currentTarget.value) })}
        data={numbers(1, 50)}
        disabled={isLocked}
      />
      <NativeSelect
        label={t`Items of one campaign at most`}
        value={String(settings.MaxItems)}
        onChange={event => change({ MaxItems: Number(event.currentTarget.value) })}
        data={numbers(1, 50)}
        disabled={isLocked}
      />
      <NativeSelect
        label={t`What becomes of a campaign`}
        description={<Help>{t`Where the client requires an approval, nothing is sent without it.`}</Help>}
        value={settings.Action}
        onChange={event => change({ Action: event.currentTarget.value as FeedSettings['Action'] })} // one of the options
        data={Object.entries(actions).map(([value, label]) => ({ value, label: i18n._(label) }))}
        disabled={isLocked}
      />
      {settings.Action === 'Send' && (
        <TextInput
          label={t`Most recipients`}
          description={
            <>
              <Trans>Empty: the number above which people confirm it</Trans>
              <Help>{t`A campaign to more people stays a draft, and you get a mail.`}</Help>
            </>
          }
          value={settings.MostRecipients === 0 ? '' : String(settings.MostRecipients)}
          onChange={event =>
            change({ MostRecipients: Number(event.currentTarget.value.replace(/\D/g, '').slice(0, 9)) })
          }
          inputMode="numeric"
          autoComplete="off"
          readOnly={isLocked}
        />
      )}
    </>
  )
}

function Sender({ settings, change, isLocked }: FieldsProps) {
  const { t } = useLingui()
  return (
    <>
      <TextInput
        label={t`Name of the sender`}
        value={settings.FromName}
        onChange={event => change({ FromName: event.currentTarget.value })}
        maxLength={250}
        required
        readOnly={isLocked}
      />
      <TextInput
        type="email"
        label={t`Address of the sender`}
        value={settings.FromEmail}
        onChange={event => change({ FromEmail: event.currentTarget.value })}
        required
        readOnly={isLocked}
      />
      <TextInput
        type="email"
        label={t`Replies go to`}
        description={t`Empty: to the sender.`}
        value={settings.ReplyTo}
        onChange={event => change({ ReplyTo: event.currentTarget.value })}
        readOnly={isLocked}
      />
    </>
  )
}

function Letter({ clientId, settings, change, isLocked }: FieldsProps) {
  const { t } = useLingui()
  const { data: templates = [] } = useQuery(read('Client.GetTemplates', { ClientID: clientId }))
  const tags = { title: '[item:title]', feed: '[feed:title]', begin: '[feed]', end: '[endfeed]' }
  return (
    <>
      <TextInput
        label={t`Subject`}
        description={t`${tags.title} is the title of the newest item, ${tags.feed} that of the feed.`}
        placeholder="[feed:title]: [item:title]"
        value={settings.Subject}
        onChange={event => change({ Subject: event.currentTarget.value })}
        maxLength={500}
        readOnly={isLocked}
        dir="auto"
      />
      <NativeSelect
        label={t`Template`}
        description={
          <Help>{t`A template needs a block ${tags.begin} … ${tags.end}, which is repeated for each item.`}</Help>
        }
        value={settings.TemplateID}
        onChange={event => change({ TemplateID: event.currentTarget.value })}
        data={[
          { value: '', label: t`The plain letter of Lettershop` },
          ...templates.map(({ TemplateID = '', Name = '' }) => ({ value: TemplateID, label: Name })),
        ]}
        disabled={isLocked}
      />
      <NativeSelect
        label={t`Language of the dates`}
        value={settings.Language}
        onChange={event => change({ Language: event.currentTarget.value as FeedSettings['Language'] })} // one of the options
        data={[
          { value: 'en', label: 'English' },
          { value: 'de', label: 'Deutsch' },
          { value: 'fr', label: 'Français' },
          { value: 'es', label: 'Español' },
        ]}
        disabled={isLocked}
      />
    </>
  )
}
