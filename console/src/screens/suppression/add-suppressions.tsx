/** Puts addresses on the list. Each is a call: what was refused is said address by address, and stays in the field. */

import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { LettershopError } from '../../../../src/client/client.ts'
import { call } from '../../api/call.ts'
import { codes } from '../../api/codes.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { Note } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import { reloadSuppressions } from './lift.tsx'

/** More are imported by a program. */
const mostAtOnce = 500

export function AddSuppressions({ clientId }: { readonly clientId: string }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Trans>Add addresses</Trans>
      </Button>
      {isOpen && (
        <Dialog title={t`Add addresses`} onClose={() => setOpen(false)}>
          <Details clientId={clientId} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  )
}

function Details({ clientId, onDone }: { readonly clientId: string; readonly onDone: () => void }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [refused, setRefused] = useState<readonly string[]>([])
  const addresses = [...new Set(text.split(/[\s,;]+/).filter(address => address !== ''))]
  const isTooMany = addresses.length > mostAtOnce
  async function submit() {
    if (isTooMany) return
    const wrong: string[] = []
    for (const [n, EmailAddress] of addresses.entries()) {
      try {
        await call('Client.AddSuppression', { ClientID: clientId, EmailAddress })
      } catch (error) {
        if (!(error instanceof LettershopError) || error.code !== codes.invalidEmail) {
          // those before it are on the list
          setText([...wrong, ...addresses.slice(n)].join('\n'))
          await reloadSuppressions()
          throw error
        }
        wrong.push(EmailAddress)
      }
    }
    const added = addresses.length - wrong.length
    if (added > 0) toast(plural(added, { one: '# address was added.', other: '# addresses were added.' }))
    await reloadSuppressions()
    setRefused(wrong)
    setText(wrong.join('\n'))
    if (wrong.length === 0) onDone()
  }
  return (
    <Form submit={submit} label={t`Add`} isWide>
      {refused.length > 0 && (
        <Note tone="bad" role="alert">
          <p>
            <Plural
              value={refused.length}
              one="This is no email address; all others were added."
              other="These are no email addresses; all others were added."
            />
          </p>
        </Note>
      )}
      <Textarea
        label={t`Addresses`}
        description={t`One on each line, or separated by commas.`}
        error={isTooMany ? t`At most ${mostAtOnce} at once.` : undefined}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        rows={8}
        spellCheck={false}
        autoComplete="off"
        required
      />
    </Form>
  )
}
