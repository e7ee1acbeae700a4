/**
 * Previews over the JSON wire of the program: `Campaign.Preview` of letters of so many kilobytes, with style rules that are inlined, and
 * opening the preview; milliseconds: the best, the median and the worst of 20.
 *
 *   node --import tsx bench/previews.ts [kilobytes = 100]
 */
import { makeList, startProduct } from './product.ts'
import { median, printTable } from './table.ts'

const [kilobytes = 100] = process.argv.slice(2).map(Number)
const calls = 20
const styles = `<style>${Array.from({ length: 20 }, (_, n) => `.c${n} { color: #${100 + n}; padding: ${n}px }`).join('\n')}</style>`

const product = await startProduct({ LETTERSHOP_ROLES: 'api' })
try {
  const { ClientID, ListID } = await makeList(product)
  const [list] = await product.db`select id, client_id from lists limit 1`
  const CampaignID = await draft(letter())
  const call = () =>
    product.call<{ HtmlURL: string; SizeInBytes: number }>('Campaign.Preview', { CampaignID, PersonalizeAs: '' })
  const { HtmlURL, SizeInBytes } = await call()
  printTable([
    [`letter of ${kilobytes} KB, message of ${Math.round(SizeInBytes / 1000)} KB`, 'best ms', 'median ms', 'worst ms'],
    await timed('for comparison: List.GetDetail', () => product.call('List.GetDetail', { ListID })),
    await timed('Campaign.Preview (aim 150)', call),
    await timed('opening it', () => fetch(HtmlURL.replace('localhost', '127.0.0.1')).then(answer => answer.text())),
  ])

  async function draft(html: string): Promise<string> {
    const [campaign] = await product.db<{ id: number; publicId: string }[]>`
      insert into campaigns (client_id, name, subject, from_name, from_email, reply_to, html_url, html)
      values (${list!.clientId as number}, ${ClientID}, 'News', 'Bloom', 'news@bloom.example', '', '', ${html}) returning id, public_id`
    await product.db`
      insert into campaign_lists (client_id, campaign_id, list_id)
      values (${list!.clientId as number}, ${campaign!.id}, ${list!.id as number})`
    return campaign!.publicId
  }
} finally {
  await product.end()
}

function letter(): string {
  const rows: string[] = []
  for (let length = 0, n = 0; length < kilobytes * 1000; n++) {
    const row = `<tr><td class="c${n % 20}"><a href="https://shop.example/articles/${n}">Article ${n}</a> for [firstname,fallback=you], with some words about it</td></tr>\n`
    rows.push(row)
    length += row.length
  }
  return `<!doctype html><html><head>${styles}</head><body><table>${rows.join('')}</table><unsubscribe>Leave</unsubscribe></body></html>`
}

async function timed(label: string, act: () => Promise<unknown>): Promise<readonly string[]> {
  const times: number[] = []
  for (let n = 0; n < calls + 3; n++) {
    const start = performance.now()
    await act()
    if (n >= 3) times.push(performance.now() - start)
  }
  return [label, ...[Math.min(...times), median(times), Math.max(...times)].map(time => time.toFixed(1))]
}
