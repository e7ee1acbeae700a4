/** Headers in four languages that mean the same custom field: `Ort`, `Ville` and `Ciudad` fill the field City of a list. */
import type { CustomField } from '../lists/custom-fields.ts'
import { bareHeader } from './headers.ts'

// each line is one meaning, as `bareHeader` makes its names; a word with two meanings is in none
// biome-ignore format: a list reads by its lines
const meanings: readonly (readonly string[])[] = [
  ['firstname', 'givenname', 'forename', 'vorname', 'prénom', 'prenom', 'nombredepila'],
  ['lastname', 'surname', 'familyname', 'nachname', 'familienname', 'nomdefamille', 'apellido', 'apellidos'],
  ['salutation', 'anrede', 'civilité', 'tratamiento'],
  ['gender', 'sex', 'geschlecht', 'sexe', 'género', 'sexo'],
  ['company', 'companyname', 'organisation', 'organization', 'firma', 'firmenname', 'unternehmen', 'société', 'entreprise', 'empresa', 'organización'],
  ['jobtitle', 'jobposition', 'berufsbezeichnung', 'funktion', 'fonction', 'poste', 'cargo', 'puesto'],
  ['street', 'streetaddress', 'addressline1', 'straße', 'strasse', 'straßeundhausnummer', 'rue', 'calle'],
  ['postcode', 'postalcode', 'zip', 'zipcode', 'plz', 'postleitzahl', 'codepostal', 'códigopostal', 'codigopostal'],
  ['city', 'town', 'ort', 'stadt', 'wohnort', 'ville', 'ciudad', 'localidad', 'población'],
  ['country', 'land', 'pays', 'país', 'pais'],
  ['language', 'sprache', 'langue', 'idioma'],
  ['birthday', 'birthdate', 'dateofbirth', 'dob', 'geburtstag', 'geburtsdatum', 'geboren', 'geborenam', 'datedenaissance', 'anniversaire', 'fechadenacimiento', 'cumpleaños'],
  ['phone', 'phonenumber', 'telephone', 'telefon', 'telefonnummer', 'téléphone', 'numérodetéléphone', 'teléfono', 'telefono', 'númerodeteléfono'],
  ['website', 'webseite', 'homepage', 'siteweb', 'sitioweb', 'páginaweb'],
  ['customernumber', 'customerid', 'kundennummer', 'kundennr', 'numéroclient', 'numérodeclient', 'númerodecliente'],
]

const meaningOf: ReadonlyMap<string, number> = new Map(
  meanings.flatMap((names, meaning) => names.map(name => [name, meaning] as const)),
)

/** @returns undefined also where several fields have this meaning */
export function fieldOfSameMeaning<Field extends Pick<CustomField, 'key' | 'name'>>(
  header: string,
  fields: readonly Field[],
): Field | undefined {
  const meaning = meaningOf.get(bareHeader(header))
  if (meaning === undefined) return undefined
  const found = fields.filter(({ key, name }) => [key, name].some(text => meaningOf.get(bareHeader(text)) === meaning))
  return found.length === 1 ? found[0] : undefined
}
