/** The recipients that are shown as a CSV file, made in the browser page by page. */
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { number } from '../../lib/format.ts'
import { saveFile } from '../../lib/save-file.ts'
import { css } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { csvLine } from './csv.ts'
import { type Recipient, type RecipientState, recipientWords } from './states.ts'

const pageSize = 1000

export function RecipientsFile({
  campaignId,
  campaign,
  state,
  search,
  expected,
}: {
  readonly campaignId: string
  /** Its name. */
  readonly campaign: string
  readonly state: RecipientState | undefined
  readonly search: string
  /** How many there are, as the counters say. */
  readonly expected: number
}) {
  const { t, i18n } = useLingui()
  const [done, setDone] = useState<number>()
  const [error, setError] = useState<unknown>()
  const stop = useRef<AbortController | undefined>(undefined)
  // what runs ends with the screen
  useEffect(() => () => stop.current?.abort(), [])

  async function write() {
    const work = new AbortController()
    const { signal } = work
    stop.current = work
    setError(undefined)
    setDone(0)
    try {
      const parts: string[] = ['\uFEFF', csvLine(columns)]
      let many = 0
      for await (const rows of pages(campaignId, state, search.trim(), signal)) {
        parts.push(rows.map(row => csvLine(cellsOf(row))).join(''))
        many += rows.length
        setDone(many)
      }
      saveFile(
        new Blob(parts, { type: 'text/csv;charset=utf-8' }),
        [campaign, state === undefined ? t`Recipients` : i18n._(recipientWords[state].label)],
        'csv',
      )
    } catch (cause) {
      if (!signal.aborted) setError(cause)
    }
    setDone(undefined)
  }

  if (done === undefined) {
    return (
      <>
        <Button variant="default" onClick={() => void write()}>
          <Trans>Save as CSV</Trans>
        </Button>
        <Refused error={error} />
      </>
    )
  }
  return (
    <>
      <span className={css.small} role="status">
        {search === '' ? t`${number(done)} of ${number(expected)}` : number(done)}
      </span>
      <Button variant="default" onClick={() => stop.current?.abort()}>
        <Trans>Stop</Trans>
      </Button>
    </>
  )
}

/** As the API names them. */
const columns = [
  'Number',
  'EmailAddress',
  'State',
  'Attempts',
  'Date',
  'Code',
  'Reason',
  'Answer',
  'RetryDate',
] as const

function cellsOf(row: Recipient): readonly string[] {
  return columns.map(name => String(row[name] ?? ''))
}

async function* pages(
  CampaignID: string,
  state: RecipientState | undefined,
  search: string,
  signal: AbortSignal,
): AsyncGenerator<readonly Recipient[]> {
  const ofState = { CampaignID, ...(state ? { State: state } : {}) }
  if (search !== '') {
    yield await call('Campaign.FindRecipients', { ...ofState, Search: search }, { signal })
    return
  }
  for (let After = 0; ; ) {
    const rows = await call('Campaign.FindRecipients', { ...ofState, After, Limit: pageSize }, { signal })
    yield rows
    if (rows.length < pageSize) return
    After = rows.at(-1)!.Number
  }
}
