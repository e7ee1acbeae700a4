/** Campaign.FindScannerOptOuts and Campaign.RepairOptOuts. */
import { findScannerOptOuts, repairOptOuts } from '../../domain/subscribers/repairing.ts'
import { evidenceOf, type Handlers } from '../dependencies.ts'

export const repairing: Pick<Handlers, 'Campaign.FindScannerOptOuts' | 'Campaign.RepairOptOuts'> = {
  async 'Campaign.FindScannerOptOuts'(_params, { campaign }, { db }) {
    const found = await findScannerOptOuts(db, campaign)
    return found.map(({ optOut, reason, detail }) => ({
      EmailAddress: optOut.email,
      ListID: optOut.listPublicId,
      Date: optOut.date,
      By: optOut.by,
      Network: optOut.network,
      Agent: optOut.agent,
      Reason: reason,
      Detail: detail,
    }))
  },

  'Campaign.RepairOptOuts': ({ EmailAddresses }, { campaign, principal, origin }, { db, now }) =>
    repairOptOuts(db, campaign, EmailAddresses ?? [], evidenceOf(principal, origin), now()),
}
