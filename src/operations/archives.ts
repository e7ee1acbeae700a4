/** The public archives of lists, and which campaigns they show. */
import { archiveUrls, readArchive, setArchive } from '../domain/archives/archives.ts'
import { readArchiveChoice, readArchivesOfCampaign, updateArchiveChoice } from '../store/archives/archives.ts'
import type { Dependencies, Handlers, Origin } from './dependencies.ts'

type Operations = 'List.GetArchive' | 'List.SetArchive' | 'Campaign.SetArchived' | 'Campaign.GetArchived'

export const archives: Pick<Handlers, Operations> = {
  async 'List.GetArchive'(_params, { list, origin }, dependencies) {
    const { shown, title, description, since, searchEngines, form } = await readArchive(dependencies.db, list)
    const { page, feed } = urlsOf(dependencies, origin, list)
    return {
      Shown: shown,
      Title: title,
      Description: description,
      Since: since,
      SearchEngines: searchEngines,
      FormID: form,
      URL: page,
      FeedURL: feed,
    }
  },

  'List.SetArchive': (params, { list }, { db }) => setArchive(db, list, params),

  'Campaign.SetArchived': ({ Choice }, { campaign }, { db }) => updateArchiveChoice(db, campaign, choices[Choice]),

  async 'Campaign.GetArchived'(_params, { campaign, origin }, dependencies) {
    const { db } = dependencies
    const [choice, archives] = await Promise.all([
      readArchiveChoice(db, campaign),
      readArchivesOfCampaign(db, campaign),
    ])
    return {
      Choice: choice === null ? 'Automatic' : choice ? 'Shown' : 'Hidden',
      Archives: archives.map(({ listId, listPublicId, title, isShown }) => ({
        ListID: listPublicId,
        Title: title,
        Shown: isShown,
        URL: isShown
          ? urlsOf(dependencies, origin, { clientId: campaign.clientId, listId }).letter(campaign.campaignPublicId)
          : '',
      })),
    }
  },
}

const choices = { Automatic: null, Shown: true, Hidden: false } as const

function urlsOf(
  { mail: { mailLinks, tokens } }: Pick<Dependencies, 'mail'>,
  { publicUrl }: Pick<Origin, 'publicUrl'>,
  list: { readonly clientId: number; readonly listId: number },
) {
  return archiveUrls(mailLinks.base() ?? publicUrl, tokens, list)
}
