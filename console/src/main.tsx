import './trusted-types.ts'
import './ui/global.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/call.ts'
import { activate, preferredLanguage } from './lib/languages.ts'
import { nonce } from './lib/nonce.ts'
import { router } from './router.tsx'
import { sessionQuery } from './session/session.ts'
import { keepFocusOfWaitingButtons } from './ui/keep-focus.ts'
import { theme } from './ui/theme.ts'

// both are on their way while the page's own script starts
void queryClient.prefetchQuery(sessionQuery)
await activate(preferredLanguage())
keepFocusOfWaitingButtons()
createRoot(document.getElementById('console')!).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </I18nProvider>
  </StrictMode>,
)
