/** Names of many countries in their encodings: what a file of another house says in its cells, and nowhere else. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { encodeText } from '../../../../test/harness/encoded.ts'
import { cellsOf, openFile } from '../../../../test/harness/import-files.ts'

// biome-ignore format: a table reads by its lines
const names: readonly (readonly [encoding: string, ...names: string[]])[] = [
  ['windows-1251', 'Анна', 'Борис', 'Светлана Иванова', 'Москва', 'Щербаков'],
  ['windows-1251', 'Олександр', 'Київ', 'Їжакевич', 'Євген'],
  ['windows-1251', 'Георги', 'Цветан', 'София'],
  ['windows-1253', 'Γιάννης', 'Αθήνα', 'Μαρία Παπαδοπούλου'],
  ['windows-1255', 'יוסי', 'רחל כהן', 'תל אביב', 'משה'],
  ['windows-1254', 'Şükrü', 'Ayşe', 'İbrahim', 'Gözde Yılmaz', 'Işık'],
  ['windows-1250', 'Łukasz', 'Małgorzata Wiśniewska', 'Gdańsk', 'Świętokrzyskie'],
  ['windows-1250', 'Jiří Dvořák', 'Plzeň', 'Růžena', 'Čapek'],
  ['windows-1250', 'Győző', 'Erzsébet Szűcs', 'Székesfehérvár'],
  ['windows-1250', 'Ştefan', 'Iaşi', 'Constanţa'],
  ['windows-1252', 'Müller', 'Jürgen Groß', 'Köln'],
  ['windows-1252', 'François', 'Hélène Lefèvre', 'Besançon'],
  ['windows-1252', 'Muñoz', 'José Núñez', 'Córdoba'],
  ['windows-1252', 'Åsa', 'Göran Sjöström', 'Malmö'],
  ['windows-1252', 'Søren', 'Åse Bjørn', 'Ærø'],
  ['windows-1252', 'João', 'Conceição', 'São Paulo'],
  ['windows-1252', 'Þór', 'Guðmundur', 'Sigríður'],
  ['windows-1257', 'Žygimantas', 'Šiauliai', 'Jūratė'],
  ['windows-1256', 'محمد', 'فاطمة', 'القاهرة'],
  ['windows-874', 'สมชาย', 'กรุงเทพ'],
  ['gb18030', '张伟', '王芳', '李娜', '北京', '上海市浦东新区'],
  ['big5', '陳怡君', '林志豪', '臺北市'],
  ['shift_jis', '山田太郎', '佐藤花子', '東京都', 'カタカナ'],
  ['euc-jp', '山田太郎', '佐藤花子', 'カタカナ', 'ひらがな'],
  ['euc-kr', '김철수', '이영희', '서울특별시'],
  ['koi8-r', 'Анна', 'Борис', 'Светлана Иванова'],
  ['ibm866', 'Анна', 'Борис', 'Светлана'],
  ['macintosh', 'Müller', 'Jürgen Groß', 'Köln'],
]

/** A file most of which is ASCII: 300 people without a letter outside it. */
function fileOf(encoding: string, lines: readonly string[], separator = ';'): Buffer {
  const plain = Array.from({ length: 300 }, (_, n) => `reader${n}@example.com${separator}Reader ${n}\r\n`).join('')
  const others = lines.map((name, n) => `n${n}@example.com${separator}${name}\r\n`).join('')
  return Buffer.concat([Buffer.from(`email${separator}name\r\n${plain}`), encodeText(others, encoding)])
}

describe('the encoding of names', () => {
  for (const [encoding, ...lines] of names)
    test(`${lines[0]} is found to be ${encoding}`, async () => {
      const source = await openFile(fileOf(encoding, lines))
      const { samples } = source.encodingChoices![0]!
      // two encodings may write these names alike
      assert.deepEqual(
        (await cellsOf(source)).slice(300).map(([, name]) => name),
        lines,
      )
      assert.deepEqual(samples, lines.slice(0, 3))
      assert.ok(source.encodingChoices!.length > 10)
      assert.deepEqual(source.warnings?.[0]?.about, ['people.csv', source.encoding, samples.join(' · ')])
    })

  test('a single name is read by the language of the list', async () => {
    const file = fileOf('windows-1255', ['יוסי'])
    const name = async (language?: string) =>
      (await cellsOf(await openFile(file, 'people.csv', { language: language! }))).at(-1)![1]
    assert.equal(await name('he'), 'יוסי')
    assert.notEqual(await name(), 'יוסי', 'which else would be a guess among several')
  })

  test('what a person says counts, and the other choices stay', async () => {
    const source = await openFile(fileOf('windows-1251', ['Анна']), 'people.csv', { encoding: 'koi8-r' })
    assert.equal(source.encoding, 'koi8-r')
    assert.equal(source.warnings, undefined)
    const choices = new Map(source.encodingChoices!.map(({ encoding, samples }) => [encoding, samples]))
    assert.deepEqual(choices.get('windows-1251'), ['Анна'])
    assert.equal((await cellsOf(source)).at(-1)![1], 'юММЮ')
  })

  test('UTF-8 and UTF-16 are no guess', async () => {
    const text = 'email,name\na@x.example,Анна\nb@x.example,Светлана Иванова\n'
    for (const [octets, encoding] of [
      [Buffer.from(text), 'utf-8'],
      [Buffer.from(`\ufeff${text}`), 'utf-8'],
      [Buffer.from(`\ufeff${text}`, 'utf16le'), 'utf-16le'],
      // without a mark: every other octet of addresses is zero, of names none
      [Buffer.from(text, 'utf16le'), 'utf-16le'],
      [Buffer.from(text, 'utf16le').swap16(), 'utf-16be'],
    ] as const) {
      const source = await openFile(octets)
      assert.deepEqual([source.encoding, source.encodingChoices, source.warnings], [encoding, undefined, undefined])
      assert.equal((await cellsOf(source))[0]![1], 'Анна')
    }
  })
})
