/** What we use of mailauth, which has no types of its own for its sub-paths. */
declare module 'mailauth/lib/dkim/verify.js' {
  export function dkimVerify(
    message: Buffer,
    options: {
      /** Answers like `node:dns`'s. */
      readonly resolver: (name: string, type: string) => Promise<string[][]>
      readonly curTime?: Date
    },
  ): Promise<{ results: { readonly algo: string; readonly status: { readonly result: string } }[] }>
}
