/** Domains that a client sends from, and their DNS records. */

import { card, on, R, U } from '../../card.ts'
import { boolean, describe, enumeration, list, record, text } from '../../shapes.ts'
import { fields, ofClient } from '../../words.ts'

export const DnsRecordRole = enumeration('DnsRecordRole', 'DkimRsa', 'DkimEd25519', 'Spf', 'Dmarc', 'ReturnPath')

export const DnsProblem = enumeration(
  'DnsProblem',
  'None',
  'NotChecked',
  'NoAnswer',
  'DkimMissing',
  'DkimRepeated',
  'DkimRevoked',
  'DkimDifferent',
  'SpfMissing',
  'SpfRepeated',
  'SpfOpen',
  'DmarcMissing',
  'DmarcRepeated',
  'DmarcWithoutPolicy',
  'MxMissing',
)

/** A record of the domain name system that a sending domain needs; Problem is a sentence for ProblemCode. */
export const DnsRecord = record('DnsRecord', {
  Name: text('The name of the record.', '_dmarc.bloom.example'),
  Type: text('TXT or MX.', 'TXT'),
  Value: text('What is to be published.', 'v=DMARC1; p=none'),
  Purpose: text('What the record is for.', 'DMARC: large receivers want it of bulk senders.'),
  Found: boolean('Whether it is published.'),
  Problem: text('What is wrong with what is published: a sentence for ProblemCode; empty when nothing is.', ''),
  Role: describe(DnsRecordRole, 'What the record does.', 'Dmarc'),
  ProblemCode: describe(DnsProblem, 'What is wrong, for programs; `None` when nothing is, `NotChecked` before the first check.'),
})

/** Verified: mail from this domain is signed. Dates are empty before the first. */
export const SendingDomain = record('SendingDomain', {
  Domain: fields.Domain,
  Verified: fields.Verified,
  VerifiedDate: text('When its DKIM record was found; empty while it is not.', '2026-03-20 09:30:00'),
  CheckedDate: text('When it was last looked at; empty before.', '2026-03-20 09:30:00'),
  Records: list(DnsRecord, 'The records to publish.'),
})

const Domain = text('The domain of From addresses: bloom.example.', 'bloom.example')

export const domains = {
  'Domain.Create': card('CreateSendingDomain', on('ClientID', 'Settings'), 'prepared create', {
    summary: 'Makes DKIM keys for a domain a client sends from, and yields the DNS records to publish.',
    parameters: { ...ofClient, Domain },
    result: U(SendingDomain),
    refusals: ['InvalidDomain', 'DuplicateDomain', 'TooManyDomains'],
  }),
  'Domain.Verify': card('VerifySendingDomain', on('ClientID', 'Draft'), 'change', {
    summary: 'Looks up the DNS records of a sending domain and says what is missing; once its DKIM record is found, mail is signed.',
    parameters: { ...ofClient, Domain },
    result: U(SendingDomain),
    refusals: ['UnknownDomain'],
  }),
  'Domain.List': card('GetSendingDomains', on('ClientID', 'Draft'), 'read', {
    summary: 'The sending domains of a client, as they were last verified.',
    parameters: ofClient,
    result: U(list(SendingDomain)),
    refusals: [],
  }),
  'Domain.Delete': card('DeleteSendingDomain', on('ClientID', 'Settings'), 'change', {
    summary: 'Deletes a sending domain and its keys for good.',
    parameters: { ...ofClient, Domain },
    result: R,
    refusals: ['UnknownDomain'],
  }),
}
