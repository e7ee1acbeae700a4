/** The body of a refusal on the JSON wire (protocols/json.ts writes it), for the documents that describe it. */
export const refusalMeaning = 'Why a call was refused.'

export const refusalFields = {
  code: { type: 'integer', required: true, meaning: 'The code of the catalogue, the same on every wire.' },
  message: { type: 'string', required: true, meaning: 'The short message of the catalogue.' },
  detail: {
    type: 'string',
    required: false,
    meaning: 'A sentence that says what to do; absent where the message says it.',
  },
  data: {
    type: 'object',
    required: false,
    meaning:
      'What a program can go on with. Of 363: Current, what there is now, and of a draft also Refused, what would have been saved; both as Campaign.GetDraft answers, or as Template.GetRevision; of an approval PresentRevision and GivenRevision.',
  },
} as const
