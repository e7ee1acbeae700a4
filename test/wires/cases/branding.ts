/** How a client's pages look, and how long people may stop what they send. */
import { cases } from '../case.ts'

const client = { ClientID: '{client}' }
const branding = {
  LogoUrl: '{pages}/shot.png',
  LogoAssetID: '',
  PrimaryColor: '#9A3412',
  BackgroundColor: '#fff7ed',
  FooterText: 'Tulips & <more>\nsince 1871',
  PostalAddress: 'Canal 1\n1012 AB Amsterdam',
  ImprintUrl: 'https://bloom.example/imprint',
  ConfirmationFromName: 'Bloom & Söhne',
  ConfirmationFromEmail: 'hello@bloom.example',
  Wordings: [
    { Page: 'Confirm', Language: 'de-AT', Title: 'Fast geschafft', Text: 'Möchten Sie „[list]“ von [client]?' },
    { Page: 'Unsubscribed', Language: 'en', Title: '', Text: 'Goodbye.' },
  ],
  HeadingFont: 'Georgia',
  TextFont: 'sans',
  Colors: ['#F6C667', '#0b5d4e'],
  SocialLinks: [{ Name: 'Instagram & <more>', Url: 'https://social.example/bloom' }],
} as const
const nothing = {
  LogoUrl: '',
  LogoAssetID: '',
  PrimaryColor: '',
  BackgroundColor: '',
  FooterText: '',
  PostalAddress: '',
  ImprintUrl: '',
  ConfirmationFromName: '',
  ConfirmationFromEmail: '',
  Wordings: [],
  HeadingFont: '',
  TextFont: '',
  Colors: [],
  SocialLinks: [],
}
const wording = (Text: string, Language = 'en') => ({
  Wordings: [{ Page: 'Confirm' as const, Language, Title: '', Text }],
})

export const brandings = [
  cases('Client.GetBranding', client, [['nothing is set at first', {}]]),
  cases('Client.SetBranding', { ...client, ...branding }, [
    ['logo, colours, words, footer and sender', {}],
    ['a colour has six or three digits', { PrimaryColor: 'red;}body{display:none' }, 'InvalidColor'],
    ['a link must be readable', { PrimaryColor: '#ffe08a' }, 'InsufficientContrast'],
    ['text must be readable', { PrimaryColor: '', BackgroundColor: '#777777' }, 'InsufficientContrast'],
    ['a logo is an image', { LogoUrl: '{pages}/letter.html' }, 'InvalidLogo'],
    ['a logo is given in one way', { LogoAssetID: '{dot}' }, 'InvalidLogo'],
    ['an image must be there', { LogoUrl: '', LogoAssetID: '0'.repeat(32) }, 'UnknownAsset'],
    [
      'an image of another client is unknown',
      { ClientID: '{crowded}', LogoUrl: '', LogoAssetID: '{dot}' },
      'UnknownAsset',
    ],
    ['a logo becomes an image of the client, who has at most 5,000', { ClientID: '{crowded}' }, 'TooManyAssets'],
    ['a logo must be there', { LogoUrl: '{pages}/nowhere.png' }, 'InvalidLogo'],
    ['a logo has an address', { LogoUrl: 'logo.png' }, 'InvalidLogo'],
    ['words name the list and the client alone', wording('Hello [firstname]'), 'InvalidWording'],
    ['a footer names nothing', { FooterText: 'Hello [client]' }, 'InvalidWording'],
    [
      'a page has its words once in a language',
      { Wordings: [...branding.Wordings, ...branding.Wordings] },
      'InvalidWording',
    ],
    ['words are in a language spoken here', wording('Hej', 'da'), 'InvalidLanguage'],
    ['words are not endless', wording('x'.repeat(1001)), 'ValueTooLong'],
    ['a sender is an address', { ConfirmationFromEmail: 'hello' }, 'InvalidFromEmail'],
    ['an imprint is a web address', { ImprintUrl: 'javascript:alert(1)' }, 'InvalidParameter'],
    ['a typeface is one that mail programs have', { HeadingFont: 'Comic Sans' }, 'InvalidParameter'],
    ['further colours are colours', { Colors: ['url(x)'] }, 'InvalidColor'],
    [
      'further colours are few',
      { Colors: ['#111111', '#222222', '#333333', '#444444', '#555555', '#666666', '#777777'] },
      'InvalidParameter',
    ],
    ['a social link leads somewhere', { SocialLinks: [{ Name: 'X', Url: 'javascript:alert(1)' }] }, 'InvalidParameter'],
    ['a social link has words', { SocialLinks: [{ Name: ' ', Url: 'https://x.example' }] }, 'InvalidParameter'],
    [
      'social links are few',
      { SocialLinks: Array.from({ length: 11 }, () => ({ Name: 'X', Url: 'https://x.example' })) },
      'InvalidParameter',
    ],
    ['it takes the right to settings', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Client.GetBranding', client, [['what was set', {}]]),
  cases('Client.SetBranding', { ...client, ...nothing, LogoAssetID: '{dot}' }, [
    ['a logo that is an image of the client', {}],
  ]),
  cases('Client.GetBranding', client, [['the image', {}]]),
  cases('Client.SetBranding', { ...client, ...nothing }, [['what is empty is as without branding', {}]]),
  cases('Client.GetBranding', client, [['nothing is set any more', {}]]),
  cases('Client.SetRetention', { ...client, Kind: 'RawHits', Days: 90 }, [
    ['single opens and clicks are kept for 90 days', {}],
    ['no shorter than a month', { Days: 29 }, 'RetentionNotAllowed'],
    [
      'what each person opened no shorter than segments look back',
      { Kind: 'OpensAndClicks', Days: 399 },
      'RetentionNotAllowed',
    ],
    ['returned mail not for ever', { Kind: 'ReturnedMail', Days: -1 }, 'RetentionNotAllowed'],
    ['single opens no longer than what is counted of them', { Days: 1096 }, 'RetentionNotAllowed'],
    ['not something else', { Kind: 'Everything' }, 'InvalidParameter'],
    ['not for less than none', { Days: -2 }, 'InvalidParameter'],
  ]),
  cases('Client.PreviewRetention', { ...client, Kind: 'Exports', Days: 1 }, [
    ['how many exports would go', {}],
    ['of every kind as it is kept', { Kind: undefined, Days: undefined }],
    ['no period for every kind', { Kind: undefined }, 'InvalidParameter'],
  ]),
  cases('Client.GetRetention', client, [['the period that was set and the usual ones', {}]]),
  cases('Client.GetProcessingRegister', client, [['what is recorded of people, for what and for how long', {}]]),
  cases('Client.SetStopSeconds', { ...client, StopSeconds: 90 }, [
    ['what people send at once can be stopped for 90 seconds', {}],
    ['not for less than none', { StopSeconds: -1 }, 'InvalidParameter'],
    ['not for more than ten minutes', { StopSeconds: 601 }, 'InvalidParameter'],
    ['it takes the right to settings', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Client.SetSendConfirmation', { ...client, ConfirmAbove: 20_000 }, [
    ['people confirm the number of more than 20,000 recipients', {}],
    ['not of more than a negative number', { ConfirmAbove: -2 }, 'InvalidParameter'],
    ['it takes the right to settings', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Client.GetOptions', client, [['the seconds and the number that were set', {}]]),
].flat()
