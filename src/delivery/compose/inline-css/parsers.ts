/** The parsers of HTML, CSS and selectors, loaded with the first style sheet: most processes inline nothing. */
import { createRequire } from 'node:module'
import type * as cssSelect from 'css-select'
import type * as cssTree from 'css-tree'
import type * as cssWhat from 'css-what'
import type * as parse5 from 'parse5'
import type * as treeAdapter from 'parse5-htmlparser2-tree-adapter'

interface Parsers {
  readonly parse5: typeof parse5
  readonly treeAdapter: typeof treeAdapter
  readonly cssSelect: typeof cssSelect
  readonly cssWhat: typeof cssWhat
  readonly parseCss: typeof cssTree.parse
}

let loaded: Parsers | undefined

export function loadParsers(): Parsers {
  loaded ??= {
    parse5: require('parse5'),
    treeAdapter: require('parse5-htmlparser2-tree-adapter'),
    cssSelect: require('css-select'),
    cssWhat: require('css-what'),
    // without the grammar of all values, which takes as long to load as all else
    parseCss: require('css-tree/parser'),
  }
  return loaded
}

const require = createRequire(import.meta.url)
