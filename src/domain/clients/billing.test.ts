import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal, type RefusalName } from '../../contract/refusals.ts'
import { type GivenBilling, noBilling, readBilling } from './billing.ts'

const fees = (deliveryFee: string | null, costPerRecipient: string | null, designAndSpamTestFee: string | null) => ({
  deliveryFee,
  costPerRecipient,
  designAndSpamTestFee,
})
const markup = { billingType: 'ClientPaysWithMarkup', currency: 'USD', ...fees('6.5', '1.5', '7') }

const accepted: readonly [given: GivenBilling, billing: object][] = [
  [markup, markup],
  [
    { ...markup, ...fees('5', '1', '5') },
    { ...markup, ...fees('5', '1', '5') },
  ],
  [
    { ...markup, ...fees(' 5.0000 ', '1.0', '99999999.9999') },
    { ...markup, ...fees('5.0000', '1.0', '99999999.9999') },
  ],
  [
    { ...markup, currency: 'gbp', ...fees('3', '0.6', '3') },
    { ...markup, currency: 'GBP', ...fees('3', '0.6', '3') },
  ],
  [
    { ...markup, billingType: 'ClientPaysAtStandardRate', currency: 'EUR', ...fees('x', null, '-1') },
    { ...noBilling, billingType: 'ClientPaysAtStandardRate', currency: 'EUR' },
  ],
  [
    { ...markup, billingType: ' UserPaysOnClientsBehalf ', currency: 'x' },
    { ...noBilling, billingType: 'UserPaysOnClientsBehalf' },
  ],
]
for (const [given, billing] of accepted) {
  test(`${JSON.stringify(given)} is accepted`, () => assert.deepEqual(readBilling(given), billing))
}

const refusedCases: readonly [change: Partial<GivenBilling>, refusal: RefusalName][] = [
  [{ billingType: null }, 'InvalidBillingType'],
  [{ billingType: '' }, 'InvalidBillingType'],
  [{ billingType: 'clientpayswithmarkup' }, 'InvalidBillingType'],
  [{ billingType: 'toString' }, 'InvalidBillingType'],
  [{ currency: null }, 'InvalidCurrency'],
  [{ currency: 'DM' }, 'InvalidCurrency'],
  [{ currency: 'constructor' }, 'InvalidCurrency'],
  [{ currency: 'DM', billingType: 'ClientPaysAtStandardRate' }, 'InvalidCurrency'],
  [{ deliveryFee: null }, 'InvalidFee'],
  [{ deliveryFee: '' }, 'InvalidFee'],
  [{ deliveryFee: '$6.5' }, 'InvalidFee'],
  [{ deliveryFee: '6,5' }, 'InvalidFee'],
  [{ deliveryFee: '+6' }, 'InvalidFee'],
  [{ deliveryFee: '-6' }, 'InvalidFee'],
  [{ deliveryFee: '6.' }, 'InvalidFee'],
  [{ deliveryFee: '.5' }, 'InvalidFee'],
  [{ deliveryFee: '1e3' }, 'InvalidFee'],
  [{ deliveryFee: '0x10' }, 'InvalidFee'],
  [{ deliveryFee: 'NaN' }, 'InvalidFee'],
  [{ deliveryFee: 'Infinity' }, 'InvalidFee'],
  [{ deliveryFee: '6.00001' }, 'InvalidFee'],
  [{ deliveryFee: '100000000' }, 'InvalidFee'],
  [{ costPerRecipient: '1 5' }, 'InvalidFee'],
  [{ designAndSpamTestFee: 'seven' }, 'InvalidFee'],
  [{ deliveryFee: '4.9999' }, 'MarkupTooLow'],
  [{ deliveryFee: '0' }, 'MarkupTooLow'],
  [{ costPerRecipient: '0.9999' }, 'MarkupTooLow'],
  [{ designAndSpamTestFee: '4' }, 'MarkupTooLow'],
  [{ currency: 'NZD' }, 'MarkupTooLow'],
]
for (const [change, refusal] of refusedCases) {
  test(`${JSON.stringify(change)} is refused with ${refusal}`, () => {
    assert.throws(
      () => readBilling({ ...markup, ...change }),
      error => error instanceof Refusal && error.refusal === refusal,
    )
  })
}
