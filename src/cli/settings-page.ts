import { settings } from '../config.ts'

/** `docs/settings.md`: every setting with its meaning, its default and its form. */
export function settingsPage(): string {
  const rows = Object.entries(settings).map(
    ([name, { meaning, fallback, expected }]) => `| \`${name}\` | ${fallback} | ${meaning} | ${expected} |`,
  )
  return `# Settings

Read from the environment once, at the start, and checked: a setting that makes no sense stops the program with a
sentence. An empty setting is an absent one. Generated from \`src/config.ts\` by \`npm run bless\`.

| setting | default | meaning | must be |
|---|---|---|---|
${rows.join('\n')}
`
}
