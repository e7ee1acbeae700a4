/** One of the servers of `protocol.ts`, named by its argument; sends its parent the port. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import soap from 'soap'
import { allOperations } from '../src/contract/operations.ts'
import { listen } from '../src/http/server.ts'
import { createLog } from '../src/lib/log.ts'
import { wires } from '../src/protocols/wires.ts'
import { namespace } from '../test/harness/dial.ts'

const operation = 'Subscribers.GetIsSubscribed'
const answer = `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soap:Body><${operation}Response xmlns="${namespace}"><${operation}Result xsi:type="xsd:string">True</${operation}Result></${operation}Response></soap:Body></soap:Envelope>`

const servers: Readonly<Record<string, () => Promise<number>>> = {
  'bare node:http': () => {
    const headers = { 'Content-Type': 'text/xml; charset=utf-8', 'Content-Length': Buffer.byteLength(answer) }
    return listening(
      createServer((incoming, response) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('end', () => {
          Buffer.concat(chunks)
          response.writeHead(200, headers)
          response.end(answer)
        })
      }),
    )
  },

  async ours() {
    const front = wires({ namespace, operations: allOperations, authenticate: async () => {} })
    const perform = async () => 'True'
    const service = await listen(
      {
        host: '127.0.0.1',
        port: 0,
        publicUrl: null,
        maxBodyBytes: 5_000_000,
        requestSeconds: 30,
        log: createLog('warn'),
      },
      [request => front(request)?.(request, perform)],
    )
    return Number(new URL(service.url).port)
  },

  'npm soap': async () => {
    const server = createServer()
    const port = await listening(server)
    const handler = { GetIsSubscribed: () => ({ [`${operation}Result`]: 'True' }) }
    soap.listen(server, { path: '/api/api.asmx', services: { api: { apiSoap: handler } }, xml: wsdl(port) })
    return port
  },
}

function listening(server: Server): Promise<number> {
  return new Promise(resolve => {
    // a TCP server that listens has a port
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

const wsdl = (port: number) => `<?xml version="1.0" encoding="utf-8"?>
<wsdl:definitions xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:tns="${namespace}" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" targetNamespace="${namespace}">
  <wsdl:types>
    <s:schema elementFormDefault="qualified" targetNamespace="${namespace}">
      <s:element name="${operation}"><s:complexType><s:sequence>
        <s:element minOccurs="0" maxOccurs="1" name="ApiKey" type="s:string" />
        <s:element minOccurs="0" maxOccurs="1" name="ListID" type="s:string" />
        <s:element minOccurs="0" maxOccurs="1" name="Email" type="s:string" />
      </s:sequence></s:complexType></s:element>
      <s:element name="${operation}Response"><s:complexType><s:sequence>
        <s:element minOccurs="0" maxOccurs="1" name="${operation}Result" type="s:string" />
      </s:sequence></s:complexType></s:element>
    </s:schema>
  </wsdl:types>
  <wsdl:message name="In"><wsdl:part name="parameters" element="tns:${operation}" /></wsdl:message>
  <wsdl:message name="Out"><wsdl:part name="parameters" element="tns:${operation}Response" /></wsdl:message>
  <wsdl:portType name="apiSoap">
    <wsdl:operation name="GetIsSubscribed"><wsdl:input message="tns:In" /><wsdl:output message="tns:Out" /></wsdl:operation>
  </wsdl:portType>
  <wsdl:binding name="apiSoap" type="tns:apiSoap">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http" />
    <wsdl:operation name="GetIsSubscribed">
      <soap:operation soapAction="${namespace}${operation}" style="document" />
      <wsdl:input><soap:body use="literal" /></wsdl:input><wsdl:output><soap:body use="literal" /></wsdl:output>
    </wsdl:operation>
  </wsdl:binding>
  <wsdl:service name="api">
    <wsdl:port name="apiSoap" binding="tns:apiSoap"><soap:address location="http://127.0.0.1:${port}/api/api.asmx" /></wsdl:port>
  </wsdl:service>
</wsdl:definitions>`

const [name = ''] = process.argv.slice(2)
const start = servers[name]
if (!start) throw new Error(`There is no server named ${name}.`)
process.send?.(await start())
// asked before and after a round: processor time, in microseconds, of this process
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})
process.once('disconnect', () => process.exit(0))
