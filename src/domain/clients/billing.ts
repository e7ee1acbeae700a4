/**
 * How a client pays (reference/wire.md §6). Fees are exact decimals: text and integers of ten-thousandths, never floats.
 */

import { Refusal } from '../../contract/refusals.ts'
import { trimEndOf } from '../../lib/trim-end.ts'
import type { Billing } from '../../store/accounts/clients.ts'

/** What the caller gives; absent is null. */
export interface GivenBilling {
  readonly billingType: string | null
  readonly currency: string | null
  readonly deliveryFee: string | null
  readonly costPerRecipient: string | null
  readonly designAndSpamTestFee: string | null
}

/** Delivery and design and spam test in major units, per recipient in minor units. No markup goes below these. */
const standardRates = {
  USD: { deliveryFee: '5', costPerRecipient: '1', designAndSpamTestFee: '5' },
  GBP: { deliveryFee: '3', costPerRecipient: '0.6', designAndSpamTestFee: '3' },
  EUR: { deliveryFee: '4', costPerRecipient: '0.8', designAndSpamTestFee: '4' },
  CAD: { deliveryFee: '5', costPerRecipient: '1.1', designAndSpamTestFee: '5' },
  AUD: { deliveryFee: '6', costPerRecipient: '1.3', designAndSpamTestFee: '6' },
  NZD: { deliveryFee: '7', costPerRecipient: '1.5', designAndSpamTestFee: '7' },
} as const

export const currencies: readonly string[] = Object.keys(standardRates)
export const billingTypes = ['UserPaysOnClientsBehalf', 'ClientPaysAtStandardRate', 'ClientPaysWithMarkup'] as const

export const noBilling: Billing = {
  billingType: null,
  currency: null,
  deliveryFee: null,
  costPerRecipient: null,
  designAndSpamTestFee: null,
}

/**
 * Reads the billing of a client that may send. What a type does not need is neither looked at nor kept.
 * @throws Refusal InvalidBillingType, InvalidCurrency, InvalidFee, MarkupTooLow
 */
export function readBilling(given: GivenBilling): Billing {
  const billingType = billingTypes.find(known => known === given.billingType?.trim())
  switch (billingType) {
    case 'UserPaysOnClientsBehalf':
      return { ...noBilling, billingType }
    case 'ClientPaysAtStandardRate':
      return { ...noBilling, billingType, currency: readCurrency(given.currency) }
    case 'ClientPaysWithMarkup': {
      const currency = readCurrency(given.currency)
      const rates = standardRates[currency]
      return {
        billingType,
        currency,
        deliveryFee: readFee('DeliveryFee', given.deliveryFee, rates.deliveryFee),
        costPerRecipient: readFee('CostPerRecipient', given.costPerRecipient, rates.costPerRecipient),
        designAndSpamTestFee: readFee('DesignAndSpamTestFee', given.designAndSpamTestFee, rates.designAndSpamTestFee),
      }
    }
    case undefined:
      throw new Refusal('InvalidBillingType', `BillingType must be one of ${billingTypes.join(', ')}.`)
  }
}

/** What a client pays above the standard rates; absent is null. Percent or amounts, not both. */
export interface GivenMarkups {
  readonly clientPays: boolean
  readonly currency: string | null
  readonly markupPercentage: string | null
  readonly markupOnDelivery: string | null
  readonly markupPerRecipient: string | null
}

/** @throws Refusal InvalidCurrency, InvalidFee */
export function readMarkups(given: GivenMarkups): Billing {
  if (!given.clientPays) return { ...noBilling, billingType: 'UserPaysOnClientsBehalf' }
  const currency = readCurrency(given.currency)
  const rates = standardRates[currency]
  const percent = readAmount('MarkupPercentage', given.markupPercentage)
  const onDelivery = readAmount('MarkupOnDelivery', given.markupOnDelivery)
  const perRecipient = readAmount('MarkupPerRecipient', given.markupPerRecipient)
  if (percent + onDelivery + perRecipient === 0) {
    return { ...noBilling, billingType: 'ClientPaysAtStandardRate', currency }
  }
  const raised = (standard: string, amount: number) =>
    decimalOf(Math.round(tenThousandths(standard) * (1 + percent / 1_000_000)) + amount)
  return {
    billingType: 'ClientPaysWithMarkup',
    currency,
    deliveryFee: raised(rates.deliveryFee, onDelivery),
    costPerRecipient: raised(rates.costPerRecipient, perRecipient),
    designAndSpamTestFee: raised(rates.designAndSpamTestFee, 0),
  }
}

/** The standard rates of a currency; undefined where a client has none. */
export function ratesOf(currency: string | null) {
  return currency !== null && Object.hasOwn(standardRates, currency) ? standardRates[currency as Currency] : undefined // one of its keys
}

/** In ten-thousandths; 0 for none. @throws Refusal InvalidFee */
function readAmount(parameter: string, text: string | null): number {
  const amount = (text ?? '').trim()
  if (amount === '') return 0
  if (!/^[0-9]{1,6}(?:\.[0-9]{1,4})?$/.test(amount)) {
    throw new Refusal('InvalidFee', `${parameter} must be a number such as 6.5, without a symbol.`)
  }
  return tenThousandths(amount)
}

/** @param amount in ten-thousandths */
function decimalOf(amount: number): string {
  const fraction = trimEndOf(String(amount % 10_000).padStart(4, '0'), '0')
  return `${Math.floor(amount / 10_000)}${fraction === '' ? '' : `.${fraction}`}`
}

/**
 * What a campaign costs its client: the delivery fee, and so much for each recipient. Exact, in major units.
 * @returns nulls for a client that does not pay itself
 */
export function costOf(
  {
    billingType,
    currency,
    deliveryFee,
    costPerRecipient,
  }: Pick<Billing, 'billingType' | 'currency' | 'deliveryFee' | 'costPerRecipient'>,
  recipients: number,
): { readonly cost: string | null; readonly currency: string | null } {
  if (currency === null || !Object.hasOwn(standardRates, currency)) return { cost: null, currency: null }
  const standard = standardRates[currency as Currency] // one of its keys, as just seen
  const own = billingType === 'ClientPaysWithMarkup'
  const fee = tenThousandths((own && deliveryFee) || standard.deliveryFee)
  const each = tenThousandths((own && costPerRecipient) || standard.costPerRecipient)
  // ten-thousandths of a cent are millionths of the major unit
  const millionths = BigInt(fee) * 100n + BigInt(each) * BigInt(recipients)
  const fraction = String(millionths % 1_000_000n).padStart(6, '0')
  return { cost: `${millionths / 1_000_000n}.${fraction.slice(0, 2)}${trimEndOf(fraction.slice(2), '0')}`, currency }
}

type Currency = keyof typeof standardRates

function readCurrency(text: string | null): Currency {
  const code = (text ?? '').trim().toUpperCase()
  if (!Object.hasOwn(standardRates, code)) {
    throw new Refusal('InvalidCurrency', `Currency must be one of ${currencies.join(', ')}.`)
  }
  return code as Currency // one of its keys, as just seen
}

function readFee(parameter: string, text: string | null, standard: string): string {
  const fee = (text ?? '').trim()
  if (!/^[0-9]{1,8}(?:\.[0-9]{1,4})?$/.test(fee)) {
    throw new Refusal('InvalidFee', `${parameter} must be an amount such as 6.5, without a symbol.`)
  }
  if (tenThousandths(fee) < tenThousandths(standard)) {
    throw new Refusal('MarkupTooLow', `${parameter} must not be below the standard rate, ${standard}.`)
  }
  return fee
}

/** At most 8 digits before and 4 after the point: exact as an integer. */
function tenThousandths(decimal: string): number {
  const [units = '0', fraction = ''] = decimal.split('.')
  return Number(units) * 10_000 + Number(fraction.padEnd(4, '0'))
}
