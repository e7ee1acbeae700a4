/** Puts addresses, domains and hashes on the list, typed or of a file. What is no entry is said, and changes nothing. */

import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, Textarea } from '@mantine/core'
import { useState } from 'react'
import { number } from '../../lib/format.ts'
import { reread } from '../../live/reread.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Form } from '../../ui/form.tsx'
import { Help } from '../../ui/help.tsx'
import { css, Note } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import { reasonOf } from '../audience-search.ts'
import own from './add-suppressions.module.css'
import { entriesOfFile, type Imported, importEntries, mostBytes, typedEntries } from './entries.ts'
import { type Holder, holderIn } from './holder.ts'
import { type Reason, reasonLabels } from './reasons.ts'
import { ScopeChoice } from './scope-choice.tsx'

export interface AddSuppressionsProps {
  /** Of a client or a list: another one of the client can be chosen. */
  readonly to: Holder
}

export function AddSuppressions({ to }: AddSuppressionsProps) {
  const { t } = useLingui()
  return (
    <DialogButton
      dialog={close => (
        <Dialog title={t`Add entries`} onClose={close}>
          <Details to={to} onDone={close} />
        </Dialog>
      )}
    >
      <Trans>Add entries</Trans>
    </DialogButton>
  )
}

/** Refused entries that are shown of a file. */
const mostShown = 5

function Details({ to, onDone }: AddSuppressionsProps & { readonly onDone: () => void }) {
  const { t, i18n } = useLingui()
  const [holder, setHolder] = useState(to)
  const [text, setText] = useState('')
  const [file, setFile] = useState<File | undefined>()
  const [reason, setReason] = useState<Reason>('Manual')
  const [lines, setLines] = useState({ done: 0, all: 0 })
  const [result, setResult] = useState<Imported | undefined>()
  const isTooLarge = file !== undefined && file.size > mostBytes
  async function submit() {
    if (isTooLarge) return
    setResult(undefined)
    const entries = file ? await entriesOfFile(file) : typedEntries(text)
    setLines({ done: 0, all: entries.length })
    const done = await importEntries(holder, entries, reason, count =>
      setLines({ done: count, all: entries.length }),
    ).finally(() => reread('suppressions'))
    if (done.added > 0) toast(plural(done.added, { one: '# entry was added.', other: '# entries were added.' }))
    if (done.refused === 0 && done.added > 0) return onDone()
    setResult(done)
    // what is no entry stays to be mended
    if (!file) setText(done.refusals.map(({ line }) => entries[line - 1]).join('\n'))
  }
  return (
    <Form submit={submit} label={t`Add`} isWide>
      {result && <Result of={result} isFile={file !== undefined} />}
      {file ? (
        <div className={own.file}>
          <strong>
            <bdi>{file.name}</bdi>
          </strong>
          <Button variant="default" size="compact-sm" onClick={() => setFile(undefined)}>
            <Trans>Type them instead</Trans>
          </Button>
        </div>
      ) : (
        <>
          <Textarea
            label={t`Addresses, domains and hashes`}
            description={t`One per line, or separated by commas: eva@example.com, @example.com for a complete domain, or the MD5, SHA-1 or SHA-256 of an address.`}
            value={text}
            onChange={event => setText(event.currentTarget.value)}
            rows={8}
            spellCheck={false}
            autoComplete="off"
            required
          />
          <FileDrop accept=".txt,.csv,.tsv" onChoose={setFile}>
            <Trans>Or drop a text file here: one entry per line, or in the first column</Trans>
          </FileDrop>
        </>
      )}
      <HolderChoice value={holder} onChange={setHolder} />
      {isTooLarge && (
        <Note tone="bad" role="alert">
          <p>
            <Trans>This file is larger than 100 MB. Split it.</Trans>
          </p>
        </Note>
      )}
      <NativeSelect
        label={t`Reason`}
        description={<Help>{t`Domains and hashes are always added manually.`}</Help>}
        value={reason}
        onChange={event => setReason(reasonOf(event.currentTarget.value) ?? 'Manual')}
        data={Object.entries(reasonLabels).map(([value, label]) => ({ value, label: i18n._(label) }))}
      />
      <p role="status" className={`${css.quiet} ${css.small}`}>
        {lines.done > 0 && lines.done < lines.all && (
          <Trans>
            {number(lines.done)} of {number(lines.all)} lines
          </Trans>
        )}
      </p>
    </Form>
  )
}

/** The account has no other list to choose. */
function HolderChoice({ value, onChange }: { readonly value: Holder; readonly onChange: (holder: Holder) => void }) {
  const { t } = useLingui()
  if (value.kind === 'Account') return null
  const { clientId } = value
  return (
    <ScopeChoice
      clientId={clientId}
      others={[{ value: '', label: t`All lists of the client` }]}
      value={value.kind === 'List' ? value.listId : ''}
      onChange={listId => onChange(holderIn(clientId, listId))}
      description={<Help>{t`Entries of a list block only the mail of that list.`}</Help>}
    />
  )
}

function Result({
  of: { added, present, refused, refusals },
  isFile,
}: {
  readonly of: Imported
  readonly isFile: boolean
}) {
  return (
    <Note tone={refused > 0 ? 'bad' : 'plain'} role={refused > 0 ? 'alert' : 'status'}>
      <p>
        <Trans>
          {number(added)} were added, {number(present)} already existed.
        </Trans>
      </p>
      {refused > 0 && (
        <p>
          <Plural
            value={refused}
            one="# line is not an entry and was skipped."
            other="# lines are not entries and were skipped."
          />
        </p>
      )}
      {isFile &&
        refusals.slice(0, mostShown).map(({ line, text }) => (
          <p key={line} className={css.small}>
            <Trans>
              Line {number(line)}: <bdi>{text}</bdi>
            </Trans>
          </p>
        ))}
    </Note>
  )
}
