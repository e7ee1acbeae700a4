/** The screens by their addresses. Every filter, tab and drawer that matters stands in the address. */
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
import { isPath } from './lib/path.ts'
import { AcceptInvitation } from './screens/accept-invitation.tsx'
import { Crash, NotFound, Waiting } from './screens/fallbacks.tsx'
import { ResetPassword } from './screens/reset-password.tsx'
import { SignIn } from './screens/sign-in.tsx'
import { sessionQuery } from './session/session.ts'
import { placePaths } from './shell/places.ts'

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

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
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
})

/** Paths of the screens below. */
const built = new Set<string>()
/** The screens of the shell by their addresses, each in a file of its own that is loaded when it is first shown. */
const screens = [
  screen('/', () => import('./screens/home.tsx'), 'Home'),
  screen('/clients', () => import('./screens/clients.tsx'), 'Clients'),
  screen('/clients/$clientId', () => import('./screens/planned.tsx'), 'Planned'),
  screen('/profile/$section', () => import('./screens/profile/profile.tsx'), 'Profile'),
  screen('/keys', () => import('./screens/keys/keys.tsx'), 'Keys'),
]

/** @param validateSearch what stands behind the ? of the address; what is invalid becomes undefined */
function screen<Path extends string, Name extends string, Search extends object = object>(
  path: Path,
  load: () => Promise<Record<Name, () => ReactNode>>,
  name: Name,
  validateSearch: (given: Record<string, unknown>) => Search = () => ({}) as Search,
) {
  built.add(path)
  return createRoute({
    getParentRoute: () => inside,
    path,
    component: lazyRouteComponent(load, name),
    validateSearch,
  })
}

const profile = createRoute({
  getParentRoute: () => inside,
  path: '/profile',
  beforeLoad: () => {
    throw redirect({ to: '/profile/$section', params: { section: 'me' }, replace: true })
  },
})

/** Places whose screens are not there yet; each says how to do its work meanwhile. */
const Planned = lazyRouteComponent(() => import('./screens/planned.tsx'), 'Planned')
const planned = placePaths
  .filter(path => !built.has(path))
  .map(path => createRoute({ getParentRoute: () => inside, path, component: Planned }))

/** An address that leads nowhere, in the shell: the ways on are around it. */
const nowhere = createRoute({ getParentRoute: () => inside, path: '$', component: NotFound })

const routeTree = root.addChildren([
  signIn,
  resetPassword,
  acceptInvitation,
  inside.addChildren([...screens, profile, ...planned, nowhere]),
])

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
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
