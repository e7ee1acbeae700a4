/** Headers of plain tables in the languages of many houses, as `bareHeader` makes them, and what their columns become. */
import { anyOf } from '../../lib/patterns.ts'
import type { ColumnTarget } from './source.ts'

// biome-ignore format: a list reads by its lines
const words: Partial<Readonly<Record<ColumnTarget['to'], readonly string[]>>> = {
  Email: [
    'email', 'emailaddress', 'mail', 'mailaddress', 'subscriberemail', 'contactemail', 'primaryemail',
    'emailadresse', 'mailadresse', 'epost', 'epostadresse', 'emailadress', 'epostadress', 'emailadres', 'mailadres', 'sähköposti', 'sähköpostiosoite', 'netfang',
    'courriel', 'adresseemail', 'adressemail', 'adressecourriel', 'adresseélectronique', 'mél',
    'correo', 'correoelectrónico', 'correoelectronico', 'direccióndecorreo', 'direccióndecorreoelectrónico', 'indirizzoemail', 'indirizzomail', 'postaelettronica',
    'endereçodeemail', 'enderecodeemail', 'enderecoemail', 'endereçoemail',
    'adresemail', 'emailovýadres', 'emailováadresa', 'emailcím', 'emailcim', 'adresădeemail', 'adresadeemail', 'elektronskapošta', 'elpaštas', 'epasts', 'epastaadrese',
    'eposta', 'epostaadresi', 'mailadresi', 'эпочта', 'электроннаяпочта', 'адресэлектроннойпочты', 'почта', 'имейл', 'електроннапошта', 'ηλεκτρονικόταχυδρομείο', 'ιμέιλ',
    'メールアドレス', 'メール', '電子メール', 'eメール', '电子邮件', '电子邮箱', '邮箱', '邮件地址', '郵箱', '電子郵件', '電郵', '이메일', '이메일주소', '메일',
    'דואל', 'אימייל', 'البريدالإلكتروني', 'อีเมล', 'alamatemail', 'địachỉemail',
  ],
  Name: [
    'name', 'fullname', 'contactname', 'vollername', 'vollständigername', 'vorundnachname', 'vornamenachname', 'kontaktname', 'namn', 'navn', 'naam', 'nimi', 'nafn', 'nomcomplet', 'nometprénom', 'prénometnom', 'nomprénom', 'nombrecompleto', 'nombreyapellidos', 'nombreyapellido', 'nomecompleto', 'nomeecognome',
    'imięinazwisko', 'imieinazwisko', 'celéjméno', 'teljesnév', 'név', 'numecomplet', 'adsoyad', 'adısoyadı', 'isim', 'фио', 'полноеимя', 'имяифамилия', 'піб', 'ονοματεπώνυμο',
    '氏名', '名前', 'お名前', '姓名', '이름', '성명',
  ],
  MobileNumber: [
    'mobile', 'mobilenumber', 'mobilephone', 'mobilephonenumber', 'cellphone', 'handy', 'handynummer', 'mobil', 'mobilnummer', 'mobiltelefon', 'mobilfunknummer',
    'portable', 'numérodeportable', 'téléphoneportable', 'téléphonemobile', 'móvil', 'teléfonomóvil', 'númerodemóvil', 'celular', 'teléfonocelular',
  ],
  State: ['state', 'status', 'subscriptionstatus', 'abostatus', 'abonnementstatus', 'statut', 'statutdelabonnement', 'estadodelasuscripción'],
  Tags: ['tags', 'tag', 'labels', 'schlagwörter', 'schlagworte', 'étiquettes', 'etiquetas', 'etichette', 'タグ', '标签', '태그'],
  JoinedAt: [
    'joined', 'joinedat', 'joineddate', 'datejoined', 'createdat', 'subscribedat', 'subscribedon', 'signupdate', 'signedupat', 'dateadded',
    'angemeldetam', 'anmeldedatum', 'eingetragenam', 'inscritle', 'dateinscription', 'datedinscription', 'fechadealta', 'fechadeinscripción', 'fechadesuscripción',
  ],
  ConfirmedAt: ['confirmedat'],
  ConsentAt: ['consentdate'],
  ConsentAddress: ['consentaddress'],
  OptOutAt: ['unsubscribedat', 'unsubscribedon', 'abgemeldetam', 'abmeldedatum', 'désinscritle', 'datededésinscription', 'fechadebaja'],
  MeasuringConsent: [
    'measuringconsent', 'trackingconsent', 'consenttotrack', 'consenttotracking', 'consenttomeasuring', 'trackingpermission', 'trackingoptin', 'opentracking',
    'einwilligungtracking', 'trackingeinwilligung', 'einwilligungmessung', 'consentementsuivi', 'consentementmesure', 'consentementàlamesure',
    'consentimientoseguimiento', 'consentimientomedición',
  ],
  PersonalisingConsent: [
    'personalisingconsent', 'personalizingconsent', 'personalisationconsent', 'personalizationconsent', 'consenttopersonalise', 'consenttopersonalize', 'profilingconsent',
    'einwilligungpersonalisierung', 'einwilligungprofiling', 'consentementpersonnalisation', 'consentementprofilage', 'consentimientopersonalización',
  ],
  HygieneConsent: ['hygieneconsent', 'lastopenconsent', 'einwilligungletzteöffnung', 'consentementdernièreouverture', 'consentimientoúltimaapertura'],
  Basis: ['consentbasis', 'legalbasis', 'lawfulbasis', 'consenttype', 'rechtsgrundlage', 'baselégale', 'baselegal', 'basejuridique', 'basejurídica'],
  BasisEndsOn: ['basisendson', 'basisuntil', 'consentendson', 'consentexpires', 'consentexpiry', 'consentexpirydate', 'consentuntil'],
}

const targets: ReadonlyMap<string, ColumnTarget> = new Map(
  Object.entries(words).flatMap(([to, headers]) => headers.map(header => [header, { to } as ColumnTarget] as const)), // none of them is of a field
)

/** @param bare as `bareHeader` makes it */
export function knownTarget(bare: string): ColumnTarget | undefined {
  return targets.get(bare)
}

/** True for a header that names a column of addresses, whatever else it has in brackets or after a number. */
export function isAddressHeader(bare: string): boolean {
  return targets.get(bare)?.to === 'Email'
}

const dates = anyOf(
  [
    /date|datum|dato\b|fecha|data\b|birth|geburt|geboren|naissance|nacimiento|nascimento|nascita|urodz/u,
    /narozen|születés|syntymä|födelse|fødsel|tarih|doğum|дата|рожд|народж|ημερομηνία|日付|生年月日|誕生日|日期|生日|생일/u,
    /날짜/u,
  ],
  'u',
)

/** True for a header that says that its column is of dates, in some language. @param header as the file has it */
export function namesDates(header: string): boolean {
  return dates.test(header.toLowerCase())
}
