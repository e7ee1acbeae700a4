/**
 * The service description, element by element as the historical service wrote it (reference/asmx.md §6, reference/wsdl.md).
 * See docs/decisions/wires.md#wsdl-disco-and-help-pages-match-the-historical-ones.
 */
import { type Operation, xmlOperations } from '../contract/operations.ts'
import { isSimple } from '../contract/shapes.ts'
import { schema } from './wsdl-types.ts'
import { document, type Element, element } from './xml.ts'

export interface Place {
  /** The XML namespace of every request and response element. */
  readonly namespace: string
  /** The absolute URL of the endpoint: `https://mail.example.com/api/api.asmx`. */
  readonly address: string
}

/** GET and POST leave out operations with structured parameters (reference/asmx.md §1.2), and those of JSON alone. */
export function isOnForms(operation: Operation): boolean {
  return !operation.jsonOnly && Object.values(operation.parameters).every(isSimple)
}

export function wsdl({ namespace, address }: Place): string {
  return document(
    element(
      'wsdl:definitions',
      {
        'xmlns:soap': 'http://schemas.xmlsoap.org/wsdl/soap/',
        'xmlns:tm': 'http://microsoft.com/wsdl/mime/textMatching/',
        'xmlns:soapenc': 'http://schemas.xmlsoap.org/soap/encoding/',
        'xmlns:mime': 'http://schemas.xmlsoap.org/wsdl/mime/',
        'xmlns:tns': namespace,
        'xmlns:s': 'http://www.w3.org/2001/XMLSchema',
        'xmlns:soap12': 'http://schemas.xmlsoap.org/wsdl/soap12/',
        'xmlns:http': 'http://schemas.xmlsoap.org/wsdl/http/',
        targetNamespace: namespace,
        'xmlns:wsdl': 'http://schemas.xmlsoap.org/wsdl/',
      },
      [
        element('wsdl:types', {}, [schema(namespace, xmlOperations)]),
        ...soap.operations.flatMap(soapMessages),
        ...[get, post].flatMap(wire => wire.operations.flatMap(operation => formMessages(operation, wire.suffix))),
        ...[soap, get, post].map(portType),
        soapBinding('apiSoap', 'soap', namespace),
        soapBinding('apiSoap12', 'soap12', namespace),
        formBinding(get, [element('http:urlEncoded')]),
        formBinding(post, [element('mime:content', { type: 'application/x-www-form-urlencoded' })]),
        element('wsdl:service', { name: 'api' }, [
          port('apiSoap', element('soap:address', { location: address })),
          port('apiSoap12', element('soap12:address', { location: address })),
          port('apiHttpGet', element('http:address', { location: address })),
          port('apiHttpPost', element('http:address', { location: address })),
        ]),
      ],
    ),
  )
}

interface PortType {
  /** What follows the operation's name in its messages, before `In` and `Out`. */
  readonly suffix: string
  readonly name: string
  readonly operations: readonly Operation[]
}

const onForms = xmlOperations.filter(isOnForms)
const soap: PortType = { suffix: 'Soap', name: 'apiSoap', operations: xmlOperations }
const get = { suffix: 'HttpGet', name: 'apiHttpGet', verb: 'GET', operations: onForms }
const post = { suffix: 'HttpPost', name: 'apiHttpPost', verb: 'POST', operations: onForms }

function soapMessages({ name }: Operation): Element[] {
  const message = (suffix: string, root: string) =>
    element('wsdl:message', { name: `${name}${suffix}` }, [
      element('wsdl:part', { name: 'parameters', element: `tns:${root}` }),
    ])
  return [message('SoapIn', name), message('SoapOut', `${name}Response`)]
}

/** Every part is a string, whatever SOAP says of the parameter. */
function formMessages({ name, parameters, typed }: Operation, suffix: string): Element[] {
  const parts = Object.keys(parameters).map(parameter => element('wsdl:part', { name: parameter, type: 's:string' }))
  return [
    element('wsdl:message', { name: `${name}${suffix}In` }, parts),
    element('wsdl:message', { name: `${name}${suffix}Out` }, [
      element('wsdl:part', { name: 'Body', element: typed ? 'tns:Result' : 'tns:anyType' }),
    ]),
  ]
}

function portType({ name, suffix, operations }: PortType): Element {
  return element(
    'wsdl:portType',
    { name },
    operations.map(operation =>
      element('wsdl:operation', { name: operation.wsdlName }, [
        element('wsdl:input', { name: operation.name, message: `tns:${operation.name}${suffix}In` }),
        element('wsdl:output', { name: operation.name, message: `tns:${operation.name}${suffix}Out` }),
      ]),
    ),
  )
}

/** Both SOAP versions share the port type, the messages and the transport. */
function soapBinding(name: string, prefix: 'soap' | 'soap12', namespace: string): Element {
  const body = [element(`${prefix}:body`, { use: 'literal' })]
  return element('wsdl:binding', { name, type: 'tns:apiSoap' }, [
    element(`${prefix}:binding`, { transport: 'http://schemas.xmlsoap.org/soap/http' }),
    ...soap.operations.map(operation =>
      element('wsdl:operation', { name: operation.wsdlName }, [
        element(`${prefix}:operation`, { soapAction: `${namespace}${operation.name}`, style: 'document' }),
        element('wsdl:input', { name: operation.name }, body),
        element('wsdl:output', { name: operation.name }, body),
      ]),
    ),
  ])
}

function formBinding({ name, verb, operations }: PortType & { verb: string }, input: Element[]): Element {
  return element('wsdl:binding', { name, type: `tns:${name}` }, [
    element('http:binding', { verb }),
    ...operations.map(operation =>
      element('wsdl:operation', { name: operation.wsdlName }, [
        element('http:operation', { location: `/${operation.name}` }),
        element('wsdl:input', { name: operation.name }, input),
        element('wsdl:output', { name: operation.name }, [element('mime:mimeXml', { part: 'Body' })]),
      ]),
    ),
  ])
}

function port(name: string, address: Element): Element {
  return element('wsdl:port', { name, binding: `tns:${name}` }, [address])
}
