/** The A/B test of a draft: its variants side by side, and whether it has enough people to show a difference. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call, read } from '../../api/call.ts'
import { percentOf } from '../../lib/format.ts'
import { shownSubject } from '../../lib/subjects.ts'
import { reread } from '../../live/reread.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { css as parts } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import css from './ab-test.module.css'
import { AbTestForm } from './ab-test-form.tsx'
import { type CampaignTest, type DecidedBy, Duration, SampleSize } from './variant-fields.tsx'

/** What decides a test, within a sentence. */
export const deciders: Readonly<Record<DecidedBy, MessageDescriptor>> = {
  Clicks: msg`people’s clicks decide`,
  Opens: msg`people’s opens decide`,
  Hand: msg`you decide`,
}

export function AbTest({ clientId, campaignId }: { readonly clientId: string; readonly campaignId: string }) {
  const { t } = useLingui()
  const { data, error } = useQuery(read('Campaign.GetVariants', { CampaignID: campaignId }))
  const remove = useMutation({
    mutationFn: () =>
      call('Campaign.SetVariants', { CampaignID: campaignId, Others: [], SharePercent: 1, DecidedBy: 'Hand' }),
    onSuccess: () => reread('variants'),
  })
  if (error) return <Refused error={error} />
  if (!data) return null
  const isSet = data.State !== 'None'
  const form = (close: () => void) => (
    <Dialog title={t`A/B test`} onClose={close}>
      <AbTestForm clientId={clientId} campaignId={campaignId} present={data} onSaved={close} />
    </Dialog>
  )
  return (
    <section className={css.test} aria-label={t`A/B test`}>
      <div className={css.head}>
        <div>
          <h3>
            <Trans>A/B test</Trans>
          </h3>
          {!isSet && (
            <p className={parts.quiet}>
              <Trans>
                Part of the recipients gets variants of the subject, the sender’s name or the content. The others get
                the one that does better.
              </Trans>
            </p>
          )}
        </div>
        <div className={parts.actions}>
          <DialogButton variant="default" dialog={form}>
            {isSet ? <Trans>Change the test …</Trans> : <Trans>Set up an A/B test …</Trans>}
          </DialogButton>
          {isSet && (
            <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
              <Trans>Remove the test</Trans>
            </Button>
          )}
        </div>
      </div>
      <Refused error={remove.error} />
      {isSet && <Summary campaignId={campaignId} test={data} />}
    </section>
  )
}

function Summary({ campaignId, test }: { readonly campaignId: string; readonly test: CampaignTest }) {
  const { i18n } = useLingui()
  const { Variants = [], SharePercent, HoldoutPercent, WaitMinutes, DecidedBy } = test
  const { data: plan } = useQuery(
    read('Campaign.PlanTest', {
      CampaignID: campaignId,
      Variants: Variants.length,
      ...{ SharePercent, HoldoutPercent, DecidedBy },
      ...{ UsualPercent: test.UsualPercent ?? '', HopedPercent: test.HopedPercent ?? '' },
    }),
  )
  return (
    <>
      <VariantCards variants={Variants} />
      <p>
        <Trans>
          {percentOf(SharePercent / 100)} of the recipients are tested; {i18n._(deciders[DecidedBy])} after{' '}
          <Duration minutes={WaitMinutes} />.
        </Trans>{' '}
        {HoldoutPercent > 0 && <Trans>{percentOf(HoldoutPercent / 100)} get no mail.</Trans>}{' '}
        <Otherwise letter={test.Otherwise} />
      </p>
      {plan && <SampleSize plan={plan} test={test} />}
    </>
  )
}

/** The variants as an inbox shows them. */
export function VariantCards({ variants }: { readonly variants: NonNullable<CampaignTest['Variants']> }) {
  return (
    <ul className={css.variants}>
      {variants.map(({ Variant, Subject = '', FromName = '', HasOwnContent, ContentOf }) => (
        <li key={Variant}>
          <span className={css.letter}>{Variant}</span>
          <span className={css.inbox}>
            <strong>
              <bdi>{FromName}</bdi>
            </strong>
            <bdi>{shownSubject(Subject)}</bdi>
            {HasOwnContent && (
              <span className={`${parts.quiet} ${parts.small}`}>
                <Trans>
                  Content of <bdi>{ContentOf}</bdi>
                </Trans>
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Otherwise({ letter }: { readonly letter: string | undefined }) {
  return letter ? (
    <Trans>Without a winner the others get variant {letter}.</Trans>
  ) : (
    <Trans>Without a winner the others wait until someone chooses.</Trans>
  )
}
