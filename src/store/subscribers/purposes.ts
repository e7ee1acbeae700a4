/** What people may be tracked for, each with an answer of its own, and how the database names them. */

export const purposes = ['measuring', 'personalising', 'hygiene'] as const

/**
 * `measuring`: opens and clicks are recorded by person. `personalising`: what was recorded chooses what the person gets. `hygiene`: only
 * the date of the last open is kept, to leave out inactive people. See docs/consent.md#purposes.
 */
export type Purpose = (typeof purposes)[number]

/** The column of `subscribers` with the present answer: true granted, false denied, null unknown. */
export const consentColumns: Readonly<Record<Purpose, string>> = {
  measuring: 'tracking_consent',
  personalising: 'personalising_consent',
  hygiene: 'hygiene_consent',
}

/** The value of `preference_history.preference` for each. */
export const consentPreferences: Readonly<Record<Purpose, string>> = {
  measuring: 'tracking',
  personalising: 'personalising',
  hygiene: 'hygiene',
}
