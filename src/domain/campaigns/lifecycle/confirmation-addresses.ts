/** Who is notified that a campaign was sent: one address, or several with commas between them, as they are given and stored. */
import { Refusal } from '../../../contract/refusals.ts'
import { type Address, parseAddress } from '../../text-rules/address.ts'

/** @param most addresses @returns what is stored @throws Refusal ConfirmationEmailRequired, InvalidConfirmationEmail */
export function readConfirmationAddresses(text: string | null, most: number): string {
  const given = confirmationAddresses(text ?? '')
  if (given.length === 0) throw new Refusal('ConfirmationEmailRequired')
  if (given.length > most) {
    throw new Refusal('InvalidConfirmationEmail', most === 1 ? undefined : `At most ${most} addresses are notified.`)
  }
  const parsed = new Map<string, Address>()
  for (const one of given) {
    const address = parseAddress(one)
    if (!address) throw new Refusal('InvalidConfirmationEmail')
    if (!parsed.has(address.address)) parsed.set(address.address, address)
  }
  return [...parsed.values()].map(({ email }) => email).join(',')
}

/** The addresses of a text, with the blanks around them; no address has a comma in it. */
export function confirmationAddresses(text: string): readonly string[] {
  return text.split(',').filter(one => !/^[ \t]*$/.test(one))
}
