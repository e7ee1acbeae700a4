/** People of an account, its settings, and who is given no key for a password. */
import { cases } from '../case.ts'
import { password } from '../team.ts'

const nobodys = '0'.repeat(32)
const paged = { Cursor: '', Limit: 0 }
const onAccount = (Role: 'Owner' | 'Manager' | 'Analyst') => [{ ClientID: '', Role }]
const acceptance = {
  Token: '{gilToken}',
  EmailAddress: 'gil@team.example',
  Name: 'Gil "Ivy" Oak',
  Password: 'blue kettle',
  Code: '',
  Language: 'de',
  Timezone: 'Europe/Vienna',
}
const fays = { Token: '{fayToken}', EmailAddress: 'fay@team.example', Password: password }
const settings = { Name: 'Agency & <Söhne>', Timezone: 'Europe/Berlin', FactorRequiredFrom: '2099-01-01 00:00:00' }

export const people = [
  cases('User.GetApiKey', { SiteUrl: 'http://full.example/', Username: 'full', Password: password }, [
    ['a password alone gives no key if a second factor is set up', {}, 'KeyNotGiven'],
  ]),
  cases(
    'Person.Invite',
    {
      EmailAddress: 'gil@team.example',
      Name: 'Gil',
      Language: 'de',
      Grants: [{ ClientID: '{client}', Role: 'Analyst' }],
    },
    [
      ['a person is invited to a client, and the link is shown once', {}, 'success', 'gil'],
      [
        'and who is a person elsewhere to the account',
        { EmailAddress: 'fay@team.example', Grants: onAccount('Analyst') },
        'success',
        'fay',
      ],
      ['a third one', { EmailAddress: 'hal@team.example' }, 'success', 'hal'],
      ['an address must be one', { EmailAddress: 'gil at team' }, 'InvalidEmail'],
      ['the mail has a language of ours', { Language: 'tlh' }, 'InvalidLanguage'],
      ['without grants there is nothing to accept', { Grants: [] }, 'GrantsRequired'],
      [
        'a grant names a client of the account',
        { Grants: [{ ClientID: '{foreignClient}', Role: 'Analyst' }] },
        'InvalidClientId',
      ],
      [
        'a grant names each client once',
        { Grants: [...onAccount('Analyst'), ...onAccount('Manager')] },
        'InvalidParameter',
      ],
      ['a name is one line', { Name: 'Gil\nBcc: all' }, 'InvalidCharacters'],
      ['a member is not invited again', { EmailAddress: 'mia@team.example' }, 'AlreadyMember'],
      ['an address is invited three times an hour', { EmailAddress: 'pestered@team.example' }, 'TooManyInvitations'],
      [
        'an account has at most a thousand people',
        { ApiKey: '{fullKey}', Grants: onAccount('Analyst') },
        'TooManyPeople',
      ],
      ['a client’s login invites none', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ],
  ),
  cases('Person.ListInvitations', paged, [
    ['open invitations, the newest first', {}],
    ['page by page', { Limit: 1 }],
    ['a cursor is one of ours', { Cursor: 'first' }, 'InvalidParameter'],
    ['a client’s login sees none', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Person.RevokeInvitation', { InvitationID: '{hal}' }, [
    ['an invitation is revoked', {}],
    ['a revoked one is unknown', {}, 'UnknownInvitation'],
    ['a client’s login revokes none', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Person.GetInvitation', { Token: acceptance.Token }, [
    ['a link says whose invitation it is', {}],
    ['an unknown token is no invitation', { Token: 'x'.repeat(43) }, 'InvalidInvitation'],
    ['a revoked invitation has ended', { Token: '{halToken}' }, 'InvitationEnded'],
  ]),
  cases('Person.AcceptInvitation', acceptance, [
    ['a token belongs to an address', { EmailAddress: 'fay@team.example' }, 'InvalidInvitation'],
    ['an unknown token is no invitation', { Token: 'x'.repeat(43) }, 'InvalidInvitation'],
    ['a revoked invitation has ended', { Token: '{halToken}', EmailAddress: 'hal@team.example' }, 'InvitationEnded'],
    ['a password has six characters', { Password: '5bits' }, 'InvalidPassword'],
    ['a password is not a common one', { Password: 'password' }, 'UnsafePassword'],
    ['a language is one of ours', { Language: 'tlh' }, 'InvalidLanguage'],
    ['a time zone must be on the list', { Timezone: 'Middle Earth' }, 'InvalidTimezone'],
    ['an invitation makes a person', {}],
    ['it is accepted once', {}, 'InvitationEnded'],
    ['a person who exists gives the present password', { ...fays, Password: 'a guess' }, 'InvalidLogin'],
    ['and the code of the second factor', fays, 'CodeRequired'],
    ['which must be right', { ...fays, Code: 'abcd-efgh-jkmn' }, 'InvalidCode'],
    ['and is not guessed without end', { ...fays, Code: '123456' }, 'TooManyCodes'],
  ]),
  cases('Person.List', paged, [
    ['people, then the logins of clients', {}],
    ['page by page', { Limit: 1 }],
    ['a client’s login sees none', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Person.SetGrants', { PersonID: '{mia}', Grants: [{ ClientID: '{client}', Role: 'Approver' }] }, [
    ['grants are replaced', {}],
    ['an account keeps an Owner', { PersonID: '{owner}' }, 'LastOwner'],
    ['another may become one', { Grants: onAccount('Owner') }],
    ['who has a user name only needs an address to be less', { PersonID: '{owner}' }, 'AddressRequired'],
    ['and may become less again', { Grants: onAccount('Manager') }],
    [
      'a grant names a client of the account',
      { Grants: [{ ClientID: '{foreignClient}', Role: 'Analyst' }] },
      'InvalidClientId',
    ],
    ['an unknown person has none', { PersonID: nobodys }, 'UnknownPerson'],
    ['a client’s login gives none', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Person.AddToTeam', { ClientID: '{client}', EmailAddress: 'ned@team.example', Name: 'Ned', AccessLevel: 23 }, [
    ['a person is invited to the team of a client', {}],
    ['once', {}, 'AlreadyMember'],
    ['who works with the account is added at once', { EmailAddress: 'mia@team.example', AccessLevel: 1 }],
    ['everything is 1023', { ClientID: '', EmailAddress: 'ole@team.example', AccessLevel: 1023 }],
    ['no rights at all are refused', { EmailAddress: 'uma@team.example', AccessLevel: 0 }, 'InvalidAccessLevel'],
    ['an address must be one', { EmailAddress: 'ned at team' }, 'InvalidEmail'],
    ['a name is one line', { EmailAddress: 'uma@team.example', Name: 'Uma\nBcc: all' }, 'InvalidCharacters'],
    ['a client is one of the account', { ClientID: '{foreignClient}' }, 'InvalidClientId'],
    ['a client’s login adds none', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases(
    'Person.ChangeInTeam',
    { ClientID: '{client}', EmailAddress: 'ned@team.example', NewEmailAddress: '', Name: '', AccessLevel: 3 },
    [
      ['what an invitation gives is changed', {}],
      ['and where it goes', { NewEmailAddress: 'nell@team.example', Name: 'Nell' }],
      ['the invitation is unknown at its old address', {}, 'UnknownPerson'],
      [
        'the address of a person is its own',
        { EmailAddress: 'mia@team.example', NewEmailAddress: 'eve@team.example' },
        'AccessDenied',
      ],
      ['a client’s login changes none', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
    ],
  ),
  cases('Person.SetPrimaryContact', { ClientID: '{client}', EmailAddress: 'mia@team.example' }, [
    ['a person of the team becomes its primary contact', {}],
    ['who is invited is not yet', { EmailAddress: 'nell@team.example' }, 'NotYetMember'],
    ['a client’s login chooses none', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Person.GetTeam', { ClientID: '{client}' }, [
    ['the people of a client, then those who are invited', {}],
    ['those of the account', { ClientID: '' }],
    ['a client is one of the account', { ClientID: '{foreignClient}' }, 'InvalidClientId'],
    ['a client’s login sees none', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Person.RemoveFromTeam', { ClientID: '{client}', EmailAddress: 'mia@team.example' }, [
    ['a person is taken out of the team of a client', {}],
    ['once', {}, 'UnknownPerson'],
    ['an invitation ends', { EmailAddress: 'nell@team.example' }],
    ['a client’s login takes none out', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Person.Get', { PersonID: '{mia}' }, [
    ['a person with what it may do', {}],
    ['a user of the account has a user name', { PersonID: '{owner}' }],
    ['an unknown person is not shown', { PersonID: nobodys }, 'UnknownPerson'],
    ['a client’s login sees none', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Person.Remove', { PersonID: '{mia}' }, [
    ['the last Owner stays', { PersonID: '{owner}' }, 'LastOwner'],
    ['a person is removed', {}],
    ['who was removed is unknown', {}, 'UnknownPerson'],
    ['a client’s login removes none', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Person.RequestPasswordReset', { EmailAddress: 'nora@team.example' }, [
    ['a link for a new password is mailed', {}],
    ['the answer does not reveal who is a person', { EmailAddress: 'stranger@team.example' }],
    ['an address must be one', { EmailAddress: 'nora' }, 'InvalidEmail'],
  ]),
  cases('Person.ResetPassword', { Token: '{resetToken}', Password: 'red bicycle' }, [
    ['a password has six characters', { Password: '5bits' }, 'InvalidPassword'],
    ['a password is not a common one', { Password: 'password' }, 'UnsafePassword'],
    ['a new password is set', {}],
    ['a token is used once', {}, 'InvalidReset'],
    ['an unknown token sets none', { Token: 'x'.repeat(43) }, 'InvalidReset'],
  ]),
  cases('Account.Get', {}, [['the account', {}]]),
  cases('Account.Update', settings, [
    ['settings are replaced', {}],
    ['an account has a name', { Name: ' ' }, 'NameRequired'],
    ['a time zone must be on the list', { Timezone: 'Middle Earth' }, 'InvalidTimezone'],
    ['a date must be one', { FactorRequiredFrom: 'soon' }, 'InvalidDate'],
    ['a client’s login changes none', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
  cases('Account.Get', {}, [
    ['what was set', {}],
    ['a client’s login does not see it', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
].flat()
