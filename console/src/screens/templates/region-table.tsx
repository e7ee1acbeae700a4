/** What the template of the last save leaves open. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/call.ts'
import { Skeletons } from '../../ui/page.tsx'
import { Refused } from '../../ui/refused.tsx'
import { Table } from '../../ui/table.tsx'
import type { LeafRegion, Region } from '../content/content.ts'
import css from './templates.module.css'

const kinds: Readonly<Record<Region['Kind'], MessageDescriptor>> = {
  SingleLine: msg`Line`,
  MultiLine: msg`Text`,
  Image: msg`Image`,
  Repeater: msg`Repeater`,
}

export function RegionTable({
  templateId,
  html,
  onJump,
}: {
  readonly templateId: string
  readonly html: string
  readonly onJump: (place: { readonly line: number; readonly column: number }) => void
}) {
  const { t, i18n } = useLingui()
  const { data, error, isPending } = useQuery(read('Template.GetRegions', { TemplateID: templateId }))
  const rows = data?.flatMap(region => [
    { region, of: '' },
    ...(region.Layouts ?? []).flatMap(({ Label = '', Regions = [] }) =>
      Regions.map(inside => ({ region: inside, of: `${region.Name} · ${Label}` })),
    ),
  ])
  if (isPending) return <Skeletons lines={5} />
  return (
    <>
      <Refused error={error} />
      {rows && (
        <Table heads={[t`Name`, t`Kind`, t`Content`]} hasActions>
          {rows.map(({ region, of: parent }) => {
            const { Name = '', Kind } = region
            const place = placeOf(html, region)
            return (
              <tr key={`${parent} ${Name}`}>
                <td>
                  <bdi>
                    <b>{Name}</b>
                  </bdi>
                  {parent !== '' && (
                    <small className={css.of}>
                      <bdi>{parent}</bdi>
                    </small>
                  )}
                </td>
                <td data-label={t`Kind`} className={css.kind}>
                  {i18n._(kinds[Kind])}
                </td>
                <td data-label={t`Content`} className={css.shows} dir="auto">
                  {describeContent(region)}
                </td>
                <td>
                  {place && (
                    <button
                      type="button"
                      className={css.link}
                      aria-label={t`In the code: ${Name}`}
                      onClick={() => onJump(place)}
                    >
                      <Trans>In the code</Trans>
                    </button>
                  )}
                </td>
              </tr>
            )
          })}
        </Table>
      )}
    </>
  )
}

/** Text of what a region shows, without its markup. */
function describeContent({ Kind, Content = '', Width = 0 }: LeafRegion): string {
  if (Kind === 'Repeater') return ''
  if (Kind === 'Image') return Width > 0 ? `${Width} px` : ''
  const text = Content.replace(/<[^<>]{0,2000}>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}

/** The first place of its label. */
function placeOf(html: string, { Label = '' }: LeafRegion) {
  const at = Label === '' ? -1 : html.search(new RegExp(`label\\s*=\\s*["']${escapePattern(Label)}["']`))
  if (at < 0) return undefined
  const before = html.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
