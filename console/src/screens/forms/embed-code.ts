/** Code for programmers who send a form by their own script. */
import type { ValueOf } from '../../../../src/client/client.ts'
import type { FormValue } from './types.ts'

/** A script that gets a token, solves its task and sends the answers that this form asks. */
export function jsonExample({ TokenURL = '', SubmitURL = '' }: ValueOf<'Form.GetEmbed'>, form: FormValue): string {
  return `// 1. A token with a task.
const { Token, Task, NotBeforeSeconds } = await (await fetch('${TokenURL}')).json()

// 2. The proof of work: the number that, after the salt, has the SHA-256 of the task.
async function solve({ salt, challenge, maxnumber }) {
  for (let number = 0; number <= maxnumber; number++) {
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(salt + number))
    const hex = Array.from(new Uint8Array(hash), byte => byte.toString(16).padStart(2, '0')).join('')
    if (hex === challenge) return number
  }
}
const { algorithm, challenge, salt, signature } = Task
const Proof = btoa(JSON.stringify({ algorithm, challenge, salt, signature, number: await solve(Task) }))

// 3. The answers, not sooner than a person types. 202: taken; the rest follows by mail.
await new Promise(resolve => setTimeout(resolve, 1000 * NotBeforeSeconds))
const answer = await fetch('${SubmitURL}', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(${indented(answersOf(form))}),
})
console.log(answer.status, await answer.json())
`
}

/** One example of each answer; Token and Proof are variables of the script. */
function answersOf({ Name, Fields = [], Lists = [], Consents = [] }: FormValue): readonly string[] {
  const text = (value: string) => JSON.stringify(value)
  const lines = ['Token', 'Proof', `Email: ${text('ada@example.com')}`]
  if (Name !== 'NotAsked') lines.push(`Name: ${text('Ada')}`)
  if (Fields.length > 0)
    lines.push(
      `Fields: { ${Fields.map(({ Key = '' }) => `${text(Key.replace(/^\[|\]$/g, ''))}: ${text('…')}`).join(', ')} }`,
    )
  if (Lists.length > 1) lines.push(`Lists: [${Lists.map(({ ListID = '' }) => text(ListID)).join(', ')}]`)
  if (Consents.length > 0)
    lines.push('Boxes: [], // the Hash of each box that was ticked, from the answer with the token')
  return lines
}

function indented(lines: readonly string[]): string {
  const shown = lines.map(line => `    ${line.includes('//') ? line : `${line},`}`)
  return `{\n${shown.join('\n')}\n  }`
}
