/** Words to begin with for the boxes of consent, in the language of the form. A lawyer may want others. */
import type { Language } from '../../lib/languages.ts'
import type { Purpose } from './types.ts'

const wordings: Readonly<Record<Exclude<Language, 'pseudo'>, Readonly<Record<Purpose, string>>>> = {
  en: {
    Measuring: 'You may record which of your mails I open and which links I follow.',
    Personalising: 'You may use what you know of me to choose what you send me.',
    Further: '',
  },
  de: {
    Measuring: 'Sie dürfen erfassen, welche Ihrer Mails ich öffne und welchen Links ich folge.',
    Personalising: 'Sie dürfen mit dem, was Sie von mir wissen, auswählen, was Sie mir schicken.',
    Further: '',
  },
  fr: {
    Measuring: 'Vous pouvez enregistrer lesquels de vos e-mails j’ouvre et quels liens je suis.',
    Personalising: 'Vous pouvez utiliser ce que vous savez de moi pour choisir ce que vous m’envoyez.',
    Further: '',
  },
  es: {
    Measuring: 'Pueden registrar qué correos suyos abro y qué enlaces sigo.',
    Personalising: 'Pueden usar lo que saben de mí para elegir lo que me envían.',
    Further: '',
  },
}

/** @param language of the form; English for one that is not spoken here */
export function suggestedWording(language: string, purpose: Purpose): string {
  return (Object.hasOwn(wordings, language) ? wordings[language as keyof typeof wordings] : wordings.en)[purpose] // a key of the table
}
