import { firstLogin } from '../../harness/service.ts'
import { cases } from '../case.ts'

const login = firstLogin

export const users = [
  cases('User.GetApiKey', login, [
    ['a user name and its password give the key', {}],
    ['a wrong password gives none', { Password: 'a guess' }, 'InvalidLogin'],
  ]),
  cases('User.GetClients', {}, [
    ['a user of the account reaches all its clients', {}],
    ["a client's login reaches that client", { ApiKey: '{reportsKey}' }],
  ]),
  cases('User.GetSystemDate', {}, [['the date has the form of all dates', {}]]),
  cases('User.GetTimezones', {}, [['time zones have their historical names', {}]]),
  cases('User.GetCountries', {}, [['the four most used countries come first', {}]]),
  cases('User.ListTimezones', {}, [['time zones have the names of today', {}]]),
  cases('User.ListCountries', {}, [['each country is there once', {}]]),
].flat()
