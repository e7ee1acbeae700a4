/** As headers of columns are compared: programs write `Email Address`, `EmailAddress` and `EMAIL_ADDRESS`. */
export function bareHeader(header: string): string {
  return header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
