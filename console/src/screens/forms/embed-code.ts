/** Code for programmers who send a form by their own script. */
import type { ValueOf } from '../../../../src/client/client.ts'
import type { FormValue } from './types.ts'

export function jsonExample({ TokenURL = '', SubmitURL = '' }: ValueOf<'Form.GetEmbed'>, _form: FormValue): string {
  return `const task = await (await fetch('${TokenURL}')).json()\nawait fetch('${SubmitURL}')\n`
}
