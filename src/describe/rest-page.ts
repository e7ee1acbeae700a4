/** The page at /api/rest/: the calls of the REST wire to read, rendered from its table. */

import type { Field, Fields } from '../contract/rest/fields.ts'
import type { RestCall } from '../contract/rest/row.ts'
import { latest, versionNames } from '../contract/rest/versions.ts'
import { notThere, restGroups } from '../contract/rest.ts'
import { type Html, html } from '../lib/html.ts'
import { apiStyle } from './api-page.ts'
import { page } from './page.ts'
import { callId, codesOf, versionsOf } from './rest-calls.ts'

/** @param publicUrl how the world reaches us, without a slash at the end */
export function restHelpPage({ publicUrl }: { readonly publicUrl: string }): string {
  return page(
    'Lettershop REST API',
    apiStyle,
    html``,
    html`<a class="skip" href="#calls">Skip to the calls</a>
<header>
<h1>Lettershop REST API</h1>
<p>The interface that client libraries of Campaign Monitor speak, in its versions ${versionNames.join(', ')}: they run here with another host name. The API key is the user name of HTTP Basic, with any password.</p>
<p><a href="/api/rest/openapi.json">OpenAPI 3.1</a> · <a href="/api/">JSON operations</a></p>
</header>
<div class="columns">
<nav aria-label="Calls">
<details class="menu" open><summary>Calls</summary>
${restGroups.map(({ name, calls }) => html`<section>\n<h2><a href="#${name}">${name}</a></h2>\n<ul>\n${calls.map(call => html`<li><a href="#${callId(call)}">${call.method} ${call.path}</a></li>\n`)}</ul>\n</section>\n`)}<h2><a href="#not-there">Not there</a></h2>
</details>
</nav>
<main id="calls">
${restGroups.map(({ name, calls }) => html`<section>\n<h2 id="${name}">${name}</h2>\n${calls.map(call => article(call, publicUrl))}</section>\n`)}<section>
<h2 id="not-there">Calls that are not there</h2>
<p>Each answers 404 with the sentence.</p>
<dl>
${notThere.map(({ method, path, about }) => html`<dt><code>${method} ${path}</code></dt>\n<dd>${about}</dd>\n`)}</dl>
</section>
</main>
</div>
`,
  )
}

function article(call: RestCall, publicUrl: string): Html {
  const { method, path, about, query, body, returns, status } = call
  const some = versionsOf(call)
  return html`<article>
<h3 id="${callId(call)}">${method} ${path}</h3>
<p>${prose(about)}</p>
<p class="quiet"><code>${method} ${publicUrl}/api/${some.at(-1) ?? latest.name}/${path}.json</code><br>Does what <a href="/api/#${call.operation}">${call.operation}</a> does.${some.length < versionNames.length && html` Of ${some.join(', ')} only.`}</p>
${fieldList('Query', query)}${body ? fieldList('Body', body) : ''}<h4>Answer</h4>
<p>${status}, ${returns ? html`<code>${written(returns)}</code>` : 'empty'}</p>
<details><summary>Refusals</summary>
<ul>
${codesOf(call).map(({ code, message }) => html`<li>${code} ${message}</li>\n`)}</ul>
</details>
</article>
`
}

/** Text between backticks is code. */
function prose(sentence: string): readonly (Html | string)[] {
  return sentence.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))
}

function fieldList(title: string, fields: Fields): Html | string {
  const entries = Object.entries(fields)
  if (entries.length === 0) return ''
  return html`<h4>${title}</h4>
<dl>
${entries.map(([name, field]) => html`<dt><code>${name}</code></dt>\n<dd><code>${written(field)}</code></dd>\n`)}</dl>
`
}

/** A field as a reader of JSON would write its type. */
function written(field: Field): string {
  switch (field.kind) {
    case 'text':
      return 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'flag':
      return 'boolean'
    case 'word':
      return field.words.map(word => `"${word}"`).join(' | ')
    case 'many':
      return `[${written(field.of)}]`
    case 'many or one':
      return `[${written(field.of)}] | ${written(field.of)}`
    case 'optional':
      return written(field.of)
    case 'object':
      return `{${Object.entries(field.fields)
        .map(([name, inner]) => `${name}${inner.kind === 'optional' ? '?' : ''}: ${written(inner)}`)
        .join(', ')}}`
  }
}
