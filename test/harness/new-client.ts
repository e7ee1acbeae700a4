/** What callers say of a client. */

export const basics = {
  CompanyName: 'Bloom & Söhne',
  ContactName: 'Ina Bloom',
  EmailAddress: 'Ina@Bloom.example',
  Country: 'Germany',
  Timezone: '(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna',
}
export const access = {
  AccessLevel: 63,
  Username: 'ina',
  Password: 'blue kettle',
  BillingType: 'ClientPaysWithMarkup',
  Currency: 'EUR',
  DeliveryFee: '6.50',
  CostPerRecipient: '1.5',
  DesignAndSpamTestFee: '7',
}

let made = 0
/** The same with an address of its own. */
export const another = () => ({ ...basics, EmailAddress: `ina${++made}@bloom.example` })
