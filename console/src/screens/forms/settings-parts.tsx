/** The confirmation by mail, what follows it, and what other websites may do with the form. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { listOf } from '../../lib/format.ts'
import { Check } from '../../ui/check.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Help } from '../../ui/help.tsx'
import { css, Note, Panel } from '../../ui/page.tsx'
import own from './forms.module.css'
import { useKnownFields } from './known-fields.ts'
import { prefillExample } from './prefill.ts'
import type { PartProps } from './types.ts'

export function ConfirmationPart({ of: { ConfirmOptIn }, change, isLocked }: PartProps) {
  const { t } = useLingui()
  return (
    <Panel title={t`Confirmation by mail`}>
      <div className={own.part}>
        <Check
          label={t`Ask everyone to confirm (double opt-in)`}
          description={t`They get a mail with one link and become active when they press the button behind it.`}
          checked={ConfirmOptIn}
          onChange={chosen => (isLocked ? undefined : change({ ConfirmOptIn: chosen }))}
        />
        {!ConfirmOptIn && (
          <Note tone="bad">
            <p>
              <strong>
                <Trans>Without it, anyone can sign up anyone.</Trans>
              </strong>
            </p>
            <p>
              <Trans>
                Bots fill in addresses of strangers and spam traps. Your mails end up in spam, people who never signed
                up complain, and you cannot prove consent; courts in Germany and Austria ask for this proof.
              </Trans>
            </p>
          </Note>
        )}
      </div>
    </Panel>
  )
}

/** A part that is rarely opened. @param summary what is set there @param isOpen at first */
function Folded({
  title,
  summary,
  isOpen,
  children,
}: {
  readonly title: string
  readonly summary: string
  readonly isOpen: boolean
  readonly children: ReactNode
}) {
  const [isOpenAtFirst] = useState(isOpen)
  return (
    <details className={own.folded} open={isOpenAtFirst}>
      <summary>
        <span>{title}</span> <small>{summary}</small>
      </summary>
      <div className={own.part}>{children}</div>
    </details>
  )
}

export function AfterPart({ of: settings, change, isLocked }: PartProps) {
  const { t } = useLingui()
  const { SuccessPage, SuccessText, RedirectHosts } = settings
  const host = hostOf(SuccessPage)
  return (
    <Folded
      title={t`After the confirmation`}
      summary={SuccessPage || t`a page of this service`}
      isOpen={SuccessPage !== '' || SuccessText !== ''}
    >
      <Textarea
        label={t`Text of the page after the confirmation`}
        description={t`Empty: the standard words, in the language of the form.`}
        value={SuccessText}
        onChange={event => change({ SuccessText: event.currentTarget.value })}
        rows={2}
        autosize
        maxLength={1000}
        readOnly={isLocked}
        dir="auto"
      />
      <TextInput
        type="url"
        label={t`Or lead people to your own page`}
        placeholder="https://"
        value={SuccessPage}
        onChange={event => change({ SuccessPage: event.currentTarget.value })}
        maxLength={2000}
        readOnly={isLocked}
      />
      <LinesField
        label={t`Hosts that the form may lead to`}
        description={
          <>
            <Trans>One a line, such as bloom.example</Trans>
            <Help>{t`A subdomain is another host. Strangers cannot make links of yours lead elsewhere.`}</Help>
          </>
        }
        value={RedirectHosts}
        onChange={hosts => change({ RedirectHosts: hosts })}
        isLocked={isLocked}
      />
      {!isLocked && host !== undefined && !RedirectHosts.includes(host) && (
        <Note tone="warn">
          <p>
            <Trans>The form may not lead to {host} yet.</Trans>
          </p>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => change({ RedirectHosts: [...RedirectHosts.filter(line => line.trim() !== ''), host] })}
          >
            {t`Allow ${host}`}
          </Button>
        </Note>
      )}
    </Folded>
  )
}

export function WebsitePart({ of: settings, change, isLocked, url }: PartProps & { readonly url: string }) {
  const { t } = useLingui()
  const { AllowedOrigins, Prefill, Fields, Name } = settings
  const names = useKnownFields(settings.Lists)
  const id = useId()
  const places = [
    ['Email', t`Email address`] as const,
    ...(Name === 'NotAsked' ? [] : [['Name', t`Name`] as const]),
    ...Fields.map(({ Key, Label }) => [Key, names.get(Key) ?? (Label || Key)] as const),
  ]
  const filledIn = places.filter(([key]) => Prefill.includes(key)).map(([, label]) => label)
  return (
    <Folded
      title={t`Links and websites`}
      summary={filledIn.length > 0 ? t`filled in by links: ${listOf(filledIn)}` : t`nothing is filled in by links`}
      isOpen={Prefill.length > 0 || AllowedOrigins.length > 0}
    >
      <fieldset className={own.choices} aria-describedby={id}>
        <legend>
          <Trans>What a link may fill in</Trans>
        </legend>
        <p id={id} className={`${css.quiet} ${css.small}`}>
          <Trans>People see what was filled in and can change it. Links never tick a box.</Trans>
        </p>
        {places.map(([key, label]) => (
          <Check
            key={key}
            label={label}
            checked={Prefill.includes(key)}
            onChange={isChosen =>
              isLocked
                ? undefined
                : change({ Prefill: isChosen ? [...Prefill, key] : Prefill.filter(one => one !== key) })
            }
          />
        ))}
      </fieldset>
      {Prefill.length > 0 && (
        <div className={own.group}>
          <p className={css.small}>
            <Trans>For example:</Trans>
          </p>
          <CopyText text={prefillExample(url, Prefill)} />
        </div>
      )}
      <LinesField
        label={t`Websites whose scripts may send the form`}
        description={<Help>{t`One origin a line, such as https://bloom.example. Plain HTML needs none of this.`}</Help>}
        value={AllowedOrigins}
        onChange={origins => change({ AllowedOrigins: origins })}
        isLocked={isLocked}
      />
    </Folded>
  )
}

function LinesField({
  label,
  description,
  value,
  onChange,
  isLocked,
}: {
  readonly label: string
  readonly description: ReactNode
  readonly value: readonly string[]
  readonly onChange: (lines: string[]) => void
  readonly isLocked: boolean
}) {
  return (
    <Textarea
      label={label}
      description={description}
      value={value.join('\n')}
      onChange={event => onChange(event.currentTarget.value.split('\n'))}
      rows={2}
      autosize
      spellCheck={false}
      readOnly={isLocked}
    />
  )
}

function hostOf(url: string): string | undefined {
  const { hostname } = URL.canParse(url) ? new URL(url) : { hostname: '' }
  return /\.[a-z]{2,}$/i.test(hostname) ? hostname : undefined
}
