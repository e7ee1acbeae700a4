/** The public archive of a list: its settings and its addresses. */
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ValueOf } from '../../../../src/client/client.ts'
import { call, read } from '../../api/call.ts'
import { reread } from '../../live/reread.ts'
import { Check } from '../../ui/check.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Form } from '../../ui/form.tsx'
import { css } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'

interface ArchiveProps {
  readonly clientId: string
  readonly listId: string
  readonly archive: ValueOf<'List.GetArchive'>
}

export function Archive({ clientId, listId, archive }: ArchiveProps) {
  const { t } = useLingui()
  const { data: forms } = useQuery(read('Form.List', { ClientID: clientId, Cursor: '', Limit: 0 }))
  const [given, setGiven] = useState({
    Shown: archive.Shown,
    Title: archive.Title ?? '',
    Description: archive.Description ?? '',
    Since: archive.Since ?? '',
    SearchEngines: archive.SearchEngines,
    FormID: archive.FormID ?? '',
  })
  const change = (part: Partial<typeof given>) => setGiven(before => ({ ...before, ...part }))
  async function submit() {
    await call('List.SetArchive', { ListID: listId, ...given })
    await reread('archive')
    toast(t`The settings are saved.`)
  }
  return (
    <Form submit={submit} label={t`Save the archive`}>
      <Check
        label={t`Show the archive to everyone`}
        description={t`Campaigns that were sent to the complete list, without anything about a recipient.`}
        checked={given.Shown}
        onChange={Shown => change({ Shown })}
      />
      {archive.Shown && (
        <>
          <p className={`${css.quiet} ${css.small}`}>
            <Trans>Its address, for your website, your mails and your forms:</Trans>{' '}
            <a href={archive.URL} target="_blank" rel="noreferrer">
              <Trans>Open the archive</Trans>
            </a>
          </p>
          <CopyText text={archive.URL ?? ''} />
          <p className={`${css.quiet} ${css.small}`}>
            <Trans>Its Atom feed:</Trans>
          </p>
          <CopyText text={archive.FeedURL ?? ''} />
        </>
      )}
      <TextInput
        label={t`Title of the archive`}
        description={t`Empty: the name of the list.`}
        value={given.Title}
        onChange={event => change({ Title: event.currentTarget.value })}
        maxLength={100}
        autoComplete="off"
      />
      <TextInput
        label={t`Description of the archive`}
        value={given.Description}
        onChange={event => change({ Description: event.currentTarget.value })}
        maxLength={300}
        autoComplete="off"
      />
      <TextInput
        type="date"
        label={t`Campaigns since`}
        description={t`Empty: all of them.`}
        value={given.Since}
        onChange={event => change({ Since: event.currentTarget.value })}
      />
      <NativeSelect
        label={t`Sign-up form`}
        value={given.FormID}
        onChange={event => change({ FormID: event.currentTarget.value })}
        data={[
          { value: '', label: t`none` },
          ...(forms?.Forms ?? []).map(({ FormID = '', Title = '' }) => ({ value: FormID, label: Title })),
        ]}
      />
      <Check
        label={t`Search engines may list the archive`}
        checked={given.SearchEngines}
        onChange={SearchEngines => change({ SearchEngines })}
      />
    </Form>
  )
}
