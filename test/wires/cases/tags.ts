import { cases } from '../case.ts'

const client = { ClientID: '{client}' }
const unknown = '0'.repeat(32)
const ada = { ...client, Email: 'ada@readers.example' }
const once = { 'Idempotency-Key': '"tag 1"' }
const change = { ...ada, Add: ['vip', 'Blog'], Remove: [] as string[], Replace: false, CreateMissing: true }
const many = Array.from({ length: 101 }, (_, n) => `Tag ${n}`)

export const tags = [
  cases('Tag.Create', { ...client, Name: ' VIP ', Color: 'Green' }, [
    ['a tag is created', {}, 'success', 'vip', once],
    ['the same call with the key creates no other', {}, 'success', undefined, once],
    ['a second tag', { Name: 'Blog', Color: '' }, 'success', 'blog'],
    ['a third tag', { Name: 'Guest', Color: 'Blue' }, 'success', 'guest'],
    ['a name in another case is the same name', { Name: 'vip' }, 'DuplicateTagName'],
    ['a name is needed', { Name: '  ' }, 'TagNameEmpty'],
    ['a name is one line', { Name: 'a\nb' }, 'InvalidCharacters'],
    ['a name is not too long', { Name: 'x'.repeat(61) }, 'ValueTooLong'],
    ['a colour is one of the list', { Name: 'Red', Color: '#ff0000' }, 'InvalidParameter'],
    ['a client has at most 1,000', { ClientID: '{crowded}' }, 'TooManyTags'],
    ['it takes the right to manage subscribers', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Subscriber.SetTags', change, [
    ['a contact gets tags', {}],
    ['again changes nothing', {}],
    ['a name without a tag is refused', { Add: ['Missing'], CreateMissing: false }, 'UnknownTag'],
    ['a tag is taken away by its identifier', { Add: [], Remove: ['{vip}'], CreateMissing: false }],
    ['all are replaced', { Add: ['{vip}', 'Guest'], Replace: true }],
    ['Replace goes without Remove', { Remove: ['VIP'], Replace: true }, 'InvalidParameter'],
    ['a tag is not added and removed at once', { Remove: ['BLOG'] }, 'InvalidParameter'],
    ['a contact has at most 100', { Add: many }, 'TooManyTagsOfContact'],
    ['who is on no list has no tags', { Email: 'nobody@readers.example' }, 'NotInList'],
    ['an address must be one', { Email: 'ada' }, 'InvalidEmail'],
    ['a name is needed', { Add: [' '] }, 'TagNameEmpty'],
  ]),
  cases('Tag.List', client, [
    ['by name, with how many have them', {}],
    ['any right opens them', { ApiKey: '{reportsKey}' }],
  ]),
  cases('Campaign.GetLinkTags', { CampaignID: '{sent}' }, [['the links of a campaign that was sent', {}]]),
  cases(
    'Campaign.SetLinkTags',
    { CampaignID: '{sent}', Link: 'https://bloom.example/tulips', Tags: ['{vip}'], CreateMissing: false },
    [
      ['who clicks a link from now on gets a tag', {}],
      ['an address that is no link of it', { Link: 'https://bloom.example/elsewhere' }, 'UnknownLink'],
      ['a tag is one of the client', { Tags: ['Missing'] }, 'UnknownTag'],
      ['a link gives at most 20', { Tags: many, CreateMissing: true }, 'TooManyTagsOfContact'],
      ['it takes the right to prepare campaigns', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ],
  ),
  cases('Tag.GetUses', { ...client, TagID: '{vip}' }, [
    ['the campaign whose link gives it', {}],
    ['an unknown tag', { TagID: unknown }, 'UnknownTag'],
  ]),
  cases('Tag.Rename', { ...client, TagID: '{vip}', Name: 'Very important', Color: 'Red' }, [
    ['a tag has another name and colour', {}],
    ['a name that another tag has', { Name: 'blog' }, 'DuplicateTagName'],
    ['what is left out stays', { Name: '', Color: '' }],
    ['an unknown tag', { TagID: unknown }, 'UnknownTag'],
  ]),
  cases('Tag.Delete', { ...client, TagID: '{vip}' }, [
    ['a tag goes, and what used it is named', {}],
    ['once', {}, 'UnknownTag'],
  ]),
].flat()
