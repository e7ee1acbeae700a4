/** One mail that came back: how it was understood, by which line, and the mail itself. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/call.ts'
import { dateTime, number } from '../../lib/format.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { css, Skeletons, StateWordChip } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import domain from '../domains/domain.module.css'
import own from './mail.module.css'
import { MailKind } from './mail-kind.tsx'
import { type Mail, states } from './words.ts'

export function MailDrawer({
  of: mail,
  clientId,
  onClose,
}: {
  readonly of: Mail
  readonly clientId: string
  readonly onClose: () => void
}) {
  const { t, i18n } = useLingui()
  const {
    MailID = '',
    Date: date,
    State = 'Waiting',
    Kind,
    Class,
    Status,
    Evidence,
    EmailAddress,
    Sender,
    SizeInBytes = 0,
  } = mail
  const { data, error, isPending } = useQuery(read('Mailbox.GetMessage', { ClientID: clientId, MailID }))
  return (
    <Drawer
      title={<MailKind kind={Kind} reason={Class} />}
      lead={
        <p className={domain.state}>
          <StateWordChip of={states[State]} />
        </p>
      }
      onClose={onClose}
    >
      <div className={domain.parts}>
        <p className={css.quiet}>{i18n._(states[State].text)}</p>
        <Facts>
          <Fact name={t`Evidence`}>{Evidence && <q>{Evidence}</q>}</Fact>
          <Fact name={t`Status code`}>{Status && <code>{Status}</code>}</Fact>
          <Fact name={t`About`}>{EmailAddress}</Fact>
          <Fact name={t`Received`}>{dateTime(date)}</Fact>
          <Fact name={t`Sender`}>{Sender || t`empty (report)`}</Fact>
          <Fact name={t`Size`}>{t`${number(SizeInBytes)} bytes`}</Fact>
          <Fact name={t`Received from`}>{data && [data.Helo, data.Remote].filter(Boolean).join(', ')}</Fact>
          <Fact name={t`Recipient`}>{data?.Recipient}</Fact>
        </Facts>
        {isPending && <Skeletons lines={6} />}
        <Refused error={error} />
        {data && (
          <>
            <Source title={t`Text`} text={data.Text} isOpen />
            {data.Cut && (
              <p className={`${css.quiet} ${css.small}`}>
                <Trans>The mail is longer; only its beginning is shown.</Trans>
              </p>
            )}
            <Source title={t`Headers`} text={data.Headers} />
          </>
        )}
      </div>
    </Drawer>
  )
}

function Source({
  title,
  text = '',
  isOpen = false,
}: {
  readonly title: string
  readonly text: string | undefined
  readonly isOpen?: boolean
}) {
  if (text.trim() === '') return null
  return (
    <details className={own.source} open={isOpen}>
      <summary>{title}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard */}
      <pre tabIndex={0} dir="auto">
        {text}
      </pre>
    </details>
  )
}
