/** The mails of this folder by what they are about. All are our own, written after how each system is known to write. */

import { contradictions } from './contradictions.cases.ts'
import { fieldNames } from './field-names.cases.ts'
import { forms } from './forms.cases.ts'
import { languages } from './languages.cases.ts'
import type { Case } from './mail.ts'
import { notices } from './notices.cases.ts'
import { quotedReplies } from './quoted-replies.cases.ts'
import { reporters } from './reporters.cases.ts'
import { requests } from './requests.cases.ts'
import { stages } from './stages.cases.ts'
import { vendors } from './vendors.cases.ts'

export const tables: Readonly<Record<string, readonly Case[]>> = {
  'the quoted reply counts more than the words around it': quotedReplies,
  'reporters of many kinds': reporters,
  'the stage of the conversation counts': stages,
  'contradictions and guesses make no recipient gone': contradictions,
  'names of fields, files and products are no words': fieldNames,
  'forms of reports': forms,
  'notices of Amazon SES': notices,
  'words of other languages': languages,
  'requests to leave, and automatic answers': requests,
  'reports of many houses': vendors,
}
