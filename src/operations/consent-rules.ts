/** Rules of consent of a list. */
import { lawRules } from '../domain/consent/law.ts'
import { chooseConsentRules } from '../domain/consent/rules.ts'
import { type ConsentRules, lawProfiles, readConsentRules } from '../store/lists/lists.ts'
import type { HandlersOf } from './dependencies.ts'
import { trackings } from './lists.ts'

type Operations = 'List.SetConsentRules' | 'List.GetConsentRules'

export const listConsentRules: Pick<HandlersOf<'List'>, Operations> = {
  async 'List.SetConsentRules'({ Law, Tracking, Personalising, Hygiene, AnonymousOpens }, { list }, { db }) {
    const given = { law: Law, tracking: Tracking, personalising: Personalising, hygiene: Hygiene }
    return shown(await chooseConsentRules(db, list, { ...given, anonymousOpens: AnonymousOpens }))
  },

  'List.GetConsentRules': async (_params, { list }, { db }) => shown(await readConsentRules(db, list)),
}

function shown({ law, ...rules }: ConsentRules) {
  return { Law: law, ...shownRules(rules), Profiles: profiles }
}

function shownRules({ tracking, personalising, hygiene, anonymousOpens }: Omit<ConsentRules, 'law'>) {
  return {
    Tracking: trackings[tracking],
    Personalising: personalising,
    Hygiene: hygiene,
    AnonymousOpens: anonymousOpens,
  }
}

const profiles = lawProfiles.map(law => ({
  Law: law,
  ...shownRules(lawRules[law].defaults),
  Demands: [...lawRules[law].demands],
}))
