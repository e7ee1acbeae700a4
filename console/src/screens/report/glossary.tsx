/** What the words of the report mean, where they stand. */
import { Trans } from '@lingui/react/macro'
import own from './report.module.css'

export function Glossary() {
  return (
    <details className={own.glossary}>
      <summary>
        <Trans>What these words mean</Trans>
      </summary>
      <dl>
        <dt>
          <Trans>Delivered</Trans>
        </dt>
        <dd>
          <Trans>A relay took the mail for the recipient. Some of these bounce later.</Trans>
        </dd>
        <dt>
          <Trans>Opened</Trans>
        </dt>
        <dd>
          <Trans>
            The mail loaded its images or a link was clicked, by a person as far as that can be told. Each recipient
            counts once. Who reads without images is not seen.
          </Trans>
        </dd>
        <dt>
          <Trans>Clicked</Trans>
        </dt>
        <dd>
          <Trans>A person followed at least one link. Each recipient counts once.</Trans>
        </dd>
        <dt>
          <Trans>Programs</Trans>
        </dt>
        <dd>
          <Trans>
            Mail security follows links and Apple Mail loads images before anyone reads. They are counted apart.
          </Trans>
        </dd>
        <dt>
          <Trans>Bounced</Trans>
        </dt>
        <dd>
          <Trans>The mail was refused, or came back later with a reason.</Trans>
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
