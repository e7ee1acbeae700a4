/** One person as the files of many houses write her: in their encodings, with their dates, numbers, quotes and titles. */
import { encodeText } from './encoded.ts'
import { bookOf } from './import-files.ts'

export interface House {
  readonly name: string
  readonly file: () => Buffer | Promise<Buffer>
  /** What a person answers, where the file does not say it: how the dates of a column are written. */
  readonly asked?: { readonly column: number; readonly DateOrder: string }
  /** The expected values of her; she was born on 24 July 1980 and spent 1,234.56, if the file is that exact. */
  readonly person: { readonly name: string; readonly spent?: string; readonly city: string }
  /** The key of the field that her city comes into. */
  readonly cityKey: string
}

const lines = (...rows: readonly string[]) => `${rows.join('\r\n')}\r\n`
/** A second person, whose day of birth says the order of dates. */
const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`

// biome-ignore format: a list of files reads by its lines
export const houses: readonly House[] = [
  { name: 'a German shop, Excel', cityKey: 'Ort', person: { name: 'Jürgen Groß', city: 'Köln' },
    file: () => encodeText(lines('Kunden 2024', '', 'E-Mail-Adresse;Name;Born;Spent;Ort', 'a@x.example;Jürgen Groß;24.07.1980;1.234,56;Köln', 'b@x.example;Bo;03.04.1981;7,5;Bonn'), 'windows-1252') },
  { name: 'a French association, Brevo', cityKey: 'Ville', person: { name: 'Hélène Lefèvre', city: 'Besançon' },
    file: () => encodeText(lines('EMAIL;NOM;PRENOM;Born;Spent;Ville', 'a@x.example;Lefèvre;Hélène;24 juil. 1980;1\u00a0234,56 €;Besançon', 'b@x.example;Roux;Bo;3 avr. 1981;7 €;Lyon').replaceAll(' €', ' EUR'), 'windows-1252') },
  { name: 'a Swiss museum', cityKey: 'Ort', person: { name: 'Urs Zwygart', city: 'Zürich' },
    file: () => Buffer.from(lines('E-Mail;Name;Born;Spent;Ort', "a@x.example;Urs Zwygart;24.7.1980;CHF 1'234.56;Zürich", 'b@x.example;Bo;3.4.1981;CHF 7.00;Bern')) },
  { name: 'a Turkish hotel', cityKey: 'Şehir', person: { name: 'Şükrü Yılmaz', city: 'İzmir' },
    file: () => encodeText(lines('E-posta;Ad Soyad;Born;Spent;Şehir', 'a@x.example;Şükrü Yılmaz;24.07.1980;1.234,56 TL;İzmir', 'b@x.example;Ayşe Işık;03.04.1981;7,00 TL;Muğla'), 'windows-1254') },
  { name: 'a Polish foundation', cityKey: 'Miasto', person: { name: 'Małgorzata Wiśniewska', city: 'Gdańsk' },
    file: () => encodeText(lines('Adres e-mail;Imię i nazwisko;Born;Spent;Miasto', 'a@x.example;Małgorzata Wiśniewska;24 lipca 1980;1 234,56 zł;Gdańsk', 'b@x.example;Łukasz Żak;3 kwietnia 1981;7,00 zł;Łódź'), 'windows-1250') },
  { name: 'a Brazilian school, RD Station', cityKey: 'Cidade', person: { name: 'João Conceição', city: 'São Paulo' },
    file: () => Buffer.from(`\ufeff${lines('Email,Nome,Born,Spent,Cidade', 'a@x.example,João Conceição,24/07/1980,"R$ 1.234,56",São Paulo', 'b@x.example,Bo,03/04/1981,"R$ 7,00",Rio')}`) },
  { name: 'an American club, Google Sheets', cityKey: 'City', person: { name: 'Ann Lee', city: 'Austin' },
    file: () => Buffer.from(lines('Email Address,Name,Born,Spent,City', 'a@x.example,Ann Lee,7/24/1980,"$1,234.56",Austin', 'b@x.example,Bo,4/3/1981,$7.00,Reno')) },
  { name: 'a British charity', cityKey: 'Town', person: { name: 'Ann Lee', city: 'York' },
    file: () => Buffer.from(lines('email , name , Born , Spent , Town', 'a@x.example , "Ann Lee" , "24 July 1980" , "£1,234.56" , York', 'b@x.example , Bo , 3 April 1981 , £7.00 , Bath')) },
  { name: 'a British charity, years of two digits', cityKey: 'Town', person: { name: 'Ann Lee', city: 'York' }, asked: { column: 3, DateOrder: 'dmy2' },
    file: () => Buffer.from(lines('email,name,Born,Spent,Town', 'a@x.example,Ann Lee,24/07/80,"1,234.56",York', 'b@x.example,Bo,03/04/81,7.5,Bath')) },
  { name: 'a Swedish library', cityKey: 'Ort', person: { name: 'Göran Sjöström', city: 'Malmö' },
    file: () => encodeText(lines('E-postadress;Namn;Born;Spent;Ort', 'a@x.example;Göran Sjöström;1980-07-24;1 234,56 kr;Malmö', 'b@x.example;Bo;1981-04-03;7,00 kr;Åre'), 'windows-1252') },
  { name: 'a Japanese inn', cityKey: '住所', person: { name: '山田太郎', city: '東京都' },
    file: () => encodeText(lines('メールアドレス,氏名,Born,Spent,住所', 'a@x.example,山田太郎,1980年7月24日,"1,234.56",東京都', 'b@x.example,佐藤花子,1981年4月3日,7.5,大阪'), 'shift_jis') },
  { name: 'a Chinese shop', cityKey: '城市', person: { name: '张伟', city: '上海' },
    file: () => encodeText(lines('邮箱,姓名,Born,Spent,城市', 'a@x.example,张伟,1980/7/24,1234.56,上海', 'b@x.example,王芳,1981/4/3,7.5,北京'), 'gb18030') },
  { name: 'a Russian theatre', cityKey: 'Город', person: { name: 'Светлана Иванова', city: 'Москва' },
    file: () => encodeText(lines('Электронная почта;ФИО;Born;Spent;Город', 'a@x.example;Светлана Иванова;24.07.1980 14:30;1 234,56 руб.;Москва', 'b@x.example;Борис;03.04.1981 9:00;7,00 руб.;Тверь'), 'windows-1251') },
  { name: 'a Greek restaurant', cityKey: 'Πόλη', person: { name: 'Γιάννης', city: 'Αθήνα' },
    file: () => encodeText(lines('Email;Ονοματεπώνυμο;Born;Spent;Πόλη', 'a@x.example;Γιάννης;24/7/1980;1.234,56;Αθήνα', 'b@x.example;Μαρία;3/4/1981;7,5;Βόλος'), 'windows-1253') },
  { name: 'an Israeli gallery', cityKey: 'עיר', person: { name: 'רחל כהן', city: 'תל אביב' },
    file: () => encodeText(lines('דואל,name,Born,Spent,עיר', 'a@x.example,רחל כהן,24/07/1980,"1,234.56",תל אביב', 'b@x.example,משה,03/04/1981,7.5,חיפה'), 'windows-1255') },
  { name: 'SAP, tabs', cityKey: 'CITY1', person: { name: 'Groß', city: 'Köln', spent: '-1234.56' },
    file: () => encodeText(lines('SMTP_ADDR\tName\tBorn\tSpent\tCITY1', 'a@x.example\tGroß\t19800724\t1.234,56-\tKöln', 'b@x.example\tBo\t19810403\t7,50\tBonn'), 'windows-1252') },
  { name: 'LibreOffice, UTF-16', cityKey: 'Město', person: { name: 'Jiří Dvořák', city: 'Plzeň' },
    file: () => Buffer.from(`\ufeff${lines('E-mail\tJméno\tBorn\tSpent\tMěsto', 'a@x.example\tJiří Dvořák\t24. 7. 1980\t1 234,56 Kč\tPlzeň', 'b@x.example\tBo\t3. 4. 1981\t7,00 Kč\tBrno')}`, 'utf16le') },
  { name: 'an HTML table named .xls', cityKey: 'City', person: { name: 'Ann Lee', city: 'Rome, Italy' },
    file: () => Buffer.from('<html><body><table><tr><th>Email<th>Name<th>Born<th>Spent<th>City<tr><td>a@x.example<td>Ann Lee<td>24/07/1980<td>1.234,56<td>Rome,<br>Italy<tr><td>b@x.example<td>Bo<td>03/04/1981<td>7,5<td>Bari</table></body></html>') },
  { name: 'HubSpot', cityKey: 'City', person: { name: 'Ann Lee', city: 'Austin' },
    file: () => Buffer.from(lines('"Record ID","First Name","Last Name","Email","Born","Spent","City"', '"101","Ann","Lee","a@x.example","Jul 24, 1980 2:30 PM","1234.56","Austin"', '"102","Bo","","b@x.example","Apr 3, 1981 9:00 AM","7.5","Reno"')) },
  { name: 'Mailchimp', cityKey: 'CITY', person: { name: 'Ann Lee', city: 'Austin' },
    file: () => Buffer.from(lines('Email Address,First Name,Last Name,Born,Spent,CITY,MEMBER_RATING,OPTIN_TIME,LEID,EUID,NOTES,TAGS', 'a@x.example,Ann,Lee,07/24/1980,"1,234.56",Austin,2,2021-03-04 10:00:00,1,e1,x,"""vip"",""fair"""', 'b@x.example,Bo,,04/13/1981,7.5,Reno,2,2021-03-04 10:00:00,2,e2,,')) },
  { name: 'days and numbers of a spreadsheet as CSV', cityKey: 'City', person: { name: 'Ann Lee', city: 'Oslo' },
    file: () => Buffer.from(lines('email,name,Born,Spent,City', 'a@x.example,Ann Lee,29426,1.23456E+03,Oslo', 'b@x.example,Bo,29679,7.5,Moss')) },
  { name: 'a workbook with a title, its days and numbers as texts', cityKey: 'Ort', person: { name: 'Ann Lee', city: 'Ulm' },
    file: () => bookOf({ sheets: { Kunden: [
      `<row r="1">${cell('A1', 'Kunden 2024')}</row>`,
      `<row r="3">${['E-Mail', 'Name', 'Born', 'Spent', 'Ort'].map((text, n) => cell(`${'ABCDE'[n]}3`, text)).join('')}</row>`,
      `<row r="4">${['a@x.example', 'Ann Lee', '24.07.1980', '1.234,56', 'Ulm'].map((text, n) => cell(`${'ABCDE'[n]}4`, text)).join('')}</row>`,
      `<row r="5">${['b@x.example', 'Bo', '03.04.1981', '7,5', 'Bonn'].map((text, n) => cell(`${'ABCDE'[n]}5`, text)).join('')}</row>`,
    ].join('') } }) },
]
