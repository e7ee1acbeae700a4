/** Words for what waits. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ValueOf } from '../../../../src/client/client.ts'

type Queue = NonNullable<ValueOf<'System.GetState'>['Queues']>[number]
export type QueueKind = NonNullable<Queue['Kind']>

export const queueNames: Readonly<Record<QueueKind, MessageDescriptor>> = {
  ScheduledCampaigns: msg`Campaigns that are due`,
  OpensAndClicks: msg`Opens and clicks to count, in batches`,
  InboundMail: msg`Inbound mail to process`,
  WebhookEvents: msg`Events for webhooks`,
  Jobs: msg`Jobs`,
  Imports: msg`Imports`,
  Exports: msg`Exports`,
  BulkChanges: msg`Bulk changes`,
  Erasures: msg`Erasures`,
}
