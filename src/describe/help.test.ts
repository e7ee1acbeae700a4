import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namespace } from '../../test/harness/dial.ts'
import { golden } from '../../test/harness/golden.ts'
import { allOperations, xmlOperations } from '../contract/operations.ts'
import { listPage, operationPage } from './help.ts'

const place = {
  namespace,
  address: 'http://api.createsend.com/api/api.asmx',
}

/** Pages have one style, which has a file of its own. */
const pages = {
  'help-list.html': listPage(place),
  // a typed result
  'help-List.Update.html': operationPage('List.Update', place),
  // structured parameters
  'help-Campaign.Create.html': operationPage('Campaign.Create', place),
}
const styleOf = (page: string) => /(?<=<style>).*?(?=<\/style>)/s.exec(page)?.[0] ?? assert.fail('a page has no style')

for (const [name, page] of Object.entries(pages)) {
  test(`${name} is the page on record, in the style on record`, () => {
    const style = styleOf(page)
    golden('help.css', style)
    golden(name, page.replace(`<style>${style}</style>`, '<style></style>'))
  })
}

test('the list page has every operation, sorted by message name', () => {
  const listed = [...listPage(place).matchAll(/\?op=([\w.]+)"/g)].map(match => match[1]!)
  assert.deepEqual(listed, xmlOperations.map(({ name }) => name).toSorted())
})

test('every operation has a page with samples for each wire that offers it', () => {
  for (const { name } of xmlOperations) {
    const page = operationPage(name, place)
    const soapOnly = /WithCustomFields$|^(?:Campaign|Segment)\.Create$/.test(name)
    const wires = [...page.matchAll(/<h3>(SOAP|HTTP) ([\w.]+)<\/h3>/g)].map(match => match[2])
    assert.deepEqual(wires, soapOnly ? ['1.1', '1.2'] : ['1.1', '1.2', 'GET', 'POST'], name)
    assert.equal(page.includes('<form '), !soapOnly, name)
  }
})

test('the test form posts every parameter to the absolute address of the operation', () => {
  const page = operationPage('Client.UpdateAccessAndBilling', place)
  const form = page.slice(page.indexOf('<form'), page.indexOf('</form>'))
  assert.match(
    form,
    /^<form target="_blank" method="POST" action="http:\/\/api\.createsend\.com\/api\/api\.asmx\/Client\.UpdateAccessAndBilling"/,
  )
  const inputs = [
    ...form.matchAll(
      /<label for="(\w+)">\1:<\/label><\/th><td><input class="frmInput" type="text" size="50" name="\1" id="\1">/g,
    ),
  ]
  const operation = allOperations.find(({ name }) => name === 'Client.UpdateAccessAndBilling')
  assert.deepEqual(
    inputs.map(match => match[1]),
    Object.keys(operation?.parameters ?? {}),
  )
})

test('operation names are case-sensitive, and an unknown one is named back as text', () => {
  assert.ok(operationPage('list.update', place).includes('<h2>Method Not Found</h2>'))
  const page = operationPage('<script>alert("x")</script>', place)
  assert.ok(
    page.includes('Method &#39;&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39; was not found') ||
      page.includes("Method '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;' was not found"),
  )
  assert.ok(!page.includes('<script'))
})

test('no page of the endpoint carries a script or an inline style attribute', () => {
  for (const page of [listPage(place), operationPage('List.Update', place), operationPage('nope', place)]) {
    assert.doesNotMatch(page, /<script|\son\w+=|\sstyle=/)
  }
})
