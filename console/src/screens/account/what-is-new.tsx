/** The topmost section of CHANGELOG.md, as it was when the console was built. It is written in English. */
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import changelog from '../../../../CHANGELOG.md?raw'
import { Panel } from '../../ui/page.tsx'
import own from './what-is-new.module.css'

export function WhatIsNew() {
  const { t } = useLingui()
  const [, section = ''] = changelog.split(/^## /m)
  const [title = '', ...lines] = section.split('\n')
  const [first, ...groups] = groupsOf(lines.join('\n'))
  return (
    <Panel title={t`What is new`} text={<Trans>Changes for those who upgrade; the most important come first.</Trans>}>
      <div className={own.text} lang="en" dir="ltr">
        <h3>{title === 'Next' ? t`Since the last release` : title}</h3>
        {first?.blocks.map(block => (
          <Block key={block} text={block} />
        ))}
        {groups.map(({ heading, blocks }) => (
          <details key={heading}>
            <summary>{heading}</summary>
            {blocks.map(block => (
              <Block key={block} text={block} />
            ))}
          </details>
        ))}
      </div>
    </Panel>
  )
}

interface Group {
  /** Of the first one, which has none, ''. */
  readonly heading: string
  readonly blocks: string[]
}

/** A paragraph that is all bold is the heading of what follows. */
function groupsOf(text: string): readonly Group[] {
  const groups: Group[] = [{ heading: '', blocks: [] }]
  for (const block of text.split(/\n{2,}/).map(part => part.trim())) {
    const [, heading] = /^\*\*([^*]+)\*\*$/.exec(block) ?? []
    if (heading !== undefined) groups.push({ heading, blocks: [] })
    else if (block !== '') groups.at(-1)!.blocks.push(block)
  }
  return groups
}

/** A paragraph, or a list of one level. */
function Block({ text }: { readonly text: string }) {
  if (!text.startsWith('- ')) return <p>{inlineOf(text)}</p>
  return (
    <ul>
      {text
        .slice(2)
        .split(/\n- /)
        .map(item => (
          <li key={item}>{inlineOf(item)}</li>
        ))}
    </ul>
  )
}

/** `code`, **bold**, and links, of which the words alone are shown: they lead to files of the repository. */
function inlineOf(text: string): ReactNode[] {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/)
  return parts.map((part, n) => {
    // biome-ignore-start lint/suspicious/noArrayIndexKey: the text never changes
    if (part.startsWith('`')) return <code key={n}>{part.slice(1, -1)}</code>
    if (part.startsWith('**')) return <strong key={n}>{part.slice(2, -2)}</strong>
    // biome-ignore-end lint/suspicious/noArrayIndexKey: the text never changes
    if (part.startsWith('[')) return part.slice(1, part.indexOf(']'))
    return part
  })
}
