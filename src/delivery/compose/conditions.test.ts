import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokens } from '../../domain/tokens/tokens.ts'
import { testKeys } from '../../../test/harness/seed.ts'
import { letterContent } from '../../../bench/letters.ts'
import { compileCampaign, findLinks, renderPreview, type CampaignContent } from './campaign.ts'

const exit = '<p><unsubscribe>Unsubscribe</unsubscribe></p>'
const base: CampaignContent = { ...letterContent('5 KB'), customFields: ['City', 'Plan', 'Topics'], text: null, preheader: '', inlineCss: false }
const ada = { email: 'ada@reader.example', name: 'Ada Lovelace', fields: { City: 'Berlin', Topics: ['Tulips', 'Roses'] }, traits: ['tag:vip', 'language:de-at'] }
const nobody = { email: 'x@reader.example', name: '', fields: {} }

function shown(html: string, contact: object, more: Partial<CampaignContent> = {}) {
  return renderPreview({ ...base, html: html + exit, ...more }, contact as typeof ada, 'T'.repeat(36))
}
const refused = (html: string, pattern: RegExp, more: Partial<CampaignContent> = {}) =>
  assert.throws(() => shown(html, ada, more), pattern)

test('shows smoke', () => {
  console.log(shown('<p>Hi [if:City=berlin]Berliner[else]friend[endif], hello</p>[if:tag=VIP]<p>VIP only</p>[endif]<p>After</p><table>[if:City=Berlin]<tr><td>A</td><td>10</td></tr>[else]<tr><td>B</td><td>10</td></tr>[endif]<tr><td>C</td><td>20</td></tr></table><ul><li>one</li>[if:City!=Berlin]<li>x</li>[endif]<li>two</li></ul>', ada))
  const compiled = compileCampaign({ ...base, html: '<p>Hi [if:City=berlin]Berliner [City][else]friend[endif], hello</p>' + exit, links: [] }, { tokens: tokens(testKeys) })
  console.log(compiled.compose({ ...ada, number: 1, listId: 1 }, new Date()).data.toString())
  console.log(compiled.compose({ ...nobody, number: 1, listId: 1 }, new Date()).data.toString())
})
