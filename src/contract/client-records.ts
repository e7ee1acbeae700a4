/** The record type of a client with all that an account may read of it. */
import { boolean, int, record, text } from './shapes.ts'

/** Fees are decimals as text; what a client of its kind of billing does not pay is empty. */
export const ClientProfile = record('ClientProfile', {
  ClientID: text,
  CompanyName: text,
  ContactName: text,
  EmailAddress: text,
  Country: text,
  Timezone: text,
  Username: text,
  AccessLevel: int,
  ClientPays: boolean,
  Currency: text,
  BaseDeliveryFee: text,
  BaseCostPerRecipient: text,
  BaseDesignAndSpamTestFee: text,
  DeliveryFee: text,
  CostPerRecipient: text,
  DesignAndSpamTestFee: text,
  ApiKey: text,
})
