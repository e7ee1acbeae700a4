/**
 * MJML of twelve sections over JSON, while the health page is asked: the event loop is free meanwhile. In milliseconds.
 *
 *   node --import tsx bench/mjml.ts [calls]
 */
import { makeList, startProduct } from './product.ts'
import { count, median, printTable } from './table.ts'

const [calls = 30] = process.argv.slice(2).map(Number)

const columns = Array.from(
  { length: 3 },
  (_, n) => `<mj-column>
  <mj-image src="https://bench.example/${n}.png" alt="Picture" href="https://bench.example/${n}" />
  <mj-text><h2>A headline of some words</h2><p>Hello [firstname,fallback=you], ${'words of a sentence '.repeat(12)}</p></mj-text>
  <mj-button href="https://bench.example/go/${n}">Read on</mj-button>
</mj-column>`,
)
const section = `<mj-section>${columns.join('')}</mj-section>`
const Mjml = `<mjml><mj-body>${section.repeat(12)}<mj-section><mj-column><mj-text><unsubscribe>Leave</unsubscribe></mj-text></mj-column></mj-section></mj-body></mjml>`

const product = await startProduct({ LETTERSHOP_ROLES: 'api' })
try {
  const { ClientID } = await makeList(product)
  const compile = () => product.call<{ Bytes: number; Problems: unknown[] }>('Content.CompileMjml', { ClientID, Mjml })
  const healthy = async () => {
    const response = await fetch(`${product.url}/health`)
    await response.arrayBuffer()
  }
  const first = await timed(compile)
  const alone = await series(calls, healthy)

  const compiled: number[] = []
  const asked: number[] = []
  let busy = true
  const asking = (async () => {
    while (busy) {
      asked.push(await timed(healthy))
      await new Promise(resolve => setTimeout(resolve, 5))
    }
  })()
  compiled.push(...(await series(calls, compile)))
  busy = false
  await asking

  const { Bytes, Problems } = await compile()
  console.log(
    `12 sections of 3 columns, ${count(Mjml.length)} characters → ${count(Bytes)} bytes, ${Problems.length} problems\n`,
  )
  printTable([
    ['what', 'calls', 'median', 'slowest'],
    row('first call, which starts a thread and loads the compiler', [first]),
    row('Content.CompileMjml', compiled),
    row('/health alone', alone),
    row('/health while MJML is compiled', asked),
  ])
} finally {
  await product.end()
}

function row(what: string, taken: readonly number[]): readonly string[] {
  return [what, count(taken.length), median(taken).toFixed(1), Math.max(...taken).toFixed(1)]
}

async function series(times: number, run: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = []
  for (let time = 0; time < times; time++) taken.push(await timed(run))
  return taken
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await run()
  return performance.now() - start
}
