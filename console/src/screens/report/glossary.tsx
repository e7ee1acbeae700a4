/** What the words of the report mean, where they stand. */
import { Trans } from '@lingui/react/macro'
import own from './report.module.css'

export function Glossary() {
  return (
    <details className={own.glossary}>
      <summary>
        <Trans>Meaning of these terms</Trans>
      </summary>
      <dl>
        <dt>
          <Trans>Delivered</Trans>
        </dt>
        <dd>
          <Trans>A relay accepted the mail for the recipient. Some of these mails bounce later.</Trans>
        </dd>
        <dt>
          <Trans>Opened</Trans>
        </dt>
        <dd>
          <Trans>
            The mail loaded its images or a link was clicked, as far as we can see by a person. Each recipient counts
            once. Reading without images is not counted.
          </Trans>
        </dd>
        <dt>
          <Trans>Clicked</Trans>
        </dt>
        <dd>
          <Trans>A person clicked at least one link. Each recipient counts once.</Trans>
        </dd>
        <dt>
          <Trans>Bots</Trans>
        </dt>
        <dd>
          <Trans>
            Mail security programs click links and Apple Mail loads images before a person reads. They are counted
            separately.
          </Trans>
        </dd>
        <dt>
          <Trans>Bounced</Trans>
        </dt>
        <dd>
          <Trans>The mail was refused, or was returned later with a reason.</Trans>
        </dd>
        <dt>
          <Trans>Complained</Trans>
        </dt>
        <dd>
          <Trans>The recipient marked the mail as spam, and the mailbox provider reported it.</Trans>
        </dd>
      </dl>
    </details>
  )
}
