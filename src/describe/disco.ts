/** The discovery document of `?disco` (reference/asmx.md §7.3): GET and POST endpoints are not listed. */
import type { Place } from './wsdl.ts'
import { document, element } from './xml.ts'

export function disco({ namespace, address }: Place): string {
  const soap = (prefix: string, port: string) =>
    element('soap', {
      address,
      [`xmlns:${prefix}`]: namespace,
      binding: `${prefix}:${port}`,
      xmlns: 'http://schemas.xmlsoap.org/disco/soap/',
    })
  return document(
    element(
      'discovery',
      {
        'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
        'xmlns:xsd': 'http://www.w3.org/2001/XMLSchema',
        xmlns: 'http://schemas.xmlsoap.org/disco/',
      },
      [
        element('contractRef', {
          ref: `${address}?wsdl`,
          docRef: address,
          xmlns: 'http://schemas.xmlsoap.org/disco/scl/',
        }),
        soap('q1', 'apiSoap'),
        soap('q2', 'apiSoap12'),
      ],
    ),
  )
}
