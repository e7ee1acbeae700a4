/** What differs from run to run, by the names the scenario gives it. */
import assert from 'node:assert/strict'
import { keptDays } from '../../src/store/accounts/deletions.ts'

export interface Names {
  add(name: string, value: string): void
  /** `{garden}` → the id, in every text of a value, also where a form has encoded the braces. */
  fill<Value>(value: Value): Value
  /** The other way round; the date and time of now becomes `{now}`, those of later `{in a week}` and `{in 30 days}`, its date `{today}`. */
  hide(text: string): string
}

export function names(known: Readonly<Record<string, string>>): Names {
  const values = new Map(Object.entries(known))

  function fillText(text: string): string {
    return text.replace(
      /(?:\{|%7B)(\w+)(?:\}|%7D)/g,
      (_, name: string) => values.get(name) ?? assert.fail(`nothing is called ${name}`),
    )
  }
  function fill(value: unknown): unknown {
    if (typeof value === 'string') return fillText(value)
    if (Array.isArray(value)) return value.map(fill)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, fill(inside)]))
  }

  return {
    add(name, value) {
      assert.ok(!values.has(name), `two things are called ${name}`)
      values.set(name, value)
    },
    fill: fill as Names['fill'], // texts stay texts, and nothing else changes
    hide(text) {
      let hidden = text
      for (const [name, value] of values) {
        hidden = hidden.replaceAll(value, `{${name}}`).replaceAll(encodeURIComponent(value), `{${name}}`)
      }
      // clients of the scenario are elsewhere where a day ends soon (world.ts)
      hidden = hidden.replaceAll('America/New_York', 'Europe/Berlin')
      // keys of sending domains are drawn anew each time
      hidden = hidden.replace(/\bp=[\w+/]{40,}=*/g, 'p={public key}').replace(/\bls[0-9a-f]{8}-/g, '{selector}-')
      // and so are webhooks and their secrets; how long an answer took is chance
      hidden = hidden
        .replace(/whsec_[\w+/]{43}=/g, '{secret}')
        .replace(/("SegmentID":")[0-9a-f]{32}/g, '$1{segment}')
        .replace(/("Actor":"(?:Person|Key)","ActorID":")[0-9a-f]{32}/g, '$1{actor}')
        .replace(/(WebhookID(?:">|>|":"|=))[0-9a-f]{32}/g, '$1{webhook}')
        .replace(/(Milliseconds"?[:>])\d+/g, '$10')
        // the days of a range that begins today
        .replace(/\bfrom \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\b/g, 'from {today} to {in a year}')
        // a calendar's dates, and sort keys with dates in them
        .replace(/"(\d{4}-\d\d-\d\d)"/g, (quoted, date: string) => (isIn(`${date} 12:00:00`, 0) ? '"{today}"' : quoted))
        // what runs here
        .replace(/("SizeInBytes":)\d+(,"Connections":)\d+(,"MostConnections":)\d+/g, '$10$20$30')
        .replace(/("(?:Node|Postgres)?Version":")[\d.]+[^"]*"/g, '$1{version}"')
        .replace(/("SchemaNumber":)\d+/g, '$10')
        .replace(/("Host":")[^"]+(","Pid":)\d+/g, '$1{host}$20')
        .replace(/("IsKnown":true,"Waiting":)\d+(,"OldestSeconds":)\d+/g, '$10$20')
        // of a client's login
        .replace(/("DesignAndSpamTestFee":"[^"]*","ApiKey":")[0-9a-f]{32}/g, '$1{clientKey}')
        // a logo's address changes with each change of it
        .replace(/(\/logo\/[^?"]+\?v=)\d+/g, '$1{version}')
        // the clock, and an instant that depends on the zone of the client
        .replace(/("(?:Instant|Now)":")[^"]+"/g, '$1{instant}"')
        .replace(/("BeforeDate":")\d{4}-[^"]+"/g, '$1{instant}"')
        .replace(/("Month":")\d{4}-\d\d"/g, '$1{this month}"')
        // what no later case asks for has no name
        .replace(
          /("(Person|Invitation|Key|ReportLink)ID":")(?!0{32})[0-9a-f]{32}/g,
          (_, before, kind: string) => `${before}{a ${kind}}`,
        )
        .replace(/(\/api\/exports\/)[\w-]{40,}/g, '$1{export token}')
        .replace(/(ExpiresAt(?:">|>|":"))\d{4}-[^"<]+/g, '$1{instant}')
        .replace(/\/r\/[\w-]{36}/g, '/r/{report token}')
        .replace(/\/leave\/[\w-]{36}/g, '/leave/{leave token}')
        .replace(/\/archive\/[\w-]{36}/g, '/archive/{archive token}')
        .replace(/\bls_[^"_]+_[0-9a-f]{32}_[0-9a-f]{8}\b/g, '{key secret}')
        // signed by each service with keys of its own, and previews are on an origin of their own
        .replace(/http:\/\/localhost:\d+\/v\/[\w-]{36}/g, '{content}/v/{preview}')
        .replace(/\/([uwpfl])\/[\w-]{36}/g, '/$1/{token}')
        .replace(/("NextCursor":")[\w-]+"/g, '$1{cursor}"')
      return hidden.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, date => {
        if (isIn(date, 0)) return '{now}'
        if (isIn(date, 7)) return '{in a week}'
        if (isIn(date, 90)) return '{in 90 days}'
        return isIn(date, keptDays) ? `{in ${keptDays} days}` : date
      })
    },
  }
}

const dayMs = 86_400_000

/** In whatever time zone. */
function isIn(date: string, days: number): boolean {
  return Math.abs(Date.parse(`${date}Z`) - Date.now() - days * dayMs) < 2 * dayMs
}
