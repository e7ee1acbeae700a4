import { fileURLToPath } from 'node:url'
import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

/** Where catalogues are collected to; a test collects them elsewhere, and compares. */
const catalogues = process.env.CATALOGUES ?? '<rootDir>/locales'

/** What the first screens say is loaded with them; what the others say comes with the first of those. */
const screens = [
  'home',
  'door',
  'account-door',
  'sign-in',
  'accept-invitation',
  'reset-password',
  'fallbacks',
  'new-client',
]
const first = [...screens.map(name => `<rootDir>/src/screens/${name}.tsx`), '<rootDir>/src/screens/first-steps/**']
const others = ['api', 'drafts', 'lib', 'live', 'session', 'shell', 'ui'].map(name => `<rootDir>/src/${name}`)

/** Message catalogues: `npm run messages` collects what the sources say into `locales/`. `pseudo` is for tests. */
export default defineConfig({
  rootDir: fileURLToPath(new URL('.', import.meta.url)),
  sourceLocale: 'en',
  locales: ['en', 'de', 'fr', 'es', 'pseudo'],
  pseudoLocale: 'pseudo',
  catalogs: [
    { path: `${catalogues}/{locale}/first`, include: ['<rootDir>/src/*.tsx', ...others, ...first] },
    { path: `${catalogues}/{locale}/screens`, include: ['<rootDir>/src/screens'], exclude: first },
  ],
  orderBy: 'message',
  // with line numbers, a line more in a source changes hundreds of entries
  format: formatter({ lineNumbers: false }),
})
