/** The screens by their addresses. Every filter, tab and drawer that matters is part of the address. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { queryClient } from './api/call.ts'
import { speakScreens } from './lib/languages.ts'
import { isPath } from './lib/path.ts'
import { flagOf, oneOf, searchOf, textOf } from './lib/search.ts'
import { AcceptInvitation } from './screens/accept-invitation.tsx'
import {
  clientSearch,
  contactsSearch,
  entrySearch,
  listSearch,
  listsSearch,
  suppressionSearch,
} from './screens/audience-search.ts'
import { readAuditSearch } from './screens/audit/search.ts'
import { changesSearch } from './screens/bulk-changes/search.ts'
import { validateCampaign, validateCampaigns } from './screens/campaigns/search.ts'
import { contactSearch } from './screens/contacts/search.ts'
import { kindNames as deletedKinds } from './screens/deleted/kinds.ts'
import { readEventSearch } from './screens/events/search.ts'
import { Crash, NotFound, Waiting } from './screens/fallbacks.tsx'
import { feedsSearch } from './screens/feeds/search.ts'
import { formSearch, formsSearch } from './screens/forms/search.ts'
import { overviewQuery } from './screens/home-overview.ts'
import { importSearch, importsSearch, newImportSearch } from './screens/imports/search.ts'
import { stateNames as mailStates } from './screens/inbound-mail/states.ts'
import { outboxSearch } from './screens/outbox/search.ts'
import { reportSearch } from './screens/report/search.ts'
import { ResetPassword } from './screens/reset-password.tsx'
import { compareSearch, resultsSearch } from './screens/results/search.ts'
import { newSegmentSearch, segmentSearch, segmentsSearch } from './screens/segments/search.ts'
import { allSeriesSearch } from './screens/series/search.ts'
import { SignIn } from './screens/sign-in.tsx'
import { sessionQuery } from './session/session.ts'
import { clientsQuery } from './shell/client-at-hand.ts'
import { setupQuery } from './shell/open-places.ts'

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

const patience = () => new Promise(resolve => setTimeout(resolve, 1000))

/** What was just done before a sign-in. */
const dones = ['password', 'invitation'] as const
type Done = (typeof dones)[number]

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: SignIn,
  // what is invalid is taken out by name: the router keeps what is not named
  validateSearch: (search: Record<string, unknown>): { to?: string | undefined; done?: Done | undefined } => ({
    to: isPath(search.to) ? search.to : undefined,
    done: dones.find(done => done === search.done),
  }),
})
const resetPassword = createRoute({ getParentRoute: () => root, path: '/reset-password', component: ResetPassword })
const acceptInvitation = createRoute({
  getParentRoute: () => root,
  path: '/accept-invitation',
  component: AcceptInvitation,
})

/** Everything behind the sign-in, in the shell. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: async ({ location }) => {
    const session = await queryClient.ensureQueryData(sessionQuery)
    if (session === null) {
      const to = location.href === '/' ? {} : { to: location.href }
      throw redirect({ to: '/sign-in', search: to, replace: true })
    }
  },
  // what the navigation is made of is there when it is shown: nothing moves. A slow service does not keep the screen back
  loader: () =>
    Promise.race([
      Promise.all([queryClient.prefetchQuery(clientsQuery), queryClient.prefetchQuery(setupQuery)]),
      patience(),
    ]),
  staleTime: Number.POSITIVE_INFINITY,
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
})

/** Speaks the few messages of the first catalogue. */
const home = createRoute({
  getParentRoute: () => inside,
  path: '/',
  component: lazyRouteComponent(() => import('./screens/home.tsx'), 'Home'),
  // on its way while the screen's script is; the screen shows what came, or why nothing did
  loader: () => void queryClient.prefetchInfiniteQuery(overviewQuery),
})

/** The other screens of the shell by their addresses, each in a file of its own that is loaded when it is first shown. */
const screens = [
  screen('/clients', () => import('./screens/clients.tsx'), 'Clients'),
  screen('/clients/$clientId', () => import('./screens/client/client-home.tsx'), 'ClientHome', clientSearch),
  screen('/clients/$clientId/lists', () => import('./screens/lists/lists.tsx'), 'Lists', listsSearch),
  screen('/clients/$clientId/lists/$listId', () => import('./screens/lists/list.tsx'), 'List', listSearch),
  screen('/clients/$clientId/segments', () => import('./screens/segments/segments.tsx'), 'Segments', segmentsSearch),
  screen(
    '/clients/$clientId/segments/new',
    () => import('./screens/segments/new-segment.tsx'),
    'NewSegment',
    newSegmentSearch,
  ),
  screen(
    '/clients/$clientId/segments/$segmentId',
    () => import('./screens/segments/segment.tsx'),
    'SegmentScreen',
    segmentSearch,
  ),
  screen(
    '/clients/$clientId/suppression',
    () => import('./screens/suppression/suppression.tsx'),
    'Suppression',
    suppressionSearch,
  ),
  screen(
    '/suppression',
    () => import('./screens/suppression/account-suppression.tsx'),
    'AccountSuppression',
    entrySearch,
  ),
  screen('/clients/$clientId/results', () => import('./screens/results/results.tsx'), 'ClientResults', resultsSearch),
  screen('/clients/$clientId/results/mails', () => import('./screens/results/report-mails.tsx'), 'ReportMails'),
  screen(
    '/clients/$clientId/results/compare',
    () => import('./screens/results/compare.tsx'),
    'CompareCampaigns',
    compareSearch,
  ),
  screen('/clients/$clientId/feeds', () => import('./screens/feeds/feeds.tsx'), 'Feeds', feedsSearch),
  screen('/clients/$clientId/feeds/$feedId', () => import('./screens/feeds/feed.tsx'), 'FeedScreen'),
  screen('/clients/$clientId/series', () => import('./screens/series/all-series.tsx'), 'AllSeries', allSeriesSearch),
  screen('/clients/$clientId/series/$seriesId', () => import('./screens/series/series.tsx'), 'SeriesScreen'),
  screen('/clients/$clientId/forms', () => import('./screens/forms/forms.tsx'), 'Forms', formsSearch),
  screen('/clients/$clientId/forms/$formId', () => import('./screens/forms/form.tsx'), 'FormScreen', formSearch),
  screen('/clients/$clientId/contacts', () => import('./screens/contacts/contacts.tsx'), 'Contacts', contactsSearch),
  screen('/clients/$clientId/contact', () => import('./screens/contacts/contact.tsx'), 'ContactScreen', contactSearch),
  screen(
    '/clients/$clientId/contact/proof',
    () => import('./screens/contacts/proof.tsx'),
    'ProofScreen',
    contactSearch,
  ),
  screen('/clients/$clientId/imports', () => import('./screens/imports/imports.tsx'), 'Imports', importsSearch),
  screen(
    '/clients/$clientId/imports/new',
    () => import('./screens/imports/new-import.tsx'),
    'NewImport',
    newImportSearch,
  ),
  screen(
    '/clients/$clientId/imports/$importId',
    () => import('./screens/imports/import.tsx'),
    'ImportScreen',
    importSearch,
  ),
  screen('/clients/$clientId/tags', () => import('./screens/tags/tags.tsx'), 'Tags'),
  screen('/clients/$clientId/erasures', () => import('./screens/erasures/erasures.tsx'), 'Erasures'),
  screen('/clients/$clientId/erasures/$erasureId', () => import('./screens/erasures/erasure.tsx'), 'ErasureScreen'),
  screen('/clients/$clientId/exports', () => import('./screens/exports/exports.tsx'), 'Exports'),
  screen('/clients/$clientId/changes', () => import('./screens/bulk-changes/changes.tsx'), 'Changes', changesSearch),
  screen('/clients/$clientId/changes/$changeId', () => import('./screens/bulk-changes/change.tsx'), 'ChangeScreen'),
  screen(
    '/clients/$clientId/campaigns/$campaignId/report',
    () => import('./screens/report/report.tsx'),
    'CampaignReport',
    reportSearch,
  ),
  screen(
    '/clients/$clientId/reports',
    () => import('./screens/reports/reports.tsx'),
    'Reports',
    searchOf({ q: textOf }),
  ),
  screen(
    '/clients/$clientId/campaigns',
    () => import('./screens/campaigns/campaigns.tsx'),
    'Campaigns',
    validateCampaigns,
  ),
  screen(
    '/clients/$clientId/campaigns/$campaignId',
    () => import('./screens/campaigns/campaign.tsx'),
    'Campaign',
    validateCampaign,
  ),
  screen(
    '/clients/$clientId/campaigns/$campaignId/approval',
    () => import('./screens/campaigns/approval.tsx'),
    'Approval',
  ),
  screen('/campaigns/$campaignId/approval', () => import('./screens/campaigns/approval.tsx'), 'ApprovalLink'),
  screen(
    '/clients/$clientId/templates',
    () => import('./screens/templates/templates.tsx'),
    'Templates',
    (given): { find?: string | undefined; way?: string | undefined } => ({
      find: textIn(given.find),
      way: textIn(given.way),
    }),
  ),
  screen(
    '/clients/$clientId/templates/$templateId',
    () => import('./screens/templates/template.tsx'),
    'TemplateScreen',
    (given): { tab?: string | undefined } => ({ tab: textIn(given.tab) }),
  ),
  screen('/clients/$clientId/outbox', () => import('./screens/outbox/outbox.tsx'), 'Outbox', outboxSearch),
  screen('/profile/$section', () => import('./screens/profile/profile.tsx'), 'Profile'),
  screen('/keys', () => import('./screens/keys/keys.tsx'), 'Keys'),
  screen(
    '/clients/$clientId/domains',
    () => import('./screens/domains/domains.tsx'),
    'Domains',
    searchOf({ domain: textOf, adding: flagOf }),
  ),
  screen(
    '/clients/$clientId/webhooks',
    () => import('./screens/webhooks/webhooks.tsx'),
    'Webhooks',
    searchOf({ webhook: textOf, adding: flagOf }),
  ),
  screen('/clients/$clientId/events', () => import('./screens/events/events.tsx'), 'Events', readEventSearch),
  screen(
    '/clients/$clientId/holds',
    () => import('./screens/holds/holds.tsx'),
    'Holds',
    searchOf({ releasing: flagOf }),
  ),
  screen('/clients/$clientId/branding', () => import('./screens/branding/branding.tsx'), 'Branding'),
  screen(
    '/clients/$clientId/settings',
    () => import('./screens/client-settings/client-settings.tsx'),
    'ClientSettings',
  ),
  screen(
    '/clients/$clientId/settings/register',
    () => import('./screens/register/register.tsx'),
    'RegisterOfProcessing',
  ),
  screen(
    '/people',
    () => import('./screens/people/people.tsx'),
    'People',
    searchOf({ person: textOf, inviting: flagOf }),
  ),
  screen('/system', () => import('./screens/system/system.tsx'), 'System'),
  screen('/relays', () => import('./screens/relays/relays.tsx'), 'Relays'),
  screen(
    '/inbound-mail',
    () => import('./screens/inbound-mail/inbound-mail.tsx'),
    'InboundMail',
    searchOf({ client: textOf, state: oneOf(mailStates), mail: textOf }),
  ),
  screen('/audit', () => import('./screens/audit/audit.tsx'), 'Audit', readAuditSearch),
  screen(
    '/deleted',
    () => import('./screens/deleted/deleted.tsx'),
    'RecentlyDeleted',
    searchOf({ client: textOf, kind: oneOf(deletedKinds) }),
  ),
  screen(
    '/account',
    () => import('./screens/account/account.tsx'),
    'AccountScreen',
    searchOf({ tab: oneOf(['version']) }),
  ),
  screen('/developers', () => import('./screens/developers/developers.tsx'), 'Developers', searchOf({ key: textOf })),
]

/** A text of the address; undefined if it is empty or not a text. */
function textIn(given: unknown): string | undefined {
  return typeof given === 'string' && given !== '' ? given : undefined
}

/** @param validateSearch reads the query parameters of the address; invalid ones become undefined */
function screen<Path extends string, Name extends string, Search extends object = object>(
  path: Path,
  load: () => Promise<Record<Name, () => ReactNode>>,
  name: Name,
  validateSearch: (given: Record<string, unknown>) => Search = () => ({}) as Search,
) {
  return createRoute({
    getParentRoute: () => inside,
    path,
    component: lazyRouteComponent(() => withMessages(load), name),
    validateSearch,
  })
}

async function withMessages<Module>(load: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([load(), speakScreens()])
  return module
}

const profile = createRoute({
  getParentRoute: () => inside,
  path: '/profile',
  beforeLoad: () => {
    throw redirect({ to: '/profile/$section', params: { section: 'me' }, replace: true })
  },
})

/** Subscribers had a screen of their own before they were shown with all contacts. */
const subscribers = createRoute({
  getParentRoute: () => inside,
  path: '/clients/$clientId/subscribers',
  validateSearch: contactsSearch,
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: '/clients/$clientId/contacts', params, search, replace: true })
  },
})

/** An address that leads nowhere, in the shell: the ways on are around it. */
const nowhere = createRoute({ getParentRoute: () => inside, path: '$', component: NotFound })

const routeTree = root.addChildren([
  signIn,
  resetPassword,
  acceptInvitation,
  inside.addChildren([home, ...screens, profile, subscribers, nowhere]),
])

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  // a screen that is there is shown: half a second of skeletons is the router's default
  defaultPendingMinMs: 0,
  defaultPendingComponent: Waiting,
  defaultErrorComponent: Crash,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
})

/** A screen reader says the title of the new screen, and the keyboard begins there. */
router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
  if (pathChanged && fromLocation) requestAnimationFrame(() => document.querySelector('h1')?.focus())
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
