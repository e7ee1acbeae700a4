/** Calls as the interface and the documentation write them. */
import { isOffered, jsonRequest, request, type Sent, type Values, type WireName } from '../harness/dial.ts'

export interface Written extends Sent {
  readonly body: string
}

export function write(wire: WireName, operation: string, params: Values): Written {
  const sent = draft(wire, operation, params)
  return { ...sent, body: String(sent.body ?? '') }
}

function draft(wire: WireName, operation: string, params: Values): Sent {
  switch (wire) {
    case 'soap11':
      return request(wire, operation, params)
    case 'soap12':
      // the interface's requests name no action
      return { ...request(wire, operation, params), headers: { 'Content-Type': 'application/soap+xml; charset=utf-8' } }
    case 'get':
    case 'post':
      return request(wire, operation, isOffered(wire, operation) ? params : withoutRecords(params))
    case 'json': {
      const { ApiKey, ...others } = params
      const sent = jsonRequest(operation, JSON.stringify(others))
      if (ApiKey === undefined) return sent
      return { ...sent, headers: { ...sent.headers, Authorization: `Bearer ${String(ApiKey)}` } }
    }
  }
}

/** As far as a form can carry it. */
function withoutRecords(params: Values): Values {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => typeof value !== 'object'))
}
