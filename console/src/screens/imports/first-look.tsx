/** The columns of an import that this tab has begun: where all of them are recognised, its rows are checked without a question. */
import { useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, read } from '../../api/call.ts'
import { Panel, Skeletons } from '../../ui/page.tsx'
import { isCertain } from './certainty.ts'
import { move } from './import-query.ts'
import { type ImportProps, Mapping } from './mapping.tsx'

/** ImportIDs. Who opens the import of another person, or opens one again, is shown its columns, and changes nothing by looking. */
const begun = new Set<string>()

export function noteBegun(importId: string): void {
  begun.add(importId)
}

export function FirstLook(props: ImportProps) {
  const { ImportID = '', Problem = '' } = props.of
  const [isAsking, setAsking] = useState(Problem !== '' || !begun.has(ImportID))
  return isAsking ? <Mapping {...props} /> : <Recognised {...props} onAsk={() => setAsking(true)} />
}

/** @param onAsk shows the columns: something is not certain, or the service refuses to go on */
function Recognised({ clientId, of: { ImportID = '' }, onAsk }: ImportProps & { readonly onAsk: () => void }) {
  const { t } = useLingui()
  const named = { ClientID: clientId, ImportID }
  const { data, error } = useQuery(read('Import.GetMapping', named))
  const { mutate: judge } = useMutation({
    mutationFn: () => move(() => call('Import.Judge', named)),
    onError: onAsk,
  })
  useEffect(() => {
    if (!data && !error) return
    // once, also where the effect runs twice
    if (!begun.delete(ImportID)) return
    if (data && isCertain(data)) judge()
    else onAsk()
  }, [data, error, ImportID, judge, onAsk])
  return (
    <Panel title={t`Columns`}>
      <Skeletons lines={8} />
    </Panel>
  )
}
