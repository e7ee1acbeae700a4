import { readConfig } from '../config.ts'
import { createLog } from '../lib/log.ts'
import { startService } from '../service.ts'

/** Everything ends within 10 s of the signal; this much is for calls and mails under way. */
const graceMs = 8_000

/** `lettershop start`: runs the service until SIGTERM or SIGINT. */
export async function start(): Promise<number> {
  const config = readConfig()
  const log = createLog(config.LETTERSHOP_LOG_LEVEL)
  const stopped = signal()
  const service = await startService(config, log)
  process.stdout.write(banner(service))

  const reason = await Promise.race([stopped, service.failed])
  if (reason instanceof Error) log.fatal({ error: reason.message }, 'the service cannot go on')
  else log.info({ signal: reason }, 'stopping')
  await service.stop(graceMs)
  return reason instanceof Error ? 1 : 0
}

function signal(): Promise<NodeJS.Signals> {
  return new Promise(resolve => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => resolve(name))
  })
}

/** What a newcomer needs. The last line is fixed: whoever starts us from outside waits for it. */
function banner({ url, siteUrl, username, password, apiKey }: Awaited<ReturnType<typeof startService>>): string {
  const lines = [
    ['API', `${url}/api/api.asmx`],
    ['WSDL', `${url}/api/api.asmx?WSDL`],
    ['Help page', `${url}/api/api.asmx`],
    ['OpenAPI', `${url}/api/openapi.json, to browse at ${url}/api/`],
    ['Site URL', siteUrl],
    ['User name', username],
    ...(password === undefined ? [] : [['Password', `${password}   (shown this once; keep it)`]]),
    ['API key', apiKey],
  ]
  return `${lines.map(([label, value]) => `${`${label}:`.padEnd(11)}${value}`).join('\n')}\nLettershop is ready on ${url}\n`
}
