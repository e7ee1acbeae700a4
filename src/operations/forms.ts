/** Form.*: sign-up forms. */
import { Refusal } from '../contract/refusals.ts'
import type { HandlersOf } from './dependencies.ts'

const unknown = async () => {
  throw new Refusal('UnknownForm')
}

export const forms: HandlersOf<'Form'> = {
  'Form.Create': unknown,
  'Form.Get': unknown,
  'Form.List': async () => ({ Forms: [], NextCursor: '' }),
  'Form.Update': unknown,
  'Form.Delete': unknown,
  'Form.Preview': unknown,
  'Form.GetEmbed': unknown,
  'Form.GetStatistics': unknown,
  'Form.ReleaseHeld': unknown,
  'Form.DropHeld': unknown,
}
