/** The table of profiles of law: defaults that follow from demands, and which lists need a link to preferences. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { LawProfile, LegalDemand } from '../../contract/groups/consent-rules.ts'
import { lawProfiles } from '../../store/lists/lists.ts'
import { defaultRules, demandsOf, isLawProfile, lawRules, needsPreferencesLink } from './law.ts'

test('the contract, the database and the table name the same profiles', () => {
  assert.deepEqual(LawProfile.values, lawProfiles)
  assert.deepEqual(Object.keys(lawRules), lawProfiles)
})

test('every demand of the contract is one of some profile', () => {
  const all = new Set(lawProfiles.flatMap(demandsOf))
  assert.deepEqual(
    LegalDemand.values.filter(one => !all.has(one)),
    [],
  )
})

for (const law of lawProfiles) {
  test(`${law}: tracking is off without consent, and sums without persons on, exactly where consent is needed`, () => {
    const { tracking, anonymousOpens, hygiene, personalising } = defaultRules(law)
    const needsConsent = demandsOf(law).includes('ConsentForTracking')
    assert.equal(tracking, needsConsent ? 'consent' : 'always')
    assert.equal(anonymousOpens, needsConsent)
    assert.equal(hygiene, law === 'FR')
    assert.equal(personalising, false)
  })

  test(`${law}: consent can be withdrawn in each letter, and a record of it is kept, where consent is needed`, () => {
    const demands = demandsOf(law)
    if (!demands.includes('ConsentForTracking')) return
    assert.ok(demands.includes('PreferencesLink') && demands.includes('RecordOfConsent'))
  })

  test(`${law}: each demand is there once, and the sender is named but in no profile`, () => {
    const demands = demandsOf(law)
    assert.equal(new Set(demands).size, demands.length)
    assert.equal(demands.includes('SenderIdentification'), law !== 'other')
    if (demands.includes('ExpiringConsent')) assert.ok(demands.includes('Basis'))
  })
}

test('docs/law.md says the same of each profile', () => {
  const rows = readFileSync(new URL('../../../docs/law.md', import.meta.url), 'utf8')
    .split('\n')
    .map(line => line.split('|').map(cell => cell.trim()))
    .filter(cells => isLawProfile(cells[1] ?? ''))
    .map(([, law, , tracking, hygiene, anonymousOpens, demands]) => ({
      law,
      tracking,
      hygiene,
      anonymousOpens,
      demands,
    }))
  const said = (is: boolean) => (is ? 'yes' : 'no')
  const table = lawProfiles.map(law => {
    const { tracking, hygiene, anonymousOpens } = defaultRules(law)
    return {
      ...{ law, tracking: `${tracking.charAt(0).toUpperCase()}${tracking.slice(1)}`, hygiene: said(hygiene) },
      ...{ anonymousOpens: said(anonymousOpens), demands: demandsOf(law).join(', ') || '–' },
    }
  })
  assert.deepEqual(rows, table)
})

test('the profile other has no demands', () => assert.deepEqual(demandsOf('other'), []))

test('a list that records nothing needs no link to preferences', () => {
  const nothing = { tracking: 'never', personalising: false, hygiene: false } as const
  assert.equal(needsPreferencesLink({ law: 'FR', ...nothing }), false)
  assert.equal(needsPreferencesLink({ law: 'FR', ...nothing, hygiene: true }), true)
  assert.equal(needsPreferencesLink({ law: 'FR', ...nothing, personalising: true }), true)
  assert.equal(needsPreferencesLink({ law: 'FR', ...nothing, tracking: 'consent' }), true)
  assert.equal(needsPreferencesLink({ law: 'CH', ...nothing, tracking: 'always' }), true)
  for (const law of ['US', 'JP', 'other'] as const)
    assert.equal(needsPreferencesLink({ law, ...nothing, tracking: 'always', hygiene: true }), false)
})

test('only names of the table are profiles', () => {
  assert.ok(isLawProfile('FR') && isLawProfile('other'))
  for (const one of ['fr', '', 'AT', 'toString', 'XX', 'Other', ' FR']) assert.ok(!isLawProfile(one), one)
})
