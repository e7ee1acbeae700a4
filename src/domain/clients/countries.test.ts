import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countries, findCountry, usStates } from './countries.ts'

test('the most used countries come first and again in their place, the rest in alphabetical order', () => {
  const [first, rest] = [countries.slice(0, 4), countries.slice(4)]
  assert.deepEqual(first, ['United States of America', 'United Kingdom', 'Australia', 'Canada'])
  for (const country of first) assert.ok(rest.includes(country), country)
  assert.deepEqual(rest, [...new Set(rest)].sort())
  assert.ok(countries.length > 240 && countries.length < 270, `${countries.length}`)
})

test('the historical spellings are there', () => {
  const annexB =
    'Antigua & Barbuda; Bosnia & Herzegovina; British Indian Ocean Ter; Channel Islands; Cocos Island; Columbia; Congo Democratic Rep; Cote DIvoire; French Southern Ter; Great Britain; Korea North; Korea South; Netherland Antilles; Palau Island; Russia; American Samoa; Samoa American; Sao Tome & Principe; Serbia & Montenegro; St Kitts-Nevis; St Pierre & Miquelon; St Vincent & Grenadines; Tahiti; Turks & Caicos Is; Vatican City State; Vietnam; Virgin Islands (Brit); Virgin Islands (USA); Wallis & Futana Is'
  for (const country of annexB.split('; ')) assert.equal(findCountry(country), country)
})

test('there are fifty states and the District of Columbia', () => {
  assert.equal(new Set(usStates).size, 51)
  assert.ok(usStates.includes('District of Columbia'))
})

test('a country is found in any case, and nothing else is one', () => {
  assert.equal(findCountry(' germany '), 'Germany')
  for (const text of [null, '', 'Atlantis', 'DE', 'constructor']) assert.equal(findCountry(text), undefined)
})
