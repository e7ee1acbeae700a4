/** What cells say of consent and of the basis, as people and programs write it. */
import type { Basis } from '../../store/subscribers/consenting-members.ts'

// biome-ignore format: a list reads by its lines
const answers: readonly (readonly [answer: boolean | null, words: readonly string[]])[] = [
  [true, [
    'granted', 'yes', 'y', 'true', 't', '1', 'on', 'x', 'ok', 'agreed', 'accepted', 'given', 'optin', 'optedin', 'subscribed',
    'ja', 'j', 'wahr', 'zugestimmt', 'erteilt', 'einverstanden', 'oui', 'o', 'vrai', 'accepté', 'accordé', 'sí', 'si', 's', 'sì', 'verdadero', 'vero',
    'aceptado', 'concedido', 'accettato', 'sim', 'waar', 'tak', '✓', '✔',
  ]],
  [false, [
    'denied', 'no', 'n', 'false', 'f', '0', 'off', 'refused', 'declined', 'rejected', 'withdrawn', 'optout', 'optedout', 'unsubscribed',
    'nein', 'falsch', 'abgelehnt', 'verweigert', 'widersprochen', 'widerrufen', 'non', 'faux', 'refusé', 'retiré', 'falso', 'rechazado', 'denegado',
    'retirado', 'rifiutato', 'não', 'nee', 'onwaar', 'nie', '✗', '✘',
  ]],
  [null, [
    '', 'unknown', 'unchanged', 'notasked', 'null', 'none', 'na', 'pending', 'unbekannt', 'unverändert', 'offen', 'inconnu', 'inchangé', 'desconocido', '-', '–', '?',
  ]],
]

// biome-ignore format: a list reads by its lines
const bases: readonly (readonly [basis: Basis | null, words: readonly string[]])[] = [
  ['express', ['express', 'expressconsent', 'explicit', 'consent', 'ausdrücklich', 'einwilligung', 'exprès', 'explicite', 'consentement', 'expreso', 'explícito', 'consentimiento']],
  ['implied', ['implied', 'impliedconsent', 'implicit', 'tacit', 'stillschweigend', 'implizit', 'mutmaßlich', 'tacite', 'implicite', 'tácito', 'implícito']],
  ['contract', ['contract', 'customer', 'existingcustomer', 'vertrag', 'bestandskunde', 'contrat', 'contrato']],
  ['legitimate interest', ['legitimateinterest', 'legitimateinterests', 'berechtigtesinteresse', 'intérêtlégitime', 'interéslegítimo']],
  [null, ['', 'unknown', 'null', 'none', 'unbekannt', 'inconnu', 'desconocido', '-', '–', '?']],
]

const answerByWord = new Map(answers.flatMap(([answer, words]) => words.map(word => [word, answer] as const)))
const basisByWord = new Map(bases.flatMap(([basis, words]) => words.map(word => [word, basis] as const)))

/** @returns null for nothing said; undefined for what is no answer */
export function answerOf(cell: string): boolean | null | undefined {
  return answerByWord.get(bare(cell))
}

/** @returns null for nothing said; undefined for what is no basis */
export function basisOf(cell: string): Basis | null | undefined {
  return basisByWord.get(bare(cell))
}

/** `Opt-in`, `opted in` and `OPT_IN` are one word; a sign alone stays. */
function bare(cell: string): string {
  const text = cell.trim().normalize('NFC').toLowerCase()
  return text.length === 1 ? text : text.replace(/[\s._/'’-]/g, '')
}
