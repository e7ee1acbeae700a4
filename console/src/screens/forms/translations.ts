/** Texts of a form in further languages, kept in step with what the form has. */
import { suggestedWording } from './suggested-wordings.ts'
import type { FormSettings, Translation } from './types.ts'

/** Translations name the lists, fields and boxes that the changed form has; words of a box follow it by its place. */
export function inStep(before: FormSettings, after: FormSettings): FormSettings {
  const isEdited = after.Consents.length === before.Consents.length
  const Translations = after.Translations.map(one => ({
    ...one,
    Lists: one.Lists.filter(({ ListID }) => after.Lists.some(list => list.ListID === ListID)),
    Fields: one.Fields.filter(({ Key }) => after.Fields.some(field => field.Key === Key)),
    Consents: after.Consents.map((box, at) => {
      const place = isEdited ? at : before.Consents.indexOf(box)
      const Wording = one.Consents[place]?.Wording ?? suggestedWording(one.Language, box.Purpose)
      return { Purpose: box.Purpose, Name: box.Name, Wording }
    }),
  }))
  return { ...after, Translations }
}

/** A further language without texts; boxes have the words that are suggested for it. */
export function newTranslation(Language: string, { Consents }: FormSettings): Translation {
  return {
    ...{ Language, Heading: '', Introduction: '', ButtonText: '', SuccessText: '', SuccessPage: '' },
    ...{ Lists: [], Fields: [] },
    Consents: Consents.map(({ Purpose, Name }) => ({ Purpose, Name, Wording: suggestedWording(Language, Purpose) })),
  }
}
