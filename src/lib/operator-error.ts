/** Something the operator can mend. The message is a sentence that says what is wrong and what to do; no trace is shown. */
export class OperatorError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = new.target.name
  }
}
