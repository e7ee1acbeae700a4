/** How the console is built; `build.mjs` decides when. */
import { fileURLToPath } from 'node:url'
import { transformAsync } from '@babel/core'
import linguiMacro from '@lingui/babel-plugin-lingui-macro'
import { getConfig } from '@lingui/conf'
import { lingui } from '@lingui/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { languageKey } from './src/lib/language-key.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const configPath = fileURLToPath(new URL('lingui.config.ts', import.meta.url))
const linguiConfig = getConfig({ configPath })

const framework =
  /node_modules\/(?:react|react-dom|scheduler|@lingui|@tanstack\/(?:history|query-core|react-query|react-router|router-core|react-store|store))\//
/** What every screen shows, and what the router knows of each; the rest of these folders belongs to the screens that use it. */
const frame =
  /console\/src\/(?:screens\/(?:(?:[\w-]+\/)?(?:search|kinds|states|places|audience-search|home-overview)\.ts$|reset-password\.)|session\/(?!session-ended)|shell\/(?!palette|shortcut-help)|api\/(?:ahead|call|codes|pages|refusals)\.|lib\/(?:format|language-key|languages|link-token|long-queries|nonce|path)\.|live\/(?:concerns|reread)\.|ui\/(?:page|icons|layout|refused|table|form|theme|toast)\.)/

export default defineConfig({
  root,
  plugins: [macros(), react(), lingui({ configPath }), filesAhead()],
  html: { cspNonce: 'nonce-of-this-answer' },
  build: {
    // of browsers that are kept up to date: two years back
    target: ['chrome125', 'firefox128', 'safari17.4'],
    assetsDir: 'console',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    emptyOutDir: true,
    rolldownOptions: {
      output: {
        // what all screens share is kept in two files: a screen that asks for forty small ones is painted later
        codeSplitting: {
          groups: [
            { name: 'framework', test: framework, priority: 2 },
            { name: 'frame', test: frame, priority: 1 },
          ],
        },
      },
    },
    // budgets are a test of their own
    chunkSizeWarningLimit: 2000,
  },
})

/** Writes into the page which files the first screen needs besides those of every screen: the browser asks for them at once. */
function filesAhead(): Plugin {
  return {
    name: 'files-ahead',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).flatMap(file => (file.type === 'chunk' ? [file] : []))
        const isInPage = (name: string) => html.includes(name)
        const filesOf = (end: string) => {
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(end))
          if (!chunk) throw new Error(`The build has no file for ${end}.`)
          const names = [chunk.fileName, ...chunk.imports]
          const styles = chunks.flatMap(({ fileName, viteMetadata }) =>
            names.includes(fileName) ? [...(viteMetadata?.importedCss ?? [])] : [],
          )
          return [...names, ...styles].filter(name => !isInPage(name)).map(name => `/${name}`)
        }
        const screens = ['/shell/shell.tsx', '/screens/home.tsx'].flatMap(filesOf)
        const codes = linguiConfig.locales.filter(code => code !== linguiConfig.pseudoLocale)
        const languages = codes.map(code => [code, filesOf(`/locales/${code}/first.po`)])
        const ahead = { languageKey, screens: [...new Set(screens)], languages: Object.fromEntries(languages) }
        return html.replace("{ languageKey: '', screens: [], languages: {} }", JSON.stringify(ahead))
      },
    },
  }
}

/** Lingui's macros stand in the sources for messages and their values. Vite transforms TypeScript without Babel, so they go first. */
function macros(): Plugin {
  return {
    name: 'lingui-macros',
    enforce: 'pre',
    transform: {
      filter: { id: /\/console\/src\/.*\.tsx?$/, code: /@lingui\/(?:core|react)\/macro/ },
      async handler(code, id) {
        const made = await transformAsync(code, {
          filename: id,
          configFile: false,
          babelrc: false,
          sourceMaps: true,
          parserOpts: { plugins: ['typescript', 'jsx'] },
          plugins: [[linguiMacro, { linguiConfig }]],
        })
        return made?.code ? { code: made.code, map: made.map } : undefined
      },
    },
  }
}
