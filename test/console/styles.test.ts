/** Where the look of the console is written: in CSS modules, and not in the screens. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const folder = join(import.meta.dirname, '../../console/src')

test('a screen has an inline style only for a computed value', () => {
  const styled = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.tsx') && readFileSync(join(folder, name), 'utf8').includes('style={'))
    .sort()
  assert.deepEqual(styled, [
    'screens/branding/preview.tsx', // the colours that are typed
    'screens/content/mail-frame.tsx',
    'screens/content/sections/canvas/canvas-section.tsx',
    'screens/content/sections/canvas/canvas.tsx',
    'screens/content/sections/canvas/in-place.tsx',
    'screens/content/sections/canvas/section-tools.tsx',
    'screens/content/sections/crop-field.tsx', // as wide and high as the mail
    'screens/content/thumbnail.tsx', // as wide and high as the mail
    'screens/imports/verdict-bar.tsx', // shares, and the colours of verdicts
    'screens/report/links.tsx', // shares
    'screens/report/progress.tsx', // shares, and the colours of states
    // how much a page is made smaller
    'ui/chart.tsx', // the height of a chart
    'ui/page.tsx', // lengths of lines that stand in for text
    'ui/ranked-bars.tsx', // shares
    'ui/virtual-rows.tsx', // rows that are not drawn
  ])
})
