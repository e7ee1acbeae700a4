/** The lists of a register: rules of each, and its subscribers by what they answered. */
import { Trans, useLingui } from '@lingui/react/macro'
import { listOf, locale, number } from '../../lib/format.ts'
import { css, Panel } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import own from './register.module.css'
import { basisWords, purposeWords, type RegisteredList, trackingWords } from './words.ts'

export function Lists({ of: lists }: { readonly of: readonly RegisteredList[] }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Lists`} text={t`The rules of each list, and its active subscribers by what they answered.`}>
      {lists.length === 0 && (
        <p className={css.quiet}>
          <Trans>No lists.</Trans>
        </p>
      )}
      {lists.length > 0 && (
        <Table heads={[t`List`, t`Rules`, t`Subscribers`, t`Answers`, t`Basis`]}>
          {lists.map(list => (
            <tr key={list.ListID}>
              <td>
                <strong>
                  <bdi>{list.Title}</bdi>
                </strong>
                <div className={`${css.quiet} ${css.small}`}>{nameOfLaw(list.Law, t`no profile of law`)}</div>
              </td>
              <td data-label={t`Rules`}>
                <Rules of={list} />
              </td>
              <td data-label={t`Subscribers`}>{number(list.Members ?? 0)}</td>
              <td data-label={t`Answers`}>
                <Answers of={list} />
              </td>
              <td data-label={t`Basis`}>
                <Bases of={list} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}

/** @param other for a list without a profile */
function nameOfLaw(law: string | undefined, other: string): string {
  if (law === undefined || law === 'other') return other
  return new Intl.DisplayNames([locale()], { type: 'region' }).of(law === 'UK' ? 'GB' : law) ?? law
}

interface Props {
  readonly of: RegisteredList
}

function Rules({ of: list }: Props) {
  const { t, i18n } = useLingui()
  const tracked = i18n._(trackingWords[list.Tracking])
  const fields = listOf(list.CustomFields ?? [])
  return (
    <ul className={own.lines}>
      <li>{t`Opens and clicks: ${tracked}`}</li>
      {list.Personalising && <li>{t`Asks for consent to choose content`}</li>}
      {list.Hygiene && <li>{t`Keeps the date of the last open`}</li>}
      {list.AnonymousOpens && <li>{t`Counts opens without persons`}</li>}
      {list.ConfirmOptIn && <li>{t`Subscriptions are confirmed by email`}</li>}
      {fields !== '' && (
        <li>
          <Trans>
            Custom fields: <bdi>{fields}</bdi>
          </Trans>
        </li>
      )}
    </ul>
  )
}

function Answers({ of: { Known, Answers: answers = [] } }: Props) {
  const { t, i18n } = useLingui()
  if (!Known) return <NotCounted />
  return (
    <ul className={own.lines}>
      {answers.map(({ Purpose, Granted = 0, Denied = 0, Unknown = 0 }) => {
        const name = i18n._(purposeWords[Purpose as keyof typeof purposeWords]) // the three that are answered
        const [yes, no, unknown] = [number(Granted), number(Denied), number(Unknown)]
        return <li key={Purpose}>{t`${name}: ${yes} yes, ${no} no, ${unknown} unknown`}</li>
      })}
    </ul>
  )
}

function Bases({ of: { Known, Bases: bases = [] } }: Props) {
  const { i18n } = useLingui()
  if (!Known) return <NotCounted />
  return (
    <ul className={own.lines}>
      {bases.map(({ Basis = 'Unknown', Members = 0 }) => (
        <li key={Basis}>
          {i18n._(basisWords[Basis] ?? basisWords.Unknown!)}: {number(Members)}
        </li>
      ))}
    </ul>
  )
}

function NotCounted() {
  return (
    <span className={css.quiet}>
      <Trans>unknown: counting takes too long</Trans>
    </span>
  )
}
