/** Calls about a list: its settings, custom fields, statistics and members by state (reference/rest.md §2.3). */
import { MembershipState } from '../groups/contacts.ts'
import { flag, type GivenAll, integer, many, object, text, word } from './fields.ts'
import { RestRefusal } from './refusals.ts'
import { call, type RestCall } from './row.ts'
import { memberPage, memberPageCall } from './subscribers.ts'

const ListDetails = object('ListDetails', {
  ListID: text,
  Title: text,
  UnsubscribePage: text,
  ConfirmedOptIn: flag,
  ConfirmationSuccessPage: text,
  UnsubscribeSetting: word('AllClientLists', 'OnlyThisList'),
})
const CustomField = object('CustomField', {
  FieldName: text,
  Key: text,
  DataType: text,
  FieldOptions: many(text),
  VisibleInPreferenceCenter: flag,
})
const periods = ['Today', 'Yesterday', 'ThisWeek', 'ThisMonth', 'ThisYear'] as const
const counts = {
  TotalActiveSubscribers: 'NewActiveSubscribers',
  TotalUnsubscribes: 'Unsubscribes',
  TotalDeleted: 'Deleted',
  TotalBounces: 'Bounces',
} as const
const statistics = Object.entries(counts).flatMap(([total, prefix]) => [
  total,
  ...periods.map(period => `${prefix}${period}`),
])
const ListStatistics = object('ListStatistics', Object.fromEntries(statistics.map(name => [name, integer])))

const settings = {
  Title: text,
  UnsubscribePage: text,
  ConfirmedOptIn: flag,
  ConfirmationSuccessPage: text,
  UnsubscribeSetting: text,
}

/** @throws RestRefusal InvalidUnsubscribeSetting */
function settingsOf(given: GivenAll<typeof settings>) {
  return {
    Title: given.Title,
    UnsubscribePage: given.UnsubscribePage,
    ConfirmOptIn: given.ConfirmedOptIn ?? false,
    ConfirmationSuccessPage: given.ConfirmationSuccessPage,
    UnsubscribeScope: scopeOf(given.UnsubscribeSetting),
  }
}

/** @throws RestRefusal */
function scopeOf(setting: string | undefined): 'Client' | 'List' {
  switch (setting?.trim().toLowerCase() ?? '') {
    case '':
    case 'allclientlists':
      return 'Client'
    case 'onlythislist':
      return 'List'
    default:
      throw new RestRefusal('InvalidUnsubscribeSetting')
  }
}

const field = { FieldName: text, VisibleInPreferenceCenter: flag }

export const listCalls: readonly RestCall[] = [
  call('POST lists/{ClientID}', {
    about:
      'Creates a list. An opt-out from it reaches all lists of the client unless UnsubscribeSetting says otherwise.',
    body: settings,
    argument: 'list',
    operation: 'List.CreateWithScope',
    params: ({ path, body }) => ({ ...path, ...settingsOf(body) }),
    returns: text,
    answer: id => id,
    status: 201,
  }),
  call('GET lists/{ListID}', {
    about: 'The settings of a list.',
    operation: 'List.GetSettings',
    params: ({ path }) => path,
    returns: ListDetails,
    answer: list => ({
      ListID: list.ListID ?? '',
      Title: list.Title ?? '',
      UnsubscribePage: list.UnsubscribePage ?? '',
      ConfirmedOptIn: list.ConfirmOptIn,
      ConfirmationSuccessPage: list.ConfirmationSuccessPage ?? '',
      UnsubscribeSetting: list.UnsubscribeScope === 'Client' ? ('AllClientLists' as const) : ('OnlyThisList' as const),
    }),
  }),
  call('PUT lists/{ListID}', {
    about: 'Replaces the settings of a list; the two actions are done once, in the background.',
    body: { ...settings, AddUnsubscribesToSuppList: flag, ScrubActiveWithSuppList: flag },
    argument: 'list',
    operation: 'List.UpdateWithScope',
    params: ({ path, body }) => {
      const given = settingsOf(body)
      const reachesAll = given.UnsubscribeScope === 'Client'
      return {
        ...path,
        ...given,
        SuppressUnsubscribed: reachesAll && (body.AddUnsubscribesToSuppList ?? false),
        RemoveSuppressed: reachesAll && (body.ScrubActiveWithSuppList ?? false),
      }
    },
  }),
  call('DELETE lists/{ListID}', {
    about: 'Deletes a list; it can be restored for 30 days.',
    operation: 'List.Delete',
    params: ({ path }) => path,
  }),
  call('GET lists/{ListID}/stats', {
    about: 'Counts of a list: today, yesterday, this week, month and year.',
    operation: 'List.GetStats',
    params: ({ path }) => path,
    returns: ListStatistics,
    // in the order of the reference
    answer: stats => Object.fromEntries(statistics.map(name => [name, stats[name as keyof typeof stats]])),
  }),
  call('GET lists/{ListID}/customfields', {
    about: 'The custom fields of a list.',
    operation: 'List.GetFields',
    params: ({ path }) => path,
    returns: many(CustomField),
    answer: fields =>
      fields.map(({ FieldName, Key, DataType, Options, VisibleInPreferences }) => ({
        FieldName: FieldName ?? '',
        Key: Key ?? '',
        DataType,
        FieldOptions: Options ?? [],
        VisibleInPreferenceCenter: VisibleInPreferences,
      })),
  }),
  call('POST lists/{ListID}/customfields', {
    about: 'Creates a custom field and answers its key.',
    body: { ...field, DataType: text, Options: many(text) },
    argument: 'customField',
    operation: 'List.AddCustomField',
    params: ({ path, body }) => ({
      ...path,
      FieldName: body.FieldName,
      DataType: dataTypes.find(known => known.toLowerCase() === body.DataType?.trim().toLowerCase()) ?? body.DataType,
      Options: body.Options,
      VisibleInPreferences: body.VisibleInPreferenceCenter ?? true,
    }),
    returns: text,
    answer: key => key,
    status: 201,
  }),
  call('PUT lists/{ListID}/customfields/{Key}', {
    about:
      'Gives a custom field another name, and answers the key of that name. The field answers to this key and to the one before.',
    body: field,
    argument: 'customField',
    operation: 'List.ChangeCustomField',
    params: ({ path, body }) => ({
      ListID: path.ListID,
      Key: bracketed(path.Key),
      FieldName: body.FieldName,
      VisibleInPreferences: body.VisibleInPreferenceCenter ?? true,
    }),
    returns: text,
    answer: key => key,
  }),
  call('PUT lists/{ListID}/customfields/{Key}/options', {
    about: 'Replaces the options of a custom field, or adds to them; what subscribers have chosen stays.',
    body: { KeepExistingOptions: flag, Options: many(text) },
    argument: 'options',
    operation: 'List.SetCustomFieldOptions',
    params: ({ path, body }) => ({
      ListID: path.ListID,
      Key: bracketed(path.Key),
      KeepExisting: body.KeepExistingOptions ?? true,
      Options: body.Options,
    }),
  }),
  call('DELETE lists/{ListID}/customfields/{Key}', {
    about: 'Deletes a custom field and what subscribers have in it.',
    operation: 'List.DeleteCustomField',
    params: ({ path }) => ({ ListID: path.ListID, Key: bracketed(path.Key) }),
  }),
  ...MembershipState.values.map(state =>
    call(`GET lists/{ListID}/${state.toLowerCase() as Lowercase<typeof state>}`, {
      ...memberPageCall,
      about: `The members of a list in the state ${state}, page by page.`,
      operation: 'Subscribers.Page',
      params: ({ path, query }) => ({ ...path, State: state, ...memberPage(query) }),
    }),
  ),
]

const dataTypes = ['Text', 'Number', 'MultiSelectOne', 'MultiSelectMany', 'Date', 'Country', 'USState']

/** @throws RestRefusal InvalidKey: a key in a path has its brackets (reference/rest.md §1.6) */
function bracketed(key: string): string {
  if (!/^\[.*\]$/s.test(key))
    throw new RestRefusal('InvalidKey', { detail: 'A key in a path is written with its brackets: %5Bwebsite%5D.' })
  return key
}
