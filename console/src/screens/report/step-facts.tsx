/** What is to be said of a step of a mail besides its name and date: why, which link, when next; the other server's words behind Details. */
import { Trans } from '@lingui/react/macro'
import type { ValueOf } from '../../../../src/client/client.ts'
import { dateTime } from '../../lib/format.ts'
import { shortUrl } from '../../lib/short-url.ts'
import { Answer } from '../../ui/details.tsx'
import { css } from '../../ui/page.tsx'
import { ReasonSentence } from './reason-sentence.tsx'
import { isSkip } from './reason-words.ts'

type Step = NonNullable<ValueOf<'Campaign.GetRecipientHistory'>['Steps']>[number]

export function StepFacts({ of: { Code, Text, Reason, Link, RetryDate } }: { readonly of: Step }) {
  return (
    <>
      {Reason !== 'None' && (
        <p className={css.small}>
          <ReasonSentence of={Reason} />
        </p>
      )}
      {Link && (
        <p className={css.small}>
          <a href={Link} target="_blank" rel="noreferrer noopener" title={Link} dir="ltr">
            {shortUrl(Link)}
          </a>
        </p>
      )}
      {RetryDate && (
        <p className={`${css.quiet} ${css.small}`}>
          <Trans>Next attempt {dateTime(RetryDate)}</Trans>
        </p>
      )}
      {!isSkip(Reason) && (Text || Code > 0) && <Answer code={Code} text={Text} />}
    </>
  )
}
