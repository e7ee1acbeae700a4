/** The page at /api/: the JSON wire to read, to copy from and to try, rendered from the contract. */

import { createHash } from 'node:crypto'
import { needsSession } from '../contract/card.ts'
import type { Operation } from '../contract/operations.ts'
import { refusals } from '../contract/refusals.ts'
import { accessLevelFor } from '../contract/rights.ts'
import { isFieldRequired, isParameterRequired, type RecordShape, type Shape } from '../contract/shapes.ts'
import { type Html, html } from '../lib/html.ts'
import { type Choices, choicesOfField, choicesOfParameter } from './choices.ts'
import { clientFile, pathsFile } from './client-files.ts'
import { exampleBody, exampleOf } from './examples.ts'
import { type Group, groups } from './groups.ts'
import { namedShapes } from './named-shapes.ts'
import { jsonPath } from './openapi.ts'
import { asset, page, type Style, style } from './page.ts'
import { refusalsOf } from './refusals.ts'

export const apiStyle: Style = style('api.css')

/** The page's own script. Its name changes with its text, so it may be kept for ever. */
export const apiScript = named('api.js', asset('api.js'))

function named(file: string, text: string) {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
  return { path: `/api/${file.replace('.', `-${hash}.`)}`, text }
}

export interface ApiPageOptions {
  /** How the world reaches us, without a slash at the end. */
  readonly publicUrl: string
  readonly choices: Choices
}

export function apiPage({ publicUrl, choices }: ApiPageOptions): string {
  return page(
    'Lettershop API',
    apiStyle,
    html`<script type="module" src="${apiScript.path}"></script>
`,
    html`<a class="skip" href="#operations">Skip to the operations</a>
<header>
<h1>Lettershop API</h1>
<p>Every operation is a POST to its own path, its parameters a JSON object by name. Success answers the bare value; a refusal answers a code, a message and often a detail.</p>
<p><a href="/api/openapi.json">OpenAPI 3.1</a> · TypeScript: <a href="${clientFile.path}">client.ts</a> and <a href="${pathsFile.path}">paths.ts</a> · <a href="/api/rest/">REST</a> · <a href="/api/api.asmx">SOAP, GET and POST</a> · <a href="/api/api.asmx?WSDL">WSDL</a></p>
</header>
<div class="columns">
<nav aria-label="Operations">
<details class="menu"><summary>Operations</summary>
<div class="needs-script" hidden><label for="find">Find an operation</label><input id="find" type="search" autocomplete="off"></div>
${groups.map(navigation)}<h2><a href="#types">Types</a></h2>
</details>
</nav>
<main id="operations">
<div class="needs-script" hidden><label for="ApiKey">API key for what you try here</label><input id="ApiKey" type="password" autocomplete="off" spellcheck="false"></div>
${groups.map(group => section(group, publicUrl, choices))}<section>
<h2 id="types">Types</h2>
${namedShapes().map(shape => shape.kind === 'record' && recordArticle(shape, choices))}</section>
</main>
</div>
`,
  )
}

function navigation({ name, operations }: Group): Html {
  return html`<section>
<h2><a href="#${name}">${name}</a></h2>
<ul>
${operations.map(operation => html`<li><a href="#${operation.name}">${operation.name}</a></li>\n`)}</ul>
</section>
`
}

function section({ name, about, operations }: Group, publicUrl: string, choices: Choices): Html {
  return html`<section>
<h2 id="${name}">${name}</h2>
<p class="quiet">${about}</p>
${operations.map(operation => article(operation, publicUrl, choices))}</section>
`
}

function article(operation: Operation, publicUrl: string, choices: Choices): Html {
  const parameters = Object.entries(operation.parameters).filter(([name]) => name !== 'ApiKey')
  return html`<article>
<h3 id="${operation.name}">${operation.name}</h3>
<p>${operation.summary}</p>
<p class="quiet"><code>POST ${jsonPath(operation)}</code><br>${whoMayCall(operation)}</p>
${
  parameters.length > 0
    ? fieldList(
        'Parameters',
        parameters.map(([name, shape]) => parameterField(operation, name, shape, choices)),
      )
    : ''
}<h4>Answer</h4>
<p>${typeLink(operation.jsonResult)}</p>
<h4>Example</h4>
<pre tabindex="0" role="region" aria-label="Request of ${operation.name}">${curl(operation, publicUrl)}</pre>
<p class="quiet">answers</p>
<pre tabindex="0" role="region" aria-label="Answer of ${operation.name}">${indented(exampleOf(operation.jsonResult))}</pre>
<details><summary>Refusals</summary>
<ul>
${refusalsOf(operation).map(name => html`<li>${refusals[name][0]} ${refusals[name][1]}</li>\n`)}</ul>
</details>
<details class="needs-script" hidden><summary>Try it</summary>
${tryForm(operation, parameters, choices)}</details>
</article>
`
}

function whoMayCall({ access }: Operation): string {
  if (access.to === 'anyone') return 'Needs no API key.'
  if (access.to === 'key')
    return access.session ? 'Only who is signed in to the console; no API key.' : 'Any valid API key.'
  const { right } = access
  if (access.to === 'part')
    return `Needs the right ${right} on the account or on a client; no login of a client has it.`
  const level = access.to === 'account' ? undefined : accessLevelFor(right)
  const logins =
    level === undefined
      ? ''
      : level === 0
        ? ', any login of the client'
        : `, logins of the client with ${level} in AccessLevel`
  const signedIn = needsSession(access) ? ' Only who is signed in to the console; no API key.' : ''
  return `Needs the right ${right}: users of the account${logins}.${signedIn}`
}

interface Field {
  readonly name: string
  readonly type: Html
  readonly required: boolean
  readonly meaning: string
  readonly values: readonly (string | number)[] | undefined
}

function parameterField(operation: Operation, name: string, shape: Shape, choices: Choices): Field {
  return {
    name,
    type: typeLink(shape),
    required: isParameterRequired(name, shape),
    meaning: shape.meaning ?? '',
    values: choicesOfParameter(choices, operation, name),
  }
}

function fieldList(title: string, fields: readonly Field[]): Html {
  return html`<h4>${title}</h4>
<dl>
${fields.map(({ name, type, required, meaning, values }) => html`<dt><code>${name}</code> <span class="quiet">${type}${!required && ', may be absent'}</span></dt>\n<dd>${meaning}${values && html` <span class="values">One of: ${values.join(', ')}.</span>`}</dd>\n`)}</dl>
`
}

function typeLink(shape: Shape): Html {
  switch (shape.kind) {
    case 'scalar':
      return html`${shape.name}`
    case 'enumeration':
      return html`${shape.values.join(', ')}`
    case 'record':
      return html`<a href="#type-${shape.name}">${shape.name}</a>`
    case 'list':
      return html`list of ${typeLink(shape.item)}`
  }
}

function curl(operation: Operation, publicUrl: string): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  return [
    `curl ${quoted(`${publicUrl}${jsonPath(operation)}`)}`,
    ...(operation.access.to === 'anyone' ? [] : [`-H ${quoted(`Authorization: Bearer YOUR_API_KEY`)}`]),
    `-H ${quoted('Content-Type: application/json')}`,
    `-d ${quoted(indented(exampleBody(operation)))}`,
  ].join(' \\\n  ')
}

function indented(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

function tryForm(operation: Operation, parameters: readonly (readonly [string, Shape])[], choices: Choices): Html {
  return html`<form data-path="${jsonPath(operation)}" autocomplete="off">
${parameters.map(([name, shape]) => field(operation, name, shape, choicesOfParameter(choices, operation, name)))}<button type="submit">Send</button>
<output aria-live="polite"></output>
</form>
`
}

function field(
  operation: Operation,
  name: string,
  shape: Shape,
  values: readonly (string | number)[] | undefined,
): Html {
  const id = `${operation.name}-${name}`
  const label = html`<label for="${id}">${name}</label>`
  if (shape.kind === 'enumeration') {
    return html`${label}<select id="${id}" name="${name}" data-kind="text">${shape.values.map(value => html`<option>${value}</option>`)}</select>\n`
  }
  if (values !== undefined && shape.kind === 'scalar') {
    const kind = shape.name === 'string' ? 'text' : 'a number'
    return html`${label}<select id="${id}" name="${name}" data-kind="${kind}"><option value="">not given</option>${values.map(value => html`<option>${value}</option>`)}</select>\n`
  }
  if (shape.kind === 'list' || shape.kind === 'record') {
    return html`${label}<textarea id="${id}" name="${name}" data-kind="JSON" rows="4" spellcheck="false">${indented(exampleOf(shape))}</textarea>\n`
  }
  if (shape.name === 'boolean') {
    return html`${label}<select id="${id}" name="${name}" data-kind="true or false"><option>true</option><option>false</option></select>\n`
  }
  if (shape.name !== 'string') {
    return html`${label}<input id="${id}" name="${name}" data-kind="a number" type="number" step="1">\n`
  }
  const type = name === 'Password' ? 'password' : 'text'
  return html`${label}<input id="${id}" name="${name}" data-kind="text" type="${type}" autocomplete="off" placeholder="${String(exampleOf(shape))}">\n`
}

function recordArticle(record: RecordShape, choices: Choices): Html {
  const fields = Object.entries(record.fields).map(([name, shape]) => ({
    name,
    type: typeLink(shape),
    required: isFieldRequired(shape),
    meaning: shape.meaning ?? '',
    values: choicesOfField(choices, record, name),
  }))
  return html`<article>
<h3 id="type-${record.name}">${record.name}</h3>
${fieldList('Fields', fields)}</article>
`
}
