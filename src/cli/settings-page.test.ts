import { test } from 'node:test'
import { compareFile } from '../../test/harness/golden.ts'
import { settingsPage } from './settings-page.ts'

test('docs/settings.md says what config.ts reads', () => {
  compareFile(new URL('../../docs/settings.md', import.meta.url), settingsPage())
})
