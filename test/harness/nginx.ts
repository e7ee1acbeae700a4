/** A real nginx in front of processes of the service, configured by the file that operators are given. */
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isOpen } from './cluster.ts'
import { root } from './markdown.ts'
import { nginx } from './needs.ts'
import { until } from './until.ts'

export interface Nginx {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  /** Reads the configuration again, with other upstreams, and resolves when no request can go to the earlier ones any more. */
  use(upstreams: Upstreams): Promise<void>
  stop(): Promise<void>
}

export interface Upstreams {
  /** Ports of the processes that answer as `api`, and as `feedback`. */
  readonly api: readonly number[]
  readonly feedback: readonly number[]
  /** Those of `api` where it is not given. */
  readonly console?: readonly number[]
}

/** @param port to listen on */
export async function startNginx(port: number, upstreams: Upstreams): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'lettershop-nginx-'))
  await mkdir(join(folder, 'logs'))
  const file = join(folder, 'nginx.conf')
  const write = async (to: Upstreams) => writeFile(file, mainConfig(folder, await siteConfig(port, to)))
  await write(upstreams)
  const child = spawn(nginx, ['-p', folder, '-c', file, '-e', join(folder, 'error.log')], { stdio: 'ignore' })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  await until(async () => child.exitCode !== null || (await isOpen(port)), 'nginx listens')
  if (child.exitCode !== null) throw new Error(`nginx ended: ${await readFile(join(folder, 'error.log'), 'utf8')}`)
  return {
    url: `http://127.0.0.1:${port}`,
    async use(to) {
      const workers = await workersOf(child.pid!)
      await write(to)
      child.kill('SIGHUP')
      await until(async () => {
        const now = await workersOf(child.pid!)
        return now.length > 0 && workers.every(pid => !now.includes(pid))
      }, 'nginx works with its new configuration')
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Those of before a change end when they have answered what they were asked. */
async function workersOf(pid: number): Promise<readonly string[]> {
  return (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').filter(Boolean)
}

/** The file of operators with the values that its comments ask them to change: the servers, the address to listen on, the certificate. */
async function siteConfig(port: number, { api, feedback, console = api }: Upstreams): Promise<string> {
  const given = await readFile(join(root, 'deploy/nginx/lettershop.conf'), 'utf8')
  const servers = (text: string, name: string, ports: readonly number[]) =>
    replaced(text, new RegExp(`(upstream ${name} \\{\\s+least_conn;\\s+)(?:server (?:[^;]+);\\s+)+`), (_, head) =>
      [head, ...ports.map(port => `server 127.0.0.1:${port} max_fails=1 fail_timeout=1s;\n`)].join(''),
    )
  let text = servers(given, 'lettershop_api', api)
  text = servers(text, 'lettershop_feedback', feedback)
  text = servers(text, 'lettershop_console', console)
  text = replaced(text, /listen 443 ssl;/, () => `listen 127.0.0.1:${port};`)
  return replaced(text, /ssl_certificate .+\n.*ssl_certificate_key .+\n/, () => '\n')
}

function replaced(text: string, pattern: RegExp, by: (...found: string[]) => string): string {
  if (!pattern.test(text)) throw new Error(`the file of nginx has no ${pattern}`)
  return text.replace(pattern, by)
}

/** What a distribution's own file around it says. Workers keep the user of the tests, who owns the folder. */
function mainConfig(folder: string, site: string): string {
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${join(folder, name)};`,
  )
  return `${user}
daemon off;
pid ${join(folder, 'pid')};
worker_processes 1;
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary.join('\n  ')}
${site}
}
`
}
