/** `wsdl:types`: the request and response elements, and the types (reference/asmx.md §6 point 1). */

import { Result } from '../contract/card.ts'
import {
  CampaignSummary,
  SubscriberBounce,
  SubscriberClick,
  SubscriberOpen,
  SubscriberUnsubscribe,
} from '../contract/groups/historical/campaigns.ts'
import { Campaign, ClientDetail, List, Template } from '../contract/groups/historical/clients.ts'
import { ListCustomField, ListDetail, ListStatistics } from '../contract/groups/historical/lists.ts'
import { Subscriber } from '../contract/groups/historical/subscribers.ts'
import { Client } from '../contract/groups/historical/users.ts'
import type { Operation } from '../contract/operations.ts'
import { isRequired, list, type Members, type Shape, typeName } from '../contract/shapes.ts'
import { type Element, element } from './xml.ts'

/** What the historical service declared for its untyped results, in its order (reference/wsdl.md); their parts follow each. */
const declared: readonly Shape[] = [
  Result,
  Client,
  CampaignSummary,
  SubscriberUnsubscribe,
  SubscriberBounce,
  SubscriberOpen,
  SubscriberClick,
  ClientDetail,
  Template,
  List,
  Campaign,
  ListStatistics,
  ListCustomField,
  ListDetail,
  Subscriber,
  list(Subscriber),
  list(ListCustomField),
  list(Campaign),
  list(List),
  list(Template),
  list(SubscriberClick),
  list(SubscriberOpen),
  list(SubscriberBounce),
  list(SubscriberUnsubscribe),
  list(Client),
]

/** One schema for all. The types stand right after the first operation with an untyped result, where .NET met them first. */
export function schema(namespace: string, operations: readonly Operation[]): Element {
  const firstUntyped = operations.findIndex(operation => !operation.typed)
  return element('s:schema', { elementFormDefault: 'qualified', targetNamespace: namespace }, [
    ...operations.slice(0, firstUntyped + 1).flatMap(messageElements),
    ...types(operations),
    ...operations.slice(firstUntyped + 1).flatMap(messageElements),
    // the document roots of GET and POST
    element('s:element', { name: 'anyType', nillable: 'true' }),
    element('s:element', { name: 'Result', nillable: 'true', type: 'tns:Result' }),
  ])
}

function messageElements({ name, parameters, result, typed }: Operation): Element[] {
  const answer = typed
    ? member(`${name}Result`, result)
    : element('s:element', { minOccurs: '0', maxOccurs: '1', name: `${name}Result` })
  return [
    element('s:element', { name }, [complexType({}, members(parameters))]),
    element('s:element', { name: `${name}Response` }, [complexType({}, [answer])]),
  ]
}

/** Each type once, the types of its members right after it; types the historical list lacks come last. */
function types(operations: readonly Operation[]): Element[] {
  const met = new Map<string, Element>()
  const meet = (shape: Shape): void => {
    const name = typeName(shape)
    if (shape.kind === 'scalar' || met.has(name)) return
    met.set(name, typeElement(name, shape))
    if (shape.kind === 'list') meet(shape.item)
    if (shape.kind === 'record') Object.values(shape.fields).forEach(meet)
  }
  declared.forEach(meet)
  for (const operation of operations) {
    meet(operation.result)
    Object.values(operation.parameters).forEach(meet)
  }
  return [...met.values()]
}

function typeElement(name: string, shape: Exclude<Shape, { kind: 'scalar' }>): Element {
  switch (shape.kind) {
    case 'record':
      return complexType({ name }, members(shape.fields))
    case 'list':
      return complexType({ name }, [
        element('s:element', {
          minOccurs: '0',
          maxOccurs: 'unbounded',
          name: typeName(shape.item),
          nillable: isRequired(shape.item) ? undefined : 'true',
          type: typeReference(shape.item),
        }),
      ])
    case 'enumeration':
      return element('s:simpleType', { name }, [
        element(
          's:restriction',
          { base: 's:string' },
          shape.values.map(value => element('s:enumeration', { value })),
        ),
      ])
  }
}

function complexType(attributes: Element['attributes'], content: Element[]): Element {
  return element('s:complexType', attributes, content.length > 0 ? [element('s:sequence', {}, content)] : [])
}

function members(fields: Members): Element[] {
  return Object.entries(fields).map(([name, shape]) => member(name, shape))
}

function member(name: string, shape: Shape): Element {
  const minOccurs = isRequired(shape) ? '1' : '0'
  return element('s:element', { minOccurs, maxOccurs: '1', name, type: typeReference(shape) })
}

function typeReference(shape: Shape): string {
  return `${shape.kind === 'scalar' ? 's' : 'tns'}:${typeName(shape)}`
}
