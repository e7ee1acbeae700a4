/** The frame of all screens behind the sign-in: header, navigation, and what belongs to no screen. */

import { Trans, useLingui } from '@lingui/react/macro'
import { AppShell, Burger } from '@mantine/core'
import { useIsFetching } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useIsSignInNeeded } from '../session/ended.ts'
import { Icon } from '../ui/icons.tsx'
import mark from '../ui/mark.svg'
import { ClientSwitcher } from './client-switcher.tsx'
import { Connection } from './connection.tsx'
import { OfKnownClient } from './known-client.tsx'
import { Navigation } from './navigation.tsx'
import type { Overlay } from './overlay.ts'
import { ProfileMenu } from './profile-menu.tsx'
import css from './shell.module.css'
import { useShortcuts } from './shortcuts.ts'
import { Toasts } from './toasts.tsx'

const SessionEnded = lazy(async () => ({ default: (await import('../session/session-ended.tsx')).SessionEnded }))
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const ShortcutHelp = lazy(async () => ({ default: (await import('./shortcut-help.tsx')).ShortcutHelp }))

export function Shell() {
  const { t } = useLingui()
  const [overlay, setOverlay] = useState<Overlay>()
  const [isNavigationOpen, setNavigationOpen] = useState(false)
  const { pathname } = useLocation()
  const isSignInNeeded = useIsSignInNeeded()
  useShortcuts(setOverlay)
  // it closes whenever another screen is shown
  useEffect(() => setNavigationOpen(false), [pathname])
  // after a sign-in over the page it begins anew
  useEffect(() => (isSignInNeeded ? undefined : followLater()), [isSignInNeeded])
  const isLoading = useIsFetching({ predicate: ({ state }) => state.status === 'pending' }) > 0
  const close = () => setOverlay(undefined)

  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 248, breakpoint: 'sm', collapsed: { mobile: !isNavigationOpen } }}
      padding={0}
    >
      <a className={css.skip} href="#main">
        <Trans>Skip to the content</Trans>
      </a>
      <AppShell.Header className={css.header}>
        <Burger
          opened={isNavigationOpen}
          onClick={() => setNavigationOpen(!isNavigationOpen)}
          hiddenFrom="sm"
          size="sm"
          aria-label={t`Navigation`}
          aria-expanded={isNavigationOpen}
        />
        <Link to="/" className={css.brand} aria-label={t`Lettershop, home`}>
          <img src={mark} width="26" height="26" alt="" />
          <span>Lettershop</span>
        </Link>
        <button
          type="button"
          className={css.search}
          aria-keyshortcuts="Control+K"
          onClick={() => setOverlay('palette')}
        >
          <Icon name="search" size={16} />
          <span>
            <Trans>Go to …</Trans>
          </span>
          <kbd className={css.key}>Ctrl K</kbd>
        </button>
        <ProfileMenu onShortcuts={() => setOverlay('shortcuts')} />
      </AppShell.Header>
      <AppShell.Navbar className={css.navbar} aria-label={t`Navigation`}>
        <ClientSwitcher />
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} className={css.main} aria-busy={isLoading}>
        <Connection />
        <OfKnownClient />
      </AppShell.Main>
      <Toasts />
      <Suspense>
        {overlay === 'palette' && <Palette onClose={close} />}
        {overlay === 'shortcuts' && <ShortcutHelp onClose={close} />}
        {isSignInNeeded && <SessionEnded />}
      </Suspense>
    </AppShell>
  )
}

/** The live stream is no part of what the first screen waits for. */
function followLater(): () => void {
  let end: (() => void) | undefined
  let isEnded = false
  void import('../live/live.ts').then(({ follow }) => {
    if (!isEnded) end = follow()
  })
  return () => {
    isEnded = true
    end?.()
  }
}
