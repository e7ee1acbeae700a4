import { fileURLToPath } from 'node:url'
import { defineConfig } from '@lingui/cli'

/** Where catalogues are collected to; a test collects them elsewhere, and compares. */
const catalogues = process.env.CATALOGUES ?? '<rootDir>/locales'

/** Message catalogues: `npm run messages` collects what the sources say into `locales/`. `pseudo` is for tests. */
export default defineConfig({
  rootDir: fileURLToPath(new URL('.', import.meta.url)),
  sourceLocale: 'en',
  locales: ['en', 'de', 'fr', 'es', 'pseudo'],
  pseudoLocale: 'pseudo',
  catalogs: [{ path: `${catalogues}/{locale}`, include: ['<rootDir>/src'] }],
  orderBy: 'message',
})
