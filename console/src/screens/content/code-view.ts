/** The view of CodeMirror: its text, problems, tags and colours. */
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { html, htmlLanguage } from '@codemirror/lang-html'
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, StateEffect, StateField } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  MatchDecorator,
  ViewPlugin,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { nonce } from '../../lib/nonce.ts'
import type { ContentProblem } from './content.ts'
import { completeTag } from './merge-tags.ts'

export interface CodeViewOptions {
  readonly parent: HTMLElement
  readonly value: string
  readonly label: string
  readonly language: 'Html' | 'Mjml'
  readonly isLocked: boolean
  /** Keys of custom fields, at the moment. */
  readonly fields: () => readonly string[]
  readonly onChange: (text: string) => void
}

/** Milliseconds between a key and the report of the text: the whole text of a large mail at each key would be felt. */
const reportAfter = 150

export function codeView({ parent, value, label, isLocked, fields, onChange }: CodeViewOptions) {
  /** What was said last, here or from outside. */
  let known = value
  let timer: ReturnType<typeof setTimeout> | undefined
  function report() {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    known = view.state.doc.toString()
    onChange(known)
  }
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: value,
      extensions: [
        EditorView.cspNonce.of(nonce),
        lineNumbers(),
        lintGutter(),
        history(),
        drawSelection(),
        EditorState.readOnly.of(isLocked),
        EditorView.lineWrapping,
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        highlightSelectionMatches(),
        search({ top: true }),
        // tags that close themselves are closed twice by who types on
        html({ selfClosingTags: true, autoCloseTags: false }),
        htmlLanguage.data.of({ autocomplete: completeTag(fields) }),
        autocompletion({ icons: false }),
        syntaxHighlighting(colours),
        look,
        marks,
        foundLine,
        keymap.of([
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...defaultKeymap,
          indentWithTab,
        ]),
        EditorView.contentAttributes.of({
          'aria-label': label,
          tabindex: '0',
          spellcheck: 'false',
          autocapitalize: 'off',
        }),
        EditorView.updateListener.of(update => {
          if (update.docChanged && timer === undefined && !isShown) timer = setTimeout(report, reportAfter)
        }),
        EditorView.domEventHandlers({
          blur: () => report(),
          // a shortcut that saves reads what was reported
          keydown: event => {
            if (event.ctrlKey || event.metaKey) report()
          },
        }),
      ],
    }),
  })
  /** While a text from outside is taken over. */
  let isShown = false
  // what keeps texts when the page is left keeps the whole of it
  addEventListener('beforeunload', report, { capture: true })
  addEventListener('visibilitychange', report, { capture: true })

  return {
    /** Shows a text that comes from outside, and never one that was reported from here. */
    show(text: string) {
      if (text === known) return
      known = text
      isShown = true
      clearTimeout(timer)
      timer = undefined
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
      isShown = false
    },
    mark(problems: readonly ContentProblem[]) {
      view.dispatch(setDiagnostics(view.state, diagnosticsOf(view.state, problems)))
    },
    jump(line: number, column: number) {
      const { from, to } = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines))
      const at = Math.min(from + Math.max(column - 1, 0), to)
      const effects = [EditorView.scrollIntoView(at, { y: 'center' }), findLine.of(from)]
      view.dispatch({ selection: { anchor: at }, effects })
      view.focus()
    },
    destroy() {
      report()
      removeEventListener('beforeunload', report, { capture: true })
      removeEventListener('visibilitychange', report, { capture: true })
      view.destroy()
    },
  }
}

/** The line that was jumped to is marked until the cursor leaves it or something is typed. @param from where it begins */
const findLine = StateEffect.define<number>()
const foundLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, { effects, docChanged, selection }) {
    const found = effects.find(effect => effect.is(findLine))
    if (found) return Decoration.set([Decoration.line({ class: 'cm-found' }).range(found.value)])
    return docChanged || selection ? Decoration.none : shown
  },
  provide: field => EditorView.decorations.from(field),
})

function diagnosticsOf({ doc }: EditorState, problems: readonly ContentProblem[]): Diagnostic[] {
  return problems
    .filter(({ Line = 0 }) => Line >= 1 && Line <= doc.lines)
    .map(({ Line = 1, Column = 1, Message = '', Severity }): Diagnostic => {
      const { from, to } = doc.line(Line)
      return {
        from: Math.min(from + Math.max(Column - 1, 0), to),
        to,
        message: Message,
        severity: Severity === 'Error' ? 'error' : 'warning',
      }
    })
    .toSorted((one, other) => one.from - other.from)
}

/** Of variables, so that they follow the scheme (content.module.css). */
const colours = HighlightStyle.define([
  { tag: [tags.tagName, tags.keyword], color: 'var(--code-tag)' },
  { tag: [tags.attributeName, tags.propertyName], color: 'var(--code-name)' },
  { tag: [tags.string, tags.attributeValue, tags.number], color: 'var(--code-value)' },
  { tag: [tags.comment, tags.documentMeta, tags.angleBracket], color: 'var(--quiet)' },
])

const marker = new MatchDecorator({
  // editable regions of both generations (docs/content.md), then tags (docs/tags.md)
  regexp:
    /<\/?(?:singleline|multiline|repeater|layout|tableofcontents|repeatertitle)\b[^<>]{0,200}>|<\$\w[^$]{0,200}\$>|\beditable(?:="?true"?)?(?=[\s>/])|\[(?!if\b|endif\b)[^[\]<>,\r\n]{1,100}(?:,\s*fallback\s*=[^[\]\r\n]{0,200})?\]/gi,
  decoration: match => (match[0].startsWith('[') ? tagMark : regionMark),
})
const regionMark = Decoration.mark({ class: 'cm-region' })
const tagMark = Decoration.mark({ class: 'cm-merge-tag' })

/** Editable regions and tags stand out; of what is seen only. */
const marks = ViewPlugin.define(
  view => ({
    decorations: marker.createDeco(view),
    update(update) {
      this.decorations = marker.updateDeco(update, this.decorations)
    },
  }),
  { decorations: plugin => plugin.decorations },
)

const look = EditorView.theme({
  '.cm-region': {
    backgroundColor: 'var(--accent-soft)',
    borderRadius: '2px',
    outline: '1px solid color-mix(in srgb, var(--accent) 35%, transparent)',
  },
  '.cm-line.cm-found': {
    backgroundColor: 'color-mix(in srgb, var(--warn) 22%, transparent)',
    boxShadow: 'inset 3px 0 var(--warn)',
  },
  '.cm-merge-tag': { backgroundColor: 'var(--warn-soft)', borderRadius: '2px' },
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--surface)', fontSize: '0.8125rem' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: 'ui-monospace, "SF Mono", "DejaVu Sans Mono", monospace', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--ink)', paddingBlock: '0.5rem' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--canvas)', color: 'var(--quiet)', borderRight: '1px solid var(--edge)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 25%, transparent)',
  },
  '.cm-selectionMatch': { backgroundColor: 'color-mix(in srgb, var(--warn) 25%, transparent)' },
  '.cm-panels, .cm-tooltip': {
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    borderColor: 'var(--edge-strong)',
  },
  '.cm-tooltip': { borderRadius: '0.375rem', overflow: 'hidden' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--surface)',
  },
  '.cm-textfield': { backgroundColor: 'var(--surface)', borderColor: 'var(--edge-strong)' },
  '.cm-button': { backgroundImage: 'none', backgroundColor: 'var(--canvas)', borderColor: 'var(--edge-strong)' },
})
