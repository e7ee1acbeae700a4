/**
 * The help pages of the endpoint, with the historical texts (reference/asmx.md §7.1, §7.2). Where the old markup was
 * presentational (`<font class=value>`, a paragraph as heading), ours says the same with elements that mean it.
 */
import { findOperation, type Operation, xmlOperations } from '../contract/operations.ts'
import { type Html, html } from '../lib/html.ts'
import { page, type Style, style } from './page.ts'
import { type Sample, samples } from './samples.ts'
import { isOnForms, type Place } from './wsdl.ts'

export const helpStyle: Style = style('help.css')

/** The operations of the endpoint, sorted by MessageName. */
export function listPage({ address }: Place): string {
  const sorted = xmlOperations.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const { pathname } = new URL(address)
  return helpPage(
    html`<link rel="alternate" type="text/xml" href="${pathname}?disco">
`,
    html`<p>The following operations are supported.  For a formal definition, please review the <a href="api.asmx?WSDL">Service Description</a>.</p>
<ul class="operations">
${sorted.map(listItem)}</ul>
`,
  )
}

/** One operation with its test form and samples; for an unknown name a page that reports it. */
export function operationPage(name: string, place: Place): string {
  const found = findOperation(name)
  const operation = found?.jsonOnly ? undefined : found
  return helpPage(
    html``,
    html`<p>Click <a href="api.asmx">here</a> for a complete list of operations.</p>
${operation ? describeOperation(operation, place) : unknownOperation(name)}`,
  )
}

function helpPage(head: Html, content: Html): string {
  return page(
    'api Web Service',
    helpStyle,
    head,
    html`<h1 class="heading1">api</h1>
<main>
${content}</main>
`,
  )
}

function listItem({ name, wsdlName, summary }: Operation): Html {
  return html`<li><a href="api.asmx?op=${name}">${wsdlName}</a><span>MessageName="${name}"</span><span class="description">${summary}</span></li>
`
}

function unknownOperation(name: string): Html {
  return html`<h2>Method Not Found</h2>
<p>Method '${name}' was not found in service api.</p>
`
}

function describeOperation(operation: Operation, place: Place): Html {
  return html`<h2>${operation.name}</h2>
<p>${operation.summary}</p>
<h3>Test</h3>
${isOnForms(operation) ? testForm(operation, place) : html`<p>The test form is only available for methods with primitive types as parameters.</p>\n`}
${samples(operation, place).map(showSample)}`
}

function testForm({ name, parameters }: Operation, { address }: Place): Html {
  const names = Object.keys(parameters)
  const table = html`<table>
<thead><tr><th scope="col">Parameter</th><th scope="col">Value</th></tr></thead>
<tbody>
${names.map(formRow)}</tbody>
</table>
`
  return html`<p>To test the operation using the HTTP POST protocol, click the 'Invoke' button.</p>
<form target="_blank" method="POST" action="${address}/${name}" autocomplete="off">
${names.length > 0 ? table : ''}<input type="submit" value="Invoke" class="button">
</form>
`
}

function formRow(name: string): Html {
  return html`<tr><th scope="row"><label for="${name}">${name}:</label></th><td><input class="frmInput" type="text" size="50" name="${name}" id="${name}"></td></tr>
`
}

function showSample({ wire, request, response }: Sample): Html {
  return html`<h3>${wire}</h3>
<p>The following is a sample ${wire} request and response.  The <span class="value">placeholders</span> shown need to be replaced with actual values.</p>
<pre tabindex="0" role="region" aria-label="Sample ${wire} request">${request}</pre>
<pre tabindex="0" role="region" aria-label="Sample ${wire} response">${response}</pre>
`
}
