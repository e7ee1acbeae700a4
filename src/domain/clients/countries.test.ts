import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countries, countriesToday, findCountry, usStates } from './countries.ts'

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

test("today's list names each country once, by name, and spells none wrong", () => {
  assert.deepEqual(countriesToday, [...new Set(countriesToday)].sort())
  const wrong = [
    'Columbia',
    'Cote DIvoire',
    'Wallis & Futana Is',
    'Netherland Antilles',
    'Great Britain',
    'Samoa American',
  ]
  for (const name of wrong) {
    assert.ok(!countriesToday.includes(name), name)
    assert.equal(findCountry(name), name, 'it is taken, and answered as it was given')
  }
  for (const name of ['Colombia', 'United Kingdom', 'American Samoa', 'Wallis & Futuna Is', 'Netherlands Antilles'])
    assert.ok(countriesToday.includes(name), name)
})

// reference/rest.md, annex
for (const name of [
  'Azores',
  'Canary Islands',
  "Cote D'Ivoire",
  'Midway Islands',
  'Nevis',
  'Saipan',
  'St Eustatius',
  'Wake Island',
])
  test(`${name} is a country of today's list, not of the historical one`, () => {
    assert.equal(findCountry(name.toUpperCase()), name)
    assert.ok(countriesToday.includes(name))
    assert.ok(!countries.includes(name))
  })

test('accents and the kind of apostrophe do not matter', () => {
  assert.deepEqual(['Côte d’Ivoire', 'Curaçao', 'Réunion', 'Åland Islands'].map(findCountry), [
    "Cote D'Ivoire",
    'Curacao',
    'Reunion',
    'Aland Islands',
  ])
})

test('there are fifty states and the District of Columbia', () => {
  assert.equal(new Set(usStates).size, 51)
  assert.ok(usStates.includes('District of Columbia'))
})

test('a country is found in any case, and nothing else is one', () => {
  assert.equal(findCountry(' germany '), 'Germany')
  for (const text of [null, '', 'Atlantis', 'DE', 'constructor']) assert.equal(findCountry(text), undefined)
})
