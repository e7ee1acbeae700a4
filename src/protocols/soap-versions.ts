/** SOAP 1.1 and 1.2: the rows of this table contain their differences (reference/asmx.md §1.3, §2.8, §3). */
import { escapeText } from '../lib/xml.ts'
import { declaration, schemaPrefixes } from './xml-values.ts'

export type FaultCode = 'client' | 'server' | 'mustUnderstand' | 'versionMismatch'

export interface SoapVersion {
  readonly wire: 'soap11' | 'soap12'
  readonly namespace: string
  /** Media type without parameters. */
  readonly mediaType: string
  readonly codes: Readonly<Record<FaultCode, string>>
  /** The content of `soap:Fault`. Faults about headers have no detail element. */
  readonly fault: (code: string, reason: string, detail: boolean) => string
}

export const soap11: SoapVersion = {
  wire: 'soap11',
  namespace: 'http://schemas.xmlsoap.org/soap/envelope/',
  mediaType: 'text/xml',
  codes: {
    client: 'soap:Client',
    server: 'soap:Server',
    mustUnderstand: 'soap:MustUnderstand',
    versionMismatch: 'soap:VersionMismatch',
  },
  fault: (code, reason, detail) =>
    `<faultcode>${code}</faultcode><faultstring>${reason}</faultstring>${detail ? '<detail />' : ''}`,
}

export const soap12: SoapVersion = {
  wire: 'soap12',
  namespace: 'http://www.w3.org/2003/05/soap-envelope',
  mediaType: 'application/soap+xml',
  codes: {
    client: 'soap:Sender',
    server: 'soap:Receiver',
    mustUnderstand: 'soap:MustUnderstand',
    versionMismatch: 'soap:VersionMismatch',
  },
  fault: (code, reason, detail) =>
    `<soap:Code><soap:Value>${code}</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="en">${reason}</soap:Text></soap:Reason>${detail ? '<soap:Detail />' : ''}`,
}

export const versionByNamespace: ReadonlyMap<string, SoapVersion> = new Map(
  [soap11, soap12].map(version => [version.namespace, version]),
)

/** The prefix is `soap` in both versions: some clients search for it literally (reference/asmx.md §8). */
export function openEnvelope(version: SoapVersion): string {
  return `${declaration}<soap:Envelope xmlns:soap="${version.namespace}" ${schemaPrefixes}>`
}

export const closeEnvelope = '</soap:Envelope>'

export function faultEnvelope(version: SoapVersion, code: FaultCode, reason: string): string {
  const detail = code !== 'mustUnderstand'
  const fault = version.fault(version.codes[code], escapeText(reason), detail)
  const header = code === 'versionMismatch' ? upgrade : ''
  return `${openEnvelope(version)}${header}<soap:Body><soap:Fault>${fault}</soap:Fault></soap:Body>${closeEnvelope}`
}

/** Lists the supported versions (reference/asmx.md §2.6). */
const upgrade = `<soap:Header><soap12:Upgrade xmlns:soap12="${soap12.namespace}"><soap12:SupportedEnvelope qname="soap:Envelope" xmlns:soap="${soap11.namespace}" /><soap12:SupportedEnvelope qname="soap12:Envelope" xmlns:soap12="${soap12.namespace}" /></soap12:Upgrade></soap:Header>`
