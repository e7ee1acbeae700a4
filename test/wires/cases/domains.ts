import { cases } from '../case.ts'

const domain = { ClientID: '{client}', Domain: 'News.Bloom.example' }

export const domains = [
  cases('Domain.Create', domain, [
    ['keys are made, and the records to publish returned', {}],
    ['a client has a domain once', { Domain: 'news.bloom.example' }, 'DuplicateDomain'],
    ['a domain is a domain name', { Domain: 'bloom' }, 'InvalidDomain'],
    ['a client has at most 50', { ClientID: '{crowded}' }, 'TooManyDomains'],
    ['it takes a user of the account', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Domain.Verify', domain, [
    ['records that are not published are named', {}],
    ['an unknown domain has no records', { Domain: 'other.example' }, 'UnknownDomain'],
  ]),
  cases('Domain.List', { ClientID: '{client}' }, [['the domains of a client, as they were verified', {}]]),
  cases('Domain.Delete', domain, [
    ['a domain is deleted', {}],
    ['a deleted domain is unknown', {}, 'UnknownDomain'],
  ]),
].flat()
