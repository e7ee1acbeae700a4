/** UTM tags that links of a client's campaigns get. */
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call, read } from '../../api/call.ts'
import { reread } from '../../live/reread.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Form } from '../../ui/form.tsx'
import { css, Panel, Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { toast } from '../../ui/toast.ts'

type Tags = ValueOf<'Client.GetUtmTags'>

/** As they stand in a link, in their order. */
const names = ['Source', 'Medium', 'Campaign', 'Term', 'Content'] as const

export function UtmTags({ clientId, mayChange }: { readonly clientId: string; readonly mayChange: boolean }) {
  const { t } = useLingui()
  const { data, error, isPending } = useQuery(read('Client.GetUtmTags', { ClientID: clientId }))
  return (
    <Panel
      title={t`UTM tags`}
      text={t`Added to links in mails, so that the client's web statistics know where visitors come from. A campaign may have its own.`}
    >
      {isPending && <Skeletons lines={4} />}
      <Refused error={error} />
      {data && mayChange && <Details of={data} clientId={clientId} />}
      {data && !mayChange && (
        <Facts>
          {names.map(name => (
            <Fact key={name} name={parameterOf(name)}>
              {data[name] || '–'}
            </Fact>
          ))}
        </Facts>
      )}
    </Panel>
  )
}

function Details({ of: stored, clientId }: { readonly of: Tags; readonly clientId: string }) {
  const { t } = useLingui()
  const [tags, setTags] = useState(stored)
  return (
    <Form
      label={t`Save the tags`}
      isWide
      submit={async () => {
        await call('Client.SetUtmTags', { ClientID: clientId, Tags: tags })
        await reread('utmTags')
        toast(t`The UTM tags are saved.`)
      }}
    >
      <div className={css.fields}>
        {names.map(name => (
          <TextInput
            key={name}
            label={parameterOf(name)}
            value={tags[name] ?? ''}
            onChange={event => setTags({ ...tags, [name]: event.currentTarget.value })}
            autoComplete="off"
          />
        ))}
      </div>
    </Form>
  )
}

function parameterOf(name: (typeof names)[number]): string {
  return `utm_${name.toLowerCase()}`
}
