/** A name server on loopback that answers TXT and MX questions from a table: a real peer for what asks the domain name system. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export interface TestDns {
  /** `127.0.0.1:port` */
  readonly address: string
  /** Names in lower case → records; what is not there does not exist. May be changed at any time. */
  readonly txt: Map<string, readonly string[]>
  readonly mx: Map<string, readonly string[]>
  /** Names whose questions get no answer but a failure. */
  readonly failing: Set<string>
  close(): Promise<void>
}

const types = { mx: 15, txt: 16 }
const refusals = { none: 0, failure: 2, noSuchName: 3 }

export async function startDns(): Promise<TestDns> {
  const txt = new Map<string, readonly string[]>()
  const mx = new Map<string, readonly string[]>()
  const failing = new Set<string>()
  const socket = createSocket('udp4')
  socket.on('message', (question, from) => {
    socket.send(answer(question), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')

  /** RFC 1035 §4.1: header, the question as it came, then the answers. */
  function answer(question: Buffer): Buffer {
    const { name, type, end } = readQuestion(question)
    const data =
      type === types.txt
        ? (txt.get(name) ?? []).map(writeText)
        : type === types.mx
          ? (mx.get(name) ?? []).map(writeExchange)
          : []
    const known = txt.has(name) || mx.has(name)
    const code = failing.has(name) ? refusals.failure : known ? refusals.none : refusals.noSuchName
    const header = Buffer.alloc(12)
    question.copy(header, 0, 0, 2)
    header.writeUInt16BE(0x8580 | code, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(data.length, 6)
    const records = data.map(value => {
      // the name is the question's, then class IN, a minute to live
      const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, 0])
      head.writeUInt16BE(value.length, 10)
      return Buffer.concat([head, value])
    })
    return Buffer.concat([header, question.subarray(12, end), ...records])
  }

  return {
    address: `127.0.0.1:${socket.address().port}`,
    txt,
    mx,
    failing,
    close: () => new Promise(resolve => socket.close(() => resolve())),
  }
}

function readQuestion(question: Buffer) {
  const labels: string[] = []
  let at = 12
  while (question[at]! > 0) {
    const length = question[at]!
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: question.readUInt16BE(at + 1), end: at + 5 }
}

/** Strings of at most 255 octets. */
function writeText(text: string): Buffer {
  const parts = text.match(/.{1,255}/gs) ?? ['']
  return Buffer.concat(parts.flatMap(part => [Buffer.from([part.length]), Buffer.from(part, 'latin1')]))
}

function writeExchange(host: string): Buffer {
  const labels = host.split('.').filter(label => label !== '')
  return Buffer.concat([
    Buffer.from([0, 10]),
    ...labels.flatMap(label => [Buffer.from([label.length]), Buffer.from(label)]),
    Buffer.from([0]),
  ])
}
