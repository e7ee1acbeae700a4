/**
 * The sample requests and responses of the operation page (reference/asmx.md §7.2). Placeholders are the names of
 * schema types; on GET and POST every parameter is a string; an untyped result is an empty element.
 */
import type { Operation } from '../contract/operations.ts'
import { type Shape, typeName } from '../contract/shapes.ts'
import { type Html, html, markup } from '../lib/html.ts'
import { escapeText } from '../lib/xml.ts'
import { isOnForms, type Place } from './wsdl.ts'
import { type Element, element, pieces } from './xml.ts'

export interface Sample {
  /** As the page calls it: `SOAP 1.1`, `HTTP GET`. */
  readonly wire: string
  readonly request: Html
  readonly response: Html
}

/** One sample a wire, in the historical order; GET and POST only where they offer the operation. */
export function samples(operation: Operation, place: Place): Sample[] {
  const soap = soapVersions.map(version => soapSample(version, operation, place))
  return isOnForms(operation) ? [...soap, getSample(operation, place), postSample(operation, place)] : soap
}

interface SoapVersion {
  readonly wire: string
  readonly prefix: string
  readonly namespace: string
  readonly contentType: string
  readonly action: boolean
}

const soapVersions: readonly SoapVersion[] = [
  {
    wire: 'SOAP 1.1',
    prefix: 'soap',
    namespace: 'http://schemas.xmlsoap.org/soap/envelope/',
    contentType: 'text/xml; charset=utf-8',
    action: true,
  },
  {
    wire: 'SOAP 1.2',
    prefix: 'soap12',
    namespace: 'http://www.w3.org/2003/05/soap-envelope',
    contentType: 'application/soap+xml; charset=utf-8',
    action: false,
  },
]

const schemaNamespaces = {
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  'xmlns:xsd': 'http://www.w3.org/2001/XMLSchema',
}

function soapSample(version: SoapVersion, { name, parameters, result, typed }: Operation, place: Place): Sample {
  const { prefix, contentType } = version
  const envelope = (payload: Element) =>
    element(`${prefix}:Envelope`, { ...schemaNamespaces, [`xmlns:${prefix}`]: version.namespace }, [
      element(`${prefix}:Body`, {}, [payload]),
    ])
  const { host, pathname } = new URL(place.address)
  const asked = Object.entries(parameters).map(([parameter, shape]) => placeholder(parameter, shape))
  const answered = typed ? placeholder(`${name}Result`, result) : element(`${name}Result`)
  const xmlns = place.namespace
  return {
    wire: version.wire,
    request: message(
      [`POST ${pathname} HTTP/1.1`, `Host: ${host}`, `Content-Type: ${contentType}`, length].concat(
        version.action ? [`SOAPAction: "${place.namespace}${name}"`] : [],
      ),
      xml(envelope(element(name, { xmlns }, asked))),
    ),
    response: message(
      [...ok, `Content-Type: ${contentType}`, length],
      xml(envelope(element(`${name}Response`, { xmlns }, [answered]))),
    ),
  }
}

function getSample(operation: Operation, place: Place): Sample {
  const { host, pathname } = new URL(place.address)
  const line = html`GET ${pathname}/${operation.name}?${form(operation)} HTTP/1.1`
  return { wire: 'HTTP GET', request: message([line, `Host: ${host}`]), response: formResponse(operation, place) }
}

function postSample(operation: Operation, place: Place): Sample {
  const { host, pathname } = new URL(place.address)
  const head = [
    `POST ${pathname}/${operation.name} HTTP/1.1`,
    `Host: ${host}`,
    'Content-Type: application/x-www-form-urlencoded',
    length,
  ]
  return { wire: 'HTTP POST', request: message(head, form(operation)), response: formResponse(operation, place) }
}

function formResponse({ result, typed }: Operation, { namespace }: Place): Sample['response'] {
  const root = typed ? placeholder(typeName(result), result) : element('anyType')
  const body = xml({ ...root, attributes: { xmlns: namespace } })
  return message([...ok, 'Content-Type: text/xml; charset=utf-8', length], body)
}

const length = html`Content-Length: ${value('length')}`
const ok = ['HTTP/1.1 200 OK']

function form({ parameters }: Operation): Html {
  const pairs = Object.keys(parameters).map(name => html`<span class="key">${name}</span>=${value('string')}`)
  return markup(pairs.join('&amp;'))
}

/** An element with a type's name where its text will be; a list shows two items. */
function placeholder(name: string, shape: Shape): Element {
  switch (shape.kind) {
    case 'scalar':
      return element(name, {}, shape.name)
    case 'enumeration':
      return element(name, {}, shape.values.join(' or '))
    case 'record':
      return element(
        name,
        {},
        Object.entries(shape.fields).map(([field, fieldShape]) => placeholder(field, fieldShape)),
      )
    case 'list': {
      const item = placeholder(typeName(shape.item), shape.item)
      return element(name, {}, [item, item])
    }
  }
}

function value(text: string): Html {
  return html`<span class="value">${text}</span>`
}

function xml(root: Element): Html {
  const written = pieces(root).map(piece =>
    'markup' in piece ? html`${piece.markup.replaceAll('\r\n', '\n')}` : value(escapeText(piece.text)),
  )
  return html`${written}`
}

function message(head: readonly (string | Html)[], body?: Html): Html {
  const lines = head.map(line => html`${line}\n`)
  return body ? html`${lines}\n${body}` : html`${lines}`
}
