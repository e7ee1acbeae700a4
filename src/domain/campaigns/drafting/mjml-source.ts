/** MJML as the source of a draft: kept as it was written, however unfinished, and compiled by a thread when it is needed. */
import { Refusal } from '../../../contract/refusals.ts'
import type { MjmlProblem } from '../../content/mjml/source.ts'
import { taskAnswer } from '../../content/tasks.ts'
import { type Finding, finding } from '../findings/check-findings.ts'
import { importContent } from './draft-content.ts'
import type { DraftTasks } from './draft-tasks.ts'
import { givenText, type Kind, namedFiles, noSource, noText, refuseTooLong } from './source-kinds.ts'

export const mjmlKind: Kind = {
  members: ['Mjml', 'Text'],
  needsPresent: false,
  async read(given) {
    const mjml = given.Mjml ?? ''
    const text = givenText(given)
    refuseTooLong('Mjml and Text', mjml, text)
    if (mjml.trim() === '' && text === null) return noSource
    return { text: { ...noText, kind: 'mjml', html: mjml, text }, files: [], ownFiles: namedFiles(mjml) }
  },
  written: ({ text: { html, text } }) => ({ Kind: 'Mjml', Mjml: html, Text: text ?? '' }),
  async importSource({ html: source, text }, parts, clientId) {
    return importContent(parts, clientId, await compileOrRefuse(parts.contentTasks, source, clientId), text)
  },
}

/** Errors that a refusal names; Campaign.Check has them all. */
const mostNamed = 3

/** @returns HTML of MJML without errors. @throws Refusal InvalidMjml, RequestTimeout */
export async function compileOrRefuse(
  contentTasks: Pick<DraftTasks, 'compileMjml'>,
  source: string,
  clientId: number,
): Promise<string> {
  const { html, problems } = await compiled(contentTasks, source, clientId)
  const errors = problems.filter(({ severity }) => severity === 'Error')
  if (errors.length > 0) throw new Refusal('InvalidMjml', errors.slice(0, mostNamed).map(sentence).join(' '))
  return html
}

/** @throws Refusal InvalidMjml for what a thread cannot compile in its time and memory, RequestTimeout */
function compiled(contentTasks: Pick<DraftTasks, 'compileMjml'>, source: string, clientId: number) {
  return taskAnswer('InvalidMjml', contentTasks.compileMjml({ source }, { key: clientId }))
}

/** What a check says of MJML. @throws Refusal as compiling does */
export async function readMjmlFindings(
  contentTasks: Pick<DraftTasks, 'compileMjml'>,
  source: string,
  clientId: number,
): Promise<readonly Finding[]> {
  const { problems } = await compiled(contentTasks, source, clientId)
  return problems.map(problem => finding(problem.severity === 'Error' ? 'MjmlError' : 'MjmlProblem', sentence(problem)))
}

function sentence({ line, column, tag, message }: MjmlProblem): string {
  const where = tag === '' ? '' : ` <${tag}>:`
  return `Line ${line}, column ${column}:${where} ${message}${/[.!?]$/.test(message) ? '' : '.'}`
}
