/** Sample.*: a client with sample data to explore. */
import { createSample, removeSample } from '../domain/sample/sample.ts'
import { saver } from './campaigns/drafts.ts'
import { actor, evidenceOf, type HandlersOf } from './dependencies.ts'

export const sampleOperations: HandlersOf<'Sample'> = {
  async 'Sample.Create'(
    _params,
    { principal, origin },
    { db, content: { contentTasks }, mail: { sendSample, mailLinks }, now },
  ) {
    const { clientPublicId, isNew } = await createSample(
      { db, contentTasks, sendSample, now },
      {
        accountId: principal.accountId,
        actor: actor(principal, origin),
        saver: saver(principal),
        evidence: evidenceOf(principal, origin),
        publicUrl: mailLinks.base() ?? origin.publicUrl,
      },
    )
    return { ClientID: clientPublicId, Created: isNew }
  },

  'Sample.Remove': (_params, { principal, origin }, { db, now }) =>
    removeSample({ db, now }, principal.accountId, actor(principal, origin)),
}
