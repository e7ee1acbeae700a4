/** List.*: subscriber lists, their custom fields and counts. */

import type { ListRef } from '../domain/access/access.ts'
import { countryNames } from '../domain/clients/countries.ts'
import {
  type CustomField,
  changeCustomField,
  changeOptions,
  createCustomField,
  readCustomFields,
  removeCustomField,
  splitOptions,
} from '../domain/lists/custom-fields.ts'
import { readGrowth } from '../domain/lists/growth.ts'
import { changeList, createList, deleteList } from '../domain/lists/lists.ts'
import { changeListOptions } from '../domain/lists/options.ts'
import { askForSuppressing } from '../domain/subscribers/suppressing.ts'
import type { Database } from '../store/connection/database.ts'
import { transaction } from '../store/connection/transaction.ts'
import { type ListOptions, listOptions, listSettings } from '../store/lists/lists.ts'
import { listCounts, type Periods, readToday } from '../store/lists/statistics.ts'
import { actor, evidenceOf, type HandlersOf } from './dependencies.ts'

export const lists: Omit<
  HandlersOf<'List'>,
  | 'List.ListSegments'
  | `List.${string}ConsentRules`
  | `List.${string}PreferencePage`
  | `List.${string}Archive`
  | `List.${string}Webhook${string}`
> = {
  'List.Create': (params, { client }, { db }) => createList(db, client, settings(params)),

  'List.Update': (params, { list }, { db }) => changeList(db, list, settings(params)),

  async 'List.GetDetail'(_params, { list }, { db }) {
    const { title, unsubscribePage, confirmOptIn, confirmationSuccessPage } = await listSettings(db, list)
    return {
      ListID: list.listPublicId,
      Title: title,
      UnsubscribePage: unsubscribePage,
      ConfirmOptIn: confirmOptIn,
      ConfirmationSuccessPage: confirmationSuccessPage,
    }
  },

  'List.Delete': (_params, { list, principal, origin }, { db }) => deleteList(db, list, actor(principal, origin)),

  'List.CreateCustomField': ({ FieldName, DataType, Options }, { list }, { db }) =>
    createField(db, list, { FieldName, DataType, Options: splitOptions(Options), VisibleInPreferences: true }).then(
      () => undefined,
    ),

  async 'List.AddCustomField'(params, { list }, { db }) {
    return `[${await createField(db, list, { ...params, Options: params.Options ?? [] })}]`
  },

  async 'List.ChangeCustomField'({ Key, FieldName, VisibleInPreferences }, { list }, { db }) {
    const key = await changeCustomField(db, list, Key, { fieldName: FieldName, visible: VisibleInPreferences })
    return `[${key}]`
  },

  'List.SetCustomFieldOptions': ({ Key, KeepExisting, Options }, { list }, { db }) =>
    changeOptions(db, list, Key, { keepExisting: KeepExisting, options: Options ?? [] }),

  async 'List.GetFields'(_params, { list }, { db }) {
    const fields = await readCustomFields(db, list)
    return fields.map(({ key, name, dataType, options, visible }) => ({
      FieldName: name,
      Key: `[${key}]`,
      DataType: dataType,
      Options: options,
      VisibleInPreferences: visible,
    }))
  },

  'List.CreateWithScope': (params, { client }, { db }) =>
    createList(db, client, settings(params), storedScope(params.UnsubscribeScope)),

  'List.UpdateWithScope': (params, { list, principal, origin }, { db }) =>
    transaction(db, async sql => {
      await changeList(sql, list, settings(params), storedScope(params.UnsubscribeScope))
      const wanted = {
        suppressUnsubscribed: params.SuppressUnsubscribed,
        removeSuppressed: params.RemoveSuppressed,
      }
      await askForSuppressing(sql, list, wanted, evidenceOf(principal, origin))
    }),

  async 'List.GetSettings'(_params, { list }, { db }) {
    const [{ title, unsubscribePage, confirmOptIn, confirmationSuccessPage }, { unsubscribeScope }] = await Promise.all(
      [listSettings(db, list), listOptions(db, list)],
    )
    return {
      ListID: list.listPublicId,
      Title: title,
      UnsubscribePage: unsubscribePage,
      ConfirmOptIn: confirmOptIn,
      ConfirmationSuccessPage: confirmationSuccessPage,
      UnsubscribeScope: scopes[unsubscribeScope],
    }
  },

  'List.DeleteCustomField': ({ Key }, { list }, { db }) => removeCustomField(db, list, Key),

  async 'List.GetCustomFields'(_params, { list }, { db }) {
    const fields = await readCustomFields(db, list)
    return fields.map(({ key, name, dataType, options }) => ({
      FieldName: name,
      Key: `[${key}]`,
      DataType: wireType(dataType),
      FieldOptions: dataType === 'Country' ? countryNames : options,
    }))
  },

  'List.SetOptions': ({ UnsubscribeScope, Tracking, Language }, { list }, { db }) =>
    changeListOptions(db, list, {
      unsubscribeScope: storedScope(UnsubscribeScope),
      tracking: Tracking.toLowerCase() as ListOptions['tracking'], // stored in lower case, like scopes
      language: Language,
    }),

  async 'List.GetOptions'(_params, { list }, { db }) {
    const { unsubscribeScope, tracking, language } = await listOptions(db, list)
    return { UnsubscribeScope: scopes[unsubscribeScope], Tracking: trackings[tracking], Language: language }
  },

  async 'List.GetStats'(_params, { list }, { db }) {
    const { total, entered } = await listCounts(db, list.clientId, list.listId, await readToday(db, list.timeZone))
    return {
      TotalActiveSubscribers: total.active,
      ...inPeriods('NewActiveSubscribers', entered.active),
      TotalUnsubscribes: total.unsubscribed,
      ...inPeriods('Unsubscribes', entered.unsubscribed),
      TotalDeleted: total.deleted,
      ...inPeriods('Deleted', entered.deleted),
      TotalBounces: total.bounced,
      ...inPeriods('Bounces', entered.bounced),
    }
  },

  async 'List.GetGrowth'({ From, Until }, { list }, { db }) {
    const { first, days } = await readGrowth(db, list, From, Until)
    return {
      FirstDate: first,
      Days: days.map(({ day, joined, confirmed, imported, unsubscribed, complained, bounced, deleted, active }) => ({
        Date: day,
        Joined: joined,
        Confirmed: confirmed,
        Imported: imported,
        Unsubscribed: unsubscribed,
        Complained: complained,
        Bounced: bounced,
        Deleted: deleted,
        Active: active,
      })),
    }
  },
}

function createField(
  db: Database,
  list: ListRef,
  given: {
    readonly FieldName: string | null
    readonly DataType: string | null
    readonly Options: readonly (string | null)[]
    readonly VisibleInPreferences: boolean
  },
): Promise<string> {
  return createCustomField(db, list, {
    fieldName: given.FieldName,
    dataType: given.DataType,
    options: given.Options,
    visible: given.VisibleInPreferences,
  })
}

/** The store uses the words of the wire in lower case. */
function storedScope(scope: 'List' | 'Client'): ListOptions['unsubscribeScope'] {
  return scope.toLowerCase() as ListOptions['unsubscribeScope'] // one of the two scopes
}

const scopes = { list: 'List', client: 'Client' } as const
/** As the wires name it. */
export const trackings = { always: 'Always', consent: 'Consent', never: 'Never' } as const

function settings(params: {
  readonly Title: string | null
  readonly UnsubscribePage: string | null
  readonly ConfirmOptIn: boolean
  readonly ConfirmationSuccessPage: string | null
}) {
  return {
    title: params.Title,
    unsubscribePage: params.UnsubscribePage,
    confirmOptIn: params.ConfirmOptIn,
    confirmationSuccessPage: params.ConfirmationSuccessPage,
  }
}

/** The schema's enumeration has neither Country nor USState; they are returned as a choice of one option. */
function wireType(dataType: CustomField['dataType']) {
  return dataType === 'Country' || dataType === 'USState' ? 'MultiSelectOne' : dataType
}

function inPeriods<Prefix extends string>(prefix: Prefix, periods: Periods) {
  return {
    [`${prefix}Today`]: periods.today,
    [`${prefix}Yesterday`]: periods.yesterday,
    [`${prefix}ThisWeek`]: periods.week,
    [`${prefix}ThisMonth`]: periods.month,
    [`${prefix}ThisYear`]: periods.year,
    // computed names widen to string; these are the record's five
  } as Record<`${Prefix}${'Today' | 'Yesterday' | 'ThisWeek' | 'ThisMonth' | 'ThisYear'}`, number>
}
