import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileNameOf, savedAs } from './file-name.ts'

for (const [parts, name] of [
  [['Blossom & Co.', 'Winter seeds', 'recipients'], 'Blossom-Co-Winter-seeds-recipients-2026-11-27.csv'],
  [['Kaffeerösterei Königsblau', ''], 'Kaffeerösterei-Königsblau-2026-11-27.csv'],
  [['../../etc/passwd', 'a"b\r\nc'], 'etc-passwd-a-b-c-2026-11-27.csv'],
  [['نشرة الربيع'], 'نشرة-الربيع-2026-11-27.csv'],
  [['x'.repeat(500)], `${'x'.repeat(80)}-2026-11-27.csv`],
  [['😀'], '2026-11-27.csv'],
  [[], '2026-11-27.csv'],
] as const)
  test(`a file about ${JSON.stringify(parts).slice(0, 60)} is ${name.slice(0, 60)}`, () =>
    assert.equal(fileNameOf(parts, '2026-11-27 10:30:00', 'csv'), name))

test('a header of HTTP has the name in ASCII and as it is, and no quotation mark or line of the name', () => {
  assert.equal(
    savedAs(fileNameOf(['Königsblau "x"\r\nSet-Cookie: a'], '2026-11-27', 'csv')),
    `attachment; filename="K-nigsblau-x-Set-Cookie-a-2026-11-27.csv"; filename*=UTF-8''K%C3%B6nigsblau-x-Set-Cookie-a-2026-11-27.csv`,
  )
})
