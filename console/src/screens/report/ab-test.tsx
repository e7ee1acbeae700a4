/** The A/B test of a campaign in its report: the numbers of each variant, what was decided and why, and choosing by hand. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read } from '../../api/call.ts'
import { dateTime, number } from '../../lib/format.ts'
import { shownSubject } from '../../lib/subjects.ts'
import { reread } from '../../live/reread.ts'
import { may, useSession } from '../../session/session.ts'
import layout from '../../ui/layout.module.css'
import { css, Note, Panel } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Share } from '../../ui/share.tsx'
import { Table } from '../../ui/table.tsx'
import { type CampaignTest, Duration, percentText } from '../campaigns/variant-fields.tsx'
import type { PartProps } from './part-props.ts'
import own from './report.module.css'

/** Nothing for a campaign without variants. */
export function AbTestReport({ clientId, campaignId }: Pick<PartProps, 'clientId' | 'campaignId'>) {
  const { t } = useLingui()
  const session = useSession()
  const { data, error } = useQuery(read('Campaign.GetVariants', { CampaignID: campaignId }))
  if (error) return <Refused error={error} />
  if (!data || data.State === 'None') return null
  const canChoose = data.CanChoose && may(session, 'Send', clientId)
  return (
    <section className={layout.top16}>
      <Panel title={t`A/B test`} text={<Standing test={data} />}>
        <Verdict test={data} />
        <div className={layout.top12}>
          <Numbers test={data} />
        </div>
        {data.CountedDate && (
          <p className={`${css.quiet} ${css.small}`}>
            <Trans>
              Rates are of people whose opens and clicks are recorded, as of {dateTime(data.CountedDate)}. Only people
              of the test count for a variant.
            </Trans>
          </p>
        )}
        {canChoose && <ChooseVariant campaignId={campaignId} test={data} />}
      </Panel>
    </section>
  )
}

/** How far the test is. */
function Standing({ test }: { readonly test: CampaignTest }) {
  const { State, WaitMinutes, WaitedMinutes, Chosen, ChosenBy, ChosenDate } = test
  const left = <Duration minutes={Math.max(0, WaitMinutes - WaitedMinutes)} />
  switch (State) {
    case 'Sending':
      return <Trans>The mails of the test are being sent.</Trans>
    case 'Waiting':
      return <Trans>The test ends in {left}. A pause stops this clock.</Trans>
    case 'Undecided':
      return <Trans>The test is over. The other recipients wait until someone chooses.</Trans>
    case 'Stopped':
      return <Trans>The campaign was cancelled before the test was over.</Trans>
    case 'Decided':
      return Chosen ? (
        ChosenBy ? (
          <Trans>
            {ChosenBy} chose variant {Chosen} for the others at {dateTime(ChosenDate ?? '')}.
          </Trans>
        ) : (
          <Trans>
            The others get variant {Chosen} since {dateTime(ChosenDate ?? '')}.
          </Trans>
        )
      ) : (
        <Trans>All recipients were tested.</Trans>
      )
    case 'NotBegun':
    case 'None':
      return <Trans>The test begins with the campaign.</Trans>
  }
}

/** What the test showed at its end. */
function Verdict({ test }: { readonly test: CampaignTest }) {
  const { Winner, PValue, NeededPerVariant, UsualPercent = '', HopedPercent = '', Otherwise } = test
  const [usual, hoped] = [percentText(UsualPercent), percentText(HopedPercent)]
  const chance = percentText(String(Number(PValue) * 100))
  switch (test.Verdict) {
    case 'None':
      return null
    case 'Winner':
      return (
        <Note tone="good">
          <p>
            <Trans>
              Variant {Winner} won. Chance alone makes such a difference with a probability of {chance}.
            </Trans>
          </p>
        </Note>
      )
    case 'NoDifference':
      return (
        <Note tone="plain">
          <p>
            <Trans>No difference shown: chance alone makes such a difference with a probability of {chance}.</Trans>{' '}
            <Fallback letter={Otherwise} />
          </p>
        </Note>
      )
    case 'TooFew':
      return (
        <Note tone="plain">
          <p>
            <Trans>
              No difference shown: to distinguish {usual} from {hoped}, each variant needs {number(NeededPerVariant)}{' '}
              people.
            </Trans>{' '}
            <Fallback letter={Otherwise} />
          </p>
        </Note>
      )
  }
}

function Fallback({ letter }: { readonly letter: string | undefined }) {
  return letter ? <Trans>Variant {letter} was set for this case.</Trans> : null
}

function Numbers({ test: { Variants = [], Rest, Chosen, Winner } }: { readonly test: CampaignTest }) {
  const { t } = useLingui()
  const heads = {
    delivered: t`Delivered`,
    opened: t`Opened`,
    clicked: t`Clicked`,
    left: t`Unsubscribed`,
    bounced: t`Bounced`,
  }
  return (
    <Table heads={[t`Variant`, heads.delivered, heads.opened, heads.clicked, heads.left, heads.bounced]}>
      {Variants.map(one => (
        <tr key={one.Variant}>
          <td>
            <strong>{one.Variant}</strong>{' '}
            {one.Variant === Winner && (
              <span className={css.quiet}>
                <Trans>won</Trans>
              </span>
            )}
            <span className={`${css.quiet} ${css.small} ${layout.line}`}>
              <bdi>{one.FromName}</bdi> · <bdi>{shownSubject(one.Subject ?? '')}</bdi>
              {one.HasOwnContent && (
                <>
                  {' · '}
                  <Trans>
                    Content of <bdi>{one.ContentOf}</bdi>
                  </Trans>
                </>
              )}
            </span>
          </td>
          <td data-label={heads.delivered}>{number(one.Accepted)}</td>
          <td data-label={heads.opened}>
            <span>
              <Share of={{ Count: one.HumanUniqueOpened, Of: one.Measured }} />
            </span>
          </td>
          <td data-label={heads.clicked}>
            <span>
              <Share of={{ Count: one.HumanUniqueClicked, Of: one.Measured }} />
            </span>
          </td>
          <td data-label={heads.left}>{number(one.Unsubscribed)}</td>
          <td data-label={heads.bounced}>{number(one.Bounced)}</td>
        </tr>
      ))}
      {Rest && Rest.Recipients + Rest.HeldOut > 0 && (
        <tr>
          <td>
            <strong>
              <Trans>All others</Trans>
            </strong>
            <span className={`${css.quiet} ${css.small} ${layout.line}`}>
              {Chosen ? <Trans>Variant {Chosen}</Trans> : <Trans>{number(Rest.Recipients)} wait</Trans>}
              {Rest.HeldOut > 0 && (
                <>
                  {' · '}
                  <Trans>{number(Rest.HeldOut)} get no mail</Trans>
                </>
              )}
            </span>
          </td>
          <td data-label={heads.delivered}>{number(Rest.Accepted)}</td>
          <td data-label={heads.opened}>
            <span>
              <Share of={{ Count: Rest.HumanUniqueOpened, Of: Rest.Accepted }} />
            </span>
          </td>
          <td data-label={heads.clicked}>
            <span>
              <Share of={{ Count: Rest.HumanUniqueClicked, Of: Rest.Accepted }} />
            </span>
          </td>
          <td />
          <td />
        </tr>
      )}
    </Table>
  )
}

/** Choosing what the others get, before the test is over or where it showed nothing. */
function ChooseVariant({ campaignId, test }: { readonly campaignId: string; readonly test: CampaignTest }) {
  const { t } = useLingui()
  const letters = (test.Variants ?? []).map(({ Variant = '' }) => Variant)
  const [letter, setLetter] = useState(letters[0] ?? 'A')
  const choose = useMutation({
    mutationFn: () => call('Campaign.ChooseVariant', { CampaignID: campaignId, Variant: letter }),
    onSuccess: () => reread('report'),
  })
  return (
    <div className={`${own.noPrint} ${layout.top16}`}>
      <Refused error={choose.error} />
      <div className={css.actions}>
        <NativeSelect
          aria-label={t`Variant for the others`}
          value={letter}
          onChange={event => setLetter(event.currentTarget.value)}
          data={letters.map(value => ({ value, label: t`Variant ${value}` }))}
        />
        <Button variant="default" loading={choose.isPending} onClick={() => choose.mutate()}>
          <Trans>Send variant {letter} to the others</Trans>
        </Button>
      </div>
      <p className={`${css.quiet} ${css.small} ${layout.top8}`}>
        <Trans>It is sent at once, and cannot be changed any more. The numbers of the test stay.</Trans>
      </p>
    </div>
  )
}
