/** Content.ListStarters, PreviewStarter and TakeStarter: letters of sections to begin with. */
import { showPreview } from '../domain/campaigns/mails/preview.ts'
import { type LetterParts, listLetters, previewLetter, takeLetter } from '../domain/templates/starter-letters.ts'
import { imageBase } from './assets.ts'
import type { Dependencies, Handlers, Origin } from './dependencies.ts'
import { addresses, partsOf } from './previews.ts'

type Names = 'Content.ListStarters' | 'Content.PreviewStarter' | 'Content.TakeStarter'

export const starterLetters: Pick<Handlers, Names> = {
  'Content.ListStarters': async ({ Language }) =>
    listLetters(Language).map(({ id, name, about }) => ({ Starter: id, Name: name, About: about })),

  async 'Content.PreviewStarter'({ Starter, Language }, { client, origin }, dependencies) {
    const wanted = { starter: Starter, language: Language }
    const parts = partsOf(dependencies, origin)
    const html = await previewLetter(letterParts(dependencies, origin), client, wanted, parts.contentUrl)
    return addresses(await showPreview(parts, client, html))
  },

  'Content.TakeStarter': ({ Starter, Language }, { client, origin }, dependencies) =>
    takeLetter(letterParts(dependencies, origin), client, { starter: Starter, language: Language }),
}

export function letterParts(dependencies: Dependencies, origin: Origin): LetterParts {
  const {
    db,
    content: { contentTasks, imageTasks },
  } = dependencies
  return { db, contentTasks, imageTasks, imageBase: imageBase(dependencies, origin) }
}
