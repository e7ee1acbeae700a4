import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { npmScript, type Role, readConfig } from '../config.ts'
import type { FirstLogin } from '../domain/accounts/accounts.ts'
import { removeAbandoned } from '../domain/backups/begun.ts'
import { watchLauncher } from '../lib/launcher.ts'
import { createLog, type Log } from '../lib/log.ts'
import { type Service, startService } from '../service.ts'
import { usageOf } from './help.ts'

/** Everything ends within 10 s of the signal; this much is for calls and mails under way. */
const graceMs = 7_000
/** Whatever still holds us then is left to itself: nothing acknowledged is lost by that, as nothing is by kill -9. */
const lastMs = 9_500

/** `lettershop start`: runs the service until SIGTERM or SIGINT, or until the npm that started it is gone. */
export async function start(args: readonly string[]): Promise<number> {
  if (args.length > 0) {
    process.stderr.write(usageOf('start'))
    return 2
  }
  const config = readConfig()
  const log = createLog(config.LETTERSHOP_LOG_LEVEL)
  // graphile-worker writes some errors to the console besides to its logger; standard error has lines of JSON only
  console.trace = (...said) => log.debug({ said }, 'a library wrote to the console')
  const signalled = signal()
  const orphaned = watchLauncher(npmScript())
  if (config.LETTERSHOP_ROLES.has('console')) await buildConsole(log)
  for (const file of await removeAbandoned(config.LETTERSHOP_DATA))
    log.info({ file }, 'a file was removed that a backup left, whose process was killed')
  const service = await startService(config, log)
  // V8's own value; bin/lettershop.mjs has set a lower one for the start
  setFlagsFromString('--semi-space-growth-factor=2')
  process.stdout.write(banner(service))

  const end = await Promise.race([
    signalled.then(name => ({ code: 0, log: () => log.info({ signal: name }, 'stopping') })),
    orphaned.then(() => ({ code: 0, log: () => log.info('stopping: the npm that started this process is gone') })),
    service.lost.then(sentence => ({ code: 1, log: () => log.fatal(sentence) })),
  ])
  end.log()
  setTimeout(() => {
    log.warn('stopping takes too long; what is still open is left to itself')
    process.exit(end.code)
  }, lastMs).unref()
  await service.stop(graceMs)
  return end.code
}

/** Does nothing where the build is current. Without a build everything but the console works, and its address says what to do. */
async function buildConsole(log: Log): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../../console', 'build.mjs')])
  } catch (error) {
    log.error({ err: error }, 'the console could not be built')
  }
}

function signal(): Promise<NodeJS.Signals> {
  return new Promise(resolve => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => resolve(name))
  })
}

function linesOf({ siteUrl, username, apiKey }: FirstLogin, password: string | undefined): [string, string][] {
  return [
    ['Site URL', siteUrl],
    ['User name', username],
    // secrets are printed at the first start only: output of later ones ends in logs of service managers
    ...(password === undefined
      ? [['Keys', `"lettershop keys show ${username}" prints the API key`] satisfies [string, string]]
      : ([
          ['Password', `${password}   (shown this once; keep it)`],
          ['API key', `${apiKey}   (shown this once; "lettershop keys show ${username}" prints it again)`],
        ] satisfies [string, string][])),
  ]
}

/** The lines printed at the start. The beginning of the last line is fixed: programs that start the service wait for it. */
function banner({ url, address, roles, login, password, mailboxPort, advice, held }: Service): string {
  const ofApi = [
    ['API', `${url}/api/api.asmx`],
    ['WSDL', `${url}/api/api.asmx?WSDL`],
    ['Help page', `${url}/api/api.asmx`],
    ['OpenAPI', `${url}/api/openapi.json, to browse at ${url}/api/`],
  ]
  const lines = [
    ...(roles.has('console') ? [['Console', `${url}/`]] : []),
    ...(roles.has('api') || roles.has('console') ? ofApi : []),
    ...(mailboxPort === undefined ? [] : [['Mailbox', `port ${mailboxPort}, for returned mail`]]),
    ...(login === undefined ? [] : linesOf(login, password)),
    ...advice.map(sentence => ['NOTE', sentence]),
    ...held.map(sentence => ['HELD', `nothing is sent: ${sentence} See: lettershop resume-sending`]),
  ]
  return `${lines.map(([label, value]) => `${`${label}:`.padEnd(11)}${value}`).join('\n')}\nLettershop is ready on ${address} with ${rolesOf(roles)}\n`
}

function rolesOf(roles: ReadonlySet<Role>): string {
  const names = [...roles]
  return names.length === 1 ? `the role ${names[0]}` : `the roles ${names.join(', ')}`
}
