/** A contact as the wires have it: its memberships and the entries of its timeline. */
import { reasonNames } from '../../store/subscribers/leave-reasons.ts'
import { stepOnWire } from '../campaigns/reports/step-record.ts'
import type { Contact, ContactEntry } from '../subscribers/contact.ts'
import { basisOnWire, changeOnWire, consentOnWire } from '../subscribers/records.ts'

export function membershipOnWire(row: Contact['memberships'][number]) {
  return {
    ListID: row.listPublicId,
    Title: row.title,
    Name: row.name,
    MobileNumber: row.mobileNumber,
    State: row.state,
    StateDate: row.stateDate,
    JoinedDate: row.joinedDate,
    TrackingConsent: consentOnWire(row.trackingConsent),
    PersonalisingConsent: consentOnWire(row.personalisingConsent),
    HygieneConsent: consentOnWire(row.hygieneConsent),
    LastOpenDate: row.lastOpenOn ?? '',
    PausedUntil: row.pausedUntil ?? '',
    LeaveReason: row.leaveReason === null ? '' : reasonNames[row.leaveReason],
    LeaveComment: row.leaveComment ?? '',
    Basis: basisOnWire(row.basis),
    BasisEndsOn: row.basisUntil ?? '',
    Language: row.language,
    CustomFields: row.customFields,
  }
}

export function entryOnWire(row: ContactEntry) {
  const { date, kind, cause } = row
  return {
    Date: date,
    ListID: row.listPublicId,
    CampaignID: kind === null ? row.campaignPublicId : row.mailPublicId,
    CampaignName: row.mailName,
    Number: row.number ?? 0,
    Change: kind === null ? changeOnWire({ ...row, cause: cause ?? '' }) : null,
    Step: kind === null ? null : stepOnWire({ ...row, kind }),
  }
}
