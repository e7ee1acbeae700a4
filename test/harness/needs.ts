/**
 * Programs that a suite needs beside Node and npm packages. If one is missing the suite is skipped, and the run names it at its
 * end; in CI (CI=true) it fails, for `.ci/run` installs everything.
 *
 *     describe('a PHP client', needs('php-soap'), () => …)
 */
import { spawnSync } from 'node:child_process'

interface Tool {
  /** Of Debian. */
  readonly package: string
  readonly isThere: () => boolean
}

const tools = {
  curl: { package: 'curl', isThere: () => output('sh', ['-c', 'command -v curl']) !== '' },
  'php-soap': { package: 'php-cli php-soap', isThere: () => /^soap$/m.test(output('php', ['-m'])) },
  zeep: { package: 'python3-zeep', isThere: () => output('/usr/bin/python3', ['-c', 'import zeep; print(1)']) !== '' },
  chromium: { package: 'chromium-headless-shell', isThere: () => chromiumPath() !== undefined },
  rsync: { package: 'rsync', isThere: () => output('sh', ['-c', 'command -v rsync']) !== '' },
  'smtp-sink': { package: 'postfix', isThere: () => output('sh', ['-c', `command -v ${smtpSink}`]) !== '' },
  postgresql: {
    package: 'postgresql',
    isThere: () => output('sh', ['-c', 'ls /usr/lib/postgresql/*/bin/initdb']) !== '',
  },
  promtool: { package: 'prometheus', isThere: () => output('sh', ['-c', 'command -v promtool']) !== '' },
  caddy: { package: 'caddy', isThere: () => output('sh', ['-c', 'command -v caddy']) !== '' },
  nginx: { package: 'nginx-light', isThere: () => output('sh', ['-c', `ls ${nginx}`]) !== '' },
  systemd: { package: 'systemd', isThere: () => output('sh', ['-c', 'command -v systemd-analyze']) !== '' },
  pgbouncer: { package: 'pgbouncer', isThere: () => output('sh', ['-c', 'ls /usr/sbin/pgbouncer']) !== '' },
} satisfies Record<string, Tool>
export type ToolName = keyof typeof tools

/** Not on an ordinary user's PATH. */
export const smtpSink = '/usr/sbin/smtp-sink'

/** Not there either. */
export const nginx = '/usr/sbin/nginx'

/** @returns options for `test` and `describe` */
export function needs(...names: readonly ToolName[]): { skip?: string } {
  const missing = names.filter(name => !tools[name].isThere())
  if (missing.length === 0) return {}
  const sentence = `${missing.join(' and ')} missing: apt-get install ${missing.map(name => tools[name].package).join(' ')}`
  if (process.env.CI === 'true') throw new Error(sentence)
  return { skip: sentence }
}

/**
 * The browser's executable. The headless shell is the same engine without the windows of a desktop: a start takes less than half the CPU, and
 * the files of test/console about a quarter less.
 */
export function chromiumPath(): string | undefined {
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  const find = names.map(name => `command -v ${name}`).join(' || ')
  return output('sh', ['-c', find]).trim() || undefined
}

function output(command: string, args: readonly string[]): string {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' })
  return status === 0 ? stdout : ''
}
