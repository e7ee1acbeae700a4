/** The closed sets the documents name, each read from the module that owns it. */

import { MembershipState } from '../contract/groups/contacts.ts'
import { ReturnedMailState } from '../contract/groups/every-wire/returned-mail.ts'
import { CampaignState, RecipientState } from '../contract/groups/every-wire/sending.ts'
import { SuppressionReason } from '../contract/groups/suppressions.ts'
import type { Choices } from '../describe/choices.ts'
import { auditOutcomes } from '../domain/audit/reading.ts'
import { findingCodes, warningCodes } from '../domain/campaigns/findings/check-findings.ts'
import { billingTypes, currencies } from '../domain/clients/billing.ts'
import { validLevels } from '../domain/clients/clients.ts'
import { listedScopes } from '../domain/clients/suppression-scopes.ts'
import { dataTypes } from '../domain/lists/custom-fields.ts'
import { kinds } from '../domain/webhooks/list-messages.ts'
import { eventTypes } from '../store/events/events.ts'
import { memberStates as states } from '../store/lists/statistics.ts'

const access = 'Client.UpdateAccessAndBilling'
const bounceTypes = ['H', 'S']

export const choices: Choices = {
  'List.CreateCustomField.DataType': dataTypes,
  [`${access}.AccessLevel`]: validLevels,
  [`${access}.BillingType`]: billingTypes,
  [`${access}.Currency`]: currencies,
  'Campaign.GetRecipients.State': RecipientState.values,
  'Campaign.AcknowledgeWarnings.Codes': warningCodes,
  'Subscriber.List.State': MembershipState.values,
  'Suppression.List.Scope': listedScopes,
  'Suppression.List.Reason': SuppressionReason.values,
  'Suppression.ListOfAccount.Reason': SuppressionReason.values,
  'Campaign.List.State': CampaignState.values,
  'Audit.List.Outcome': auditOutcomes,
  'Mailbox.List.State': ReturnedMailState.values,
  'Webhook.Create.Events': eventTypes,
  'List.CreateWebhook.Events': kinds,
  'Subscribers.GetIsSubscribed': ['True', 'False'],
  'Subscriber.State': states,
  'SubscriberBounce.BounceType': bounceTypes,
  'BounceDetail.BounceType': bounceTypes,
  'CheckFinding.Code': findingCodes,
  'Event.Type': eventTypes,
}
