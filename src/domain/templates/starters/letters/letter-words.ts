/** What the words of starter letters are: lines, and HTML where `regulars.ts` and `occasions.ts` use them so. */
import type { RegionLabels } from '../../../content/sections/open-regions.ts'

type Named<Names extends string> = { readonly [Name in Names | 'name' | 'about']: string }
type Trio = 'one' | 'oneText' | 'two' | 'twoText' | 'three' | 'threeText'
type Pair = 'one' | 'oneText' | 'two' | 'twoText'

export interface LetterWords {
  /** What several letters say. */
  readonly common: {
    readonly [Name in
      | 'greeting'
      | 'regards'
      | 'signature'
      | 'why'
      | 'unsubscribe'
      | 'preferences'
      | 'webVersion'
      | 'more']: string
  }
  /** What the regions of a template are called that is made of a letter. */
  readonly regions: RegionLabels
  readonly launch: Named<'kicker' | 'title' | 'text' | 'button' | Trio>
  readonly two: Named<'title' | 'text' | 'button' | Pair | 'datesTitle' | 'date1' | 'date2' | 'date3'>
  readonly three: Named<'kicker' | 'title' | 'text' | 'lead' | 'leadText' | 'button' | Trio>
  readonly event: Named<
    | 'kicker'
    | 'title'
    | 'text'
    | 'when'
    | 'whenText'
    | 'where'
    | 'whereText'
    | 'button'
    | 'note'
    | 'programme'
    | 'item1'
    | 'item2'
    | 'item3'
  >
  readonly shop: Named<
    | 'kicker'
    | 'title'
    | 'text'
    | 'button'
    | 'one'
    | 'onePrice'
    | 'two'
    | 'twoPrice'
    | 'three'
    | 'threePrice'
    | 'look'
    | 'story'
    | 'storyText'
    | 'note'
  >
  readonly survey: Named<'title' | 'text' | 'good' | 'fair' | 'bad' | 'moreTitle' | 'moreText' | 'button'>
  readonly plain: Named<'text1' | 'text2' | 'text3'>
  readonly welcome: Named<'title' | 'text' | 'button' | 'end' | Trio>
  readonly birthday: Named<'title' | 'text' | 'codeTitle' | 'code' | 'button' | 'note'>
  readonly back: Named<'title' | 'text' | 'button' | 'choice' | Pair>
  readonly digest: Named<'title' | 'text' | Pair | 'three' | 'item1' | 'item2' | 'item3' | 'button'>
  readonly fundraising: Named<'title' | 'text' | 'number' | 'numberText' | Trio | 'give' | 'thanks'>
  readonly terms: Named<
    'title' | 'text' | 'changes' | 'change1' | 'change2' | 'change3' | 'todo' | 'todoText' | 'button' | 'contact'
  >
}
