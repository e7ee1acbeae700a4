/**
 * The scripts of the form's page: one in the page, allowed by its hash, that starts a worker and hands in the number that it finds; and the worker, which
 * tries numbers. No other page of this service for readers has a script. See docs/decisions/tracking.md#public-pages-run-no-scripts-and-send-no-referrer.
 */
import { type PageScript, scriptOf } from '../answers.ts'

/** Below `/form/`, beside the pages. */
export const workerName = 'proof.js'

/**
 * The form waits for the proof, and is no younger than a form may be. Where anything fails it is sent without: then one more button follows.
 * Milliseconds: 2,100 is `youngestSeconds` and a little.
 */
const inPage = `
{
  const field = document.querySelector('[name=proof]')
  const form = field.form
  const button = form.querySelector('button')
  const begun = performance.now()
  let done = false
  let asked = false
  const send = () => { if (asked) form.submit() }
  const finish = proof => {
    if (done) return
    setTimeout(() => { done = true; field.value = proof; send() }, Math.max(0, 2100 - (performance.now() - begun)))
  }
  try {
    const task = JSON.parse(field.dataset.task)
    const worker = new Worker('${workerName}')
    worker.onmessage = ({ data }) => finish(data < 0 ? '' : btoa(JSON.stringify({ ...task, maxnumber: undefined, number: data })))
    worker.onerror = () => finish('')
    worker.postMessage(task)
  } catch { finish('') }
  form.addEventListener('submit', event => {
    if (done) return
    event.preventDefault()
    if (asked) return
    asked = true
    button.textContent = field.dataset.wait
    button.setAttribute('aria-disabled', 'true')
    setTimeout(() => finish(''), 60000)
  })
  addEventListener('pageshow', event => { if (event.persisted) location.reload() })
}
`

export const pageScript: PageScript = scriptOf(inPage)

/** SHA-256 (FIPS 180-4) of short ASCII text: browsers offer theirs over https only, and a call of it for each number is slower. */
export const workerScript = `
const primes = []
for (let n = 2; primes.length < 64; n++) if (primes.every(p => n % p)) primes.push(n)
const part = (n, root) => ((n ** (1 / root) % 1) * 2 ** 32) | 0
const K = Int32Array.from(primes, p => part(p, 3))
const H = Int32Array.from(primes.slice(0, 8), p => part(p, 2))
const W = new Int32Array(64)
const compress = (state, block, at) => {
  for (let i = 0; i < 16; i++) W[i] = (block[at + 4 * i] << 24) | (block[at + 4 * i + 1] << 16) | (block[at + 4 * i + 2] << 8) | block[at + 4 * i + 3]
  for (let i = 16; i < 64; i++) {
    const x = W[i - 15], y = W[i - 2]
    W[i] = (W[i - 16] + W[i - 7] + (((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)) + (((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10))) | 0
  }
  let [a, b, c, d, e, f, g, h] = state
  for (let i = 0; i < 64; i++) {
    const s = (h + (((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))) + ((e & f) ^ (~e & g)) + K[i] + W[i]) | 0
    const t = ((((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g; g = f; f = e; e = (d + s) | 0; d = c; c = b; b = a; a = (s + t) | 0
  }
  state[0] += a; state[1] += b; state[2] += c; state[3] += d; state[4] += e; state[5] += f; state[6] += g; state[7] += h
}
const bytes = new Uint8Array(192)
onmessage = ({ data: { challenge, maxnumber, salt } }) => {
  const wanted = Int32Array.from({ length: 8 }, (_, i) => parseInt(challenge.slice(8 * i, 8 * i + 8), 16))
  const state = new Int32Array(8)
  for (let number = 0; number <= maxnumber; number++) {
    const text = salt + number
    const length = text.length
    const end = ((length + 8) >> 6) * 64 + 64
    bytes.fill(0, 0, end)
    for (let i = 0; i < length; i++) bytes[i] = text.charCodeAt(i)
    bytes[length] = 128
    bytes[end - 2] = length >> 5
    bytes[end - 1] = length << 3
    state.set(H)
    for (let at = 0; at < end; at += 64) compress(state, bytes, at)
    if (state.every((word, i) => word === wanted[i])) return postMessage(number)
  }
  postMessage(-1)
}
`
