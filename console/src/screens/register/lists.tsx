/** The lists of a register: rules of each, and its subscribers by what they answered. */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
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
        <Table heads={[t`List`, t`Rules`, t`Answers and basis`]}>
          {lists.map(list => (
            <tr key={list.ListID}>
              <td>
                <strong>
                  <bdi>{list.Title}</bdi>
                </strong>
                <div className={`${css.quiet} ${css.small}`}>
                  {nameOfLaw(list.Law, t`no profile of law`)}
                  <br />
                  <Plural value={list.Members ?? 0} one="# subscriber" other="# subscribers" />
                </div>
              </td>
              <td data-label={t`Rules`}>
                <Rules of={list} />
              </td>
              <td data-label={t`Answers and basis`}>
                <Answers of={list} />
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

/** A purpose that the list does not ask for, and that no member answered, is left out. */
function Answers({ of: list }: Props) {
  const { t, i18n } = useLingui()
  if (!list.Known) {
    return (
      <span className={css.quiet}>
        <Trans>unknown: counting takes too long</Trans>
      </span>
    )
  }
  const isAsked: Readonly<Record<string, boolean>> = {
    Measuring: list.Tracking !== 'Never',
    Personalising: list.Personalising === true,
    Hygiene: list.Hygiene === true,
  }
  const answers = (list.Answers ?? []).filter(
    ({ Purpose, Granted = 0, Denied = 0 }) => isAsked[Purpose] || Granted + Denied > 0,
  )
  return (
    <ul className={own.lines}>
      {answers.map(({ Purpose, Granted = 0, Denied = 0, Unknown = 0 }) => {
        const name = i18n._(purposeWords[Purpose as keyof typeof purposeWords]) // the three that are answered
        const [yes, no, unknown] = [number(Granted), number(Denied), number(Unknown)]
        return <li key={Purpose}>{t`${name}: ${yes} yes, ${no} no, ${unknown} unknown`}</li>
      })}
      {list.Bases?.map(({ Basis = 'Unknown', Members = 0 }) => {
        const [name, members] = [i18n._(basisWords[Basis] ?? basisWords.Unknown!), number(Members)]
        return <li key={Basis}>{t`Basis ${name}: ${members}`}</li>
      })}
    </ul>
  )
}
