/** The languages of the console: which one is chosen, and the messages in it. */
import { i18n, type Messages } from '@lingui/core'
import { languageKey } from './language-key.ts'

/** With their own names, in the order they are offered. */
export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const
/** `pseudo` makes English longer and strange: tests find with it what is not translated or does not fit. */
export type Language = keyof typeof languages | 'pseudo'

type Load = () => Promise<{ messages: Messages }>

/** What the first screens say, and what all others do (lingui.config.ts). */
const catalogues: Record<Language, readonly [first: Load, screens: Load]> = {
  en: [() => import('../../locales/en/first.po'), () => import('../../locales/en/screens.po')],
  de: [() => import('../../locales/de/first.po'), () => import('../../locales/de/screens.po')],
  fr: [() => import('../../locales/fr/first.po'), () => import('../../locales/fr/screens.po')],
  es: [() => import('../../locales/es/first.po'), () => import('../../locales/es/screens.po')],
  pseudo: [() => import('../../locales/pseudo/first.po'), () => import('../../locales/pseudo/screens.po')],
}

/** What was chosen in this browser, else the first language of the browser that is spoken here. */
export function preferredLanguage(): Language {
  const wishes = [readStoredLanguage(), ...navigator.languages.map(tag => tag.split('-')[0]!.toLowerCase())]
  return wishes.find(isLanguage) ?? 'en'
}

/** The language that was asked for last: catalogues may come in another order. */
let wanted: Language | undefined

/** Whether a screen is shown, or was, that needs the second catalogue. */
let areScreensNeeded = false

export async function activate(language: Language): Promise<void> {
  wanted = language
  if (i18n.locale === language) return
  const [first, screens] = catalogues[language]
  const loaded = await Promise.all(areScreensNeeded ? [first(), screens()] : [first()])
  if (wanted !== language) return
  for (const { messages } of loaded) i18n.load(language, messages)
  i18n.activate(language)
  document.documentElement.lang = language === 'pseudo' ? 'en' : language
}

/** Loads what all screens but the first say. */
export async function speakScreens(): Promise<void> {
  areScreensNeeded = true
  const language = wanted ?? preferredLanguage()
  const { messages } = await catalogues[language][1]()
  i18n.load(language, messages)
}

/** Has this browser show the console in a language from now on, before anyone has signed in, too. */
export async function chooseLanguage(language: Language): Promise<void> {
  try {
    localStorage.setItem(languageKey, language)
  } catch {
    // storage is switched off: the choice lasts until the page is left
  }
  await activate(language)
}

export function isLanguage(text: string | undefined): text is Language {
  return text !== undefined && Object.hasOwn(catalogues, text)
}

/** @returns what was chosen in this browser; undefined where nothing was, or storage is switched off */
export function readStoredLanguage(): string | undefined {
  try {
    return localStorage.getItem(languageKey) ?? undefined
  } catch {
    return undefined
  }
}
