/** The register of processing of a client. */
import { activityRules } from '../domain/processing/activities.ts'
import { type AnswerCount, processingRegister } from '../domain/processing/register.ts'
import { keptDays } from '../store/accounts/deletions.ts'
import type { HandlersOf } from './dependencies.ts'
import { retentionOnWire } from './retention.ts'

const purposes = { measuring: 'Measuring', personalising: 'Personalising', hygiene: 'Hygiene' } as const
const trackings = { always: 'Always', consent: 'Consent', never: 'Never' } as const
const bases: Readonly<Record<string, string>> = {
  express: 'Express',
  implied: 'Implied',
  contract: 'Contract',
  'legitimate interest': 'LegitimateInterest',
}

export const processing: Pick<HandlersOf<'Client'>, 'Client.GetProcessingRegister'> = {
  async 'Client.GetProcessingRegister'(_params, { client }, dependencies) {
    const { db, mail, limits, now } = dependencies
    const facts = {
      relays: mail.relayTester.relays,
      hitAddresses: limits.hitAddresses,
      publicUrl: mail.mailLinks.base(),
    }
    const found = await processingRegister(db, client, facts, now())
    const { controller, branding, processor, backups } = found
    return {
      PreparedDate: found.preparedDate,
      Timezone: client.timeZone,
      CompanyName: controller.companyName,
      ContactName: controller.contactName,
      EmailAddress: controller.email,
      Country: controller.country,
      PostalAddress: branding?.postalAddress ?? '',
      ImprintUrl: branding?.imprintUrl ?? '',
      ProcessorName: processor.name,
      ProcessorUrl: processor.siteUrl,
      Activities: found.activities.map(({ activity, data, lists }) => ({
        Activity: activity,
        Data: [...data],
        Retention: [...activityRules[activity].retention],
        Lists: [...lists],
      })),
      Lists: found.lists.map(list => ({
        ListID: list.listPublicId,
        Title: list.title,
        Law: list.law,
        Tracking: trackings[list.tracking],
        Personalising: list.personalising,
        Hygiene: list.hygiene,
        AnonymousOpens: list.anonymousOpens,
        ConfirmOptIn: list.confirmOptIn,
        CustomFields: [...list.customFields],
        Members: list.active,
        Known: list.answers !== undefined,
        Answers: list.answers?.map(answersOnWire) ?? [],
        Bases:
          list.bases?.map(({ basis, members }) => ({ Basis: bases[basis ?? ''] ?? 'Unknown', Members: members })) ?? [],
      })),
      Retention: await retentionOnWire(client, dependencies),
      DeletedDays: keptDays,
      Recipients: found.recipients.map(({ kind, name, count, isHere }) => ({
        Kind: kind,
        Name: name,
        Count: count,
        IsThisMachine: isHere,
      })),
      Measures: [...found.measures],
      People: found.people,
      PeopleWithFactor: found.peopleWithFactor,
      BackupsKept: backups.kept,
      LastBackupDate: backups.lastDate,
      BackupVerifiedDate: backups.verifiedDate,
    }
  },
}

function answersOnWire({ purpose, granted, denied, unknown }: AnswerCount) {
  return { Purpose: purposes[purpose], Granted: granted, Denied: denied, Unknown: unknown }
}
