/**
 * What callers without a key can cost: the memory that unfinished bodies hold, the longest pause of `/health` under each
 * kind of hostile body, the wait of an honest sign-in behind a crowd from one address, and how long connections that never
 * read their answers stay.
 *
 *   node --import tsx bench/hostile.ts
 *
 * X-Forwarded-For distinguishes the callers; the product believes this machine as a proxy.
 */
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { namespace } from '../test/harness/dial.ts'
import { residentMegabytes } from './processes.ts'
import { type Product, startProduct } from './product.ts'
import { printTable } from './table.ts'

const largeBytes = 5 * 1024 * 1024 - 10_000
/** As much as is read without a key. */
const smallBytes = 250 * 1024
const stranger = '0123456789abcdef0123456789abcdef'
const attacker = '203.0.113.5'
const honest = '198.51.100.7'

const product = await startProduct({ LETTERSHOP_TRUSTED_PROXIES: '127.0.0.1' })
try {
  await unfinishedBodies(product)
  await hostileBodies(product)
  await signIns(product)
  await deafReaders(product)
} finally {
  await product.end()
}

/** 200 connections that each send all of a 5 MB body but its end. */
async function unfinishedBodies({ port, child }: Product) {
  await sleep(2_000)
  const before = residentMegabytes(child.pid!)
  const part = Buffer.alloc(largeBytes, 'x')
  const sockets = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const socket = await opened(port)
      socket.write(
        head('/api/json/Subscriber.AddWithCustomFields', { 'X-Forwarded-For': `203.0.113.${n}` }, largeBytes + 1),
      )
      socket.write(part)
      return socket
    }),
  )
  let peak = before
  for (let n = 0; n < 20; n++) {
    await sleep(250)
    peak = Math.max(peak, residentMegabytes(child.pid!))
  }
  for (const socket of sockets) socket.destroy()
  await sleep(15_000)
  const table = [
    ['200 unfinished bodies of 5 MB', 'MB resident'],
    ['before', before.toFixed(0)],
    ['most', peak.toFixed(0)],
    ['15 s after they ended', residentMegabytes(child.pid!).toFixed(0)],
  ]
  printTable(table)
}

async function hostileBodies(product: Product) {
  const rows = [
    ['body', '5 MB without a key: status', 'longest wait for /health, ms', '250 KB', 'ms', '5 MB with a key', 'ms'],
  ]
  const send = async (path: string, headers: Readonly<Record<string, string>>, body: string) => {
    const stop = watchHealth(product.port)
    await sleep(100)
    const status = await exchange(product.port, path, { ...headers, 'X-Forwarded-For': attacker }, body)
    return [status, (await stop()).toFixed(0)]
  }
  const [large, small] = [bodies(largeBytes), bodies(smallBytes)]
  for (const [name, path, headers, body] of large) {
    const little = small.next().value
    if (!little) break
    rows.push([
      name,
      ...(await send(path, headers, body)),
      ...(await send(path, headers, little[3])),
      ...(await send(path, headers, body.replace(stranger, product.apiKey))),
    ])
  }
  printTable(rows)
}

type Body = readonly [name: string, path: string, headers: Readonly<Record<string, string>>, body: string]

function* bodies(size: number): Generator<Body, undefined> {
  const operation = 'Subscriber.AddWithCustomFields'
  const open = `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><${operation} xmlns="${namespace}"><ApiKey>${stranger}</ApiKey>`
  const close = `</${operation}></soap:Body></soap:Envelope>`
  const soap = { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${namespace}${operation}"` }
  const filled = (piece: string) => piece.repeat(Math.floor((size - 1_000) / piece.length))
  const inside: Readonly<Record<string, string>> = {
    'character references': `<Name>${filled('&#65;')}</Name>`,
    'character references outside': `<x>${filled('&#65;')}</x>`,
    'CDATA of ]': `<Name><![CDATA[${filled(']')}]]></Name>`,
    'many CDATA': `<Name>${filled('<![CDATA[]]>')}</Name>`,
    comments: filled('<!---->'),
    'processing instructions': filled('<?a b?>'),
    elements: filled('<a/>'),
    attributes: `<a ${filled('a="" ')}/>`,
    text: `<Name>${filled('x')}</Name>`,
    brackets: `<Name>${filled(']')}</Name>`,
    'line ends': `<Name>${filled('\r')}</Name>`,
    'an open tag': `<${filled('a')}`,
  }
  for (const [name, text] of Object.entries(inside)) yield [`SOAP ${name}`, '/api/api.asmx', soap, open + text + close]
  yield ['SOAP DOCTYPE', '/api/api.asmx', soap, `<!DOCTYPE a [${filled('<!ENTITY a "b">')}]>${open}${close}`]
  yield ['SOAP DOCTYPE of [', '/api/api.asmx', soap, `<!DOCTYPE a ${filled('[')}`]
  yield ['SOAP comment first', '/api/api.asmx', soap, `<!--${filled('- ')}-->${open}${close}`]
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const ofForm = (text: string) => `ApiKey=${stranger}&ListID=x&Email=a&Name=${text}`
  yield ['POST %41', '/api/api.asmx/Subscriber.Add', form, ofForm(filled('%41'))]
  yield ['POST %u0041', '/api/api.asmx/Subscriber.Add', form, ofForm(filled('%u0041'))]
  yield ['POST %41%u0041', '/api/api.asmx/Subscriber.Add', form, ofForm(filled('%41%u0041'))]
  yield ['POST +', '/api/api.asmx/Subscriber.Add', form, ofForm(filled('+'))]
  const json = { 'Content-Type': 'application/json' }
  const path = `/api/json/${operation}`
  const keys = Array.from({ length: Math.floor(size / 13) }, (_, n) => `"k${n}":1`).join(',')
  yield ['JSON 400,000 keys (250 KB: 19,000)', path, json, `{"ApiKey":"${stranger}",${keys}}`]
  yield ['JSON numbers', path, json, `{"ApiKey":"${stranger}","CustomFields":[${filled('1,')}1]}`]
  yield ['JSON escapes', path, json, `{"ApiKey":"${stranger}","Name":"${filled('\\u0041')}"}`]
  yield ['JSON nothing but quotes', path, json, filled('"')]
  yield ['page form', '/u/x', form, filled('a=%41&')]
}

/** Another caller signs in while 110 connections of one address do; then what the crowd was answered. */
async function signIns({ port }: Product) {
  const form = { 'Content-Type': 'application/json' }
  const signIn = (from: string, name: string) =>
    exchange(
      port,
      '/api/json/User.GetApiKey',
      { ...form, 'X-Forwarded-For': from },
      JSON.stringify({ SiteUrl: 'http://nowhere.example/', Username: name, Password: 'wrong password' }),
    )
  const alone = await timed(() => signIn(honest, 'first'))
  const crowd = Array.from({ length: 110 }, (_, n) => signIn(attacker, `name ${n}`))
  await sleep(300)
  const behind = await timed(() => signIn(honest, 'second'))
  const statuses = await Promise.all(crowd)
  const counts = new Map<string, string[]>()
  for (const status of statuses) counts.set(status, [...(counts.get(status) ?? []), status])
  printTable([
    ['sign-in', 'status', 'ms'],
    ['alone', alone.value, alone.ms.toFixed(0)],
    ['behind 110 of another address', behind.value, behind.ms.toFixed(0)],
    ['the 110', [...counts].map(([status, all]) => `${all.length} × ${status}`).join(', '), ''],
  ])
}

/** 40 connections that ask for the OpenAPI document a hundred times and read nothing. */
async function deafReaders({ port, child }: Product) {
  const before = residentMegabytes(child.pid!)
  const request = `GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${attacker}\r\n\r\n`
  const start = performance.now()
  const sockets = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const socket = await opened(port)
      socket.pause()
      socket.write(request.repeat(100))
      return socket
    }),
  )
  let peak = before
  let open = sockets.length
  while (open > 0 && performance.now() - start < 90_000) {
    await sleep(1_000)
    peak = Math.max(peak, residentMegabytes(child.pid!))
    open = establishedFrom(port, new Set(sockets.map(({ localPort }) => localPort)))
  }
  const seconds = (performance.now() - start) / 1000
  for (const socket of sockets) socket.destroy()
  printTable([
    ['40 connections that never read', ''],
    ['still open after', `${open} after ${seconds.toFixed(0)} s`],
    ['MB resident, before and most', `${before.toFixed(0)}, ${peak.toFixed(0)}`],
  ])
}

/** Asks for /health without a break. @returns what ends it and yields the longest wait in milliseconds */
function watchHealth(port: number): () => Promise<number> {
  let longest = 0
  let going = true
  const watching = (async () => {
    while (going) {
      const { ms } = await timed(() => fetch(`http://127.0.0.1:${port}/health`).then(answer => answer.text()))
      longest = Math.max(longest, ms)
      await sleep(2)
    }
  })()
  return async () => {
    going = false
    await watching
    return longest
  }
}

async function exchange(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<string> {
  const socket = await opened(port)
  const answer = new Promise<string>(resolve => {
    socket.once('data', chunk => resolve(chunk.toString('latin1', 9, 12)))
    socket.once('close', () => resolve('cut'))
  })
  socket.write(head(path, headers, Buffer.byteLength(body)))
  socket.write(body)
  const status = await answer
  socket.destroy()
  return status
}

function head(path: string, headers: Readonly<Record<string, string>>, length: number): string {
  const lines = Object.entries({ Host: 'localhost', ...headers, 'Content-Length': String(length) })
  return `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
}

function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.on('error', reject)
  })
}

async function timed<Value>(work: () => Promise<Value>): Promise<{ readonly value: Value; readonly ms: number }> {
  const start = performance.now()
  const value = await work()
  return { value, ms: performance.now() - start }
}

/** Connections of the server's side, which ends them without a reader noticing. @param peers ports of the other side */
function establishedFrom(port: number, peers: ReadonlySet<number | undefined>): number {
  const lines = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1)
  const portOf = (address = '') => Number.parseInt(address.split(':')[1] ?? '', 16)
  return lines.filter(line => {
    const [, local, remote, state] = line.trim().split(/\s+/)
    return state === '01' && portOf(local) === port && peers.has(portOf(remote))
  }).length
}
